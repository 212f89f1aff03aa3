import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isRecord } from '../../form-model/record.ts'
import { blocks } from '../edit/blocks.ts'
import { addBlock, edit, removeNode, setChoices, setKeyword, setText, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { setDateBound } from '../edit/date-limits.ts'
import { addFeeLine } from '../edit/fees.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { moveEntry, readValue, removeValue, setValue } from '../edit/json-text.ts'
import { moveNode } from '../edit/move-node.ts'
import { setCondition } from '../edit/question-condition.ts'
import { createForm } from '../templates/new-form.ts'
import { differencesOf } from './change-sentences.ts'
import { readFormVersion } from './form-version.ts'
import type { FormVersion } from './form-version.ts'
import { replayDrafts, replaySentences } from './replay.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-sentences-'))
cpSync(path.resolve(import.meta.dirname, '../../schemas/shared'), path.join(root, 'shared'), { recursive: true })
const template = { root, tenant: 'town', type: 'individual', template: 'dog-registration', title: {} }
const folder = createForm({ ...template, service: 'dogs' })
const start = readFormFiles(folder)

function versionOf(files: FormFiles): FormVersion {
  const now = readFormFiles(folder)
  writeFormFiles(folder, now, files)
  const version = readFormVersion(folder)
  if (!version) throw new Error('There is no form')
  return version
}

function node(files: FormFiles, place: string): FormNode {
  const found = pathToNode(treeOf(files), place).at(-1)
  if (!found) throw new Error(`There is no ${place}`)
  return found
}

const before = versionOf(start)
const dog = 'dogs/list/[]'
const list = '/steps/1/schema/properties/list/items'
function form(change: (text: string) => string) {
  return (files: FormFiles) => edit(files, 'form.json', change)
}
function set(pointer: string, value: unknown) {
  return form((text) => setValue(text, pointer, value))
}
function text(place: string, value: string) {
  return (files: FormFiles) => setText(files, 'ja', place, value)
}
function block(id: string) {
  const found = blocks.find((one) => one.id === id)
  if (!found) throw new Error(`There is no ${id}`)
  return found
}
const choices = [
  { value: 'male', ja: 'オス', en: 'Male' },
  { value: 'female', ja: 'メス', en: 'Female' },
]
const today = { from: 'today', days: 0 } as const
const postWhen = '/properties/delivery/properties/method/const'

