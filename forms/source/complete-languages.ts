import { spokenLanguage } from '../../form-model/language-tag.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'

/**
 * The languages in which a form has all its texts. The others are variants, such as easy Japanese: a form writes only the
 * texts that differ, and residents read the rest in the language itself.
 */
export const completeLanguages: readonly Language[] = languages.filter(isComplete)

export function isComplete(language: Language): boolean {
  return spokenLanguage(language) === language
}
