import type { Language } from '../../src/lib/language.ts'
import type { FormFiles } from '../edit/commands.ts'
import { questionTable, withQuestionTable } from './question-table.ts'
import type { QuestionProblem } from './question-table.ts'
import { textTable, withTextTable } from './text-table.ts'
import type { RowProblem } from './text-table.ts'

export type TableProblem = RowProblem | QuestionProblem

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
  read: (files: FormFiles, rows: readonly (readonly string[])[]) => TableResult
}

/** The tables that authors exchange with a spreadsheet program. */
export const tables = {
  texts: { write: textTable, read: withTextTable },
  questions: { write: questionTable, read: withQuestionTable },
} satisfies { [name: string]: Table }

export type TableName = keyof typeof tables

/** The values for the message about a problem. */
export function problemValues(problem: TableProblem): { row: number; place: string } {
  return { row: problem.row, place: 'place' in problem ? problem.place : '' }
}