const changes: [name: string, change: (files: FormFiles) => FormFiles, sentence: string, drafts?: string][] = [
  [
    'a new question',
    (files) => addBlock(files, block('text'), 'dogs/list', 'nickname'),
    '「1行の文字」を追加しました（必須）。',
    'answer',
  ],
  [
    'a removed question with limits of its dates',
    (files) => removeNode(files, `${dog}/birthDate`),
    '「生年月日」を削除しました。',
    'lost',
  ],
  [
    'a new question with limits of its dates',
    (files) =>
      setDateBound(addBlock(files, block('date'), 'dogs/list', 'vaccinated'), `${dog}/vaccinated`, null, 'max', today),
    '「日付」を追加しました（必須）。',
    'answer',
  ],
  ['a new fee', (files) => addFeeLine(files, { ja: '写し', en: 'Copy' }), '手数料「写し」を追加しました：0円。', 'fee'],
  ['a removed question', (files) => removeNode(files, `${dog}/color`), '「毛色」を削除しました。', 'lost'],
  [
    'a question in another step',
    (files) => moveNode(files, 'applicant/phone', { parent: 'consent', index: 1 }),
    '「電話番号」を「飼い主の方」から「確認と同意」へ移しました。一時保存された回答は引き継がれます。',
  ],
  ['an optional question', set('/steps/0/schema/required', ['name', 'address']), '「電話番号」を任意にしました。'],
  [
    'a required question',
    set('/steps/0/schema/required', ['name', 'address', 'phone', 'email']),
    '「メールアドレス」を必須にしました。',
    'answer',
  ],
  [
    'a shorter text',
    (files) => setKeyword(files, node(files, `${dog}/color`), 'maxLength', 10),
    '「毛色」の文字数の上限を変えました：20 → 10。',
    'correct',
  ],
  [
    'more entries',
    (files) => setKeyword(files, node(files, 'dogs/list'), 'maxItems', 9),
    '「登録する犬」の件数の上限を変えました：5 → 9。',
  ],
  [
    'another pattern',
    set(`${list}/allOf/1/then/properties/microchipNumber/pattern`, '^[0-9]{10}$'),
    '「マイクロチップの番号」の入力できる形を厳しくしました。',
    'correct',
  ],
  [
    'a new choice',
    (files) =>
      setChoices(files, node(files, `${dog}/sex`), [...choices, { value: 'unknown', ja: '不明', en: 'Unknown' }]),
    '「性別」の選択肢を変えました：「不明」を追加。',
  ],
  [
    'a choice less',
    (files) => setChoices(files, node(files, `${dog}/sex`), choices.slice(0, 1)),
    '「性別」の選択肢を変えました：「メス」を削除。',
    'correct',
  ],
  [
    'the label of a choice',
    text(`/fields/${dog.replaceAll('/', '~1')}~1sex/options/male`, '雄'),
    '「性別」の選択肢の文言を変えました：「オス」 → 「雄」。',
    'meaning',
  ],
  [
    'a label',
    text('/fields/dogs~1list~1[]~1color/label', '犬の毛色'),
    '「犬の毛色」の質問文を変えました：「毛色」 → 「犬の毛色」。',
  ],
  [
    'a help text',
    text('/fields/dogs~1list~1[]~1color/help', '主な色'),
    '「毛色」の説明を変えました：なし → 「主な色」。',
  ],
  [
    'an English text',
    (files) => setText(files, 'en', '/steps/dogs/title', 'Your dogs'),
    'ステップ「犬について」の見出し（英語）を変えました：「Dogs」 → 「Your dogs」。',
  ],
  [
    'the heading of a step',
    text('/steps/dogs/title', 'あなたの犬'),
    'ステップ「あなたの犬」の見出しを変えました：「犬について」 → 「あなたの犬」。',
  ],
  [
    'the name of the form',
    text('/title', '犬の登録'),
    'フォームの名前を変えました：「犬の登録と狂犬病予防注射済票の交付」 → 「犬の登録」。',
  ],
  [
    'a condition of a question',
    (files) =>
      setCondition(files, `${dog}/breed`, {
        join: 'and',
        parts: [{ path: `${dog}/kind`, is: 'one-of', values: ['new'] }],
      }),
    '「犬種」を出す条件を変えました：いつも → 「登録の種類」が「新しく登録する 3,000円」であるとき。',
    'answer',
  ],
  [
    'a condition of a step',
    set('/steps/3/visibleWhen', {
      properties: { delivery: { properties: { method: { const: 'post' } }, required: ['method'] } },
      required: ['delivery'],
    }),
    'ステップ「確認と同意」を出す条件を変えました：いつも → 「受け取り方法」が「郵送で受け取る」であるとき。',
    'answer',
  ],
  [
    'the order of steps',
    form((json) => moveEntry(json, '/steps', 0, 1)),
    'ステップの順番を変えました：犬について、飼い主の方、受け取り方法、確認と同意。',
  ],
  [
    'the order of questions',
    (files) => moveNode(files, 'applicant/phone', { parent: 'applicant', index: 0 }),
    '「飼い主の方」の中の順番を変えました。',
  ],
  ['the layout', set('/layout', 'page'), 'すべてのステップを1つの画面に並べました。'],
  [
    'a range of dates',
    set('/checks/1/min', 'today-30'),
    '「注射を受けた日」に入力できる日付を変えました：今日の365日前から今日まで → 今日の30日前から今日まで。',
    'correct',
  ],
  [
    'a range of dates that begins on a day',
    set('/checks/1/min', '2024-01-01'),
    '「注射を受けた日」に入力できる日付を変えました：今日の365日前から今日まで → 2024年1月1日（月）から今日まで。',
    'correct',
  ],
  [
    'a much longer text',
    (files) => setKeyword(files, node(files, `${dog}/color`), 'maxLength', 12000),
    '「毛色」の文字数の上限を変えました：20 → 12,000。',
  ],
  [
    'an amount of a fee',
    set('/fee/lines/2/amount', 1400),
    '手数料「郵便料金」の金額を変えました：110円 → 1,400円。',
    'fee',
  ],
  [
    'an amount of a fee by an answer',
    set('/fee/lines/1/amount/table/done', 650),
    '手数料「注射済票交付手数料」の「受けた（注射済票 550円）」の金額を変えました：550円 → 650円。',
    'fee',
  ],
  [
    'a quantity of a fee',
    set('/fee/lines/2/quantity', { answer: 'dogs/count' }),
    '手数料「郵便料金」の金額を変えました：110円 → 110円 × 「count」の答えの数。',
    'fee',
  ],
  [
    'a fee for each entry of a list',
    set('/fee/lines/2/forEach', 'dogs/list'),
    '手数料「郵便料金」の金額を変えました：110円 → 110円（「登録する犬」の1件ごと）。',
    'fee',
  ],
  [
    'a calculation of a fee',
    (files) =>
      (
        [
          ['times', { answer: 'dogs/count' }],
          ['rounding', { mode: 'down', to: 10 }],
          ['minimum', 100],
          ['maximum', 900],
        ] as const
      ).reduce((result, [key, value]) => set(`/fee/lines/2/${key}`, value)(result), files),
    '手数料「郵便料金」の金額を変えました：110円 → 110円 × 「count」の答えの数（10円未満は切り捨て、最低100円、上限900円）。',
    'fee',
  ],
  [
    'another amount from an entry on',
    set('/fee/lines/2/fromEntry', [{ from: 2, text: 'second', percent: 50 }]),
    '手数料「郵便料金」の金額を変えました：110円 → 110円（2件目から50%：second）。',
    'fee',
  ],
  [
    'a fee that is announced later',
    set('/fee/lines/2/amount', 'later'),
    '手数料「郵便料金」の金額を変えました：110円 → 金額は後日お知らせ。',
    'fee',
  ],
  [
    'an exemption from a fee',
    set('/fee/lines/2/exempt', {
      when: {
        properties: { delivery: { properties: { method: { const: 'counter' } }, required: ['method'] } },
        required: ['delivery'],
      },
      text: 'welfare',
    }),
    '手数料「郵便料金」の免除を変えました：なし → 免除（welfare）：「受け取り方法」が「窓口で受け取る」であるとき。',
    'fee',
  ],
  [
    'a line of a fee less',
    form((json) => removeValue(json, '/fee/lines/2')),
    '手数料「郵便料金」を削除しました。',
    'fee',
  ],
  [
    'a condition of a fee',
    set(`/fee/lines/2/when${postWhen}`, 'counter'),
    '手数料「郵便料金」がかかる条件を変えました：「受け取り方法」が「郵送で受け取る」であるとき → 「受け取り方法」が「窓口で受け取る」であるとき。',
    'fee',
  ],
  [
    'what is sent by post',
    form((json) => removeValue(json, '/delivery')),
    '郵送する条件を変えました：「受け取り方法」が「郵送で受け取る」であるとき → なし。',
  ],
  [
    'what must be answered on a condition',
    set('/requiredWhen', [
      {
        field: 'applicant/email',
        when: {
          properties: { consent: { properties: { rules: { const: true } }, required: ['rules'] } },
          required: ['consent'],
        },
      },
    ]),
    '「メールアドレス」が必須になる条件を変えました：なし → 「毎年の予防注射と、鑑札・注射済票の装着を守ります」が「はい」であるとき。',
    'correct',
  ],
]

