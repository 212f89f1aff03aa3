import { readText, setText, textsIn } from '../edit/commands.ts'
import { aboutPlaces, isMinutes } from '../edit/about-texts.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readable, readValue } from '../edit/json-text.ts'
import type { Language } from '../../src/lib/language.ts'
import { completeLanguages } from '../source/complete-languages.ts'
import { textPlaceWords } from './text-place.ts'

/** What every form can have; shown also while it is missing, so that it can be written. */
const alwaysShown = ['/title', '/description', ...aboutPlaces]

/** The JSON Pointers of all texts of a form, of any language: those of the whole form, then in the order of the files. */
export function textPlaces(files: FormFiles): string[] {
  const written = completeLanguages.flatMap((language) =>
    textsIn(readValue(readable(files[`texts.${language}.json`]), '')).map(([pointer]) => pointer),
  )
  return [...new Set([...alwaysShown, ...written])]
}

/** Whether a text is still to be written in a language. The description of a form is optional. */
export function isTextMissing(files: FormFiles, pointer: string): boolean {
  const texts = completeLanguages.map((language) => readText(files, language, pointer))
  return texts.includes('') && !(pointer === '/description' && texts.every((text) => text === ''))
}

/** A row for each text: its place in words, each language, and the id by which it is found again. */
export function textTable(files: FormFiles, language: Language): string[][] {
  const words = textPlaceWords(files, language)
  const rows = textPlaces(files).map((id) => [
    words(id),
    ...completeLanguages.map((column) => readText(files, column, id)),
    id,
  ])
  return [['place', ...completeLanguages, 'id'], ...rows]
}

/** `row` is the number that the spreadsheet shows; the heading is row 1. */
export type RowProblem = {
  row: number
  problem: 'no-heading' | 'unknown-place' | 'place-twice' | 'wrong-minutes'
  /** The missing columns of a heading. */
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
 * problem changes nothing. A table without the column of ids is read by the places.
 */
export function withTextTable(files: FormFiles, [heading = [], ...rows]: readonly (readonly string[])[]): ReadTable {
  const names = heading.map((name) => name.trim())
  const columnOf = (name: string) => names.indexOf(name)
  const columns = completeLanguages.map(columnOf)
  const missing = Math.max(columnOf('id'), columnOf('place')) < 0 ? ['id'] : []
  if (columns.every((column) => column < 0)) missing.push(...completeLanguages)
  if (missing.length > 0)
    return { files, changed: 0, problems: [{ row: 1, problem: 'no-heading', place: missing.join(', ') }] }
  const idOf = idsByPlace(files)
  const seen = new Set<string>()
  const result: ReadTable = { files, changed: 0, problems: [] }
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue
    const [id = '', place = ''] = ['id', 'place'].map((name) => row[columnOf(name)]?.trim() ?? '')
    const pointer = idOf(id === '' ? place : id)
    const cells = columns.map((column) => withoutEmptyLines(pointer ?? '', row[column] ?? ''))
    const problem = pointer === null ? 'unknown-place' : seen.has(pointer) ? 'place-twice' : wrongCell(pointer, cells)
    if (problem !== null || pointer === null) {
      result.problems.push({ row: index + 2, problem: problem ?? 'unknown-place', place: place === '' ? id : place })
      continue
    }
    seen.add(pointer)
    for (const [number, language] of completeLanguages.entries()) {
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

/** The text that an id names, or the only one with these words; `null` if there is none. */
function idsByPlace(files: FormFiles): (place: string) => string | null {
  const ids = textPlaces(files)
  const found = new Map<string, string | null>()
  for (const language of completeLanguages) {
    const words = textPlaceWords(files, language)
    for (const id of ids) {
      const place = words(id)
      found.set(place, found.has(place) && found.get(place) !== id ? null : id)
    }
  }
  for (const id of ids) found.set(id, id)
  return (place) => found.get(place) ?? null
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
