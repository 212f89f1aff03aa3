import type { JsonSchema } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { byDecidingField, choices, listOf } from './deciding-field.ts'

/**
 * `oneOf` and `anyOf` as other tools write them, converted to `if`/`then` if a field, or the presence of fields,
 * distinguishes the branches: residents then see one form with conditional fields instead of a choice of "options".
 * Other branches stay unchanged.
 */
export function unionsToConditions(schema: JsonSchema): JsonSchema {
  let result = schema
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const parts = result[keyword]
    if (!Array.isArray(parts) || !parts.every(isRecord)) continue
    const { [keyword]: _parts, ...rest } = result
    const [only] = parts
    const converted =
      parts.length === 1 && only
        ? withPart(rest, only)
        : (asChoices(rest, parts) ??
          asTexts(rest, parts) ??
          asRequired(rest, parts) ??
          byDecidingField(rest, parts, unionsToConditions))
    if (converted) result = converted
  }
  return result
}

function withPart(schema: JsonSchema, part: JsonSchema): JsonSchema {
  return {
    ...schema,
    allOf: [...listOf(schema.allOf), part],
  }
}

const notes = new Set(['title', 'description', 'default', 'examples', 'type', 'required'])

/**
 * All branches are lists of values of one plain type.
 *
 * `{ oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }` → `{ enum: ['a', 'b', 'c'] }`
 */
function asChoices(rest: JsonSchema, parts: JsonSchema[]): JsonSchema | null {
  const values = parts.map((part) =>
    Object.keys(part).every((key) => notes.has(key) || key === 'enum' || key === 'const') ? choices(part) : null,
  )
  if (values.includes(null)) return null
  const [first] = parts
  const isBoolean = parts.every((part) => part.type === 'boolean')
  const type = first?.type
  if (isBoolean) return { type, ...rest }
  return { ...(type === undefined ? {} : { type }), ...rest, enum: [...new Set(values.flatMap((list) => list ?? []))] }
}

/**
 * Texts with alternative forms: the first that matches, else the next.
 *
 * `{ oneOf: [{ type: 'string', pattern: '^a' }, { type: 'string', pattern: '^b' }] }` → `{ type: 'string', allOf: [{
 * if: { pattern: '^a' }, else: { pattern: '^b' } }] }`
 */
function asTexts(rest: JsonSchema, parts: JsonSchema[]): JsonSchema | null {
  if (!parts.every((part) => part.type === 'string' || (rest.type === 'string' && part.properties === undefined)))
    return null
  const limits = parts.map(({ maxLength }) => maxLength)
  const longest = limits.every((limit) => typeof limit === 'number')
    ? { maxLength: Math.max(...limits.map(Number)) }
    : {}
  return { type: 'string', ...longest, ...rest, allOf: [...listOf(rest.allOf), chain(parts.map(withoutType))] }
}

function withoutType({ type: _type, ...part }: JsonSchema): JsonSchema {
  return part
}

/** `if` the first branch is satisfied, the value is valid; `else` one of the other branches must be satisfied. */
function chain([first = {}, ...others]: JsonSchema[]): JsonSchema {
  const [last] = others
  if (!last) return first
  return { if: first, else: others.length === 1 ? last : chain(others) }
}

/**
 * At least one of several fields must be present.
 *
 * `{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }` → `{ allOf: [{ if: { required: ['a'] }, else: { required:
 * ['b'] } }] }`
 */
function asRequired(rest: JsonSchema, parts: JsonSchema[]): JsonSchema | null {
  if (!parts.every((part) => Object.keys(part).every((key) => key === 'required' || key === 'type'))) return null
  return { ...rest, allOf: [...listOf(rest.allOf), chain(parts.map(({ required }) => ({ required })))] }
}