describe('a change between two versions', () => {
  it.each(changes)(
    'describes a change in %s by one sentence without JSON',
    (_name, change, sentence, drafts = 'none') => {
      const after = versionOf(change(start))
      expect(differencesOf(before, after, 'ja').map((one) => [one.text, one.drafts])).toEqual([[sentence, drafts]])
      const [english] = differencesOf(before, after, 'en')
      expect(english?.text).toMatch(/^[A-Z"][^{}[\]]+\.$/)
      expect(english?.text).not.toMatch(/undefined|\bnull\b/)
    },
  )

  it('reports nothing if nothing changed', () => {
    expect(differencesOf(before, versionOf(start), 'ja')).toEqual([])
  })
})

it('names the old and the new amount and factor of each choice that changes, instead of whole tables', () => {
  const { byAnswer, table } = readValue(start['form.json'] ?? '', '/fee/lines/1/amount') as {
    byAnswer: string
    table: object
  }
  const factors = (done: number) => ({ byAnswer, table: { ...table, done } })
  const old = versionOf(set('/fee/lines/1/times', factors(1))(start))
  const now = set('/fee/lines/1/amount/table/done', 1650)(set('/fee/lines/1/times', factors(1.5))(start))
  const name = '手数料「注射済票交付手数料」の「受けた（注射済票 550円）」'
  expect(differencesOf(old, versionOf(now), 'ja').map(({ text }) => text)).toEqual([
    `${name}の金額を変えました：550円 → 1,650円。`,
    `${name}で掛ける数を変えました：1 → 1.5。`,
  ])
})

it('names a text that was missing before as none, in English', () => {
  const after = versionOf(setText(start, 'en', '/fields/dogs~1list~1[]~1color/help', 'The main color'))
  expect(differencesOf(before, after, 'en').map(({ text }) => text)).toEqual([
    'New English help of "Colour": none → "The main color".',
  ])
})

describe('drafts of the former version', () => {
  const now = Date.parse('2026-11-23T00:00:00Z')

  it('need no change if the new version only adds optional questions', () => {
    const after = versionOf(setKeyword(start, node(start, 'dogs/list'), 'maxItems', 9))
    expect(replayDrafts(before, after, now)).toEqual({ drafts: 20, unchanged: 20, fields: [] })
  })

  it('counts the drafts for each question whose answer is missing, must be corrected or is no longer sent', () => {
    let files = addBlock(start, block('text'), 'consent', 'note')
    files = removeNode(files, `${dog}/color`)
    files = setKeyword(files, node(files, `${dog}/breed`), 'maxLength', 1)
    const after = versionOf(files)
    const replay = replayDrafts(before, after, now)
    if (!replay) throw new Error('A version cannot be compiled')
    const { drafts, unchanged, fields } = replay
    expect({ drafts, unchanged }).toEqual({ drafts: 20, unchanged: 0 })
    expect(fields).toContainEqual({ path: 'consent/note', kind: 'added', drafts: 20 })
    expect(fields).toContainEqual({ path: `${dog}/color`, kind: 'removed', drafts: 20 })
    expect(fields.find((field) => field.path === `${dog}/breed`)?.kind).toBe('check')
    expect(replaySentences(replay, before, after, 'ja').slice(0, 2)).toEqual([
      '自動で作った下書き20件のうち、0件はそのまま申請できます。',
      '20件で「毛色」の答えが送信されなくなります。',
    ])
  })

  it('counts the drafts with a choice whose words changed, and none of them as unchanged', () => {
    const after = versionOf(text(`/fields/${dog.replaceAll('/', '~1')}~1sex/options/male`, '子犬')(start))
    const replay = replayDrafts(before, after, now)
    if (!replay) throw new Error('A version cannot be compiled')
    const [reworded] = replay.fields
    expect(reworded).toMatchObject({ path: `${dog}/sex`, kind: 'reworded' })
    const count = reworded?.drafts ?? 0
    expect(replay.unchanged + count).toBe(20)
    expect(count).toBeGreaterThan(0)
    expect(replaySentences(replay, before, after, 'ja')[1]).toBe(
      `「性別」でこの選択肢を選んだ下書き${count}件の意味が変わります。`,
    )
  })

  it('keep the answer of a question that was moved', () => {
    const after = versionOf(moveNode(start, 'applicant/phone', { parent: 'consent', index: 0 }))
    expect(isRecord(readValue(readFormFiles(folder)['form.json'] ?? '', '/renamed'))).toBe(true)
    expect(replayDrafts(before, after, now)).toEqual({ drafts: 20, unchanged: 20, fields: [] })
  })
})
