import type { UnzipFileHandler } from 'fflate'
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

/** A single far cell would fill a table of that size: 16 billion cells for the last one of Excel. */
export class CellTooFar extends NotATable {
  override readonly name = 'CellTooFar'
}

/** Of the file, and of what is in a workbook: pictures are not read. */
const maxBytes = 10_000_000
const maxSheetBytes = 50_000_000
/** A table of texts has 10,000 rows and four columns. */
export const maxRow = 20_000
export const maxColumn = 200

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
  const [{ readSheet }, { Unzip, UnzipInflate }] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
  ])
  const unzip = new Unzip(checkFile())
  unzip.register(UnzipInflate)
  const { buffer, byteOffset, byteLength } = bytes
  const rows = await asTable(() => {
    // In parts, because a part may be a thousand times larger inside.
    for (let at = 0; at < byteLength; at += partBytes)
      unzip.push(bytes.subarray(at, at + partBytes), at + partBytes >= byteLength)
    // Node shares one buffer between small files.
    return readSheet(buffer.slice(byteOffset, byteOffset + byteLength), { trim: false })
  })
  return { rows: rows.map((row) => row.map(textOf)), isShiftJis: false }
}

/** The libraries throw errors of many kinds for a file that is no complete workbook, e.g. for cells without an address. */
async function asTable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw cause instanceof NotATable ? cause : new NotATable('The workbook is damaged', { cause })
  }
}

const partBytes = 16_384

/** Refuses a workbook that is larger inside than it says, or whose table would be too large, before it is read. */
function checkFile(): UnzipFileHandler {
  let size = 0
  return (file) => {
    if (!/\.xml(?:\.rels)?$/.test(file.name)) return
    const decoder = new TextDecoder()
    let text = ''
    file.ondata = (error, data, isLast) => {
      if (error) throw error
      size += data.length
      if (size > maxSheetBytes) throw new TableTooLarge('The workbook is too large')
      text += decoder.decode(data, { stream: !isLast })
      if (isLast) checkAddresses(text)
    }
    file.start()
  }
}

/** Of cells and rows, in any part. A far row without a cell is common, and becomes an empty row only. */
function checkAddresses(xml: string): void {
  for (const [, address = ''] of xml.matchAll(/\sr\s*=\s*["']([^"'<]*)/g)) {
    if (address.includes('&')) throw new NotATable('No program writes an address with entities')
    const [, letters = '', row = ''] = /^([A-Z]*)(\d+)$/i.exec(address) ?? []
    const isFar = letters === '' ? Number(row) > lastRow : Number(row) > maxRow || columnOf(letters) > maxColumn
    if (isFar) throw new CellTooFar(`The cell ${address} is too far`)
  }
}

/** Of Excel. */
const lastRow = 1_048_576

function columnOf(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
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
