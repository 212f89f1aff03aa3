import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from './definition.ts'
import { formatRegExp, formats, isFormatName } from './formats.ts'
import { satisfiesSchema, schemaErrors } from './interpreter.ts'

/** ajv, whose keywords, places and parameters the errors have. */
function newAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, discriminator: true, messages: false })
  for (const name of Object.keys(formats)) if (isFormatName(name)) ajv.addFormat(name, formatRegExp(name))
  return ajv
}

function found(schema: JsonSchema, value: unknown): string[] {
  return schemaErrors(schema, value).map((error) => line(error))
}

type Shown = { instancePath: string; keyword: string; params: { [name: string]: unknown } }

function line({ instancePath, keyword, params }: Shown): string {
  const { missingProperty, additionalProperty, limit, multipleOf, format, tag } = params
  const all = [missingProperty, additionalProperty, limit, multipleOf, format, tag]
  const shown = all.filter((part) => typeof part === 'string' || typeof part === 'number')
  return [instancePath, keyword, ...shown].join(' ')
}

const value = fc.oneof(
  fc.constantFrom('a', 'b', '', '1050011', '０９０', 'ヤマダ', '2026-02-28', 'x@example.jp'),
  fc.integer({ min: -3, max: 12 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }),
)
const data = fc.dictionary(fc.constantFrom('kind', 'n', 's', 'list', 'more'), value, { maxKeys: 5 })
const leaf = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'string', minLength: 2, maxLength: 6 },
  { type: 'string', pattern: '^[0-9]{7}$' },
  { type: 'string', format: 'jp-postal-code' },
  { type: 'string', format: 'jp-kana' },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'date' },
  { type: 'integer', minimum: 0, maximum: 10 },
  { type: 'number', exclusiveMinimum: 0, multipleOf: 2 },
  { type: 'boolean' },
  { enum: ['a', 'b', 1] },
  { const: 'b' },
  { type: ['string', 'null'] },
  { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 3, uniqueItems: true },
  { not: { const: 'a' } },
)
function group(combining: readonly string[]): fc.Arbitrary<JsonSchema> {
  return fc
    .record({
      properties: fc.dictionary(fc.constantFrom('kind', 'n', 's', 'list', 'more'), leaf, { maxKeys: 5 }),
      required: fc.uniqueArray(fc.constantFrom('kind', 'n', 's'), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
      tag: leaf,
      then: leaf,
      keyword: fc.constantFrom(...combining),
    })
    .map(({ properties, required, additionalProperties, tag, then, keyword }) => ({
      type: 'object',
      properties,
      required,
      additionalProperties,
      if: { properties: { kind: tag }, required: ['kind'] },
      then: { properties: { n: then } },
      dependencies: { s: ['kind'] },
      [keyword]: [{ properties: { more: tag } }, { required: ['more'] }],
    }))
}

describe('the interpreter of schemas', () => {
  it('agrees with ajv on validity', () => {
    const ajv = newAjv()
    fc.assert(
      fc.property(group(['allOf', 'anyOf', 'oneOf']), fc.array(data, { minLength: 4, maxLength: 4 }), (schema, all) => {
        const validate = ajv.compile(schema)
        for (const one of all) {
          expect(satisfiesSchema(schema, one)).toBe(validate(one))
          expect(schemaErrors(schema, one).length === 0).toBe(validate(one))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('names the errors that ajv names, with their places and limits', () => {
    const ajv = newAjv()
    fc.assert(
      fc.property(group(['allOf', 'anyOf']), data, (schema, one) => {
        const validate = ajv.compile(schema)
        validate(one)
        const expected = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
        const lines = expected.map(({ instancePath, keyword, params }) =>
          line({ instancePath, keyword, params: keyword === 'contains' ? {} : (params as Shown['params']) }),
        )
        expect(found(schema, one).toSorted()).toEqual(lines.toSorted())
      }),
      { numRuns: 100 },
    )
  })

  it('names places with Japanese and reserved characters as a JSON Pointer', () => {
    const schema = { type: 'object', properties: { '氏名 %/~#': { type: 'string', maxLength: 1 } } }
    expect(found(schema, { '氏名 %/~#': '港区' })).toEqual(['/氏名 %~1~0# maxLength 1'])
  })

  it('finds the limit behind a reference', () => {
    const definitions = { dog: { type: 'object', properties: { name: { type: 'string', maxLength: 2 } } } }
    const schema = { definitions, type: 'object', properties: { dogs: { items: { $ref: '#/definitions/dog' } } } }
    expect(found(schema, { dogs: [{ name: 'ab' }, { name: 'abc' }] })).toEqual(['/dogs/1/name maxLength 2'])
  })

  it('validates a part of a schema with the definitions of the whole', () => {
    const definitions = { dog: { required: ['name'] } }
    const part = { anyOf: [{ $ref: '#/definitions/dog' }] }
    const root = { definitions, properties: { dog: part } }
    expect(satisfiesSchema(part, { name: 'x' }, root)).toBe(true)
    expect(satisfiesSchema(part, {}, root)).toBe(false)
    expect(satisfiesSchema({ ...part }, {}, root)).toBe(false)
  })

  it('treats an undefined property as a missing one', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], maxProperties: 0 }
    expect(found(schema, { a: undefined })).toEqual([' required a'])
    expect(satisfiesSchema({ type: 'object' }, undefined)).toBe(false)
  })

  it('survives names and texts with half of a character', () => {
    const schema = { type: 'object', properties: { a: { maxLength: 1 } }, additionalProperties: false }
    expect(found(schema, { '\ud800': 1, a: '\ud83d' })).toEqual([' additionalProperties \ufffd'])
    expect(satisfiesSchema({ properties: { a: { const: '\\ud800' } } }, { a: '\\ud800' })).toBe(true)
  })

  const union = {
    type: 'object',
    discriminator: { propertyName: 'way' },
    oneOf: [
      { properties: { way: { const: 'post' }, town: { type: 'string' } }, required: ['way', 'town'] },
      { properties: { way: { enum: ['office'] }, desk: { type: 'string' } }, required: ['way', 'desk'] },
    ],
    required: ['way'],
  }
  it.each<[string, unknown, string[]]>([
    ['no branch', {}, [' discriminator way', ' required way']],
    ['an unknown branch', { way: 'fax' }, [' discriminator way']],
    ['one branch', { way: 'office' }, [' required desk']],
    ['one branch with another error', { way: 'post', town: 1 }, ['/town type']],
    ['a complete branch', { way: 'post', town: 'x' }, []],
  ])('names the errors of the branch that a discriminator names: %s', (_name, one, lines) => {
    const validate = newAjv().compile(union)
    validate(one)
    expect((validate.errors ?? []).map((error) => line(error as Shown)).toSorted()).toEqual(lines)
    expect(found(union, one).toSorted()).toEqual(lines)
  })
})
