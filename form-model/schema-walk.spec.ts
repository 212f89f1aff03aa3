import { describe, expect, it } from 'vitest'
import {
  mapSubschemas,
  mergedSchema,
  partsOf,
  placedEntries,
  placedParts,
  schemasAt,
  subschemas,
  walkSchemas,
  withParts,
} from './schema-walk.ts'

const text = { type: 'string' }

/** Every way in which a keyword contains schemas, and look-alikes that contain none. */
const nested = {
  type: 'object',
  enum: [{ type: 'null' }],
  const: { a: text },
  not: text,
  items: [text, text],
  additionalItems: text,
  allOf: [text],
  then: text,
  properties: { 'a/b': text, list: { items: text } },
  dependencies: { a: ['b'], c: text },
  oneOf: text,
  if: [text],
  patternProperties: 'none',
}
const places = [
  '/s/not',
  '/s/items/0',
  '/s/items/1',
  '/s/additionalItems',
  '/s/allOf/0',
  '/s/then',
  '/s/properties/a~1b',
  '/s/properties/list',
  '/s/dependencies/c',
]

describe('the schemas inside a schema', () => {
  it('lists the schemas of all keywords, each with its pointer', () => {
    const found = subschemas(nested, '/s')
    expect(found.map(({ pointer }) => pointer)).toEqual(places)
    expect(found.map(({ keyword }) => keyword)).toEqual(places.map((place) => place.split('/')[2]))
    expect(found.map(({ schema }) => schema)).toEqual(
      places.map((place) => (place.endsWith('list') ? { items: text } : text)),
    )
    expect(subschemas({ toString: text }, '')).toEqual([])
  })

  it('visits the schemas from the outside, with their depth and keyword', () => {
    const visited: unknown[] = []
    walkSchemas(nested, '/s', (schema, pointer, depth, keyword) => visited.push([pointer, depth, keyword, schema]))
    expect(visited).toHaveLength(places.length + 2)
    expect(visited[0]).toEqual(['/s', 0, '', nested])
    expect(visited).toContainEqual(['/s/properties/list/items', 2, 'items', text])
    walkSchemas(true, '', () => expect.unreachable('a schema that is no object has no keywords'))
  })

  it('can be replaced, and everything else is kept', () => {
    const seen: string[] = []
    const replaced = mapSubschemas(nested, '/s', (_schema, pointer, keyword) => {
      seen.push(pointer)
      return keyword
    })
    expect(seen).toEqual(places)
    expect(replaced).toEqual({
      type: 'object',
      enum: [{ type: 'null' }],
      const: { a: text },
      not: 'not',
      items: ['items', 'items'],
      additionalItems: 'additionalItems',
      allOf: ['allOf'],
      then: 'then',
      properties: { 'a/b': 'properties', list: 'properties' },
      dependencies: { a: ['b'], c: 'dependencies' },
      oneOf: text,
      if: [text],
      patternProperties: 'none',
    })
    expect(mapSubschemas({ items: text }, '', () => true)).toEqual({ items: true })
  })
})

