import { joinPointer } from '../../form-model/pointer.ts'
import { isLanguage } from '../../src/lib/language.ts'
import { parseJsonSource } from '../source/json-source.ts'
import type { FormFiles } from './form-files.ts'
import { serviceJson } from './fees.ts'
import { readValue, setValue, unreadableAt } from './json-text.ts'
import { ownBlocksFile } from './own-blocks.ts'
import { tenantFile } from '../source/tenant-source.ts'

/** A value beside a text: the way of delivery that a step after the application is for. */
const wayOfDelivery = /^\/about\/next\/\d+\/delivery$/

/** A text that contains the searched words. */
export type TextPlace = { pointer: string; line: number; before: string; after: string }

/**
 * The texts for residents in a file of a form, its service or its tenant that contain words, each with other words
 * instead. `null` if the file is not JSON.
 */
export function placesOfWords(file: string, json: string, words: string, others: string): TextPlace[] | null {
  const source = parseJsonSource(file, json)
  if (source.syntaxErrors.length > 0 || source.tooDeep !== null) return null
  return textsIn(source.value, '', isTextFile(file))
    .filter(({ pointer, text }) => text.includes(words) && !wayOfDelivery.test(pointer))
    .map(({ pointer, text }) => ({
      pointer,
      line: source.positionOf(pointer).line,
      before: text,
      after: text.replaceAll(words, () => others),
    }))
}

/** A text in one of the files of a form. */
export type FilePlace = TextPlace & { file: string }

/**
 * The texts with the words in the files of a form, its service and its tenant. `isWhole`: each of the files was read, and
 * none has an error of JSON.
 */
export function placesInFiles(
  files: FormFiles,
  words: string,
  others: string,
): { places: FilePlace[]; isWhole: boolean } {
  const named = Object.entries(files).filter(([file]) => isTextFile(file) || sharedTexts.includes(file))
  const found = named.map(([file, text]) => ({ file, places: placesOfWords(file, text, words, others) }))
  return {
    places: found.flatMap(({ file, places }) => (places ?? []).map((place) => ({ ...place, file }))),
    isWhole: found.every(({ places }) => places !== null),
  }
}

const sharedTexts: readonly string[] = [serviceJson, tenantFile, ownBlocksFile]

/** The files with the other words at these places; a text that has changed since stays. */
export function withFilePlaces(files: FormFiles, places: readonly FilePlace[]): FormFiles {
  return places
    .filter((place) => isThere(files, place))
    .reduce((result, place) => ({ ...result, [place.file]: withPlaces(result[place.file] ?? '', [place]) }), files)
}

/** Whether a text is still as it was found. */
export function isThere(files: FormFiles, { file, pointer, before }: FilePlace): boolean {
  const text = files[file]
  return text !== undefined && unreadableAt(text) === null && readValue(text, pointer) === before
}

export function withPlaces(json: string, places: readonly TextPlace[]): string {
  return places.reduce((text, { pointer, after }) => setValue(text, pointer, after), json)
}

/** Whether a file has nothing but texts; in others, such as `service.json`, only what is below a language is one. */
export function isTextFile(file: string): boolean {
  return /(?:^|[./\\])texts\.[a-z-]+\.json$/.test(file)
}

/** A block has a definition, whose names and values may be called like a language. */
const definition = new Set(['$schema', 'schema', 'ui', 'checks', 'sample'])

function textsIn(value: unknown, pointer: string, isText: boolean): { pointer: string; text: string }[] {
  if (typeof value === 'string') return isText ? [{ pointer, text: value }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => (isText ? key !== '$schema' : !definition.has(key)))
    .flatMap(([key, inner]) => textsIn(inner, joinPointer(pointer, key), isText || isLanguage(key)))
}
