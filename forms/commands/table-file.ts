import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { publishedDefinitions } from '../build/publish-folder.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { namesIn } from '../edit/used-names.ts'
import { writeCsv } from '../spreadsheets/csv.ts'
import type { Sheet } from '../spreadsheets/csv.ts'
import { CellTooFar, maxColumn, maxRow, NotATable, TableTooLarge } from '../spreadsheets/limits.ts'
import { readSpreadsheet, writeWorkbook } from '../spreadsheets/workbook.ts'
import { problemValues, readTable, refusalOf, tables } from '../spreadsheets/tables.ts'
import type { TableName, TableProblem } from '../spreadsheets/tables.ts'
import { formNameParts } from '../source/form-folder.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { Misuse, onlyForm } from './command.ts'
import type { ExitCode, Options, Output } from './command.ts'

/** Writes the only given form as a table (`--out FILE`), or changes it by a table (`--from FILE`). */
export async function exchangeTable(
  name: TableName,
  options: Options<'out' | 'from'> & Partial<Options<'published'>>,
  { out, err }: Output,
): Promise<ExitCode> {
  const { lang, out: target, from = '' } = options
  if (target !== undefined && options.from !== undefined) throw new Misuse(say('out-or-from', lang))
  const folder = onlyForm(options)
  const before = readFormFiles(folder)
  if (target !== undefined) {
    const rows = tables[name].write(before, lang)
    const content = isWorkbookName(target) ? await workbookBytes(rows) : writeCsv(rows)
    writeFileAtomically(target, content)
    out(say('table-written', lang, { file: target, count: rows.length - 1 }))
    return 0
  }
  if (!existsSync(from)) throw new Misuse(say('no-such-path', lang, { path: from }))
  const sheet = await sheetIn(from, lang)
  if (typeof sheet === 'string') {
    err(say(`table-${sheet}`, lang, { file: from, rows: maxRow, columns: maxColumn }))
    return 1
  }
  const published = options.published === undefined ? null : path.resolve(options.published)
  const versions = published === null ? [] : publishedDefinitions(published, formNameParts(folder))
  const result = readTable(name, before, sheet, new Set(versions.flatMap(namesIn)))
  const { files, changed, added = 0, problems } = result
  const message = (problem: TableProblem) => say(`table-${problem.problem}`, lang, problemValues(problem))
  const refusal = refusalOf(result)
  if (refusal) {
    const { first, others } = refusal
    err(message(first) + (others === 0 ? '' : say('table-others', lang, { count: others })))
    return 1
  }
  writeFormFiles(folder, before, files)
  for (const problem of problems) err(message(problem))
  out(say('table-read', lang, { file: from, changed, added }))
  return problems.length > 0 ? 1 : 0
}

function isWorkbookName(file: string): boolean {
  return path.extname(file).toLowerCase() === '.xlsx'
}

async function workbookBytes(rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  return new Uint8Array(await (await writeWorkbook(rows)).arrayBuffer())
}

/** The fault of the system (`EISDIR`, `EACCES`, …) as a message that names the file. */
function fileFault(cause: unknown, file: string, lang: Language): unknown {
  return cause instanceof Error && 'code' in cause && 'syscall' in cause
    ? new Misuse(say('unreadable-file', lang, { file, reason: String(cause.code) }))
    : cause
}

async function sheetIn(file: string, lang: Language): Promise<Sheet | 'unreadable' | 'too-large' | 'far-cell'> {
  try {
    return await readSpreadsheet(new Uint8Array(readFileSync(file)))
  } catch (cause) {
    if (cause instanceof TableTooLarge) return 'too-large'
    if (cause instanceof CellTooFar) return 'far-cell'
    if (cause instanceof NotATable) return 'unreadable'
    throw fileFault(cause, file, lang)
  }
}
