import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldText, JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { loadTexts } from '../../i18n/texts.ts'
import { translator } from '../../i18n/testing/translator.ts'
import { errorMessage } from './messages.ts'
import { exampleForm } from '../testing/example-form.ts'
import { validateStep } from './validate.ts'

beforeAll(async () => {
  await loadTexts('ja', 'form-engine')
  await loadTexts('en', 'form-engine')
})

type Case = { schema: JsonSchema; value?: unknown; ui?: UiSchema; text?: Partial<FieldText>; optional?: boolean }

/** The messages for one value of a field labelled 項目. */
function messages({ schema, value, ui, text, optional = false }: Case, language: 'ja' | 'en' = 'ja'): string[] {
  const form = exampleForm(
    {
      steps: [
        {
          id: 'a',
          schema: { type: 'object', properties: { x: schema }, ...(optional ? {} : { required: ['x'] }) },
          ...(ui ? { ui: { x: ui } } : {}),
        },
      ],
    },
    { fields: { 'a/x': { label: language === 'ja' ? '項目' : 'the item', ...text } }, language },
  )
  const t = translator(language, 'form-engine')
  return validateStep(form, 'a', { a: value === undefined ? {} : { x: value } }).map((error) =>
    errorMessage(form, error, t),
  )
}

const string = { type: 'string' }
const choices = { type: 'array', uniqueItems: true, items: { type: 'string', enum: ['a', 'b', 'c'] } }

