import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { formats } from '../form-model/formats.ts'

type Meta = { definitions: { schema: { properties: { [keyword: string]: { enum?: string[] } } } } }
type Snippets = { definitions: { [name: string]: { defaultSnippets?: { label: string; body: unknown }[] } } }

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
}

const ajv = new Ajv({ strict: true, allowUnionTypes: true, keywords: ['enumDescriptions', 'defaultSnippets'] })
const isForm = ajv.compile(read('definition.schema.json') as object)
const areTexts = ajv.compile(read('texts.schema.json') as object)

const form = {
  engine: 1,
  steps: [
    {
      id: 'applicant',
      schema: { type: 'object', properties: { phone: { type: 'string', format: 'jp-phone' } }, required: ['phone'] },
      ui: { 'ui:order': ['phone'], phone: { 'ui:widget': 'phone', 'ui:options': { autocomplete: 'tel' } } },
    },
  ],
}

const line = {
  text: 'care',
  amount: { byAnswers: ['a/income', 'a/list/[]/grade'], table: { low: { first: 100 } } },
  quantity: { answer: 'a/area' },
  times: { answer: 'a/months' },
  forEach: 'a/list',
  fromEntry: [
    { from: 2, text: 'second', percent: 50 },
    { from: 3, text: 'third', amount: 0 },
  ],
  rounding: { mode: 'half-up', to: 10 },
  minimum: 100,
  maximum: 900,
  exempt: { when: {}, text: 'welfare' },
}

function withFee(changes: object) {
  return { ...form, fee: { lines: [{ ...line, ...changes }] } }
}

describe('the schema of form.json', () => {
  it('accepts a form, and every part of a fee', () => {
    expect(isForm(form)).toBe(true)
    expect(isForm(withFee({}))).toBe(true)
    expect(isForm(withFee({ amount: 'later' }))).toBe(true)
  })

  it.each([
    ['an unknown key', { ...form, page: 1 }],
    ['another engine', { ...form, engine: 2 }],
    ['no step', { ...form, steps: [] }],
    ['an unknown keyword', { ...form, steps: [{ id: 'a', schema: { type: 'object', placeholder: 'x' } }] }],
    ['an unknown format', { ...form, steps: [{ id: 'a', schema: { type: 'string', format: 'phone' } }] }],
    ['an unknown widget', { ...form, steps: [{ id: 'a', schema: {}, ui: { phone: { 'ui:widget': 'telephone' } } }] }],
    ['a placeholder', { ...form, steps: [{ id: 'a', schema: {}, ui: { phone: { 'ui:placeholder': '090' } } }] }],
    ['a check without a field', { ...form, checks: [{ kind: 'date-range' }] }],
    ['a discount of both kinds', withFee({ fromEntry: [{ from: 2, text: 'second', percent: 50, amount: 0 }] })],
    ['a discount of no kind', withFee({ fromEntry: [{ from: 2, text: 'second' }] })],
    ['a discount from the first entry on', withFee({ fromEntry: [{ from: 1, text: 'second', percent: 50 }] })],
    ['another rounding', withFee({ rounding: { mode: 'down', to: 5 } })],
    ['an exemption without a reason', withFee({ exempt: { when: {} } })],
    ['a negative fee', { ...form, fee: { lines: [{ text: 'copy', amount: -1 }] } }],
  ])('refuses %s', (_name, value) => {
    expect(isForm(value)).toBe(false)
  })

  it('lists exactly the existing formats', () => {
    const meta = read('definition.schema.json') as Meta
    expect(meta.definitions.schema.properties.format?.enum).toEqual(Object.keys(formats))
  })
})

describe('the schema of texts', () => {
  it('accepts texts and refuses a field without a label', () => {
    const texts = {
      title: 'フォーム',
      steps: { applicant: { title: '申請者' } },
      fields: { 'applicant/phone': { label: '電話番号' } },
    }
    expect(areTexts(texts)).toBe(true)
    expect(areTexts({ ...texts, fields: { 'applicant/phone': { help: 'x' } } })).toBe(false)
  })
})

/** A snippet as it is inserted: the text of each placeholder, `^` for a value without quotes. */
function inserted(body: unknown): unknown {
  const text = JSON.stringify(body)
    .replace(
      /\$\{\d+:([^}]*)\}|\$\{\d+\|([^,|]*)[^}]*\}|\$\d+/g,
      (_all, field?: string, choice?: string) => field ?? choice ?? 'x',
    )
    .replace(/"\^([^"]*)"/g, '$1')
  return JSON.parse(text)
}

describe('the snippets of an editor', () => {
  it.each(['definition.schema.json', 'texts.schema.json'])(
    'inserts valid snippets of %s where they are offered',
    (file) => {
      const schema = read(file) as Snippets
      const found = Object.entries(schema.definitions).flatMap(([name, { defaultSnippets = [] }]) =>
        defaultSnippets.map(({ label, body }) => ({ name, label, body })),
      )
      expect(found.length).toBeGreaterThan(0)
      const refused = found.filter(
        ({ name, body }) => !ajv.validate({ $ref: `${file}#/definitions/${name}` }, inserted(body)),
      )
      expect(refused).toEqual([])
    },
  )
})
