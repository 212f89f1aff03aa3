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

/** Values a schema of the document allows; only the vocabulary the document uses. */
export function valuesOf(document: ApiDocument, reference: unknown): fc.Arbitrary<unknown> {
  const schema = resolved(document, reference as Schema | Reference)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.oneOf !== undefined) return fc.oneof(...schema.oneOf.map((one) => valuesOf(document, one)))
  if (schema.allOf !== undefined) {
    return fc
      .tuple(...schema.allOf.map((one) => valuesOf(document, one)))
      .map((parts) => parts.reduce<object>((whole, part) => Object.assign(whole, part), {}))
  }
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => valuesOf(document, { ...schema, type })))
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 })
    case 'array':
      return fc.uniqueArray(valuesOf(document, schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
        comparator: 'SameValue',
      })
    case 'object':
      return objectsOf(document, schema)
    case 'string':
      return textsOf(schema)
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectsOf(document: ApiDocument, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.properties === undefined)
    return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
  const members = Object.entries(schema.properties).map(([name, member]) => [name, valuesOf(document, member)])
  return fc.record(Object.fromEntries(members) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: schema.required ?? [],
  })
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  // Look-aheads are beyond fast-check's strings from a pattern.
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern.replace('(?!.*__)', ''), 'u'))
  const known = formats[schema.format ?? '']
  const { minLength = 0, maxLength = 40 } = schema
  return known ?? fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
}

/** Hardly ever what a schema allows: something else at a random place, or added, or the whole replaced. */
export function spoilt(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
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
