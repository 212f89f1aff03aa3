import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText, setText } from '../edit/commands.ts'
import { readFormFiles } from '../edit/form-folder.ts'
import { findSources } from '../source/find-sources.ts'
import { readCsv, writeCsv } from './csv.ts'
import { isTextMissing, textTable, withTextTable } from './text-table.ts'

const root = path.resolve(import.meta.dirname, '../..')
const { folders } = findSources([path.join(root, 'schemas'), path.join(root, 'forms/templates')])

function throughCsv(table: string[][]): string[][] {
  return readCsv(new TextEncoder().encode(writeCsv(table))).rows
}

const files = {
  'texts.ja.json': '{\n  "title": "犬",\n  "fields": { "a/b": { "label": "名前" } }\n}\n',
  'texts.en.json': '{\n  "title": "Dog"\n}\n',
}

describe('the table of texts', () => {
  it.each(folders.map((folder) => [path.relative(root, folder), folder] as const))(
    'changes no byte of %s when its table comes back as it was',
    (_name, folder) => {
      const form = readFormFiles(folder)
      const table = textTable(form, 'ja')
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
    const table = textTable(form, 'ja')
    expect(table.map(([place, ja]) => [place, ja])).toEqual([
      ['place', 'ja'],
      ['フォームの名前', '犬'],
      ['フォームの説明', ''],
      ['はじめる前に：申請できる方', ''],
      ['はじめる前に：用意するもの', '写真\n番号'],
      ['はじめる前に：入力にかかる時間（分）', '10'],
      ['はじめる前に：申請のあと', ''],
      ['はじめる前に：ほかの方法', ''],
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

  it('marks the steps for one way of delivery, and reads the marks of either language', () => {
    const form = {
      'texts.ja.json':
        '{\n  "about": { "next": ["確認します。", {"delivery": "post", "text": "届きます。"}, { "delivery": "collection", "text": "窓口で渡します。" }] }\n}\n',
      'texts.en.json': '{\n  "about": { "next": ["We check it."] }\n}\n',
    }
    const pointer = '/about/next'
    const shown = '確認します。\n【郵送】届きます。\n【受け取り】窓口で渡します。'
    expect(readText(form, 'ja', pointer)).toBe(shown)
    expect(withTextTable(form, throughCsv(textTable(form, 'ja')))).toEqual({ files: form, changed: 0, problems: [] })

    const longer = setText(form, 'ja', pointer, `${shown}\n終わりです。`)
    expect(longer['texts.ja.json']).toContain('{"delivery": "post", "text": "届きます。"}')
    expect(readText(longer, 'ja', pointer)).toBe(`${shown}\n終わりです。`)
    const moved = setText(form, 'ja', pointer, `はじめに。\n${shown}`)
    expect(readText(moved, 'ja', pointer)).toBe(`はじめに。\n${shown}`)
    const translated = setText(form, 'en', pointer, 'We check it.\n[post] It arrives.\n【受け取り】Collect it.')
    expect(JSON.parse(translated['texts.en.json'] ?? '')).toEqual({
      about: {
        next: [
          'We check it.',
          { delivery: 'post', text: 'It arrives.' },
          { delivery: 'collection', text: 'Collect it.' },
        ],
      },
    })
    expect(readText(translated, 'en', pointer)).toBe('We check it.\n[post] It arrives.\n[collection] Collect it.')
    const markAlone = setText(form, 'en', pointer, '[post]')
    expect(readText(markAlone, 'en', pointer)).toBe('[post]')
  })

  it('names each place in words, by which a table without ids is read', () => {
    const form = readFormFiles(path.join(root, 'forms/templates/dog-registration'))
    const places = new Map(textTable(form, 'ja').map((cells) => [cells.at(-1), cells[0]]))
    for (const [id, place] of [
      ['/steps/dogs/title', '犬について：見出し'],
      ['/fields/dogs~1list/item', '犬について › 登録する犬：1件の呼び名'],
      ['/fields/dogs~1list~1[]~1name/example', '犬について › 登録する犬 › 犬の名前：記入例'],
      ['/fields/dogs~1list~1[]~1kind/options/moved', '犬について › 登録する犬 › 登録の種類：選択肢2'],
      ['/fee/tag', '手数料「注射済票交付手数料」の名前'],
    ])
      expect(places.get(id)).toBe(place)
    expect(textTable(form, 'en')).toContainEqual(['犬について: heading', '犬について', 'Dogs', '/steps/dogs/title'])

    const withoutIds = textTable(form, 'ja').map((cells) => cells.slice(0, -1))
    expect(withTextTable(form, throughCsv(withoutIds))).toEqual({ files: form, changed: 0, problems: [] })
    const twice = {
      'form.json': JSON.stringify({
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } } } }],
      }),
      'texts.ja.json': JSON.stringify({ fields: { 'a/x': { label: '名前' }, 'a/y': { label: '名前' } } }),
    }
    const { changed, problems } = withTextTable(twice, [
      ['place', 'ja'],
      ['a › 名前：質問文', '氏名'],
    ])
    expect({ changed, problems }).toEqual({
      changed: 0,
      problems: [{ row: 2, problem: 'unknown-place', place: 'a › 名前：質問文' }],
    })
  })

  it('names the answers of a question, and a fee by what it is for', () => {
    const yesNo = { type: 'boolean' }
    const texts = {
      fields: { 'a/b': { label: '犬', options: { true: 'はい', false: 'いいえ' } } },
      fee: { fee2: '交付料' },
    }
    const form = {
      'form.json': JSON.stringify({ steps: [{ id: 'a', schema: { type: 'object', properties: { b: yesNo } } }] }),
      'texts.ja.json': JSON.stringify(texts),
      'texts.en.json': '{}',
    }
    const places = textTable(form, 'ja').map(([place]) => place)
    expect(places).toEqual(
      expect.arrayContaining(['a › 犬：「はい」の文言', 'a › 犬：「いいえ」の文言', '手数料「交付料」の名前']),
    )
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
      problems: [{ row: 1, problem: 'no-heading', place: 'id, ja, en' }],
    })
  })
})
