import { describe, expect, it } from 'vitest'
import { readText } from '../edit/commands.ts'
import { readValue } from '../edit/json-text.ts'
import { exampleFiles } from '../rules/example-form.ts'
import type { ExampleParts } from '../rules/example-form.ts'
import { fixByClick, fixFinding, isFixable, isFixableByClick } from './fixes.ts'

const form = 'form.json'

function fixed(rule: string, parts: ExampleParts, pointer: string, file = form) {
  return fixFinding(exampleFiles(parts), { rule, file, pointer })
}

function value(files: { readonly [file: string]: string }, pointer: string, file = form) {
  return readValue(files[file] ?? '', pointer)
}

const ui = '/steps/0/ui'
const field = '/steps/0/schema/properties/field'

describe('names of questions', () => {
  it('corrects names in the layout and its order, and removes those that resemble no question', () => {
    const parts = (from: string, to: string) => ({ edit: [{ file: form, from, to }] })
    const inOrder = fixed('unknown-field', parts('"count", "day"', '"coun", "day"'), `${ui}/ui:order/3`)
    expect(value(inOrder, `${ui}/ui:order/3`)).toBe('count')
    const gone = fixed('unknown-field', parts('"count", "day"', '"count", "colour", "day"'), `${ui}/ui:order/4`)
    expect(value(gone, `${ui}/ui:order`)).toEqual(['name', 'kind', 'company', 'count', 'day', 'field'])
    const renamed = fixed('unknown-field', parts('"kind": { "ui', '"kinds": { "ui'), `${ui}/kinds`)
    expect(value(renamed, ui)).toMatchObject({ kind: { 'ui:widget': 'radio' } })
  })

  it('corrects the path of a rule; a click removes a rule whose path resembles no question', () => {
    const days = (to: string): ExampleParts => ({ edit: [{ file: form, from: '"field": "applicant/day"', to }] })
    const finding = { rule: 'unknown-path', file: form, pointer: '/checks/0/field' }
    const near = exampleFiles(days('"field": "applicant/days"'))
    expect(value(fixFinding(near, finding), '/checks/0/field')).toBe('applicant/day')
    const far = exampleFiles(days('"field": "owner/birthDate"'))
    expect(fixFinding(far, finding)).toEqual(far)
    expect(value(fixByClick(far, finding), '/checks')).toBeUndefined()
  })
})

describe('texts', () => {
  it('keeps the texts of a renamed question under its new path, and removes others', () => {
    const moved = (label: string): ExampleParts => ({
      edit: [{ file: 'texts.ja.json', from: `"applicant/day": { "label": "希望日" },`, to: label }],
    })
    const old = moved('"applicant.day": { "label": "使う日" },')
    const renamed = fixed('text-unused', old, '/fields/applicant.day', 'texts.ja.json')
    expect(readText(renamed, 'ja', '/fields/applicant~1day/label')).toBe('使う日')
    const other = moved('"applicant/day": { "label": "希望日" }, "applicant/days": { "label": "使う日" },')
    const removed = fixed('text-unused', other, '/fields/applicant~1days', 'texts.ja.json')
    expect(value(removed, '/fields/applicant~1days', 'texts.ja.json')).toBeUndefined()
    expect(readText(removed, 'ja', '/fields/applicant~1day/label')).toBe('希望日')
  })

  it('makes a title in the schema the label of a question without one', () => {
    const schema = '{ "title": "番号", "type": "string", "maxLength": 9 }'
    const unlabelled = fixed('title-in-schema', { schema, ja: '{}', en: '{}' }, `${field}/title`)
    expect(readText(unlabelled, 'ja', '/fields/applicant~1field/label')).toBe('番号')
    expect(value(unlabelled, field)).toEqual({ type: 'string', maxLength: 9 })
    const labelled = fixed('title-in-schema', { schema }, `${field}/title`)
    expect(readText(labelled, 'ja', '/fields/applicant~1field/label')).toBe('項目')
  })

  it('proposes a label for a question by its name, its kind, or the other language', () => {
    const label = (en: string, edit: ExampleParts['edit'] = []) => {
      const files = fixed('no-label', { ja: '{}', en, edit }, '/fields/applicant~1field', 'texts.ja.json')
      return [
        readText(files, 'ja', '/fields/applicant~1field/label'),
        readText(files, 'en', '/fields/applicant~1field/label'),
      ]
    }
    expect(label('{}')).toEqual(['1行の文字', 'Field'])
    expect(label('{ "label": "Remarks" }')).toEqual(['Remarks', 'Remarks'])
  })

  it('label yes and no, and values that are Japanese words', () => {
    const boolean = { schema: '{ "type": "boolean" }', ui: '{ "ui:widget": "radio" }' }
    const yesNo = fixed('no-option-label', boolean, '/fields/applicant~1field', 'texts.en.json')
    expect(value(yesNo, '/fields/applicant~1field/options', 'texts.en.json')).toEqual({ true: 'Yes', false: 'No' })
    const words = { schema: '{ "type": "string", "enum": ["郵送", "窓口"] }' }
    const own = fixed('no-option-label', words, '/fields/applicant~1field', 'texts.ja.json')
    expect(value(own, '/fields/applicant~1field/options', 'texts.ja.json')).toEqual({ 郵送: '郵送', 窓口: '窓口' })
  })
})

it('counts a fee for each entry of the list that its questions are in, or once', () => {
  const line = (to: string) =>
    value(
      fixed('fee-list', { edit: [{ file: form, from: '"amount": 300', to }] }, '/fee/lines/0/amount'),
      '/fee/lines/0',
    )
  expect(line('"amount": { "answer": "dogs/list/[]/count" }')).toMatchObject({ forEach: 'dogs/list' })
  expect(line('"amount": 300, "forEach": "applicant/kind"')).not.toHaveProperty('forEach')
})

