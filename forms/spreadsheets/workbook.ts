import type { Unzip, UnzipInflate } from 'fflate'
import { readCsv } from './csv.ts'
import type { Sheet } from './csv.ts'
import { CellTooFar, maxColumn, maxRow, NotATable, TableTooLarge } from './limits.ts'

/** Size limits of the file and of its unpacked parts; pictures are not unpacked. */
const maxBytes = 10_000_000
const maxSheetBytes = 50_000_000
/** The first sheet of an Excel workbook (.xlsx), or the rows of a text file. The content decides, not the name. */
export async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  if (bytes.length > maxBytes) throw new TableTooLarge('The file is too large')
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

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Sheet> {
  const [{ readSheet }, fflate] = await Promise.all([import('read-excel-file/universal'), import('fflate')])
  const farParts: string[] = []
  try {
    const parts = Object.entries(unpacked(bytes, fflate)).filter(([name, text]) => {
      if (hasFarCell(text)) farParts.push(name)
      return !farParts.includes(name)
    })
    // A new archive of the checked texts, so that the reader cannot find another content in the same file.
    const checked = Object.fromEntries(parts.map(([name, text]) => [name, fflate.strToU8(text)]))
    const { buffer } = new Uint8Array(fflate.zipSync(checked, { level: 0 }))
    const rows = await readSheet(buffer, { trim: false })
    return { rows: rows.map((row) => row.map(textOf)), isShiftJis: false }
  } catch (cause) {
    if (cause instanceof NotATable) throw cause
    // The reader names the missing part. Only the named sheet counts: other sheets may have far cells.
    const isFar = farParts.some((name) => cause instanceof Error && cause.message.includes(`"${name}"`))
    // The libraries throw errors of many kinds for a file that is no complete workbook.
    throw isFar ? new CellTooFar('A cell is too far', { cause }) : new NotATable('The workbook is damaged', { cause })
  }
}

const partBytes = 16_384

type Unzipper = { Unzip: typeof Unzip; UnzipInflate: typeof UnzipInflate }

/** The texts of all parts, whatever their names: a workbook may name its sheet as it likes. */
function unpacked(bytes: Uint8Array, { Unzip, UnzipInflate }: Unzipper): { [name: string]: string } {
  const texts: { [name: string]: string } = {}
  let size = 0
  const unzip = new Unzip((file) => {
    const decoder = new TextDecoder()
    let text = ''
    file.ondata = (error, data, isLast) => {
      if (error) throw error
      size += data.length
      if (size > maxSheetBytes) throw new TableTooLarge('The workbook is too large')
      text += decoder.decode(data, { stream: !isLast })
      if (isLast) texts[file.name] = text
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  // Unpack piece by piece: a piece may be a thousand times larger when unpacked.
  for (let at = 0; at < bytes.length; at += partBytes)
    unzip.push(bytes.subarray(at, at + partBytes), at + partBytes >= bytes.length)
  return texts
}

const tagIn = /<([\w.:-]+)([^<]*)/g
/** A tag as programs write it. The reader accepts more, so another tag could have an address that is not found here. */
const plainTag = /^[ \t\r\n]*(?:[\w.:-]+=(?:"[^"<>]*"|'[^'<>]*')[ \t\r\n]*)*\/?>/
const addressIn = /[\s:"']r=["']([^"']*)/g

/**
 * Whether the table of a sheet would be too large. A far row without a cell is common, and becomes an empty row only.
 * Counts rows as the reader does: a row without a number follows the one before.
 */
function hasFarCell(xml: string): boolean {
  let [tables, row] = [0, 0]
  for (const [, fullName = '', rest = ''] of xml.matchAll(tagIn)) {
    const name = fullName.slice(fullName.indexOf(':') + 1)
    if (name !== 'sheetData' && name !== 'row' && name !== 'c') continue
    const [tag] = plainTag.exec(rest) ?? []
    if (tag === undefined) return true
    if (name === 'sheetData') {
      tables += 1
      if (tables > 1) return true
      continue
    }
    const [address, another] = Array.from(tag.matchAll(addressIn), ([, found = '']) => found)
    if (another !== undefined) return true
    if (name === 'row') {
      if (address !== undefined && !/^\d{1,7}$/.test(address)) return true
      row = address === undefined ? row + 1 : Number(address)
      if (row > (address === undefined ? maxRow : lastRow)) return true
    } else if (address !== undefined) {
      // The reader refuses a workbook with a cell without an address: Excel writes one when it saves the file.
      const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? []
      row = Math.max(row, Number(digits))
      if (letters === '' || row > maxRow || columnOf(letters) > maxColumn) return true
    }
  }
  return false
}

/** The last row of a sheet in Excel. */
const lastRow = 1_048_576

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
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
