import type { JsonSchema } from '../../form-model/definition.ts'
import { formats, isFormatName } from '../../form-model/formats.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { samplePattern } from './pattern-sample.ts'

/** A repeatable source of numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = (seed * 2654435761 + 88675123) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

export type GenerateOptions = {
  random: () => number
  /** Probability that an optional field is answered: 0 = only required ones, 1 = everything. */
  fullness: number
  root: JsonSchema
}

/** A value that satisfies a schema in draft-07 keywords as far as its construction can ensure; check it before use. */
export function generateValue(schema: unknown, options: GenerateOptions, depth = 0): unknown {
  if (!isRecord(schema)) return 'x'
  const effective = chooseBranches(schema, options)
  if ('const' in effective) return effective.const
  if (Array.isArray(effective.enum)) return pick(effective.enum, options.random)
  const type: unknown = Array.isArray(effective.type) ? (effective.type as unknown[])[0] : effective.type
  switch (type) {
    case 'string':
      return generateText(effective, options.random)
    case 'integer':
    case 'number':
      return generateNumber(effective, type === 'integer', options.random)
    case 'boolean':
      return options.random() < 0.5
    case 'null':
      return null
    case 'array':
      return generateList(effective, options, depth)
    default:
      return type === 'object' || isRecord(effective.properties) || Array.isArray(effective.required)
        ? generateGroup(effective, options, depth)
        : 'x'
  }
}

function pick<T>(list: readonly T[], random: () => number): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** One way to satisfy conditions and combinations, as a single flat schema. */
function chooseBranches(schema: JsonSchema, options: GenerateOptions): JsonSchema {
  let result: JsonSchema = { ...schema }
  for (let round = 0; round < 20; round++) {
    const { $ref, allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...rest } = result
    const parts: unknown[] = []
    if (typeof $ref === 'string') parts.push(referred($ref, options.root))
    if (Array.isArray(allOf)) parts.push(...(allOf as unknown[]))
    if (Array.isArray(anyOf)) parts.push(pick(anyOf as unknown[], options.random))
    if (Array.isArray(oneOf)) parts.push(pick(oneOf as unknown[], options.random))
    if (condition !== undefined) {
      if (options.random() < 0.5 && !contradicts(result, condition)) parts.push(condition, then)
      else parts.push(otherwise)
    }
    if (parts.length === 0) return rest
    result = parts.filter(isRecord).reduce(mergeSchemas, rest)
  }
  return result
}

/** Whether a condition needs an answer that the branches chosen before it have excluded. */
function contradicts(schema: JsonSchema, condition: unknown): boolean {
  if (!isRecord(condition) || !isRecord(condition.properties) || !isRecord(schema.properties)) return false
  const { properties } = schema
  return Object.entries(condition.properties).some(([name, wanted]) => {
    const known = Object.hasOwn(properties, name) ? valuesOf(properties[name]) : null
    const values = valuesOf(wanted)
    return known !== null && values !== null && !values.some((value) => known.includes(value))
  })
}

/** The values that a `const` or an `enum` allows, as JSON; `null` if there are no such limits. */
function valuesOf(schema: unknown): string[] | null {
  if (!isRecord(schema)) return null
  if ('const' in schema) return [JSON.stringify(schema.const)]
  return Array.isArray(schema.enum) ? (schema.enum as unknown[]).map((value) => JSON.stringify(value)) : null
}

function referred(ref: string, root: JsonSchema): unknown {
  const { definitions } = root
  const name = ref.replace('#/definitions/', '')
  return isRecord(definitions) && Object.hasOwn(definitions, name) ? definitions[name] : {}
}

const lists = new Set(['required', 'allOf'])
const smallest = new Set(['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum'])
const largest = new Set(['minimum', 'minLength', 'minItems', 'exclusiveMinimum'])

/** A schema that requires both. */
function mergeSchemas(first: JsonSchema, second: JsonSchema): JsonSchema {
  const merged = new Map(Object.entries(first))
  for (const [keyword, value] of Object.entries(second)) {
    const known = merged.get(keyword)
    if (known === undefined) merged.set(keyword, value)
    else if (keyword === 'properties' && isRecord(known) && isRecord(value))
      merged.set(keyword, mergeProperties(known, value))
    else if (lists.has(keyword) && Array.isArray(known) && Array.isArray(value))
      merged.set(keyword, [...new Set([...(known as unknown[]), ...(value as unknown[])])])
    else if (keyword === 'enum' && Array.isArray(known) && Array.isArray(value))
      merged.set(
        keyword,
        known.filter((choice: unknown) =>
          value.some((other: unknown) => JSON.stringify(other) === JSON.stringify(choice)),
        ),
      )
    else if (smallest.has(keyword)) merged.set(keyword, Math.min(Number(known), Number(value)))
    else if (largest.has(keyword)) merged.set(keyword, Math.max(Number(known), Number(value)))
    else if (['if', 'oneOf', 'anyOf', '$ref'].includes(keyword))
      merged.set('allOf', [...arrayOf(merged.get('allOf')), onlyBranch(second, keyword)])
    else if (!['then', 'else', 'type'].includes(keyword)) merged.set(keyword, value)
  }
  return Object.fromEntries(merged)
}