it('requires the question of a fee and its groups, only by a click', () => {
  const schema = '{ "type": "object", "properties": { "n": { "type": "integer" } } }'
  const files = exampleFiles({
    schema,
    edit: [{ file: form, from: '"applicant/count" }', to: '"applicant/field/n" }' }],
  })
  const finding = { rule: 'fee-optional', file: form, pointer: '/fee/lines/0/quantity' }
  expect([isFixable(finding), isFixableByClick(finding)]).toEqual([false, true])
  const after = fixByClick(files, finding)
  expect(value(after, `${field}/required`)).toEqual(['n'])
  expect(value(after, '/steps/0/schema/required')).toContain('field')
})

it('gives a question of a later row of a table the heading of the first row, only by a click', () => {
  const row = '{ "type": "object", "properties": { "mon": { "type": "string" } } }'
  const label = (key: string, words: string) => `"applicant/field${key}": { "label": "${words}" }`
  const ja = `{ "label": "勤務" }, ${label('/a/mon', '月')}, ${label('/b/mon', '火')}`
  const files = exampleFiles({ schema: `{ "type": "object", "properties": { "a": ${row}, "b": ${row} } }`, ja })
  const finding = { rule: 'table-labels', file: 'texts.ja.json', pointer: '/fields/applicant~1field~1b~1mon' }
  expect([isFixable(finding), isFixableByClick(finding)]).toEqual([false, true])
  const after = fixByClick(files, finding)
  expect(value(after, `${finding.pointer}/label`, finding.file)).toBe('月')
})

it('requires an entry of the list and a number above 0 that a fee counts, only by a click', () => {
  const list = '{ "type": "array", "maxItems": 3, "items": { "type": "object" } }'
  const files = exampleFiles({
    schema: list,
    edit: [
      { file: form, from: '"amount": 300', to: '"amount": 300, "forEach": "applicant/field/[]"' },
      { file: form, from: '"integer", "minimum": 1', to: '"integer", "minimum": 0' },
    ],
  })
  const finding = { rule: 'fee-none', file: form, pointer: '/fee/lines/0/forEach' }
  expect([isFixable(finding), isFixableByClick(finding)]).toEqual([false, true])
  const after = fixByClick(files, finding)
  expect(value(after, `${field}/minItems`)).toBe(1)
  expect(value(after, '/steps/0/schema/required')).toContain('field')
  const counted = fixByClick(files, { ...finding, pointer: '/fee/lines/0/quantity/answer' })
  expect(value(counted, '/steps/0/schema/properties/count/minimum')).toBe(1)
})

it('keeps the value of a repeated key that readers of JSON use', () => {
  const edit = [{ file: form, from: '"engine": 1,', to: '"engine": 7,\n  "engine": 1,' }]
  const files = fixed('duplicate-key', { edit }, '/engine')
  expect(files[form]).toBe(exampleFiles({})[form])
})

it('sets a limit that the form and its samples stay within', () => {
  const long = 'あ'.repeat(230)
  const edit = [{ file: 'valid/person.json', from: '"count": 1', to: `"count": 1, "field": "${long}"` }]
  const limit = (schema: string, more: ExampleParts = {}) =>
    value(fixed('no-max-length', { schema, ...more }, field), `${field}/maxLength`)
  expect(limit('{ "type": "string" }')).toBe(200)
  expect(limit('{ "type": "string", "minLength": 300 }')).toBe(300)
  expect(limit('{ "type": "string" }', { edit })).toBe(230)
})

it('converts the samples and the example of a question that gets a Japanese format', () => {
  const files = fixed(
    'use-format',
    {
      schema: '{ "type": "string", "pattern": "^[0-9]{3}-[0-9]{4}$" }',
      ui: '{ "ui:widget": "textarea" }',
      ja: '{ "label": "郵便番号", "example": "105-0011", "errors": { "pattern": "7桁です。" } }',
      edit: [{ file: 'valid/person.json', from: '"count": 1', to: '"count": 1, "field": "１０５－００１１"' }],
      files: {
        'invalid/code.json':
          '{ "from": "person", "set": { "/applicant/field": "x" }, "expect": { "pointer": "/applicant/field", "keyword": "pattern" } }',
      },
    },
    field,
  )
  expect(value(files, field)).toEqual({ type: 'string', format: 'jp-postal-code' })
  expect(value(files, `${ui}/field`)).toEqual({ 'ui:options': { autocomplete: 'postal-code' } })
  expect(readText(files, 'ja', '/fields/applicant~1field/example')).toBe('1000001')
  expect(readText(files, 'ja', '/fields/applicant~1field/errors/format')).toBe('7桁です。')
  expect(value(files, '/applicant/field', 'valid/person.json')).toBe('1050011')
  expect(value(files, '/expect/keyword', 'invalid/code.json')).toBe('jp-postal-code')
})

describe('a refused sample', () => {
  const refused = (from: string, to: string, pointer: string) =>
    fixed('sample-refused', { edit: [{ file: 'valid/person.json', from, to }] }, pointer, 'valid/person.json')

  it('gets the nearest accepted answer, or an answer that is missing', () => {
    expect(
      value(refused('"count": 1', '"count": 99', '/applicant/count'), '/applicant/count', 'valid/person.json'),
    ).toBe(10)
    const named = refused('"name": "山田",', '', '/applicant/name')
    expect(value(named, '/applicant/name', 'valid/person.json')).toBe('記入例')
  })

  it('loses the answer to a question that is missing', () => {
    const files = refused('"count": 1', '"count": 1, "colour": "茶"', '/applicant/colour')
    expect(value(files, '/applicant', 'valid/person.json')).toEqual({ name: '山田', kind: 'person', count: 1 })
  })
})
