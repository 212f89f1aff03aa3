import { isRecord } from './record.ts'

function same(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

function hasType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value)
    case 'null':
      return value === null
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function all(results: (boolean | undefined)[]): boolean | undefined {
  return results.includes(false) ? false : results.includes(undefined) ? undefined : true
}

function any(results: (boolean | undefined)[]): boolean | undefined {
  return results.includes(true) ? true : results.includes(undefined) ? undefined : false
}

const annotations = new Set(['title', 'description', '$comment', 'default', 'examples', 'discriminator', 'deprecated'])

/**
 * Whether a value satisfies a schema, by the keywords of conditions only (const, enum, type, required, properties,
 * allOf, anyOf, oneOf, not). `undefined` = another keyword decides. For choosing branches without a validator.
 */
export function satisfies(schema: unknown, value: unknown): boolean | undefined {
  if (typeof schema === 'boolean') return schema
  if (!isRecord(schema)) return undefined
  const results = Object.entries(schema).map(([keyword, expected]) => satisfiesKeyword(keyword, expected, value))
  return all(results)
}

function satisfiesKeyword(keyword: string, expected: unknown, value: unknown): boolean | undefined {
  if (annotations.has(keyword)) return true
  switch (keyword) {
    case 'const':
      return same(value, expected)
    case 'enum':
      return Array.isArray(expected) && expected.some((option: unknown) => same(value, option))
    case 'type':
      return Array.isArray(expected) ? expected.some((type: unknown) => hasType(value, type)) : hasType(value, expected)
    case 'required':
      return (
        !isRecord(value) || (Array.isArray(expected) && expected.every((name) => Object.hasOwn(value, String(name))))
      )
    case 'properties':
      if (!isRecord(value) || !isRecord(expected)) return true
      return all(
        Object.entries(expected).map(([name, property]) =>
          Object.hasOwn(value, name) ? satisfies(property, value[name]) : true,
        ),
      )
    case 'allOf':
      return Array.isArray(expected) ? all(expected.map((part) => satisfies(part, value))) : undefined
    case 'anyOf':
      return Array.isArray(expected) ? any(expected.map((part) => satisfies(part, value))) : undefined
    case 'oneOf': {
      if (!Array.isArray(expected)) return undefined
      const results = expected.map((part) => satisfies(part, value))
      return results.includes(undefined) ? undefined : results.filter(Boolean).length === 1
    }
    case 'not': {
      const result = satisfies(expected, value)
      return result === undefined ? undefined : !result
    }
    default:
      return undefined
  }
}
