import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { setText } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { readFormFiles } from '../edit/form-folder.ts'
import { findSources } from '../source/find-sources.ts'
import { readCsv, writeCsv } from './csv.ts'
import { isLeftOf, lostCharacters } from './shift-jis.ts'
import { readTable, tables } from './tables.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { folders } = findSources([path.join(root, 'schemas'), path.join(root, 'forms/templates')])

const codes = new Map<string, number[]>()
for (let lead = 0; lead < 256; lead++) {
  const decoder = new TextDecoder('shift_jis')
  const isLead = (lead > 0x80 && lead < 0xa0) || lead >= 0xe0
  const found = isLead ? Array.from({ length: 0xbd }, (_, trail) => [lead, trail + 0x40]) : [[lead]]
  for (const code of found) {
    const text = decoder.decode(new Uint8Array(code))
    if (!codes.has(text)) codes.set(text, code)
  }
}

/**
 * The bytes that Excel on Japanese Windows saves: without a mark, and with a question mark for each missing UTF-16
 * unit.
 */
function savedByExcel(rows: string[][]): Uint8Array {
  const text = writeCsv(rows).replace('\uFEFF', '')
  const question = 0x3f
  return new Uint8Array(
    Array.from(text).flatMap(
      (character) => codes.get(character) ?? Array.from({ length: character.length }, () => question),
    ),
  )
}

function form(): FormFiles {
  const files = readFormFiles(path.join(root, 'forms/templates/dog-registration'))
  const japanese = setText(files, 'ja', '/title', '髙橋①～〜 𠮷野家')
  return setText(japanese, 'en', '/title', 'Café – “dog” ©?')
}

describe('a table that Excel saves in Shift_JIS', () => {
  it.each(folders.map((folder) => [path.relative(root, folder), folder] as const))(
    'loses nothing of %s',
    (_name, folder) => {
      const files = readFormFiles(folder)
      for (const name of ['texts', 'questions'] as const) {
        const sheet = readCsv(savedByExcel(tables[name].write(files, 'ja')))
        expect(readTable(name, files, sheet)).toMatchObject({ files, changed: 0, problems: [] })
      }
    },
  )

  it('keeps characters that the encoding does not have in unchanged cells, and names them in changed ones', () => {
    const files = form()
    const table = tables.texts.write(files, 'ja')
    const sheet = readCsv(savedByExcel(table))
    expect(sheet.isShiftJis).toBe(true)
    expect(sheet.rows[1]).toEqual(['フォームの名前', '髙橋①～? ??野家', 'Caf? ? “dog” ??', '/title'])
    expect(readTable('texts', files, sheet)).toEqual({ files, changed: 0, problems: [] })

    const changed = table.map((row) => (row[3] === '/title' ? [row[0] ?? '', '髙橋 𠮷野家', '', '/title'] : row))
    changed[2] = [changed[2]?.[0] ?? '', '犬の登録です。', '', '/description']
    const result = readTable('texts', files, readCsv(savedByExcel(changed)))
    expect(result.problems).toEqual([{ row: 2, problem: 'lost-characters', characters: '𠮷' }])
    expect(result.changed).toBe(1)
    expect(result.files['texts.ja.json']).toContain('"description": "犬の登録です。"')
    expect(result.files['texts.ja.json']).toContain('𠮷野家')
  })
})

it.each([
  ['10～20', '10〜20', true],
  ['Cafe', 'Café', true],
  ['Caf?', 'Café', true],
  ['Cafo', 'Café', false],
  ['a.c', 'abc', false],
  ['a*c [d] (e)', 'a*c [d] (e)', true],
])('%s can be what is left of %s: %s', (cell, text, isLeft) => {
  expect(isLeftOf(cell, text)).toBe(isLeft)
})

it('finds the characters that the encoding does not have', () => {
  expect(lostCharacters('日本語 ①髙﨑ｱ〜 Café 𠮷é👍\n')).toEqual(['é', '𠮷', '👍'])
})
