import type { AboutTexts } from '../../form-model/definition.ts'
import { insertEntry, readValue, removeValue, setValue } from './json-text.ts'

/** The parts of 「はじめる前に」, the public page of a procedure, in the order in which it shows them. */
const aboutParts = ['who', 'needs', 'minutes', 'next', 'ways'] as const satisfies readonly (keyof AboutTexts)[]

export const aboutPlaces: readonly string[] = aboutParts.map((part) => `/about/${part}`)

/** A list of the public page as one text with a line for each entry, and its minutes as digits. */
export function shownText(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join('\n')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Sets a text of the public page as `shownText` returns it. Entries that stay the same keep their bytes. */
export function setAboutText(json: string, pointer: string, text: string): string {
  if (pointer === '/about/minutes') return setValue(json, pointer, isMinutes(text) ? Number(text) : text)
  const lines = text.split('\n')
  const before = readValue(json, pointer)
  if (!Array.isArray(before)) return setValue(json, pointer, lines)
  const fewer = before
    .slice(lines.length)
    .reduce<string>((result) => removeValue(result, `${pointer}/${lines.length}`), json)
  return lines.reduce(
    (result, line, index) =>
      index < before.length ? setValue(result, `${pointer}/${index}`, line) : insertEntry(result, pointer, line),
    fewer,
  )
}

export function isMinutes(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 120
}
