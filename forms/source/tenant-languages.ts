import { existsSync } from 'node:fs'
import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'
import type { Problem } from './finding.ts'
import type { JsonSource } from './json-source.ts'
import { isLanguage } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { completeLanguages } from './complete-languages.ts'

/** Stored beside the services of a tenant. */
const tenantFile = 'tenant.json'

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
  const locales = isRecord(source.value) ? source.value.locales : undefined
  const isValid = Array.isArray(locales) && locales.includes('ja') && locales.every(isLanguage)
  if (isValid) return { required: completeLanguages.filter((language) => locales.includes(language)), problems: [] }
  return {
    required: completeLanguages,
    problems: [{ rule: 'wrong-value', source, pointer: '/locales', params: { expected: '["ja"], ["ja", "en"]' } }],
  }
}
