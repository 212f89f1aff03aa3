import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { isLanguage } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { completeLanguages } from './complete-languages.ts'
import { parseJsonSource } from './json-source.ts'
import { tenantFile, tenantFolderOf } from './tenant-source.ts'

/**
 * The languages that every text of a tenant's forms must have, by `locales` of its `tenant.json`; without valid ones,
 * all. The check of the tenant reports what is wrong with them.
 * @param folder the folder of a form
 */
export function tenantLanguages(folder: string): readonly Language[] {
  const locales = valueAt(settingsOf(tenantFolderOf(folder)), '/locales')
  const isValid = Array.isArray(locales) && locales.includes('ja') && locales.every(isLanguage)
  return isValid ? completeLanguages.filter((language) => locales.includes(language)) : completeLanguages
}

/**
 * Whether a tenant publishes a form only after another person has approved it, by `needsApproval` of its `tenant.json`.
 */
export function needsApproval(tenantFolder: string): boolean {
  const settings = settingsOf(tenantFolder)
  if (settings === null) return false
  // A setting that cannot be read must not allow more.
  return !isRecord(settings) || (settings.needsApproval !== undefined && settings.needsApproval !== false)
}

/** The value of `tenant.json`; `null` without one, `undefined` if it cannot be read. */
function settingsOf(tenantFolder: string): unknown {
  const file = path.join(tenantFolder, tenantFile)
  if (!existsSync(file)) return null
  const { value, syntaxErrors } = parseJsonSource(tenantFile, readFileSync(file, 'utf8'))
  return syntaxErrors.length > 0 ? undefined : value
}
