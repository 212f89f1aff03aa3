import type { JsonSchema } from '../../form-model/definition.ts'
import { isFormatName } from '../../form-model/formats.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { walkSchemas } from '../../form-model/schema-walk.ts'
import { toUnicodePattern } from './unicode-pattern.ts'
import { choiceRefusedBy } from '../rules/data-rules.ts'
import { effectOf } from '../rules/no-effect.ts'
import { analyzePattern, withLengthGuard } from '../rules/pattern-rules.ts'
import { schemaKeywordKinds } from '../rules/schema-keyword-rules.ts'
import { choices } from './deciding-field.ts'
import type { ChangeKey } from './import-changes.ts'
import { unionsToConditions } from './unions-to-conditions.ts'

/** Reports what is changed at a keyword of the schema, or at the schema itself. */
export type Note = (
  key: ChangeKey,
  keyword?: string | readonly string[],
  params?: { [name: string]: string | number },
) => void

/** Keywords that only other tools need, and names of schemas, which references have resolved already. */
const dropped = new Set(['id', '$id', '$schema', 'definitions', '$defs', '$comment'])

/** One schema of any draft in the keywords that definitions use, with `nullable`, `blank` and `enumNames` as notes. */
export function fromOtherDialect(schema: JsonSchema, note: Note): JsonSchema {
  const entries: [string, unknown][] = []
  const union: JsonSchema[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword)) continue
    if (keyword === 'divisibleBy') entries.push(['multipleOf', value])
    else if (keyword === 'example') entries.push(['examples', [value]])
    else if (keyword === 'exclusiveMinimum' && typeof value === 'boolean') {
      if (value) entries.push(['exclusiveMinimum', schema.minimum])
    } else if (keyword === 'exclusiveMaximum' && typeof value === 'boolean') {
      if (value) entries.push(['exclusiveMaximum', schema.maximum])
    } else if (keyword === 'minimum' && schema.exclusiveMinimum === true) continue
    else if (keyword === 'maximum' && schema.exclusiveMaximum === true) continue
    else if (keyword === 'type' && Array.isArray(value)) {
      const named = (value as unknown[]).filter((type) => type !== 'null')
      if (named.length < value.length && named.length > 0) entries.push(['nullable', true])
      if (named.length > 1) union.push(...named.map((type) => ({ type })))
      else entries.push(['type', named[0] ?? 'null'])
    } else if (keyword === 'enum' && Array.isArray(value)) entries.push(...choicesOf(value, schema))
    else if (keyword === 'enumNames' && Array.isArray(schema.enum)) continue
    else if (keyword === 'nullable') {
      if (value === true) entries.push(['nullable', true])
    } else if (keyword === 'default' && value === null) continue
    else if (keyword === 'required' && Array.isArray(value)) {
      const isOpen = (name: unknown) => mayStayOpen(schema.properties, String(name))
      const answered = (value as unknown[]).filter((name) => !isOpen(name))
      for (const [name, property] of Object.entries(recordOf(schema.properties)))
        if (value.includes(name) && isRecord(property) && isNullOnly(property)) note('optional', ['properties', name])
      if (answered.length > 0) entries.push(['required', answered])
    } else if (effectOf(keyword, schema) === 'none') note('no-effect', keyword, { keyword })
    else if (lacksContains(keyword, schema)) note('no-effect', keyword, { keyword })
    else if (keyword === 'pattern' && typeof value === 'string')
      entries.push(['pattern', patternOf(toUnicodePattern(value) ?? value, schema.maxLength, note)])
    else if (keyword === 'format' && !isFormatName(value)) continue
    else if (keyword === 'format' && value === 'uri') entries.push(['format', 'http-uri'])
    else if (keyword === 'allOf' && Array.isArray(value)) entries.push(['allOf', limitedTogether(schema, value, note)])
    else if (keyword === 'enumNames' || Object.hasOwn(schemaKeywordKinds, keyword)) entries.push([keyword, value])
  }
  const plain: JsonSchema = Object.fromEntries(entries)
  if (arrayOf(plain.allOf).filter(isRecord).some(refusesNothing)) delete plain.nullable
  if (plain.type === undefined && isRecord(plain.properties)) plain.type = 'object'
  if (plain.format === 'http-uri') note('web-address', 'format')
  if (plain.format === 'time') note('local-time', 'format')
  const converted = unionsToConditions(union.length === 0 ? plain : withUnion(plain, union), note)
  const unions = (['oneOf', 'anyOf'] as const).filter((keyword) => plain[keyword] !== undefined)
  const isCondition = JSON.stringify(converted.allOf) !== JSON.stringify(plain.allOf)
  for (const keyword of unions)
    if (converted[keyword] === undefined && isCondition) note('conditions', keyword, { keyword })
  if (isInfoList(converted)) {
    note('info-list')
    const texts = [converted, ...arrayOf(converted.items).filter(isRecord)].flatMap((part, index) =>
      (index === 0 ? [part.description] : [part.title, part.description]).filter((text) => typeof text === 'string'),
    )
    const description = texts.length > 0 ? { description: texts.join('\n') } : {}
    return { ...annotationsOf(converted), ...description, type: 'null', nullable: true, blank: [] }
  }
  if (converted.nullable === true) note('optional')
  return asYesNo(converted)
}

/** Of a list that need not contain a certain entry, a number of such entries says nothing. */
export function lacksContains(keyword: string, { contains }: JsonSchema): boolean {
  return contains === undefined && (keyword === 'minContains' || keyword === 'maxContains')
}

/** Whether `null` is an answer to a question: then it may stay open, because an open one is absent in a form. */
function mayStayOpen(properties: unknown, name: string): boolean {
  const property = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isRecord(property) && (acceptsNothing(property) || isNullOnly(property))
}

