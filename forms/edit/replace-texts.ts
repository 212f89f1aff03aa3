import { joinPointer } from '../../form-model/pointer.ts'
import { isLanguage } from '../../src/lib/language.ts'
import { parseJsonSource } from '../source/json-source.ts'
import { setValue } from './json-text.ts'

/** A text that contains the searched words. */
export type TextPlace = { pointer: string; line: number; before: string; after: string }

/**
 * The texts for residents in `texts.*.json`, or in a `service.json`, that contain words, each with other words instead.
 * `null` if the file is not JSON.
 */
export function placesOfWords(file: string, json: string, words: string, others: string): TextPlace[] | null {
  const source = parseJsonSource(file, json)
  if (source.syntaxErrors.length > 0 || source.tooDeep !== null) return null
  return textsIn(source.value, '', !file.endsWith('service.json'))
    .filter(({ text }) => text.includes(words))
    .map(({ pointer, text }) => ({
      pointer,
      line: source.positionOf(pointer).line,
      before: text,
      after: text.replaceAll(words, () => others),
    }))
}

export function withPlaces(json: string, places: readonly TextPlace[]): string {
  return places.reduce((text, { pointer, after }) => setValue(text, pointer, after), json)
}

/** In a `service.json`, only what is below a language is a text. */
function textsIn(value: unknown, pointer: string, isText: boolean): { pointer: string; text: string }[] {
  if (typeof value === 'string') return isText ? [{ pointer, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => key !== '$schema')
    .flatMap(([key, inner]) => textsIn(inner, joinPointer(pointer, key), isText || isLanguage(key)))
}
