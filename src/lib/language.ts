import { isString } from './shape.ts'

export const languages = ['ja', 'en'] as const

export type Language = (typeof languages)[number]

export function isLanguage(value: unknown): value is Language {
  return isString(value) && (languages as readonly string[]).includes(value)
}

/**
 * The language to start with: the stored choice, else Japanese unless the browser prefers English.
 * @param stored the value stored by the last visit, unvalidated
 * @param wanted the browser's languages, best first
 */
export function startLanguage(stored: unknown, wanted: readonly string[]): Language {
  if (isLanguage(stored)) return stored
  const first = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage)
  return first ?? 'ja'
}
