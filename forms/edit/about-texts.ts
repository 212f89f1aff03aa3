import type { AboutTexts, DeliveryWay } from '../../form-model/definition.ts'
import { inLanguage } from '../../form-model/language-tag.ts'
import { isRecord } from '../../form-model/record.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import type { Language } from '../../src/lib/language.ts'
import { insertEntry, readValue, removeValue, setValue } from './json-text.ts'

/** The parts of 「はじめる前に」, the public page of a procedure, in the order in which it shows them. */
const aboutParts = ['who', 'needs', 'minutes', 'next', 'ways'] as const satisfies readonly (keyof AboutTexts)[]

export const aboutPlaces: readonly string[] = aboutParts.map((part) => `/about/${part}`)

/** Begins the line of a step that is only for one way of delivery. */
const deliveryMarks: { [way in DeliveryWay]: { [language in ToolLanguage]: string } } = {
  post: { ja: '【郵送】', en: '[post] ' },
  collection: { ja: '【受け取り】', en: '[collection] ' },
}

const ways = Object.keys(deliveryMarks) as DeliveryWay[]

/** A list of the public page as one text with a line for each entry, and its minutes as digits. */
export function shownText(value: unknown, language: Language): string {
  if (Array.isArray(value)) return value.map((entry) => shownLine(entry, language)).join('\n')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function shownLine(entry: unknown, language: Language): string {
  if (!isRecord(entry)) return String(entry)
  const way = ways.find((each) => each === entry.delivery)
  return `${way === undefined ? '' : inLanguage(deliveryMarks[way], language)}${String(entry.text)}`
}

/**
 * The entry of a line that `shownLine` returned, or that an author wrote with a mark of any language. A mark alone
 * is plain text: otherwise the space that follows it returns each time that it is deleted.
 */
function entryOf(line: string): AboutTexts['next'][number] {
  for (const delivery of ways)
    for (const language of toolLanguages) {
      const mark = deliveryMarks[delivery][language].trim()
      if (line.startsWith(mark) && line !== mark) return { delivery, text: line.slice(mark.length).trimStart() }
    }
  return line
}

/** Sets a text of the public page as `shownText` returns it. Entries that stay the same keep their bytes. */
export function setAboutText(json: string, language: Language, pointer: string, text: string): string {
  if (pointer === '/about/minutes') return setValue(json, pointer, isMinutes(text) ? Number(text) : text)
  const lines = text.split('\n')
  const before = readValue(json, pointer)
  const entries: AboutTexts['next'] = pointer === '/about/next' ? lines.map(entryOf) : lines
  if (!Array.isArray(before)) return setValue(json, pointer, entries)
  const fewer = before
    .slice(lines.length)
    .reduce<string>((result) => removeValue(result, `${pointer}/${lines.length}`), json)
  return entries.reduce<string>((result, entry, index) => {
    if (index >= before.length) return insertEntry(result, pointer, entry)
    const isSame = shownLine(before[index], language) === lines[index]
    return isSame ? result : setValue(result, `${pointer}/${index}`, entry)
  }, fewer)
}

export function isMinutes(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 120
}
