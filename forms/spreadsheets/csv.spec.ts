import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'
import { CellTooFar, maxColumn, maxRow } from './limits.ts'

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

it('reads every table that it wrote', () => {
  const cell = fc.oneof(
    fc.string().map((text) => text.replace(/\r\n?/g, '\n')),
    fc.constantFrom('', '"', ',', 'a\nb', "'", "'=1", '=1', "''-x", '+81', '@you', '港区', ' x ', '\t'),
  )
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, (table) => {
      expect(readCsv(bytesOf(writeCsv(table))).rows).toEqual(table)
    }),
  )
})

it('begins with the mark by which Excel knows UTF-8, and with no cell that Excel would compute', () => {
  expect(writeCsv([['=HYPERLINK("http://x")', '名前']])).toBe('\uFEFF"\'=HYPERLINK(""http://x"")",名前\r\n')
})

it('reads what Japanese Excel saves, and a file without a last line break', () => {
  // 場所,日本語 in Shift_JIS
  const shiftJis = new Uint8Array([0x8f, 0xea, 0x8f, 0x8a, 0x2c, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea])
  expect(readCsv(shiftJis)).toEqual({ rows: [['場所', '日本語']], isShiftJis: true })
  expect(readCsv(bytesOf('a,b\nc,"d\r\ne"')).rows).toEqual([
    ['a', 'b'],
    ['c', 'd\ne'],
  ])
  expect(readCsv(bytesOf('a,\r\n')).rows).toEqual([['a', '']])
})

it('reads what Excel saves as Unicode text', () => {
  const text = '\uFEFFplace\tja\r\n"a\tb"\t犬、"猫", 𠮷\r\nc\t"d ""e""\nf"\r\n'
  const littleEndian = new Uint8Array(Buffer.from(text, 'utf16le'))
  const bigEndian = new Uint8Array(Buffer.from(text, 'utf16le').swap16())
  for (const bytes of [littleEndian, bigEndian, bytesOf(text)])
    expect(readCsv(bytes)).toEqual({
      rows: [
        ['place', 'ja'],
        ['a\tb', '犬、"猫", 𠮷'],
        ['c', 'd "e"\nf'],
      ],
      isShiftJis: false,
    })
})

it.each(['\n', '\r\n', '\r', 'x\n', '"a\nb"\r\n', 'a\tb\n'])(
  'reads rows of %j up to the limit, and no further',
  (row) => {
    expect(readCsv(bytesOf(row.repeat(maxRow))).rows).toHaveLength(maxRow)
    expect(() => readCsv(bytesOf(row.repeat(maxRow + 1)))).toThrow(CellTooFar)
  },
)

it.each([',', '\t'])('reads columns between %j up to the limit, and no further', (separator) => {
  expect(readCsv(bytesOf(separator.repeat(maxColumn - 1))).rows[0]).toHaveLength(maxColumn)
  expect(() => readCsv(bytesOf(separator.repeat(maxColumn)))).toThrow(CellTooFar)
})

it('reads a cell of any length', () => {
  const long = 'a'.repeat(9_000_000)
  for (const text of [`"${long}`, `"${long}"`, long]) expect(readCsv(bytesOf(text)).rows.flat()).toEqual([long])
  const quotes = '"'.repeat(4_500_000)
  for (const text of [`"${quotes}${quotes}`, `"${quotes}${quotes}"`])
    expect(readCsv(bytesOf(text)).rows.flat()).toEqual([quotes])
})
