import { describe, expect, it } from 'vitest'
import type { Answers, JsonSchema } from '../../../form-model/definition.ts'
import { leavesOf } from '../../../form-model/answers.ts'
import { carryOver } from './carry-over.ts'

function object(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties }
}
const text = { type: 'string' }
function form(...steps: [string, JsonSchema][]) {
  return { steps: steps.map(([id, schema]) => ({ id, schema })) }
}

const before = form(
  ['applicant', object({ name: text, fax: text, age: text })],
  ['items', object({ lines: { type: 'array', items: object({ kind: text, size: text }) } })],
)
const after = form(
  ['applicant', object({ name: text, age: { type: 'integer' }, email: text })],
  ['items', object({ lines: { type: 'array', items: object({ kind: { enum: ['chair', 'desk'] } }) } })],
)
const answers: Answers = {
  applicant: { name: '港 花子', fax: '0312345678', age: '36' },
  items: { lines: [{ kind: 'chair', size: 'L' }, { kind: 'piano' }] },
}

describe('answers to an older form', () => {
  const errorsOf = () => [
    { pointer: '/applicant/email', code: 'required' },
    { pointer: '/applicant/age', code: 'required' },
    { pointer: '/items/lines/1/kind', code: 'enum' },
  ]
  const result = carryOver(answers, before, after, errorsOf, null)

  it('carryOver keeps an older answer, field by field, if the new form has the field', () => {
    expect(result.answers).toEqual({
      applicant: { name: '港 花子' },
      items: { lines: [{ kind: 'chair' }, { kind: 'piano' }] },
    })
  })

  it('carryOver reports an older answer with its value if the new form has no such field', () => {
    expect(result.removed).toEqual([
      { pointer: '/applicant/fax', value: '0312345678' },
      { pointer: '/applicant/age', value: '36' },
      { pointer: '/items/lines/0/size', value: 'L' },
    ])
  })

  it('carryOver keeps and reports a value that is no longer valid', () => {
    expect(result.differences).toContainEqual({
      pointer: '/items/lines/1/kind',
      field: 'items/lines/[]/kind',
      kind: 'check',
      value: 'piano',
    })
  })

  it('carryOver reports the new required fields, each once', () => {
    expect(result.differences).toContainEqual({
      pointer: '/applicant/email',
      field: 'applicant/email',
      kind: 'added',
    })
    expect(result.differences).toHaveLength(2)
  })

  it('carryOver does not report new fields if the old form cannot be read', () => {
    const { differences } = carryOver(answers, null, after, errorsOf, null)
    expect(differences.filter(({ kind }) => kind === 'added')).toEqual([])
  })

  it('carryOver keeps the answers of every branch of a condition', () => {
    const conditional = form([
      'applicant',
      { ...object({ kind: text }), allOf: [{ if: object({ kind: { const: 'x' } }), then: object({ name: text }) }] },
    ])
    expect(carryOver({ applicant: { kind: 'x', name: '港' } }, null, conditional, () => [], null).answers).toEqual({
      applicant: { kind: 'x', name: '港' },
    })
  })

  it('carryOver keeps the answers at every level of a list that contains itself', () => {
    const parts: JsonSchema = { type: 'array', items: { $ref: '#/definitions/part1' } }
    const part = object({ name: text, parts })
    const nested = form([
      'works',
      { ...object({ parts: { type: 'array', items: part } }), definitions: { part1: part } },
    ])
    const deep = { works: { parts: [{ name: '1', parts: [{ name: '1.1', parts: [{ name: '1.1.1' }] }] }] } }
    expect(carryOver(deep, nested, nested, () => [], null)).toMatchObject({ answers: deep, removed: [] })
  })

  it('carryOver moves answers to the new name of a renamed field, in every entry of a list', () => {
    const renaming = {
      ...form(
        ['applicant', object({ name: text, facsimile: text, age: text })],
        ['items', object({ lines: { type: 'array', items: object({ what: text, size: text }) } })],
      ),
      renamed: { 'applicant/fax': 'applicant/facsimile', 'items/lines/[]/kind': 'items/lines/[]/what' },
    }
    expect(carryOver(answers, before, renaming, () => [], null)).toEqual({
      answers: {
        applicant: { name: '港 花子', facsimile: '0312345678', age: '36' },
        items: { lines: [{ what: 'chair', size: 'L' }, { what: 'piano' }] },
      },
      differences: [],
      removed: [],
      unplaced: [],
    })
  })

  it('carryOver keeps the answer of a field whose name another field has taken', () => {
    const renaming = { ...form(['applicant', object({ name: text })]), renamed: { 'applicant/fax': 'applicant/name' } }
    const { answers: carried, removed } = carryOver(
      { applicant: { fax: '03', name: '港' } },
      before,
      renaming,
      () => [],
      null,
    )
    expect(carried).toEqual({ applicant: { name: '港' } })
    expect(removed).toEqual([{ pointer: '/applicant/fax', value: '03' }])
  })

  it('carryOver moves an answer without a place into an empty field that a later version has for it', () => {
    const later = {
      ...form(['applicant', object({ telephone: text })]),
      renamed: { 'applicant/fax': 'applicant/telephone' },
    }
    const fax = { key: '/applicant/fax', title: 'FAX', value: '03' }
    const other = { key: '/applicant/age', title: '年齢', value: '36' }
    const moved = carryOver({}, before, later, () => [], null, [fax, other])
    expect(moved).toMatchObject({ answers: { applicant: { telephone: '03' } }, unplaced: [other] })
    const taken = carryOver({ applicant: { telephone: '090' } }, before, later, () => [], null, [fax])
    expect(taken).toMatchObject({ answers: { applicant: { telephone: '090' } }, unplaced: [fax] })
  })

  it('carryOver removes an answer if a condition names the value but the type has changed', () => {
    const numbered = form([
      'applicant',
      {
        ...object({ age: { type: 'integer' } }),
        if: object({ age: { const: 1 } }),
        then: object({ age: { const: 1 } }),
      },
    ])
    expect(carryOver({ applicant: { age: '36' } }, before, numbered, () => [], null).answers).toEqual({ applicant: {} })
  })

  it('carryOver reports every answer of a step that was removed', () => {
    const { answers: carried, removed } = carryOver(answers, before, form(['other', object({})]), () => [], null)
    expect(carried).toEqual({})
    expect(removed).toEqual(leavesOf(answers))
  })

  it('carryOver keeps a visited step visited although nothing was entered in it', () => {
    expect(carryOver({ applicant: {} }, before, after, () => [], null).answers).toEqual({ applicant: {} })
  })

  it('carryOver names a chosen answer whose text has changed, even in a list and after a move', () => {
    const choice = { enum: ['a', 'b'], type: 'string' }
    const inBoth = form(['applicant', object({ kind: choice, kinds: { type: 'array', items: choice }, old: choice })])
    const to = {
      ...form(['applicant', object({ kind: choice, kinds: { type: 'array', items: choice }, now: choice })]),
      renamed: { 'applicant/old': 'applicant/now' },
    }
    const given = { applicant: { kind: 'a', kinds: ['b', 'a'], old: 'a' } }
    const before = (_: string, value: unknown) => (value === 'a' ? 'その他' : 'B')
    const after = (_: string, value: unknown) => (value === 'a' ? '東小学校' : 'B')
    const { answers: carried, differences } = carryOver(given, inBoth, to, () => [], { before, after })
    expect(carried).toEqual({ applicant: { kind: 'a', kinds: ['b', 'a'], now: 'a' } })
    expect(differences.map(({ pointer, kind, reworded }) => [pointer, kind, reworded])).toEqual(
      ['/applicant/kind', '/applicant/kinds/1', '/applicant/now'].map((pointer) => [
        pointer,
        'reworded',
        { before: 'その他', after: '東小学校' },
      ]),
    )
    expect(carryOver(given, inBoth, to, () => [], { before, after: before }).differences).toEqual([])
  })

  it('asks to check a reworded answer that the form refuses', () => {
    const to = form(['applicant', object({ kind: { type: 'string' } })])
    const words = { before: () => 'A', after: () => 'B' }
    const { differences } = carryOver(
      { applicant: { kind: 'a' } },
      to,
      to,
      () => [{ pointer: '/applicant/kind', code: 'enum' }],
      words,
    )
    expect(differences.map(({ kind }) => kind)).toEqual(['check'])
  })
})
