import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { JsonSchema, UiSchema } from '../../form-model/definition.ts'
import type { Profile } from '../api/generated/api.schemas.ts'
import { loadNamespaces, loadTexts } from '../i18n/texts.ts'
import { translator } from '../i18n/testing/translator.ts'
import { composedText } from './answers/compose.ts'
import { prefilled } from './answers/prefill.ts'
import { exampleForm } from './testing/example-form.ts'
import { answersToSend } from './validation/answers-to-send.ts'
import { validateStep } from './validation/validate.ts'

beforeAll(() => loadNamespaces(['form-engine', 'fields']))

function shared<T>(file: string): T {
  return JSON.parse(readFileSync(new URL(`../../schemas/shared/${file}`, import.meta.url), 'utf8')) as T
}

const schema: JsonSchema = {
  type: 'object',
  required: ['name'],
  properties: { name: shared<JsonSchema>('person-name.schema.json') },
}
const form = exampleForm({
  steps: [{ id: 'who', schema, ui: { name: shared<UiSchema>('person-name.ui.json') } }],
})

function missing(name: Record<string, string>): string[] {
  return validateStep(form, 'who', { who: { name } }).map(({ pointer, code }) => `${pointer} ${code}`)
}

describe('the shared part for names', () => {
  it.each(['NGUYEN VAN ANH', "O'Brien", 'José', 'スハルト', 'グエン・ヴァン'])(
    'accepts %s, which is not divided into family and given name',
    (familyName) => expect(missing({ familyName, familyNameKana: 'グエン ヴァン アイン' })).toEqual([]),
  )
  it.each(['山田', 'やまだ', '髙橋', '李'])('requires a given name after %s', (familyName) =>
    expect(missing({ familyName, familyNameKana: 'ヤマダ' })).toEqual([
      '/who/name/givenName required',
      '/who/name/givenNameKana required',
    ]),
  )
  it.each(['港🌸', '☺️', '👨‍👩‍👧'])('refuses %s, as the account and the delivery do', (givenName) => {
    const kana = { familyNameKana: 'ミナト', givenNameKana: 'ハナコ' }
    expect(missing({ familyName: '港', givenName, ...kana })).toEqual(['/who/name/givenName pattern'])
    for (const letters of ['𠮷野', '葛\u{e0100}', '髙', '〆', 'O’Neil'])
      expect(missing({ familyName: letters, givenName: '花子', ...kana })).toEqual([])
  })
  it('refuses every emoji and no letter, by a class that every language of an API reads alike', () => {
    const { properties } = shared<{ properties: { givenName: { pattern: string } } }>('person-name.schema.json')
    // Escapes such as \p and \u differ between languages.
    const [, refused = ''] = /^\^\[\^([^\\\]]+)\]\*\$$/.exec(properties.givenName.pattern) ?? []
    expect(refused).not.toBe('')
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).join('')
    const others = all.replaceAll(new RegExp(`[${refused}]`, 'gu'), '')
    expect(/\p{Emoji_Presentation}/u.exec(others)).toBeNull()
    const letters = /[\p{L}\p{Nd}]/gu
    expect(others.match(letters)?.length).toBe(all.match(letters)?.length)
  })
  it('requires all four parts before anything is typed', () => {
    expect(missing({})).toHaveLength(4)
  })
  it('a name of a profile that does not divide it is filled in and sent without an empty part', () => {
    const familyName = 'NGUYEN VAN ANH'
    const familyNameKana = 'グエン ヴァン アイン'
    const profile = {
      kind: 'person',
      familyName,
      familyNameKana,
      givenName: '',
      givenNameKana: '',
      birthDate: '1990-01-01',
      email: 'anh@example.jp',
      contact: {},
      locale: 'en',
    } as unknown as Profile
    const answers = prefilled(profile, schema, {})
    expect(answers).toEqual({ name: { familyName, familyNameKana } })
    expect(answersToSend(form, { who: { name: { familyName, familyNameKana, givenName: '' } } })).toEqual({
      who: { name: { familyName, familyNameKana } },
    })
  })
  it('an undivided name is shown in one line, without a gap for the missing part', () => {
    const t = translator('ja', 'form-engine')
    const name = { familyName: 'NGUYEN VAN ANH', familyNameKana: 'グエン' }
    expect(composedText(form, '/who/name', name, t)).toBe('NGUYEN VAN ANH（グエン）')
    const divided = { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' }
    expect(composedText(form, '/who/name', divided, t)).toBe('港 花子（ミナト ハナコ）')
  })
})

const addressForm = exampleForm({
  steps: [
    {
      id: 'where',
      schema: {
        type: 'object',
        required: ['address'],
        properties: { address: shared<JsonSchema>('address.schema.json') },
      },
      ui: { address: shared<UiSchema>('address.ui.json') },
    },
  ],
})
const minato = { postalCode: '1050011', prefecture: '東京都', city: '港区' }

describe('the shared part for addresses', () => {
  it.each([{ town: '芝公園' }, { town: '一番町' }, {}])('requires 番地 after %o', (parts) => {
    const answers = { where: { address: { ...minato, ...parts } } }
    expect(validateStep(addressForm, 'where', answers).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/where/address/street required',
    ])
  })
  it.each([
    { town: '芝公園', street: '4丁目2-8' },
    { street: '1番地' },
    // Answers of drafts and applications from the time when both were one field, and what some users still type.
    { town: '芝公園4丁目2-8' },
    { town: '芝公園４丁目' },
  ])('accepts %o', (parts) => {
    const answers = { where: { address: { ...minato, ...parts } } }
    expect(validateStep(addressForm, 'where', answers)).toEqual([])
  })
  it('an address is shown with the building on a line of its own, for both shapes of the number', () => {
    const t = translator('ja', 'form-engine')
    const line = (parts: object) => composedText(addressForm, '/where/address', { ...minato, ...parts }, t)
    const whole = '〒105-0011 東京都港区芝公園4丁目2-8\n芝公園ハイツ301'
    expect(line({ town: '芝公園', street: '4丁目2-8', building: '芝公園ハイツ301' })).toBe(whole)
    expect(line({ town: '芝公園4丁目2-8', building: '芝公園ハイツ301' })).toBe(whole)
    expect(line({ town: '芝公園', street: '4丁目2-8' })).toBe('〒105-0011 東京都港区芝公園4丁目2-8')
  })
  it.each(['ja', 'en'] as const)('uses the words of the profile and of the delivery (%s)', async (language) => {
    await Promise.all([loadTexts(language, 'fields'), loadTexts(language, 'form-engine')])
    const t = translator(language, 'fields')
    const example = translator(language, 'form-engine')
    type PartTexts = { fields: Record<string, { label: string; help?: string; example?: string }> }
    const { fields } = shared<PartTexts>(`address.texts.${language}.json`)
    for (const name of ['postalCode', 'prefecture', 'city', 'town', 'street', 'building'] as const)
      expect(fields[name]?.label).toBe(t(`address.${name}`))
    const { help, example: code = '' } = fields.postalCode ?? {}
    const words = [help, example('example', { example: code })].join(language === 'ja' ? '' : ' ')
    expect(t('address.postalCodeHelp')).toBe(words)
    expect(example('error.postalCode')).toContain(code)
  })
})
