import { readText, setText } from '../edit/commands.ts'
import { aboutPlaces, isMinutes } from '../edit/about-texts.ts'
import type { FormFiles } from '../edit/commands.ts'
import { JsonTextError, readValue } from '../edit/json-text.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { languages } from '../../src/lib/language.ts'

/** What every form can have; shown also while it is missing, so that it can be written. */
const alwaysShown = ['/title', '/description', ...aboutPlaces]

/** The JSON Pointers of all texts of a form, of any language: those of the whole form, then in the order of the files. */
export function textPlaces(files: FormFiles): string[] {
  const written = languages.flatMap((language) => placesIn(files[`texts.${language}.json`] ?? '{}'))
  return [...new Set([...alwaysShown, ...written])]
}

/** Whether a text is still to be written in a language. The description of a form is optional. */
export function isTextMissing(files: FormFiles, pointer: string): boolean {
  const texts = languages.map((language) => readText(files, language, pointer))
  return texts.includes('') && !(pointer === '/description' && texts.every((text) => text === ''))
}

function placesIn(text: string): string[] {
  try {
    return stringsIn(readValue(text, ''), '')
  } catch (cause) {
    // The findings include a file that is not valid JSON.
    if (cause instanceof JsonTextError) return []
    throw cause
  }
}

function stringsIn(value: unknown, pointer: string): string[] {
  if (typeof value === 'string') return pointer === '/$schema' ? [] : [pointer]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => stringsIn(inner, joinPointer(pointer, key)))
}

/** A row for each text: its place in the files, Japanese, English. The heading also names the languages' columns. */
export function textTable(files: FormFiles): string[][] {
  const rows = textPlaces(files).map((place) => [
    place,
    ...languages.map((language) => readText(files, language, place)),
  ])
  return [['place', ...languages], ...rows]
}

/** `row` is the number that the spreadsheet shows; the heading is row 1. */
export type RowProblem = {
  row: number
  problem: 'no-heading' | 'unknown-place' | 'place-twice' | 'wrong-minutes'
  place: string
}

export type ReadTable = {
  files: FormFiles
  /** Number of changed texts. */
  changed: number
  problems: RowProblem[]
}

/**
 * The form with the texts of a table. An empty cell and a missing row or column leave a text as it is; a row with a
 * problem changes nothing.
 */
export function withTextTable(files: FormFiles, [heading = [], ...rows]: readonly (readonly string[])[]): ReadTable {
  const names = heading.map((name) => name.trim())
  const [place, ...columns] = ['place', ...languages].map((name) => names.indexOf(name))
  if (place === undefined || place < 0 || columns.every((column) => column < 0))
    return { files, changed: 0, problems: [{ row: 1, problem: 'no-heading', place: '' }] }
  const known = new Set(textPlaces(files))
  const seen = new Set<string>()
  const result: ReadTable = { files, changed: 0, problems: [] }
  for (const [index, row] of rows.entries()) {
    const pointer = row[place]?.trim() ?? ''
    if (row.every((cell) => cell.trim() === '')) continue
    const cells = columns.map((column) => withoutEmptyLines(pointer, row[column] ?? ''))
    const problem = seen.has(pointer) ? 'place-twice' : known.has(pointer) ? wrongCell(pointer, cells) : 'unknown-place'
    seen.add(pointer)
    if (problem) {
      result.problems.push({ row: index + 2, problem, place: pointer })
      continue
    }
    for (const [number, language] of languages.entries()) {
      const text = cells[number] ?? ''
      const before = readText(result.files, language, pointer)
      if (text === '' || text === withoutEmptyLines(pointer, before.replace(/\r\n?/g, '\n'))) continue
      const after = setText(result.files, language, pointer, text)
      if (after !== result.files) result.changed += 1
      result.files = after
    }
  }
  return result
}

function wrongCell(pointer: string, cells: readonly string[]): RowProblem['problem'] | null {
  const isWrong = pointer === '/about/minutes' && cells.some((cell) => cell !== '' && !isMinutes(cell))
  return isWrong ? 'wrong-minutes' : null
}

/** On the public page a line of a cell is an entry of a list. */
function withoutEmptyLines(pointer: string, text: string): string {
  if (!aboutPlaces.includes(pointer)) return text
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
