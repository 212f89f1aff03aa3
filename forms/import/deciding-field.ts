import type { JsonSchema } from '../../form-model/definition.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { isSameJson } from '../source/same-json.ts'

type Tag = { values: unknown[] } | { except: unknown[] }

/**
 * Finds a field of the group that has different values in each branch; in the last branch, it may have any other value.
 *
 * `{ oneOf: [{ properties: { kind: { const: 'a' }, x } }, { properties: { kind: { const: 'b' }, y } }] }` → `{
 * properties: { kind: { enum: ['a', 'b'] } }, allOf: [{ if: kind is 'a', then: x }, { if: kind is 'b', then: y }] }`
 *
 * @param convert converts the union that remains if several branches have the same values of the field
 */
export function byDecidingField(
  rest: JsonSchema,
  parts: JsonSchema[],
  convert: (union: JsonSchema) => JsonSchema,
): JsonSchema | null {
  const flat = parts.map(flatten)
  const base = flatten(rest)
  for (const path of candidatePaths(flat)) {
    const groups = groupByTag(flat, path)
    const tags = groups.map(({ tag }) => tag)
    if (groups.length < 2 || !areDisjoint(tags)) continue
    const known = tags.flatMap((tag) => (tag && 'values' in tag ? tag.values : []))
    const isClosed = tags.every((tag) => tag && 'values' in tag)
    const own = choices(schemaAt(base, path) ?? {})
    if (isClosed && own !== null && !own.some((value) => isAmong(value, known))) continue
    const conditions = groups.map(({ tag, members }) => {
      const [first = {}, ...others] = members.map((part) => withoutTag(part, path))
      return {
        if: conditionAt(path, tag ?? { values: [] }),
        then: others.length === 0 ? first : convert({ oneOf: [first, ...others] }),
      }
    })
    const needed = conditions.filter(({ then }) => Object.keys(then).length > 0)
    const declared = declare(base, path, isClosed ? known : null, flat)
    return needed.length === 0 ? declared : { ...declared, allOf: [...arrayOf(declared.allOf), ...needed] }
  }
  return null
}

type TagGroup = { tag: Tag | null; members: JsonSchema[] }

/** Branches with identical values of the field are distinguished by another field inside. */
function groupByTag(parts: JsonSchema[], path: string[]): TagGroup[] {
  const groups = new Map<string, TagGroup>()
  for (const part of parts) {
    const tag = tagAt(part, path)
    const key = JSON.stringify(tag)
    const known = groups.get(key)
    if (known) known.members.push(part)
    else groups.set(key, { tag, members: [part] })
  }
  return [...groups.values()]
}

/** `allOf` of plain groups as one group. */
function flatten(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema
  const simple = arrayOf(allOf).filter(
    (part) => isRecord(part) && Object.keys(part).every((key) => ['type', 'properties', 'required'].includes(key)),
  )
  if (simple.length === 0) return schema
  const left = arrayOf(allOf).filter((part) => !simple.includes(part))
  const merged = [rest, ...simple.filter(isRecord)]
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(
      merged.flatMap(({ properties }) => (isRecord(properties) ? Object.entries(properties) : [])),
    ),
    required: [...new Set(merged.flatMap(({ required }) => arrayOf(required)))],
    ...(left.length > 0 ? { allOf: left } : {}),
  }
}

function candidatePaths(parts: JsonSchema[]): string[][] {
  const [first] = parts
  const properties = recordOf(first?.properties)
  const direct = Object.keys(properties).map((name) => [name])
  const nested = Object.entries(properties).flatMap(([name, part]) =>
    isRecord(part) && isRecord(part.properties) ? Object.keys(part.properties).map((inner) => [name, inner]) : [],
  )
  return [...direct, ...nested]
}

function schemaAt(schema: JsonSchema, path: string[]): JsonSchema | null {
  let found: unknown = schema
  for (const name of path) {
    const properties = isRecord(found) ? found.properties : undefined
    found = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  }
  return isRecord(found) ? found : null
}

function tagAt(part: JsonSchema, path: string[]): Tag | null {
  const property = schemaAt(part, path)
  if (!property) return null
  const values = choices(property)
  if (values) return { values }
  const { not } = property
  const except = isRecord(not) ? choices(not) : null
  return except ? { except } : null
}

function areDisjoint(tags: (Tag | null)[]): boolean {
  const seen = new Set<string>()
  let open: unknown[] | null = null
  for (const tag of tags) {
    if (!tag) return false
    if ('except' in tag) {
      if (open) return false
      open = tag.except
      continue
    }
    for (const value of tag.values) {
      const key = JSON.stringify(value)
      if (seen.has(key)) return false
      seen.add(key)
    }
  }
  return open === null || [...seen].every((key) => (open ?? []).some((value) => JSON.stringify(value) === key))
}