describe('the message for an invalid answer', () => {
  it.each<[string, Case, string]>([
    ['required text', { schema: string }, '項目を入力してください。'],
    ['required choice', { schema: { ...string, enum: ['a', 'b'] } }, '項目を選択してください。'],
    ['required yes or no', { schema: { type: 'boolean' } }, '項目を選択してください。'],
    ['required file', { schema: { ...string, format: 'attachment-id' } }, '項目を添付してください。'],
    ['required consent', { schema: { type: 'boolean', const: true } }, '「項目」にチェックを入れてください。'],
    ['refused consent', { schema: { const: true }, value: false }, '「項目」にチェックを入れてください。'],
    ['minLength', { schema: { ...string, minLength: 3 }, value: 'ab' }, '項目は3文字以上で入力してください。'],
    [
      'maxLength, by characters as people count them',
      { schema: { ...string, maxLength: 2 }, value: '𠮷野家' },
      '項目は2文字以内で入力してください（現在3文字）。',
    ],
    ['minimum', { schema: { type: 'integer', minimum: 1 }, value: 0 }, '項目は1以上の数字で入力してください。'],
    ['maximum', { schema: { type: 'integer', maximum: 5 }, value: 6 }, '項目は5以下の数字で入力してください。'],
    [
      'exclusiveMinimum',
      { schema: { type: 'number', exclusiveMinimum: 0 }, value: 0 },
      '項目は0より大きい数字を入力してください。',
    ],
    [
      'exclusiveMaximum',
      { schema: { type: 'number', exclusiveMaximum: 9 }, value: 9 },
      '項目は9より小さい数字を入力してください。',
    ],
    ['multipleOf', { schema: { type: 'integer', multipleOf: 10 }, value: 5 }, '項目は10単位で入力してください。'],
    ['number', { schema: { type: 'number' }, value: '二' }, '項目は数字で入力してください。'],
    ['integer', { schema: { type: 'integer' }, value: 1.5 }, '項目は小数点のない数字で入力してください。'],
    [
      'minItems',
      { schema: { type: 'array', minItems: 2, items: string }, value: ['a'] },
      '項目は2件以上入力してください。',
    ],
    [
      'maxItems',
      { schema: { type: 'array', maxItems: 1, items: string }, value: ['a', 'b'] },
      '項目は1件以内で入力してください。',
    ],
    ['minItems of one choice', { schema: { ...choices, minItems: 1 }, value: [] }, '項目を選択してください。'],
    ['minItems of choices', { schema: { ...choices, minItems: 2 }, value: ['a'] }, '項目を2件以上選択してください。'],
    [
      'maxItems of choices',
      { schema: { ...choices, maxItems: 1 }, value: ['a', 'b'] },
      '項目は1件以内で選択してください。',
    ],
    [
      'maxItems of files',
      { schema: { type: 'array', maxItems: 1, items: { ...string, format: 'attachment-id' } }, value: ['A1', 'A2'] },
      '選択できるファイル数が上限（1）を超過しています。不要なファイルを削除してください。',
    ],
    [
      'uniqueItems',
      { schema: { type: 'array', uniqueItems: true, items: string }, value: ['a', 'a'] },
      '項目に同じ内容があります。',
    ],
    [
      'pattern with an example',
      { schema: { ...string, pattern: '^A[0-9]+$' }, value: 'x', text: { example: 'A12' } },
      '項目の形式が正しくありません。例：A12',
    ],
    ['pattern without one', { schema: { ...string, pattern: '^A$' }, value: 'x' }, '項目の形式が正しくありません。'],
    [
      'pattern with the form’s own text',
      { schema: { ...string, pattern: '^A$' }, value: 'x', text: { errors: { pattern: '{{label}}はAです。' } } },
      '項目はAです。',
    ],
    [
      'email',
      { schema: { ...string, format: 'email' }, value: 'x' },
      'メールアドレスは「name@example.jp」のような形式で入力してください。',
    ],
    [
      'jp-postal-code',
      { schema: { ...string, format: 'jp-postal-code' }, value: '105' },
      '郵便番号は7桁の数字で入力してください。例：105-0011',
    ],
    [
      'jp-phone',
      { schema: { ...string, format: 'jp-phone' }, value: '12' },
      '電話番号は10桁または11桁の数字で入力してください。例：09012345678',
    ],
    ['jp-kana', { schema: { ...string, format: 'jp-kana' }, value: '港' }, '項目はカタカナで入力してください。'],
    [
      'jp-corporate-number',
      { schema: { ...string, format: 'jp-corporate-number' }, value: '123' },
      '法人番号は13桁の数字で入力してください。',
    ],
    [
      'check digit of a corporate number',
      { schema: { ...string, format: 'jp-corporate-number' }, value: '7000012050003' },
      '法人番号に入力の誤りがあります。もう一度ご確認ください。',
    ],
    [
      'jis-level-2',
      { schema: { ...string, format: 'jis-level-2' }, value: '髙﨑' },
      '使用できない文字があります：髙﨑',
    ],
    [
      'jis-level-2 beyond the first plane',
      { schema: { ...string, format: 'jis-level-2' }, value: '𠮷野葛\u{e0100}' },
      '使用できない文字があります：𠮷葛\u{e0100}',
    ],
    [
      'jis-level-2 with a variant of a kanji',
      { schema: { ...string, format: 'jis-level-2' }, value: '葛\u{e0100}西' },
      '「葛\u{e0100}」は使用できません。「葛」に置き換えてください。',
    ],
    ['date', { schema: { ...string, format: 'date' }, value: '2026-13-01' }, '正しい日付を入力してください。'],
    [
      'date that does not exist',
      { schema: { ...string, format: 'date' }, value: '2026-02-30' },
      '正しい日付を入力してください。',
    ],
    ['month', { schema: { ...string, format: 'month' }, value: '2026' }, '正しい年月を入力してください。例：2026年4月'],
    ['time', { schema: { ...string, format: 'time' }, value: '25:00' }, '正しい時刻を入力してください。例：09:30'],
    [
      'uri',
      { schema: { ...string, format: 'uri' }, value: 'http://example.jp' },
      '項目は「https://」で始まるアドレスを入力してください。',
    ],
    [
      'http-uri',
      { schema: { ...string, format: 'http-uri' }, value: 'javascript:alert(1)' },
      '項目は https:// か http:// で始まるアドレスを入力してください。',
    ],
    ['enum', { schema: { ...string, enum: ['a'] }, value: 'b' }, '項目を選択肢から選んでください。'],
    ['const', { schema: { ...string, const: 'a' }, value: 'b' }, '項目を選択肢から選んでください。'],
    [
      'oneOf of constants',
      { schema: { oneOf: [{ const: 'a' }, { const: 'b' }] }, value: 'c' },
      '項目を選択肢から選んでください。',
    ],
    [
      'anyOf',
      { schema: { anyOf: [{ type: 'string', maxLength: 1 }, { type: 'integer' }] }, value: true },
      '項目を選択肢から選んでください。',
    ],
    ['any other keyword', { schema: { not: { const: 'b' } }, value: 'b' }, '項目の入力内容をご確認ください。'],
  ])('%s', (_name, input, message) => {
    expect(messages(input)).toEqual([message])
  })

  it('every message exists in English', () => {
    expect(messages({ schema: string }, 'en')).toEqual(['Enter: the item.'])
    expect(messages({ schema: { ...string, maxLength: 1 }, value: 'ab' }, 'en')).toEqual([
      'the item: use at most 1 characters (now 2).',
    ])
  })

  it.each([
    ['ja', 'どなたの住民票ですか', '「どなたの住民票ですか」に答えてください。'],
    ['en', 'Whose certificate is it?', 'Answer “Whose certificate is it?”.'],
    ['ja', '証明書の種類', '証明書の種類を選択してください。'],
  ] as const)('a message puts a label into a sentence (%s: %s)', (language, label, message) => {
    const schema = { type: 'object', required: ['x'], properties: { x: { type: 'string', enum: ['a', 'b'] } } }
    const form = exampleForm({ steps: [{ id: 'a', schema }] }, { fields: { 'a/x': { label } }, language })
    const t = translator(language, 'form-engine')
    expect(validateStep(form, 'a', { a: {} }).map((error) => errorMessage(form, error, t))).toEqual([message])
  })

  it('names the field from which an answer must differ', () => {
    const day = { type: 'string', format: 'date' }
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: day, y: day } } }],
        checks: [{ kind: 'different-from', field: 'a/y', other: 'a/x' }],
      },
      { fields: { 'a/x': { label: '第1希望日' }, 'a/y': { label: '第2希望日' } } },
    )
    const t = translator('ja', 'form-engine')
    const errors = validateStep(form, 'a', { a: { x: '2026-04-01', y: '2026-04-01' } })
    expect(errors.map((error) => errorMessage(form, error, t))).toEqual([
      '第2希望日と第1希望日が同じです。どちらかを変えてください。',
    ])
  })

  it('shows the bound of a date in the language', () => {
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string', format: 'date' } } } }],
        checks: [{ kind: 'date-range', field: 'a/x', min: '2026-04-01', max: '2026-04-30' }],
      },
      { fields: { 'a/x': { label: '希望日' } } },
    )
    const t = translator('ja', 'form-engine')
    const text = (x: string) => validateStep(form, 'a', { a: { x } }).map((error) => errorMessage(form, error, t))
    expect(text('2026-03-31')).toEqual(['2026年4月1日（水）以降の日付を入力してください。'])
    expect(text('2026-05-01')).toEqual(['2026年4月30日（木）以前の日付を入力してください。'])
    expect(text('2026-04-15')).toEqual([])
  })

  it.each([
    ['ja', '2026年11月29日（日）は休みです。', '土曜、日曜、祝日、年末年始以外の日を入力してください。'],
    [
      'en',
      'We are closed on Sun, 29 Nov 2026. ',
      'Enter a day that is not a weekend, a public holiday or from 29 December to 3 January.',
    ],
  ] as const)('says which day is refused and on which days an office is closed (%s)', (language, refused, message) => {
    const day = { type: 'string', format: 'date' }
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: day } } }],
        checks: [{ kind: 'working-day', field: 'a/x' }],
      },
      { language },
    )
    const t = translator(language, 'form-engine')
    const text = (x: string) => validateStep(form, 'a', { a: { x } }).map((error) => errorMessage(form, error, t))
    expect(text('2026-11-29')).toEqual([`${refused}${message}`])
    expect(text('2026-11-30')).toEqual([])
    expect(errorMessage(form, { pointer: '/a/x', code: 'working-day' }, t)).toBe(message)
  })

  it('reads a limit that the API did not send from the schema', () => {
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string', minLength: 3 } } } }],
      },
      { fields: { 'a/x': { label: '項目' } } },
    )
    const t = translator('ja', 'form-engine')
    expect(errorMessage(form, { pointer: '/a/x', code: 'minLength' }, t)).toBe('項目は3文字以上で入力してください。')
  })

  it('comes from the form or the catalogue even for a code of the API, never from the API', () => {
    const form = exampleForm(
      { steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string' } } } }] },
      { fields: { 'a/x': { label: '登録番号', errors: { SE_XX_0001: 'この登録番号は使えません。' } } } },
    )
    const t = translator('ja', 'form-engine')
    const words = (code: string) => {
      const error = { pointer: '/a/x', code, message: 'server text' }
      return errorMessage(form, error, t)
    }
    expect(words('SE_XX_0001')).toBe('この登録番号は使えません。')
    expect(words('SE_XX_0002')).toBe('登録番号の入力内容をご確認ください。')
  })
})
