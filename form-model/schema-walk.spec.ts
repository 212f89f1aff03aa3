import { describe, expect, it } from 'vitest'
import { mergedSchema, schemasAt, withParts } from './schema-walk.ts'

const text = { type: 'string' }

describe('the schemas of a value', () => {
  it('include every branch, combination and reference', () => {
    const root = {
      properties: { a: { const: 1 } },
      allOf: [{ if: {}, then: { properties: { a: { const: 2 } } }, else: { properties: { a: { const: 3 } } } }],
      anyOf: [{ properties: { a: { const: 4 } } }],
      oneOf: [{ properties: { a: { const: 5 } } }],
      dependencies: { b: { properties: { a: { const: 6 } } }, c: ['a'] },
      $ref: '#/definitions/rest',
      definitions: { rest: { properties: { a: { const: 7 } } } },
    }
    const found = schemasAt(root, ['a']).map((schema) => schema.const)
    expect(new Set(found)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]))
  })

  it('are those of the entry at a position, or of any entry', () => {
    const root = { properties: { list: { items: [text, { type: 'number' }], additionalItems: { type: 'boolean' } } } }
    expect(schemasAt(root, ['list', '1'])).toEqual([{ type: 'number' }])
    expect(schemasAt(root, ['list', '9'])).toEqual([{ type: 'boolean' }])
    expect(schemasAt(root, ['list', '[]'])).toHaveLength(3)
  })

  it('are found at any depth of a list that contains itself', () => {
    const part = { properties: { name: text, parts: { items: { $ref: '#/definitions/part' } } } }
    const root = { properties: { parts: { items: part } }, definitions: { part } }
    expect(schemasAt(root, ['parts', '0', 'parts', '3', 'parts', '1', 'name'])).toEqual([text])
  })

  it('are empty if no schema mentions the value', () => {
    expect(schemasAt({ properties: { a: text } }, ['toString'])).toEqual([])
    expect(schemasAt({ properties: { a: text } }, ['a', 'b'])).toEqual([])
  })

  it('are finite if a reference leads back to itself', () => {
    const loop = { definitions: { loop: { $ref: '#/definitions/loop' } }, $ref: '#/definitions/loop' }
    expect(withParts(loop, loop)).toHaveLength(2)
  })
})

describe('several schemas of one value as one', () => {
  it("use the first schema's keywords and join the choices", () => {
    expect(
      mergedSchema([
        { maxLength: 5, enum: ['a'] },
        { maxLength: 9, const: 'b' },
      ]),
    ).toEqual({
      maxLength: 5,
      enum: ['a', 'b'],
    })
    expect(mergedSchema([{ const: 'a' }, { type: 'string' }])).toEqual({ const: 'a', type: 'string' })
  })
})
