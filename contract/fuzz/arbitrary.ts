import fc from 'fast-check'
import { resolved } from '../openapi/document.ts'
import type { ApiDocument, Reference } from '../openapi/document.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Schema | Reference
  required?: string[]
  properties?: Record<string, Schema | Reference>
  additionalProperties?: boolean | Schema
  oneOf?: (Schema | Reference)[]
  allOf?: (Schema | Reference)[]
}

const formats: Record<string, fc.Arbitrary<string>> = {
  date: fc
    .date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('2100-01-01') })
    .map((day) => day.toISOString().slice(0, 10)),
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date('2000-01-01'), max: new Date('2100-01-01') })
    .map((time) => time.toISOString()),
  email: fc.emailAddress(),
  binary: fc.string(),
  uri: fc.webUrl(),
}

/** How complete a value is: anything allowed, only required members, or everything at its maximum. */
export type Fullness = 'any' | 'least' | 'most'

/** The number of entries of a full list without a maximum. */
const fullList = 25
const longText = 300

/** Values that a schema of the document allows; supports only the vocabulary that the document uses. */
export function valuesOf(document: ApiDocument, reference: unknown, extent: Fullness = 'any'): fc.Arbitrary<unknown> {
  const schema = resolved(document, reference as Schema | Reference)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map((one) => valuesOf(document, one, extent)))
  if (schema.allOf !== undefined) {
    return fc
      .tuple(...schema.allOf.map((one) => valuesOf(document, one, extent)))
      .map((parts) => parts.reduce<object>((whole, part) => Object.assign(whole, part), {}))
  }
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valuesOf(document, { ...schema, type }, extent)))
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 })
    case 'number': {
      const { exclusiveMinimum, minimum = -1_000, maximum = 1_000_000 } = schema
      const isExcluded = exclusiveMinimum !== undefined
      return fc.double({ min: exclusiveMinimum ?? minimum, minExcluded: isExcluded, max: maximum, noNaN: true })
    }
    case 'array':
      return listsOf(document, schema, extent)
    case 'object':
      return objectsOf(document, schema, extent)
    case 'string':
      return textsOf(schema, extent)
    case undefined:
      return fc.jsonValue({ maxDepth: 2 })
    default:
      throw new Error(`The type ${schema.type} is not supported`)
  }
}

function listsOf(document: ApiDocument, schema: Schema, extent: Fullness): fc.Arbitrary<unknown[]> {
  const items = valuesOf(document, schema.items ?? {}, extent)
  const { minItems = 0, maxItems } = schema
  if (extent === 'least') return fc.array(items, { minLength: minItems, maxLength: minItems })
  // A full list of values with few choices cannot have unique entries.
  const full = Math.min(maxItems ?? fullList, fullList)
  if (extent === 'most') return fc.array(items, { minLength: full, maxLength: full })
  return fc.uniqueArray(items, { minLength: minItems, maxLength: Math.min(maxItems ?? 4, 4), comparator: 'SameValue' })
}

function objectsOf(document: ApiDocument, schema: Schema, extent: Fullness): fc.Arbitrary<unknown> {
  if (schema.properties === undefined)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const required = schema.required ?? []
  const names = Object.keys(schema.properties).filter((name) => extent !== 'least' || required.includes(name))
  const members = names.map((name) => [name, valuesOf(document, schema.properties?.[name], extent)])
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: extent === 'most' ? names : required,
  })
}

function textsOf(schema: Schema, extent: Fullness): fc.Arbitrary<string> {
  // fast-check cannot generate strings for patterns with look-aheads.
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern.replace('(?!.*__)', ''), 'u'))
  const known = formats[schema.format ?? '']
  if (known !== undefined) return known
  const { minLength = 0, maxLength } = schema
  if (extent === 'least') return fc.string({ unit: 'grapheme', minLength, maxLength: minLength })
  const most = maxLength ?? longText
  if (extent === 'most') return fc.string({ unit: 'grapheme', minLength: most, maxLength: most })
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength ?? 40, 40)) })
}

/** Almost always invalid: a value replaced or added at a random place, or the whole value replaced. */
export function corrupted(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.jsonValue({ maxDepth: 1 }), fc.nat())
    .map(([value, other, place]) => replacedAt(value, other, place))
}

function replacedAt(value: unknown, other: unknown, place: number): unknown {
  if (typeof value !== 'object' || value === null || place % 5 === 0) return other
  const keys = Object.keys(value)
  if (keys.length === 0 || place % 7 === 0) return { ...value, unexpected: other }
  const key = keys[place % keys.length] ?? ''
  const replaced: unknown = replacedAt(Reflect.get(value, key), other, Math.floor(place / keys.length))
  return Array.isArray(value)
    ? value.map((item: unknown, index) => (String(index) === key ? replaced : item))
    : { ...value, [key]: replaced }
}
