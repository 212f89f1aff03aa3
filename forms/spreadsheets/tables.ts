import type { Language } from '../../src/lib/language.ts'
import type { FormFiles } from '../edit/commands.ts'
import { noNames } from '../edit/used-names.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { completeLanguages } from '../source/complete-languages.ts'
import type { Sheet } from './csv.ts'
import { questionTable, withQuestionTable } from './question-table.ts'
import type { QuestionProblem } from './question-table.ts'
import { isLeftOf, lostCharacters } from './shift-jis.ts'
import { textTable, withTextTable } from './text-table.ts'
import type { RowProblem } from './text-table.ts'

/** A changed cell lacks characters that the text has now, because the file cannot contain them. */
type LostCharacters = { row: number; problem: 'lost-characters'; characters: string }

/** `place`: the number of rows that are read at most. */
type TooManyRows = { row: number; problem: 'too-many-rows'; place: string }

export type TableProblem = RowProblem | QuestionProblem | LostCharacters | TooManyRows

/** The form after a table was read, and the rows that changed nothing because of a problem. */
export type TableResult = {
  files: FormFiles
  changed: number
  added?: number
  problems: readonly TableProblem[]
}

type Table = {
  /** Names places in this language. */
  write: (files: FormFiles, language: Language) => string[][]
  read: (files: FormFiles, rows: readonly (readonly string[])[], used: UsedNames) => TableResult
  /** The columns that identify a row, and those that an author changes. */
  keys: readonly string[]
  values: readonly string[]
  /** No form has more; each new question takes time. */
  maxRows: number
}

/** The tables that authors exchange with a spreadsheet program. */
export const tables = {
  texts: { write: textTable, read: withTextTable, keys: ['id'], values: completeLanguages, maxRows: 10_000 },
  questions: {
    write: questionTable,
    read: withQuestionTable,
    keys: ['step', 'group', 'name'],
    values: ['ja', 'en', 'choices'],
    maxRows: 500,
  },
} satisfies { [name: string]: Table }

export type TableName = keyof typeof tables

/** The form with a table that an author has changed; `used` are names that the form or a version of it has had. */
export function readTable(name: TableName, files: FormFiles, sheet: Sheet, used: UsedNames = noNames): TableResult {
  const table: Table = tables[name]
  const lastRow = sheet.rows.findLastIndex((row) => row.some((cell) => cell.trim() !== ''))
  if (lastRow > table.maxRows) {
    const problem: TooManyRows = { row: lastRow + 1, problem: 'too-many-rows', place: String(table.maxRows) }
    return { files, changed: 0, problems: [problem] }
  }
  const { rows, problems } = sheet.isShiftJis ? restored(table, files, sheet.rows) : { rows: sheet.rows, problems: [] }
  const result = table.read(files, rows, used)
  return { ...result, problems: [...problems, ...result.problems].toSorted((a, b) => a.row - b.row) }
}

/**
 * The rows of a Shift_JIS file with the characters that got lost in unchanged cells. A row with a changed cell that has
 * lost some is emptied, so that it is not used.
 */
function restored(
  table: Table,
  files: FormFiles,
  [heading = [], ...rows]: string[][],
): { rows: string[][]; problems: LostCharacters[] } {
  const [ownHeading = [], ...written] = table.write(files, 'ja')
  const keyOf = (row: readonly string[], names: readonly string[]) =>
    table.keys.map((key) => row[names.indexOf(key)]?.trim() ?? '').join('\n')
  const names = heading.map((name) => name.trim())
  const known = new Map(written.map((row) => [keyOf(row, ownHeading), row]))
  const problems: LostCharacters[] = []
  const now = rows.map((row, index) => {
    const own = known.get(keyOf(row, names))
    const before = (column: number) => {
      const name = names[column] ?? ''
      return table.values.includes(name) ? (own?.[ownHeading.indexOf(name)]?.replace(/\r\n?/g, '\n') ?? '') : ''
    }
    const cells = row.map((cell, column) => (isLeftOf(cell, before(column)) ? before(column) : cell))
    const lost = cells.flatMap((cell, column) =>
      cell === '' || cell === before(column) ? [] : lostCharacters(before(column)),
    )
    if (lost.length === 0) return cells
    problems.push({ row: index + 2, problem: 'lost-characters', characters: [...new Set(lost)].join(' ') })
    return []
  })
  return { rows: [heading, ...now], problems }
}

/**
 * Why a table changed nothing: its first problem, and the number of other rows with a problem. `null` if it changed
 * something or has no problem.
 */
export function refusalOf({
  changed,
  added = 0,
  problems,
}: TableResult): { first: TableProblem; others: number } | null {
  const [first, ...others] = problems
  return first && changed === 0 && added === 0 ? { first, others: others.length } : null
}

/** The values for the message about a problem. */
export function problemValues(problem: TableProblem): { row: number; place: string; characters: string } {
  return {
    row: problem.row,
    place: 'place' in problem ? problem.place : '',
    characters: 'characters' in problem ? problem.characters : '',
  }
}
