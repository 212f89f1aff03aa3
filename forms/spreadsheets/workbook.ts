import { readCsv } from './csv.ts'
import type { Sheet } from './csv.ts'

/** The file is neither a workbook nor a text file of a spreadsheet program. */
export class NotATable extends Error {
  override readonly name: string = 'NotATable'
}

/** A table of texts has less than a hundredth of this; a larger file would block the page for seconds. */
export class TableTooLarge extends NotATable {
  override readonly name = 'TableTooLarge'
}

/** Of the file, and of what is in a workbook: pictures are not read. */
const maxBytes = 10_000_000
const maxSheetBytes = 50_000_000

/** The first sheet of an Excel workbook (.xlsx), or the rows of a text file. The content decides, not the name. */
export async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  if (bytes.length > maxBytes || sizeInside(bytes) > maxSheetBytes) throw new TableTooLarge('The file is too large')
  if (beginsWith(bytes, workbookStart)) return readWorkbook(bytes)
  if (beginsWith(bytes, oldWorkbookStart)) throw new NotATable('This is an .xls file or has a password')
  const sheet = readCsv(bytes)
  // Texts have line breaks and tabs, but no other control characters.
  if (sheet.rows.flat().some((cell) => /(?![\t\n\v\f\r])\p{Cc}/u.test(cell))) throw new NotATable('This is not text')
  return sheet
}

/** Every cell is text, so that Excel computes nothing and keeps leading zeros. */
export async function writeWorkbook([heading = [], ...rows]: readonly (readonly string[])[]): Promise<Blob> {
  const { default: write } = await import('write-excel-file/universal')
  const cell = (text: string) => ({ value: escaped(text), type: String, wrap: true })
  const columns = heading.map((name) => ({ width: name === 'required' || name === 'kind' ? 12 : 40 }))
  const head = heading.map((name) => ({ ...cell(name), fontWeight: 'bold' as const }))
  return write([head, ...rows.map((row) => row.map(cell))], { columns, stickyRowsCount: 1 }).toBlob()
}

const workbookStart = [0x50, 0x4b, 0x03, 0x04]
const oldWorkbookStart = [0xd0, 0xcf, 0x11, 0xe0]

function beginsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

/** The bytes of all XML files of a ZIP archive by its central directory (APPNOTE.TXT, 4.3.12). */
function sizeInside(bytes: Uint8Array<ArrayBuffer>): number {
  if (!beginsWith(bytes, workbookStart)) return 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let sum = 0
  for (let at = bytes.indexOf(0x50); at >= 0 && at + 46 <= bytes.length; at = bytes.indexOf(0x50, at + 1))
    if (view.getUint32(at, true) === 0x02014b50) sum += view.getUint32(at + 24, true)
  return sum
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  const { InvalidInputError, InvalidSpreadsheetError, readSheet } = await import('read-excel-file/universal')
  try {
    const { buffer, byteOffset, byteLength } = bytes
    // Node shares one buffer between small files.
    const rows = await readSheet(buffer.slice(byteOffset, byteOffset + byteLength), { trim: false })
    return { rows: rows.map((row) => row.map(textOf)), isShiftJis: false }
  } catch (cause) {
    if (cause instanceof InvalidInputError || cause instanceof InvalidSpreadsheetError)
      throw new NotATable('The workbook is damaged', { cause })
    throw cause
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n')
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** A workbook writes a character as `_x0041_`, so a text that looks like one is escaped (ECMA-376, ST_Xstring). */
function escaped(text: string): string {
  return text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}
