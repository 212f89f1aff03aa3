import { endOfQuotes } from '../edit/end-of-quotes.ts'
import { CellTooFar, maxColumn, maxRow } from './limits.ts'

/** Tables as CSV (RFC 4180) that Japanese Excel opens without an import dialog. */

/** Writes a byte order mark, without which Excel takes UTF-8 for Shift_JIS. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map((cell) => quoted(withMark(cell))).join(',')}\r\n`).join('')}`
}

/** The cells of a spreadsheet. `isShiftJis`: characters that this encoding does not have were replaced in it. */
export type Sheet = { rows: string[][]; isShiftJis: boolean }

/**
 * The rows of a text file of Excel: CSV, in Shift_JIS unless its user chooses UTF-8, or 「Unicode テキスト」, which has
 * tabs and is in UTF-16.
 */
export function readCsv(bytes: Uint8Array): Sheet {
  const { text, isShiftJis } = decoded(bytes)
  return { rows: rowsOf(text).map((row) => row.map(withoutMark)), isShiftJis }
}

function decoded(bytes: Uint8Array): { text: string; isShiftJis: boolean } {
  const mark = (bytes[0] ?? 0) * 0x100 + (bytes[1] ?? 0)
  if (mark === 0xfffe) return { text: new TextDecoder('utf-16le').decode(bytes), isShiftJis: false }
  if (mark === 0xfeff) return { text: new TextDecoder('utf-16be').decode(bytes), isShiftJis: false }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isShiftJis: false }
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    return { text: new TextDecoder('shift_jis').decode(bytes), isShiftJis: true }
  }
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Excel would compute a cell that begins like a formula; the mark is removed when the table is read. */
function withMark(cell: string): string {
  return /^'*[=+\-@\t]/.test(cell) ? `'${cell}` : cell
}

function withoutMark(cell: string): string {
  return /^'+[=+\-@\t]/.test(cell) ? cell.slice(1) : cell
}

/** A line break inside a cell is `\n`, whatever the program wrote. */
function rowsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  // The heading of a table has no cell with a comma.
  const [heading = ''] = /^[^\r\n]*/.exec(text) ?? []
  const hasTabs = /^[^"]*?\t/.test(heading) && !heading.includes(',')
  const plain = hasTabs ? /([^\t\r\n]*)(\t|\r\n|\n|\r|$)/y : /([^,\r\n]*)(,|\r\n|\n|\r|$)/y
  while (plain.lastIndex < text.length || row.length > 0) {
    if (rows.length === maxRow || row.length === maxColumn)
      throw new CellTooFar('The text has too many rows or columns')
    const start = plain.lastIndex
    const end = text[start] === '"' ? endOfQuotes(text, start) : start
    plain.lastIndex = Math.min(end === start ? start : end + 1, text.length)
    const [, after = '', separator] = plain.exec(text) ?? []
    row.push(
      text
        .slice(start + 1, end)
        .replaceAll('""', '"')
        .replace(/\r\n?/g, '\n') + after,
    )
    if (separator === ',' || separator === '\t') continue
    rows.push(row)
    row = []
  }
  return rows
}