function onlyBranch(schema: JsonSchema, keyword: string): JsonSchema {
  return keyword === 'if'
    ? { if: schema.if, then: schema.then ?? {}, else: schema.else ?? {} }
    : { [keyword]: schema[keyword] }
}

function mergeProperties(first: JsonSchema, second: JsonSchema): JsonSchema {
  const merged = new Map(Object.entries(first))
  for (const [name, property] of Object.entries(second)) {
    const known = merged.get(name)
    merged.set(name, isRecord(known) && isRecord(property) ? mergeSchemas(known, property) : property)
  }
  return Object.fromEntries(merged)
}

const filler = '申請の内容について記入する文章の例です。'

function generateText(schema: JsonSchema, random: () => number): string {
  const least = Number(schema.minLength ?? 1)
  const most = Number(schema.maxLength ?? Math.max(least, 20))
  if (typeof schema.pattern === 'string') {
    for (let attempt = 0; attempt < 20; attempt++) {
      const sample = samplePattern(schema.pattern, random)
      const length = sample === null ? -1 : Array.from(sample).length
      if (sample !== null && length >= least && length <= most) return sample
    }
  }
  if (isFormatName(schema.format)) return formats[schema.format].example
  const length = Math.min(most, Math.max(least, 1 + Math.floor(random() * 12)))
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length)
}

function generateNumber(schema: JsonSchema, whole: boolean, random: () => number): number {
  const step = typeof schema.multipleOf === 'number' ? schema.multipleOf : whole ? 1 : 0.5
  const above = typeof schema.exclusiveMinimum === 'number' ? schema.exclusiveMinimum + step : -Infinity
  const below = typeof schema.exclusiveMaximum === 'number' ? schema.exclusiveMaximum - step : Infinity
  const low = Math.max(above, Number(schema.minimum ?? Math.min(0, Number(schema.maximum ?? below))))
  const least = Number.isFinite(low) ? low : 0
  const high = Math.min(below, Number(schema.maximum ?? least + 100 * step))
  const first = Math.ceil(least / step - 1e-9)
  const count = Math.max(0, Math.floor(high / step + 1e-9) - first)
  const decimals = String(step).split('.')[1]?.length ?? 0
  return Number(((first + Math.floor(random() * Math.min(count + 1, 1000))) * step).toFixed(decimals))
}

function generateList(schema: JsonSchema, options: GenerateOptions, depth: number): unknown[] {
  const { items } = schema
  if (Array.isArray(items)) return (items as unknown[]).map((item) => generateValue(item, options, depth + 1))
  const least = Number(schema.minItems ?? 0)
  const most = Math.min(Number(schema.maxItems ?? least + 3), least + 3)
  const wanted = depth > 6 ? least : least + Math.round(options.random() * options.fullness * (most - least))
  const entries: unknown[] = []
  for (let attempt = 0; entries.length < Math.min(wanted, 50) && attempt < wanted * 10; attempt++) {
    const entry = generateValue(items ?? {}, options, depth + 1)
    const twice = entries.some((other) => JSON.stringify(other) === JSON.stringify(entry))
    if (schema.uniqueItems !== true || !twice) entries.push(entry)
  }
  return entries
}

function generateGroup(schema: JsonSchema, options: GenerateOptions, depth: number): JsonSchema {
  const properties = recordOf(schema.properties)
  const required = arrayOf(schema.required).map(String)
  const answered = Object.keys(properties).filter(
    (name) =>
      required.includes(name) || (depth < 8 && options.random() < options.fullness && properties[name] !== false),
  )
  const entries = [...new Set([...answered, ...required])].map((name): [string, unknown] => [
    name,
    generateValue(Object.hasOwn(properties, name) ? properties[name] : { type: 'string' }, options, depth + 1),
  ])
  const group = Object.fromEntries(entries)
  const { dependencies } = schema
  if (!isRecord(dependencies)) return group
  const added = Object.entries(dependencies).filter(([name]) => Object.hasOwn(group, name))
  if (added.length === 0) return group
  const parts = added.map(([, part]): JsonSchema =>
    Array.isArray(part) ? { required: part as unknown[] } : recordOf(part),
  )
  const { dependencies: _dependencies, ...rest } = schema
  const whole = generateValue(parts.reduce(mergeSchemas, { type: 'object', ...rest }), options, depth)
  return isRecord(whole) ? { ...whole, ...group } : group
}
