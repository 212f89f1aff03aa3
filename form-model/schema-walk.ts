import type { JsonSchema } from './definition.ts'
import { joinPointer } from './pointer.ts'
import { isRecord } from './record.ts'

/** How a keyword holds schemas. */
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

/** Keywords whose values need not be there at first: a schema may come back to itself through them without end. */
export const openKeywords: ReadonlySet<string> = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'patternProperties',
])

export type Subschema = { keyword: string; pointer: string; schema: unknown }

/** The schemas directly inside a schema, with the pointers they stand at. */
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

/** Visits a schema and everything inside it, outside first; `depth` counts the schemas around it. */
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
