import type { JsonSchema, UiSchema } from './definition.ts'
import { decodedFragment, isIndex, joinPointer, resolveLocalRef } from './pointer.ts'
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

/** Why a part applies, if it does not always: one of the branches of a schema. */
export type Alternative = {
  /** The schema with the condition or the union. */
  of: JsonSchema
  /** The keyword in `of`; both branches of a condition have `if`. */
  keyword: 'if' | 'anyOf' | 'oneOf' | 'dependencies'
  branch: number
  /** The number of branches, one of which applies; infinite if perhaps none does. */
  branches: number
  /** Over the same value. */
  condition: unknown
}

/** A schema that may apply to the same value as the schema it is part of. */
export type Part = {
  keyword: 'allOf' | 'anyOf' | 'oneOf' | 'then' | 'else' | 'dependencies' | 'dependentSchemas' | '$ref'
  /** The property that activates it, for `dependencies`. */
  name: string
  schema: JsonSchema
  /** Below the schema that it is part of; of a reference, below the root. */
  pointer: string
  /** `null`: it always applies. */
  alternative: Alternative | null
}

/** The schemas that describe the same value further: combinations, branches and the target of a local reference. */
export function partsOf(schema: JsonSchema, root: unknown): Part[] {
  const parts: Part[] = []
  const add = (
    keyword: Part['keyword'],
    part: unknown,
    pointer: string,
    alternative: Alternative | null,
    name = '',
  ) => {
    if (isRecord(part)) parts.push({ keyword, name, schema: part, pointer, alternative })
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const list = schema[keyword]
    if (!Array.isArray(list)) continue
    for (const [branch, part] of list.entries() as Iterable<[number, unknown]>) {
      const condition = tagCondition(schema, part)
      const alternative = keyword === 'allOf' ? null : { of: schema, keyword, branch, branches: list.length, condition }
      add(keyword, part, `/${keyword}/${branch}`, alternative)
    }
  }
  for (const [branch, keyword] of (['then', 'else'] as const).entries()) {
    const condition = keyword === 'then' ? schema.if : { not: schema.if }
    add(keyword, schema[keyword], `/${keyword}`, { of: schema, keyword: 'if', branch, branches: 2, condition })
  }
  for (const keyword of ['dependencies', 'dependentSchemas'] as const) {
    const map = schema[keyword]
    if (!isRecord(map)) continue
    for (const [branch, [name, part]] of Object.entries(map).entries()) {
      const condition = { required: [name] }
      const alternative = { of: schema, keyword: 'dependencies', branch, branches: Infinity, condition } as const
      add(keyword, part, joinPointer(`/${keyword}`, name), alternative, name)
    }
  }
  if (typeof schema.$ref === 'string')
    add('$ref', resolveLocalRef(root, schema.$ref), decodedFragment(schema.$ref.slice(1)), null)
  return parts
}

/** What distinguishes a branch of a union: its value of the discriminator, else the branch itself. */
function tagCondition({ discriminator }: JsonSchema, branch: unknown): unknown {
  const name = isRecord(discriminator) ? discriminator.propertyName : undefined
  const [tag] = isRecord(branch) && typeof name === 'string' ? propertySchemas(branch, name) : []
  return tag && typeof name === 'string' ? { properties: { [name]: tag }, required: [name] } : branch
}

/** A schema of a value, its place, and the branches that must apply, from the outermost. */
export type PlacedPart = { schema: JsonSchema; pointer: string; when: readonly Alternative[] }

/**
 * A schema and every part that may apply to the same value, under any condition.
 * @param root what local references are resolved in
 * @param follow whether to follow a reference; in a list that contains itself, following references would never end
 */
export function placedParts(
  schema: JsonSchema,
  pointer: string,
  root: { schema: unknown; pointer: string },
  follow: (ref: string) => boolean = () => true,
): PlacedPart[] {
  const seen = new Set<JsonSchema>()
  const visit = (placed: PlacedPart): PlacedPart[] => {
    if (seen.has(placed.schema)) return []
    seen.add(placed.schema)
    const { $ref, ...rest } = placed.schema
    const isLeft = typeof $ref === 'string' && !follow($ref)
    const inside = partsOf(isLeft ? rest : placed.schema, root.schema).flatMap((part) =>
      visit({
        schema: part.schema,
        pointer: `${part.keyword === '$ref' ? root.pointer : placed.pointer}${part.pointer}`,
        when: part.alternative === null ? placed.when : [...placed.when, part.alternative],
      }),
    )
    return [placed, ...inside]
  }
  return visit({ schema, pointer, when: [] })
}

/** The schemas of `placedParts`. */
export function withParts(schema: JsonSchema, root: unknown, follow?: (ref: string) => boolean): JsonSchema[] {
  return placedParts(schema, '', { schema: root, pointer: '' }, follow).map((part) => part.schema)
}

/** The schemas of an entry: of the entry at a position, or of any entry for `[]`. */
export function entrySchemas(schema: JsonSchema, position: string): JsonSchema[] {
  const { items, additionalItems } = schema
  if (position === '[]' || !Array.isArray(items)) return placedEntries(schema).map((entry) => entry.schema)
  return [(items as unknown[])[Number(position)] ?? additionalItems].filter(isRecord)
}

/** The schemas of any entry, with the keys that lead to them. */
export function placedEntries({ items, additionalItems, prefixItems }: JsonSchema) {
  const inList = (keyword: string, list: unknown) =>
    Array.isArray(list) ? list.map((schema: unknown, index) => ({ keys: [keyword, index], schema })) : []
  const found = Array.isArray(items)
    ? [...inList('items', items), { keys: ['additionalItems'], schema: additionalItems }]
    : [...inList('prefixItems', prefixItems), { keys: ['items'], schema: items }]
  return found.flatMap(({ keys, schema }) => (isRecord(schema) ? [{ keys, schema }] : []))
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

/** `ui:widget` or the same inside `ui:options`. */
export function uiOption(ui: UiSchema, name: string): unknown {
  const direct = ui[`ui:${name}`]
  if (direct !== undefined) return direct
  const options = ui['ui:options']
  return isRecord(options) && Object.hasOwn(options, name) ? options[name] : undefined
}
