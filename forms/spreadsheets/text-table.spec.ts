import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText } from '../edit/commands.ts'
import { readFormFiles } from '../edit/form-folder.ts'
import { findSources } from '../source/find-sources.ts'
import { readCsv, writeCsv } from './csv.ts'
import { isTextMissing, textTable, withTextTable } from './text-table.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { folders } = findSources([path.join(root, 'schemas'), path.join(root, 'forms/templates')])

function throughCsv(table: string[][]): string[][] {
  return readCsv(new TextEncoder().encode(writeCsv(table)))
}

const files = {
  'texts.ja.json': '{\n  "title": "犬",\n  "fields": { "a/b": { "label": "名前" } }\n}\n',
  'texts.en.json': '{\n  "title": "Dog"\n}\n',
}

describe('the table of texts', () => {
  it.each(folders.map((folder) => [path.relative(root, folder), folder] as const))(
    'of %s changes no byte when it comes back as it was',
    (_name, folder) => {
      const form = readFormFiles(folder)
      const table = textTable(form)
      expect(table.length).toBeGreaterThan(1)
      expect(withTextTable(form, throughCsv(table))).toEqual({ files: form, changed: 0, problems: [] })
    },
  )

  it('brings back changed and added texts, also with other columns and in another order', () => {
    const table = [
      ['en', 'remark', 'place'],
      ['Name', 'new', '/fields/a~1b/label'],
      ['', '', '/title'],
    ]
    const { files: changed, ...rest } = withTextTable(files, throughCsv(table))
    expect(rest).toEqual({ changed: 1, problems: [] })
    expect(readText(changed, 'en', '/fields/a~1b/label')).toBe('Name')
    expect(changed['texts.ja.json'], 'a missing column').toBe(files['texts.ja.json'])
    expect(readText(changed, 'en', '/title'), 'an empty cell').toBe('Dog')
  })

  it('contains what residents read before the form, a line for each entry of a list', () => {
    const form = {
      'texts.ja.json': '{\n  "title": "犬",\n  "about": { "needs": ["写真", "番号"], "minutes": 10 }\n}\n',
      'texts.en.json': '{\n  "title": "Dog"\n}\n',
    }
    const table = textTable(form)
    expect(table.map(([place, ja]) => [place, ja])).toEqual([
      ['place', 'ja'],
      ['/title', '犬'],
      ['/description', ''],
      ['/about/who', ''],
      ['/about/needs', '写真\n番号'],
      ['/about/minutes', '10'],
      ['/about/next', ''],
      ['/about/ways', ''],
    ])
    const changes = [
      ['place', 'ja', 'en'],
      ['/about/needs', '写真\n\n新しい番号\n証明書\n', 'A photo\nThe number'],
      ['/about/minutes', '15', '15'],
    ]
    const { files: changed, ...rest } = withTextTable(form, throughCsv(changes))
    expect(rest).toEqual({ changed: 4, problems: [] })
    expect(changed['texts.ja.json']).toBe(
      '{\n  "title": "犬",\n  "about": { "needs": ["写真", "新しい番号", "証明書"], "minutes": 15 }\n}\n',
    )
    expect(JSON.parse(changed['texts.en.json'] ?? '')).toEqual({
      title: 'Dog',
      about: { needs: ['A photo', 'The number'], minutes: 15 },
    })
    const fewer = withTextTable(changed, [
      ['place', 'ja', 'en'],
      ['/about/needs', '写真', ''],
      ['/about/minutes', '20', 'ten'],
    ])
    expect(fewer.changed).toBe(1)
    expect(fewer.problems).toEqual([{ row: 3, problem: 'wrong-minutes', place: '/about/minutes' }])
    expect(readText(fewer.files, 'ja', '/about/needs')).toBe('写真')
  })

  it('asks for a text that one language lacks, and for no description', () => {
    const form = { 'texts.ja.json': '{ "title": "犬" }', 'texts.en.json': '{ "title": "Dog", "description": "d" }' }
    expect(isTextMissing(form, '/title')).toBe(false)
    expect(isTextMissing(form, '/description')).toBe(true)
    expect(isTextMissing({ ...form, 'texts.en.json': '{}' }, '/description')).toBe(false)
    expect(isTextMissing(form, '/about/needs')).toBe(true)
  })

  it('names wrong rows by the number that the spreadsheet shows, and uses the others', () => {
    const table = [
      ['place', 'ja', 'en'],
      ['/title', '猫', 'Cat'],
      ['/fields/a~1c/label', '色', 'Colour'],
      ['', '', ''],
      ['/title', '鳥', 'Bird'],
    ]
    const { files: changed, ...rest } = withTextTable(files, throughCsv(table))
    expect(rest).toEqual({
      changed: 2,
      problems: [
        { row: 3, problem: 'unknown-place', place: '/fields/a~1c/label' },
        { row: 5, problem: 'place-twice', place: '/title' },
      ],
    })
    expect(readText(changed, 'ja', '/title')).toBe('猫')
  })

  it('changes nothing if it has no heading', () => {
    const table = [['/title', '猫', 'Cat']]
    expect(withTextTable(files, table)).toEqual({
      files,
      changed: 0,
      problems: [{ row: 1, problem: 'no-heading', place: '' }],
    })
  })
})