function conditionAt(path: string[], tag: Tag): JsonSchema {
  const [name = '', ...inner] = path
  const leaf: JsonSchema =
    'values' in tag
      ? tag.values.length === 1
        ? { const: tag.values[0] }
        : { enum: tag.values }
      : { not: { enum: tag.except } }
  return { properties: { [name]: inner.length > 0 ? conditionAt(inner, tag) : leaf }, required: [name] }
}

/** What a branch says about the deciding field beside its values, which decide, and what `declare` takes from it. */
function besideTag(field: unknown): JsonSchema {
  const { const: _const, enum: _enum, not, ...rest } = recordOf(field)
  const isDecided = choices(recordOf(field)) === null && isRecord(not) && choices(not) !== null
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([keyword]) => !declared.has(keyword))),
    ...(not === undefined || isDecided ? {} : { not }),
  }
}

const declared: ReadonlySet<string> = new Set([
  'type',
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  'deprecated',
  'enumNames',
  'nullable',
  'blank',
])

/** The branch without its deciding field and without keywords that have no effect. */
function withoutTag(part: JsonSchema, path: string[]): JsonSchema {
  const [name = '', ...inner] = path
  const { type: _type, properties, required, ...rest } = part
  const entries = isRecord(properties) ? Object.entries(properties) : []
  const kept = entries.flatMap(([key, value]): [string, unknown][] => {
    if (key !== name) return [[key, value]]
    // A closed branch must still name the field that it no longer describes.
    const closed: [string, unknown][] = part.additionalProperties === false ? [[key, {}]] : []
    if (!isRecord(value)) return closed
    const left = inner.length === 0 ? besideTag(value) : withoutTag(value, inner)
    return Object.keys(left).length > 0 ? [[key, left]] : closed
  })
  const demanded = arrayOf(required).filter((key) => key !== name || inner.length > 0)
  return {
    ...rest,
    ...(kept.length > 0 ? { properties: Object.fromEntries(kept) } : {}),
    ...(demanded.length > 0 ? { required: demanded } : {}),
  }
}

/**
 * The deciding field in the group itself: with all its values, or open (`null`). It stays the object that it was in the
 * group or the first branch, whose place is known.
 */
function declare(base: JsonSchema, path: string[], values: unknown[] | null, parts: JsonSchema[]): JsonSchema {
  const [name = '', ...inner] = path
  const properties = recordOf(base.properties)
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  const known = recordOf(own)
  const written = isRecord(own) ? own : schemaAt(parts[0] ?? {}, [name])
  const type = parts.map((part) => schemaAt(part, path)?.type).find((found) => found !== undefined)
  const isPlain = type === 'boolean' || (values?.every((value) => typeof value === 'boolean') ?? false)
  const content: JsonSchema =
    inner.length > 0
      ? declare(
          { type: 'object', ...known },
          inner,
          values,
          parts.map((part) => schemaAt(part, [name]) ?? {}),
        )
      : {
          ...(type === undefined ? {} : { type }),
          ...(isPlain ? { type: 'boolean' } : {}),
          ...textsOf(parts.map((part) => schemaAt(part, path) ?? {})),
          ...known,
          ...(isPlain || values === null ? {} : listed(known, values)),
        }
  const field = written === null ? content : replaced(written, content)
  const always = parts.every(({ required }) => arrayOf(required).includes(name))
  const required = [...new Set([...arrayOf(base.required), ...(always ? [name] : [])])]
  return { ...base, properties: { ...properties, [name]: field }, ...(required.length > 0 ? { required } : {}) }
}

/** The label and the help that branches give the deciding field, from the first that has one. */
function textsOf(fields: readonly JsonSchema[]): JsonSchema {
  const { title, description } = Object.assign({}, ...fields.toReversed()) as JsonSchema
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

/** The choices of the group that some branch accepts, or those of the branches if the group lists none. */
function listed(known: JsonSchema, values: readonly unknown[]): JsonSchema {
  const { enum: own, enumNames } = known
  if (!Array.isArray(own)) return 'const' in known ? {} : { enum: values }
  const isKept = (_value: unknown, index: number) => isAmong(own[index], values)
  return {
    enum: own.filter(isKept),
    ...(Array.isArray(enumNames) ? { enumNames: enumNames.filter(isKept) } : {}),
  }
}

function isAmong(value: unknown, values: readonly unknown[]): boolean {
  return values.some((one) => isSameJson(one, value))
}

function replaced(schema: JsonSchema, content: JsonSchema): JsonSchema {
  for (const keyword of Object.keys(schema)) delete schema[keyword]
  return Object.assign(schema, content)
}

/** The values that a schema allows, if it lists them. */
export function choices(part: JsonSchema): unknown[] | null {
  if ('const' in part) return [part.const]
  return Array.isArray(part.enum) ? (part.enum as unknown[]) : null
}
