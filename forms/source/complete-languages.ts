import { spokenLanguage } from '../../form-model/language-tag.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'

/** A language in which a form has all its texts; the tool proposes texts, and speaks, in these. */
export type CompleteLanguage = Exclude<Language, `${string}-${string}`>

/**
 * The others are variants, such as easy Japanese: a form writes only the texts that differ, and residents read the rest
 * in the language itself.
 */
export const completeLanguages: readonly CompleteLanguage[] = languages.filter(isComplete)

export function isComplete(language: Language): language is CompleteLanguage {
  return spokenLanguage(language) === language
}
