import path from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readFormFiles } from '../edit/form-folder.ts'
import { readTable, tables } from './tables.ts'
import { CellTooFar, maxColumn, maxRow, NotATable, TableTooLarge } from './limits.ts'
import { readSpreadsheet, writeWorkbook } from './workbook.ts'

const root = path.resolve(import.meta.dirname, '../..')

async function throughWorkbook(rows: string[][]) {
  return readSpreadsheet(new Uint8Array(await (await writeWorkbook(rows)).arrayBuffer()))
}

/** A ZIP archive without compression. */
function zip(files: { [name: string]: string }): Uint8Array<ArrayBuffer> {
  const numbers = (...fields: [value: number, bytes: number][]) =>
    Buffer.concat(
      fields.map(([value, bytes]) => {
        const field = Buffer.alloc(bytes)
        field.writeUIntLE(value, 0, bytes)
        return field
      }),
    )
  const [locals, central]: [Buffer[], Buffer[]] = [[], []]
  for (const [name, text] of Object.entries(files)) {
    const data = Buffer.from(text)
    const offset = Buffer.concat(locals).length
    const common = numbers([20, 2], [0, 2], [0, 2], [0, 4], [crc32(data), 4], [data.length, 4], [data.length, 4])
    const length = numbers([Buffer.byteLength(name), 2], [0, 2])
    locals.push(numbers([0x04034b50, 4]), common, length, Buffer.from(name), data)
    central.push(
      numbers([0x02014b50, 4], [20, 2]),
      common,
      length,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    )
    central.push(Buffer.from(name))
  }
  const [body, directory] = [Buffer.concat(locals), Buffer.concat(central)]
  const count = Object.keys(files).length
  const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [body.length, 4], [0, 2])
  return new Uint8Array(Buffer.concat([body, directory, end]))
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** A workbook as other programs write it, with its first sheet, which is in `file`. */
function workbook(rows: string, shared: string, file = 'sheet1.xml', others = {}): Uint8Array<ArrayBuffer> {
  return zip({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relation}"><sheets><sheet name="文言" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/${file}"/><Relationship Id="r2" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared}</sst>`,
    [`xl/worksheets/${file}`]: sheetOf(rows),
    ...others,
  })
}

function sheetOf(rows: string): string {
  return `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
}

/** The archive with its files inside of another file, so that only its directory names them. */
function withHiddenFiles(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const archive = Buffer.from(bytes)
  const end = archive.length - 22
  const body = archive.readUInt32LE(end + 16)
  // The local header and the name 'a', without the directory.
  const header = Buffer.from(zip({ a: '' })).subarray(0, 31)
  for (const field of [18, 22]) header.writeUInt32LE(body, field)
  for (let at = body; at < end; at += 46 + archive.readUInt16LE(at + 28))
    archive.writeUInt32LE(archive.readUInt32LE(at + 42) + header.length, at + 42)
  archive.writeUInt32LE(body + header.length, end + 16)
  return new Uint8Array(Buffer.concat([header, archive]))
}

