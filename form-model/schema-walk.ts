import type { JsonSchema } from './definition.ts'
import { isIndex, joinPointer, resolveLocalRef } from './pointer.ts'
import { isRecord } from './record.ts'

/** How the value of a keyword contains schemas. */
export const schemaKeywords: { [keyword: string]: 'one' | 'list' | 'map' | 'one-or-list' | 'map-or-names' } = {
  additionalItems: 'one',
  additionalProperties: 'one',
  contains: 'one',
  propertyNames: 'one',
  unevaluatedItems: 'one',
  unevaluatedProperties: 'one',
  not: 'one',
  if: 'one',
  then: 'one',
  else: 'one',
  items: 'one-or-list',
  allOf: 'list',
  anyOf: 'list',
  oneOf: 'list',
  prefixItems: 'list',
  properties: 'map',
  patternProperties: 'map',
  definitions: 'map',
  $defs: 'map',
  dependentSchemas: 'map',
  dependencies: 'map-or-names',
}

/** Keywords whose values may be absent, so that a schema can contain itself through them. */
export const openKeywords: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'patternProperties',
])

export type Subschema = { keyword: string; pointer: string; schema: unknown }

/** The schemas directly inside a schema, with their pointers. */
export function subschemas(schema: JsonSchema, pointer: string): Subschema[] {
  return Object.entries(schema).flatMap(([keyword, value]): Subschema[] => {
    const kind = Object.hasOwn(schemaKeywords, keyword) ? schemaKeywords[keyword] : undefined
    const place = joinPointer(pointer, keyword)
    if (kind === undefined) return []
    if (Array.isArray(value)) {
      return kind === 'list' || kind === 'one-or-list'
        ? value.map((part: unknown, index) => ({ keyword, pointer: joinPointer(place, index), schema: part }))
        : []
    }
    if (kind === 'one' || kind === 'one-or-list') return [{ keyword, pointer: place, schema: value }]
    if (kind === 'list' || !isRecord(value)) return []
    return Object.entries(value).flatMap(([name, part]) =>
      Array.isArray(part) ? [] : [{ keyword, pointer: joinPointer(place, name), schema: part }],
    )
  })
}

/** Visits a schema and everything inside it, outer schemas first; `depth` counts the schemas around it. */
export function walkSchemas(
  schema: unknown,
  pointer: string,
  visit: (schema: JsonSchema, pointer: string, depth: number, keyword: string) => void,
  depth = 0,
  keyword = '',
): void {
  if (!isRecord(schema)) return
  visit(schema, pointer, depth, keyword)
  for (const part of subschemas(schema, pointer)) walkSchemas(part.schema, part.pointer, visit, depth + 1, part.keyword)
}

/** Replaces every schema directly inside a schema. */
export function mapSubschemas(
  schema: JsonSchema,
  pointer: string,
  replace: (schema: unknown, pointer: string, keyword: string) => unknown,
): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const kind = Object.hasOwn(schemaKeywords, keyword) ? schemaKeywords[keyword] : undefined
      const place = joinPointer(pointer, keyword)
      if (kind === undefined) return [keyword, value]
      if (Array.isArray(value)) {
        return kind === 'list' || kind === 'one-or-list'
          ? [keyword, value.map((part: unknown, index) => replace(part, joinPointer(place, index), keyword))]
          : [keyword, value]
      }
      if (kind === 'one' || kind === 'one-or-list') return [keyword, replace(value, place, keyword)]
      if (kind === 'list' || !isRecord(value)) return [keyword, value]
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value).map(([name, part]) => [
            name,
            Array.isArray(part) ? part : replace(part, joinPointer(place, name), keyword),
          ]),
        ),
      ]
    }),
  )
}

/** A schema that may apply to the same value as the schema it is part of. */
export type Part = {
  keyword: 'allOf' | 'anyOf' | 'oneOf' | 'then' | 'else' | 'dependencies' | '$ref'
  /** The property that activates it, for `dependencies`. */
  name: string
  schema: JsonSchema
}

/** The schemas that describe the same value further: combinations, branches and the target of a local reference. */
export function partsOf(schema: JsonSchema, root: unknown): Part[] {
  const parts: { keyword: Part['keyword']; name: string; schema: unknown }[] = []
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const list = schema[keyword]
    if (Array.isArray(list)) parts.push(...list.map((part: unknown) => ({ keyword, name: '', schema: part })))
  }
  for (const keyword of ['then', 'else'] as const) parts.push({ keyword, name: '', schema: schema[keyword] })
  if (isRecord(schema.dependencies))
    for (const [name, part] of Object.entries(schema.dependencies))
      parts.push({ keyword: 'dependencies', name, schema: part })
  if (typeof schema.$ref === 'string')
    parts.push({ keyword: '$ref', name: '', schema: resolveLocalRef(root, schema.$ref) })
  return parts.flatMap(({ keyword, name, schema: part }) => (isRecord(part) ? [{ keyword, name, schema: part }] : []))
}

/**
 * A schema and every part that may apply to the same value, under any condition.
 * @param root what local references are resolved in
 * @param follow whether to follow a reference; in a list that contains itself, following references would never end
 */
export function withParts(
  schema: JsonSchema,
  root: unknown,
  follow: (ref: string) => boolean = () => true,
): JsonSchema[] {
  const seen = new Set<JsonSchema>()
  const visit = (part: JsonSchema): JsonSchema[] => {
    if (seen.has(part)) return []
    seen.add(part)
    const { $ref, ...rest } = part
    const inside = typeof $ref === 'string' && !follow($ref) ? partsOf(rest, root) : partsOf(part, root)
    return [part, ...inside.flatMap(({ schema: each }) => visit(each))]
  }
  return visit(schema)
}

/** The schemas of an entry: of the entry at a position, or of any entry for `[]`. */
export function entrySchemas({ items, additionalItems }: JsonSchema, position: string): JsonSchema[] {
  if (!Array.isArray(items)) return isRecord(items) ? [items] : []
  const list = items as unknown[]
  const found = position === '[]' ? [...list, additionalItems] : [list[Number(position)] ?? additionalItems]
  return found.filter(isRecord)
}

export function propertySchemas({ properties }: JsonSchema, name: string): JsonSchema[] {
  const property = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isRecord(property) ? [property] : []
}

/** Every schema that may describe the value below a schema, for any branch of a condition. */
export function schemasAt(root: JsonSchema, segments: readonly string[]): JsonSchema[] {
  return segments.reduce((schemas, segment) => schemasBelow(schemas, segment, root), withParts(root, root))
}

/** Every schema that may describe a property or an entry of the value that these schemas describe. */
export function schemasBelow(schemas: readonly JsonSchema[], segment: string, root: unknown): JsonSchema[] {
  const isEntry = segment === '[]' || isIndex(segment)
  return schemas
    .flatMap((schema) => [...propertySchemas(schema, segment), ...(isEntry ? entrySchemas(schema, segment) : [])])
    .flatMap((schema) => withParts(schema, root))
}

/** Several schemas of one value merged, the first taking precedence; their choices are joined. */
export function mergedSchema(schemas: readonly JsonSchema[]): JsonSchema {
  const merged: JsonSchema = Object.fromEntries(schemas.toReversed().flatMap((schema) => Object.entries(schema)))
  const choices = schemas.flatMap((schema) =>
    Array.isArray(schema.enum) ? (schema.enum as unknown[]) : 'const' in schema ? [schema.const] : [],
  )
  const distinct = [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()]
  if (distinct.length > 1) {
    delete merged.const
    merged.enum = distinct
  }
  return merged
}