function isNullOnly(schema: JsonSchema): boolean {
  const values = choices(schema) ?? []
  return schema.type === 'null' || (values.length > 0 && values.every((value) => value === null))
}

function acceptsNothing(schema: JsonSchema): boolean {
  const parts = arrayOf(schema.allOf).filter(isRecord)
  const isOpen = kinds.every((keyword) => schema[keyword] === undefined)
  return schema.nullable === true || (isOpen && parts.some(acceptsNothing) && !parts.some(refusesNothing))
}

function refusesNothing(schema: JsonSchema): boolean {
  const isNamed = ['type', 'enum', 'const'].some((keyword) => schema[keyword] !== undefined)
  return !acceptsNothing(schema) && (isNamed || arrayOf(schema.allOf).filter(isRecord).some(refusesNothing))
}

const kinds = ['type', 'enum', 'const', 'anyOf', 'oneOf', '$ref'] as const

/**
 * Branches that require a question of which the group around them says that it may stay open. The bundle is this
 * import's own, so its schemas are changed in place.
 */
export function leaveOpenInBranches(root: JsonSchema): void {
  walkSchemas(root, '', (schema) => {
    const { properties } = schema
    const open = Object.keys(recordOf(properties)).filter((name) => mayStayOpen(properties, name))
    if (open.length > 0) leaveOpen(schema, new Set<unknown>(open))
  })
}

function leaveOpen(schema: JsonSchema, open: ReadonlySet<unknown>): void {
  const answered = (names: readonly unknown[]) => names.filter((name) => !open.has(name))
  if (Array.isArray(schema.required)) schema.required = answered(schema.required)
  for (const keyword of ['dependencies', 'dependentRequired'])
    for (const [name, names] of Object.entries(recordOf(schema[keyword])))
      if (Array.isArray(names)) schema[keyword] = { ...recordOf(schema[keyword]), [name]: answered(names) }
  for (const branch of branchesOf(schema)) leaveOpen(branch, open)
}

/** The schemas that always, or under a condition, say more about the same group. */
function branchesOf(schema: JsonSchema): JsonSchema[] {
  const maps = ['dependencies', 'dependentSchemas'].flatMap((keyword) => Object.values(recordOf(schema[keyword])))
  return [...arrayOf(schema.allOf), schema.then, schema.else, ...maps].filter(isRecord)
}

/** The choices without those that are no answer: `null`, and an empty text beside others. */
function choicesOf(values: readonly unknown[], schema: JsonSchema): [string, unknown][] {
  const { enumNames } = schema
  const isOpen = (value: unknown) => value === null || (value === '' && choiceRefusedBy(schema, value) === null)
  const kept = [...values.entries()].filter(([index, value]) => !isOpen(value) && values.indexOf(value) === index)
  if (kept.length === 0) return [['enum', values]]
  const names = arrayOf(enumNames)
  return [
    ...(values.some(isOpen) ? ([['nullable', true]] as [string, unknown][]) : []),
    ...(values.some((value) => value === '' && isOpen(value)) ? ([['blank', '']] as [string, unknown][]) : []),
    ['enum', kept.map(([, value]) => value)],
    ...(Array.isArray(enumNames) ? ([['enumNames', kept.map(([index]) => names[index])]] as [string, unknown][]) : []),
  ]
}

/** A pattern that is slow for long texts only is not tried on texts beyond the limit of the answer. */
function patternOf(pattern: string, limit: unknown, note: Note): string {
  if (typeof limit !== 'number' || analyzePattern(pattern).kind !== 'slow') return pattern
  const guarded = withLengthGuard(pattern, limit)
  if (analyzePattern(guarded).kind !== 'fine') return pattern
  note('pattern', 'pattern', { limit })
  return guarded
}

/** Parts that describe the same text: the limit of one of them is that of every pattern. */
function limitedTogether({ maxLength }: JsonSchema, parts: readonly unknown[], note: Note): unknown[] {
  const limits = [maxLength, ...parts.filter(isRecord).map((part) => part.maxLength)]
  const limit = Math.min(...limits.filter((one) => typeof one === 'number'))
  if (limit === Infinity) return [...parts]
  const inAllOf: Note = (key, _keyword, params) => note(key, 'allOf', params)
  return parts.map((part) =>
    isRecord(part) && typeof part.pattern === 'string' && part.maxLength === undefined
      ? { ...part, pattern: patternOf(part.pattern, limit, inAllOf) }
      : part,
  )
}

/** Several types are a union, which the check refuses by name unless a condition can replace it. */
function withUnion(schema: JsonSchema, union: JsonSchema[]): JsonSchema {
  return schema.anyOf === undefined
    ? { ...schema, anyOf: union }
    : { ...schema, allOf: [...arrayOf(schema.allOf), { anyOf: union }] }
}

/** A list without entries is how other tools write a text to read. */
function isInfoList({ type, items, minItems, default: standard }: JsonSchema): boolean {
  const hasOnlyTexts = Array.isArray(items) && items.every((entry) => isRecord(entry) && entry.type === 'null')
  return type === 'array' && hasOnlyTexts && minItems === undefined && standard === undefined
}

function annotationsOf({ title, description }: JsonSchema): JsonSchema {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
}

/** Both truth values are no list of choices, but yes and no. */
function asYesNo(schema: JsonSchema): JsonSchema {
  const { enum: values, enumNames, ...rest } = schema
  const isYesNo = Array.isArray(values) && values.length === 2 && values.includes(true) && values.includes(false)
  if (!isYesNo || (rest.type !== undefined && rest.type !== 'boolean')) return schema
  const names = arrayOf(enumNames)
  const named = values[0] === true ? names : names.toReversed()
  return { ...rest, type: 'boolean', ...(names.length === 2 ? { enumNames: named } : {}) }
}