describe('an Excel workbook', () => {
  it('loses nothing of the texts and the questions of a form', async () => {
    const files = readFormFiles(path.join(root, 'forms/templates/dog-registration'))
    for (const name of ['texts', 'questions'] as const) {
      const sheet = await throughWorkbook(tables[name].write(files, 'ja'))
      expect(readTable(name, files, sheet)).toMatchObject({ files, changed: 0, problems: [] })
    }
  })

  it('contains every cell as text', async () => {
    const rows = [
      ['place', 'ja', 'en'],
      ['=1+1', '007', ' a\nb '],
      ['𠮷é〜', '_x0041_ <&>"', '-'],
    ]
    expect(await throughWorkbook(rows)).toEqual({ rows, isShiftJis: false })
  })

  it('reads a workbook of another program: shared and inline strings, numbers and missing cells', async () => {
    const bytes = workbook(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>ja</t></is></c><c r="C1" t="s"><v>1</v></c></row>
      <row r="3"><c r="A3" t="s"><v>2</v></c><c r="C3"><v>15</v></c></row>`,
      '<si><t>id</t></si><si><t>en</t></si><si><r><t>/about/</t></r><r><t>minutes</t></r></si>',
    )
    const { rows } = await readSpreadsheet(bytes)
    expect(rows).toEqual([
      ['id', 'ja', 'en'],
      ['', '', ''],
      ['/about/minutes', '', '15'],
    ])
  })

  it.each([
    ['is damaged', new Uint8Array(Buffer.from('PK\u0003\u0004 not a ZIP archive'))],
    ['is no workbook', zip({ 'readme.txt': 'text' })],
    ['is not text', new Uint8Array(Buffer.from('XCeHg8oBAP8Qd+8DmVwaSw==', 'base64'))],
    ['is of an old version or has a password', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
  ])('causes a refusal if it %s', async (_reason, bytes) => {
    await expect(readSpreadsheet(bytes)).rejects.toThrow(NotATable)
  })

  it('causes a refusal before it is unpacked if that would take too long', async () => {
    await expect(readSpreadsheet(new Uint8Array(10_000_001))).rejects.toThrow(TableTooLarge)
  })

  it('reads a workbook with its last cell, or refuses it before the table is filled if that cell is too far', async () => {
    const positions = fc.oneof(
      fc.record({ row: fc.integer({ min: 1, max: 1_048_576 }), column: fc.integer({ min: 1, max: 16_384 }) }),
      fc.record({ row: fc.integer({ min: 1, max: 300 }), column: fc.integer({ min: 1, max: maxColumn + 5 }) }),
      fc.record({ row: fc.integer({ min: maxRow - 1, max: maxRow + 1 }), column: fc.integer({ min: 1, max: 3 }) }),
    )
    await fc.assert(
      fc.asyncProperty(positions, async ({ row, column }) => {
        const isFar = row > maxRow || column > maxColumn
        const outcome = await readSpreadsheet(workbook(cellAt(row, column), '<si><t>x</t></si>')).then(
          ({ rows }) => [rows.length, rows.at(-1)?.length, rows.at(-1)?.at(-1)],
          (refusal: unknown) => refusal instanceof CellTooFar,
        )
        expect(outcome).toEqual(isFar || [row, column, 'x'])
      }),
      { numRuns: 60 },
    )
  })

  it('may have a far row without a cell, as LibreOffice writes it', async () => {
    const bytes = workbook(`${cellAt(1, 1)}<row r="1048576" ht="12.8"/>`, '<si><t>x</t></si>')
    expect((await readSpreadsheet(bytes)).rows).toEqual([['x']])
  })

  it.each(['sheet1', 'sheet1.XML', 'sheet 1.xml'])(
    'reads and checks a workbook if its sheet is in %s',
    async (file) => {
      const wordAt = (row: number) => readSpreadsheet(workbook(cellAt(row, 1), '<si><t>x</t></si>', file))
      expect(await wordAt(maxRow)).toMatchObject({ rows: { length: maxRow } })
      await expect(wordAt(maxRow + 1)).rejects.toThrow(CellTooFar)
    },
  )

  it('refuses a workbook whose directory names other files than the archive contains', async () => {
    const bytes = workbook(cellAt(1, 1), '<si><t>x</t></si>')
    expect(unzipSync(withHiddenFiles(bytes))).toEqual(unzipSync(bytes))
    await expect(readSpreadsheet(withHiddenFiles(bytes))).rejects.toThrow(NotATable)
  })

  it('reads a workbook whatever its texts and its other sheets contain', async () => {
    const texts = fc.oneof(
      fc.constantFrom(' r="XFD1048576"', '<c r="XFD1048576"/>', "<row r='9999999'>", 'a:c r="XFD1"'),
      fc.string({ minLength: 1 }),
    )
    const cells = fc.record({
      row: fc.integer({ min: 1, max: 1_048_576 }),
      column: fc.integer({ min: 1, max: 16_384 }),
    })
    await fc.assert(
      fc.asyncProperty(texts, cells, async (text, { row, column }) => {
        const xml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
        const others = { 'xl/worksheets/sheet2.xml': sheetOf(cellAt(row, column)) }
        const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>${xml}</t></is></c></row>`
        const bytes = workbook(rows, `<si><t>${xml}</t></si>`, 'sheet1.xml', others)
        expect((await readSpreadsheet(bytes)).rows).toEqual([[text, text]])
      }),
    )
  })

  it('causes the advice to save it by Excel if its cells have no address', async () => {
    const refusal = readSpreadsheet(workbook('<row><c t="s"><v>0</v></c></row>', '<si><t>x</t></si>'))
    await expect(refusal).rejects.toMatchObject({ name: 'NotATable' })
  })

  it('causes no refusal of a damaged one for a far cell of another sheet', async () => {
    const others = { 'xl/worksheets/sheet2.xml': sheetOf(cellAt(maxRow + 1, 1)) }
    const refusal = readSpreadsheet(workbook('<row r="1">', '', 'sheet1.xml', others))
    await expect(refusal).rejects.toMatchObject({ name: 'NotATable' })
  })

  it.each([
    ['hides an address', '<row r="1"><c r="&#88;FD1" t="s"><v>0</v></c></row>'],
    ['has a row that Excel does not have', '<row r="99999999999"/>'],
    ['has an address that only a program reads', '<row r="1"><c r="A1e4" t="s"><v>0</v></c></row>'],
    ['hides an address from a search', '<row r="1"><c s=">" r="XFD1" t="s"><v>0</v></c></row>'],
    ['has a second address', '<row r="1"><c r="A1" x:r="XFD1" t="s"><v>0</v></c></row>'],
    ['has a near cell in a far row', `<row r="${maxRow + 1}"><c r="A1" t="s"><v>0</v></c></row>`],
    ['has more rows without a number than are read', `${cellAt(1, 1)}${'<row/>'.repeat(maxRow)}`],
    ['has two tables', `${cellAt(1, 1)}</sheetData><sheetData>${cellAt(2, 1)}`],
  ])('causes a refusal if it %s', async (_reason, rows) => {
    await expect(readSpreadsheet(workbook(rows, '<si><t>x</t></si>'))).rejects.toThrow(NotATable)
  })

  it('causes a refusal as soon as it is larger inside than it says', async () => {
    const blanks = new Uint8Array(60_000_000).fill(0x20)
    const bytes = new Uint8Array(zipSync({ 'xl/worksheets/sheet1.xml': blanks }))
    const entry = bytes.length - 22 - 'xl/worksheets/sheet1.xml'.length - 46
    new DataView(bytes.buffer).setUint32(entry + 24, 10, true)
    await expect(readSpreadsheet(bytes)).rejects.toThrow(TableTooLarge)
  })
})

/** A row with one cell. */
function cellAt(row: number, column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return `<row r="${row}"><c r="${letters}${row}" t="s"><v>0</v></c></row>`
}

it('a table with more rows than any form has changes nothing', () => {
  const files = readFormFiles(path.join(root, 'forms/templates/dog-registration'))
  const row = ['request', '', '', 'text', '質問', '', '', '']
  const rows = [
    ['step', 'group', 'name', 'kind', 'ja', 'en', 'required', 'choices'],
    ...Array.from({ length: 501 }, () => row),
  ]
  expect(readTable('questions', files, { rows, isShiftJis: false })).toEqual({
    files,
    changed: 0,
    problems: [{ row: 502, problem: 'too-many-rows', place: '500' }],
  })
})
