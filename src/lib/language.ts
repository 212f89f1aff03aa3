/**
 * The languages of the portal as BCP 47 tags, in the order of the switch. Each has its folder in `locales/`.
 * `simple` is a registered variant, so `ja-simple` is Japanese in simple words: the easy Japanese of the national guideline.
 */
export const languages = ['ja', 'ja-simple', 'en'] as const

export type Language = (typeof languages)[number]

export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value)
}

/** The language of a tag; Japanese, in which every text exists, for an unknown one. */
export function languageOf(tag: unknown): Language {
  return isLanguage(tag) ? tag : 'ja'
}

/**
 * The language to start with: the stored choice, else Japanese unless the browser prefers another language.
 * @param stored the value stored by the last visit, unvalidated
 * @param wanted the browser's languages, best first
 */
export function startLanguage(stored: unknown, wanted: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  return wanted.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'ja'
}
