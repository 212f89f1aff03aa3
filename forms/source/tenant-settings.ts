import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import type { Problem } from './finding.ts'
import { parseJsonSource } from './json-source.ts'
import type { JsonSource } from './json-source.ts'
import { isLanguage } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { completeLanguages } from './complete-languages.ts'

/** Stored beside the services of a tenant. */
const tenantFile = 'tenant.json'
const known: ReadonlySet<string> = new Set(['$schema', 'locales', 'needsApproval'])

/**
 * The languages that every text of a tenant's forms must have, by `locales` of its `tenant.json`; without the file, all.
 * @param folder the folder of a form
 */
export function tenantLanguages(
  folder: string,
  read: (file: string) => JsonSource,
): { required: readonly Language[]; problems: Problem[] } {
  const file = path.resolve(folder, '../..', tenantFile)
  if (!existsSync(file)) return { required: completeLanguages, problems: [] }
  const source = read(file)
  if (source.syntaxErrors.length > 0) return { required: completeLanguages, problems: [] }
  const settings = isRecord(source.value) ? source.value : {}
  // A misspelt setting would have no effect, e.g. that a form needs an approval.
  const unknown = Object.keys(settings)
    .filter((key) => !known.has(key))
    .map((key): Problem => ({
      rule: 'unknown-key',
      source,
      pointer: joinPointer('', key),
      part: 'key',
      params: { key },
    }))
  const wrong: Problem[] =
    settings.needsApproval === undefined || typeof settings.needsApproval === 'boolean'
      ? unknown
      : [...unknown, { rule: 'wrong-value', source, pointer: '/needsApproval', params: { expected: 'true, false' } }]
  const { locales } = settings
  const isValid = Array.isArray(locales) && locales.includes('ja') && locales.every(isLanguage)
  if (isValid) return { required: completeLanguages.filter((language) => locales.includes(language)), problems: wrong }
  return {
    required: completeLanguages,
    problems: [
      { rule: 'wrong-value', source, pointer: '/locales', params: { expected: '["ja"], ["ja", "en"]' } },
      ...wrong,
    ],
  }
}

/**
 * Whether a tenant publishes a form only after another person has approved it, by `needsApproval` of its `tenant.json`.
 * @param folder the folder of a form
 */
export function needsApproval(folder: string): boolean {
  const file = path.resolve(folder, '../..', tenantFile)
  if (!existsSync(file)) return false
  const { value, syntaxErrors } = parseJsonSource(tenantFile, readFileSync(file, 'utf8'))
  // A setting that cannot be read must not allow more.
  return (
    syntaxErrors.length > 0 || !isRecord(value) || (value.needsApproval !== undefined && value.needsApproval !== false)
  )
}
