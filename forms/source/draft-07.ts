import type { JsonSchema } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'

/** Keywords for authors and editors only. Residents' texts are elsewhere. */
const notes = new Set([
  '$schema',
  '$id',
  'id',
  '$comment',
  'title',
  'description',
  'examples',
  'deprecated',
  'writeOnly',
  '$defs',
  'definitions',
])

/**
 * One schema, without its subschemas, in draft-07 keywords: the only dialect of the form engine and its
 * interpreter. The check reports what draft-07 cannot express; it is not dropped silently.
 */
export function toDraft07(schema: JsonSchema): JsonSchema {
  const result: [string, unknown][] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (
      notes.has(keyword) ||
      keyword === 'dependentRequired' ||
      keyword === 'dependentSchemas' ||
      keyword === 'dependencies'
    )
      continue
    if (keyword === 'items' && schema.prefixItems !== undefined) result.push(['additionalItems', value])
    else result.push([keyword === 'prefixItems' ? 'items' : keyword, value])
  }
  const dependencies = mergeDependencies(schema)
  if (dependencies) result.push(['dependencies', dependencies])
  return constantsAsChoices(Object.fromEntries(result))
}

function mergeDependencies(schema: JsonSchema): JsonSchema | null {
  const merged = new Map<string, unknown>()
  for (const keyword of ['dependencies', 'dependentSchemas', 'dependentRequired']) {
    const part = schema[keyword]
    if (!isRecord(part)) continue
    for (const [name, value] of Object.entries(part)) merged.set(name, both(merged.get(name), value))
  }
  return merged.size === 0 ? null : Object.fromEntries(merged)
}

function both(first: unknown, second: unknown): unknown {
  if (first === undefined) return second
  if (Array.isArray(first) && Array.isArray(second))
    return [...new Set([...(first as unknown[]), ...(second as unknown[])])]
  return { allOf: [asSchema(first), asSchema(second)] }
}

function asSchema(dependency: unknown): unknown {
  return Array.isArray(dependency) ? { required: dependency as unknown[] } : dependency
}

/** `oneOf`/`anyOf` of constants is a list of choices. */
function constantsAsChoices(schema: JsonSchema): JsonSchema {
  for (const keyword of ['oneOf', 'anyOf']) {
    const parts = schema[keyword]
    if (!Array.isArray(parts) || parts.length === 0 || schema.enum !== undefined) continue
    const constants = parts.map((part: unknown) =>
      isRecord(part) && isConstantOnly(part) ? { value: part.const } : null,
    )
    if (constants.includes(null)) continue
    const { [keyword]: _parts, ...rest } = schema
    return { ...rest, enum: constants.map((constant) => constant?.value) }
  }
  return schema
}

function isConstantOnly(part: JsonSchema): boolean {
  return (
    Object.hasOwn(part, 'const') &&
    Object.keys(part).every((keyword) => keyword === 'const' || keyword === 'type' || notes.has(keyword))
  )
}
