import { expect, it } from 'vitest'
import { safeTree } from '../form-places.ts'
import type { Conflict } from '../studio-document.ts'
import type { Say } from '../studio-texts.ts'
import { conflictPlace, valueWords } from './conflict-words.ts'

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(' ')

const files = {
  'form.json': JSON.stringify(
    { steps: [{ id: 'one', schema: { type: 'object', properties: { name: { type: 'string', pattern: 'a' } } } }] },
    null,
    2,
  ),
  'texts.ja.json': JSON.stringify({ steps: { one: { title: '犬' } }, fields: { 'one/name': { label: '犬の名前' } } }),
}
const tree = safeTree(files['form.json']) ?? []
function place(conflict: Conflict): string {
  return conflictPlace(conflict, { files, texts: files, tree, language: 'ja', say })
}
const value = { kind: 'value', mine: 1, theirs: 2 } as const
const name = '/steps/0/schema/properties/name'

it.each([
  [{ ...value, file: 'form.json', pointer: `${name}/maxLength` }, 'conflict.question 犬の名前 limit.maxLength'],
  [
    { ...value, file: 'form.json', pointer: `${name}/pattern` },
    'conflict.question 犬の名前 conflict.place form.json 10',
  ],
  [
    { ...value, file: 'form.json', pointer: `${name}/gone/deep` },
    'conflict.question 犬の名前 conflict.place form.json 8',
  ],
  [{ ...value, file: 'form.json', pointer: '/layout' }, 'conflict.place form.json 1'],
  [
    { ...value, file: 'texts.ja.json', pointer: '/fields/one~1name/label' },
    'conflict.question 犬 › 犬の名前：質問文 texts.ja',
  ],
  [{ ...value, file: 'texts.ja.json', pointer: '/fields/one~1name' }, 'conflict.question 犬の名前 texts.ja'],
  [
    { kind: 'lines', file: 'form.json', line: 10, mine: 'a', theirs: 'b' },
    'conflict.question 犬の名前 conflict.place form.json 10',
  ],
] satisfies [Conflict, string][])('says where both changed something: %j', (conflict, words) => {
  expect(place(conflict)).toBe(words)
})

it.each([
  ['犬の呼び名', '犬の呼び名'],
  [30, '30'],
  [false, 'no'],
  ['', 'conflict.blank'],
  [undefined, 'conflict.none'],
  [['a', 2], 'aconflict.comma2'],
  [{ type: 'string' }, 'conflict.changed'],
  [{ label: '犬の名前', example: 'ハチ' }, '犬の名前'],
  [[{ id: 'a' }], null],
])('shows %j as words', (given, words) => {
  expect(valueWords(given, say)).toBe(words)
})