describe('the parts of a schema', () => {
  it('names the keyword and the property that activate a part', () => {
    const schema = {
      allOf: [text],
      then: text,
      dependencies: { a: text, b: ['c'] },
      dependentSchemas: { 'a/b': text },
      $ref: '#/definitions/day',
    }
    const parts = partsOf(schema, { definitions: { day: { format: 'date' } } })
    expect(parts.map(({ keyword, name, pointer, schema: part }) => [keyword, name, pointer, part])).toEqual([
      ['allOf', '', '/allOf/0', text],
      ['then', '', '/then', text],
      ['dependencies', 'a', '/dependencies/a', text],
      ['dependentSchemas', 'a/b', '/dependentSchemas/a~1b', text],
      ['$ref', '', '/definitions/day', { format: 'date' }],
    ])
  })

  it('states the condition of a part, and the number of parts of which one applies', () => {
    const tagged = (value: string) => ({ properties: { kind: { const: value }, other: text } })
    const alternatives = (schema: object) =>
      partsOf({ ...schema }, schema).map(({ alternative }) => [alternative?.branches, alternative?.condition])
    expect(alternatives({ allOf: [text], $ref: '#' })).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(alternatives({ if: { required: ['a'] }, then: text, else: text })).toEqual([
      [2, { required: ['a'] }],
      [2, { not: { required: ['a'] } }],
    ])
    expect(alternatives({ dependencies: { a: text } })).toEqual([[Infinity, { required: ['a'] }]])
    expect(alternatives({ anyOf: [text, { type: 'null' }] })).toEqual([
      [2, text],
      [2, { type: 'null' }],
    ])
    const union = { discriminator: { propertyName: 'kind' }, oneOf: [tagged('a'), tagged('b')] }
    expect(alternatives(union).map(([, condition]) => condition)).toEqual(
      ['a', 'b'].map((value) => ({ properties: { kind: { const: value } }, required: ['kind'] })),
    )
  })

  it('places each part, and the branches around it', () => {
    const inner = { if: { required: ['b'] }, then: { const: 1 } }
    const schema = { allOf: [{ if: { required: ['a'] }, else: inner }], $ref: '#/definitions/day' }
    const root = { schema: { definitions: { day: { const: 2 } } }, pointer: '/root' }
    const placed = placedParts(schema, '/here', root)
    const shown = placed.map(({ pointer, when }) => [
      pointer,
      when.map(({ keyword, branch }) => `${keyword} ${branch}`),
    ])
    expect(shown).toEqual([
      ['/here', []],
      ['/here/allOf/0', []],
      ['/here/allOf/0/else', ['if 1']],
      ['/here/allOf/0/else/then', ['if 1', 'if 0']],
      ['/root/definitions/day', []],
    ])
  })

  it('leave out a reference that is not to be followed', () => {
    const schema = { $ref: '#/definitions/day', allOf: [text] }
    const root = { definitions: { day: { format: 'date' } } }
    expect(withParts(schema, root)).toEqual([schema, text, { format: 'date' }])
    expect(withParts(schema, root, () => false)).toEqual([schema, text])
  })
})

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

  it('finds the schemas of the entry at a position, or of any entry', () => {
    const root = { properties: { list: { items: [text, { type: 'number' }], additionalItems: { type: 'boolean' } } } }
    expect(schemasAt(root, ['list', '1'])).toEqual([{ type: 'number' }])
    expect(schemasAt(root, ['list', '9'])).toEqual([{ type: 'boolean' }])
    expect(schemasAt(root, ['list', '[]'])).toHaveLength(3)
    expect(schemasAt(root, ['list', 'name'])).toEqual([])
    expect(schemasAt({ items: [true] }, ['0'])).toEqual([])
    expect(schemasAt({ items: true }, ['0'])).toEqual([])
  })

  it('lists the keys that lead to the schemas of an entry', () => {
    const keys = (schema: object) => placedEntries({ ...schema }).map((entry) => entry.keys)
    expect(keys({ items: text, additionalItems: text })).toEqual([['items']])
    expect(keys({ items: [true, text], additionalItems: text })).toEqual([['items', 1], ['additionalItems']])
    expect(keys({ prefixItems: [text], items: text })).toEqual([['prefixItems', 0], ['items']])
  })

  it('finds schemas at any depth of a list that contains itself', () => {
    const part = { properties: { name: text, parts: { items: { $ref: '#/definitions/part' } } } }
    const root = { properties: { parts: { items: part } }, definitions: { part } }
    expect(schemasAt(root, ['parts', '0', 'parts', '3', 'parts', '1', 'name'])).toEqual([text])
  })

  it('finds no schema of a value that no schema mentions', () => {
    expect(schemasAt({ properties: { a: text } }, ['toString'])).toEqual([])
    expect(schemasAt({ properties: { a: text } }, ['a', 'b'])).toEqual([])
  })

  it('ends if a reference leads back to itself', () => {
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
