import type { JsonSchema } from '../../form-model/definition.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { choiceRefusedBy, hasSafePattern, refusedBy } from '../rules/data-rules.ts'
import { isSameJson } from '../source/same-json.ts'
import { byDecidingField, choices } from './deciding-field.ts'
import { byPresence } from './deciding-presence.ts'
import type { ChangeKey } from './import-changes.ts'
import { isEmptyGroup } from './import-steps.ts'

/**
 * `oneOf` and `anyOf` as other tools write them, converted to `if`/`then` if a field, or the presence of fields,
 * distinguishes the branches: residents then see one form with conditional fields instead of a choice of "options".
 * Other branches stay unchanged.
 *
 * @param note reports a branch whose answers the form refuses
 */
export function unionsToConditions(
  schema: JsonSchema,
  note: (key: ChangeKey, keyword: string) => void = () => undefined,
): JsonSchema {
  let result = schema
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const list = result[keyword]
    if (!Array.isArray(list) || !list.every(isRecord)) continue
    const { [keyword]: _list, ...own } = result
    const answered = list.filter((part) => !isNothingOnly(part))
    const isBlank = list.some(isBlankOnly) && choiceRefusedBy(own, '') === null
    const isOptional = answered.length > 0 && (isBlank || list.some(acceptsNull))
    const parts = withoutFreeData(answered)
    if (parts.length < answered.length) note('free-branch', keyword)
    const rest = isOptional ? withoutNull(own, isBlank) : own
    const [only] = parts
    const exactly = keyword === 'oneOf'
    const choice = asChoices(rest, parts, exactly)
    const text = asTexts(rest, parts, exactly)
    const converted =
      parts.length === 1 && only
        ? withPart(rest, only)
        : (choice ??
          text ??
          asRequired(rest, parts, keyword) ??
          byDecidingField(rest, parts, unionsToConditions) ??
          byPresence(rest, parts))
    const several = converted === null ? asList(rest, parts) : null
    if (several !== null) note('one-or-list', keyword)
    const isTold = ({ title, description }: JsonSchema) =>
      description !== undefined || (choice === null && title !== undefined)
    const isGroup = ({ type, properties }: JsonSchema) => type === 'object' || properties !== undefined
    if (parts.length > 1 && parts.some(isTold) && !parts.some(isGroup)) note('branch-text', keyword)
    result = converted ?? several ?? (parts.length < list.length ? { ...rest, [keyword]: parts } : result)
  }
  return result
}

/** A group that names no fields asks nothing, so that only the branches of other types are left. */
function withoutFreeData(parts: JsonSchema[]): JsonSchema[] {
  const others = parts.filter((part) => !isEmptyGroup(part))
  const isApart = others.length > 0 && others.every(({ type }) => typeof type === 'string' && type !== 'object')
  return isApart ? others : parts
}

/**
 * One answer, or a list of such answers, is a list.
 *
 * `{ anyOf: [{ type: 'array', items: { enum: ['a', 'b'] } }, { enum: ['a', 'b'] }] }` → `{ type: 'array', items: { enum:
 * ['a', 'b'] } }`
 */
function asList(rest: JsonSchema, parts: JsonSchema[]): JsonSchema | null {
  const list = parts.find(({ type, items }) => type === 'array' && isRecord(items))
  const [one, ...others] = parts.filter((part) => part !== list)
  if (!list || !one || others.length > 0 || !isRecord(list.items)) return null
  return isSameJson(withoutAnnotations(list.items), withoutAnnotations(one)) ? withPart(rest, list) : null
}

function withoutAnnotations(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !annotations.has(keyword)))
}

/** A question without an answer is absent in a form, never `null` or an empty text. */
function isNothing(value: unknown): boolean {
  return value === null || value === ''
}

function isNothingOnly(part: JsonSchema): boolean {
  const values = choices(part)
  return part.type === 'null' || isBlankOnly(part) || (values !== null && values.length > 0 && values.every(isNothing))
}

function acceptsNull(part: JsonSchema): boolean {
  return part.type === 'null' || (isNothingOnly(part) && choices(part)?.includes(null) === true)
}

function isBlankOnly(part: JsonSchema): boolean {
  const values = choices(part)
  const isBlank = values?.includes('') === true && values.every(isNothing)
  return isBlank || (part.type === 'string' && part.maxLength === 0)
}

function withoutNull({ default: standard, ...schema }: JsonSchema, isBlank: boolean): JsonSchema {
  return {
    ...schema,
    ...(standard === undefined || isNothing(standard) ? {} : { default: standard }),
    nullable: true,
    ...(isBlank ? { blank: '' } : {}),
  }
}

/** The schema with its only branch: as one question if no keyword is in both. */
function withPart(schema: JsonSchema, part: JsonSchema): JsonSchema {
  const apart = Object.keys(part).every((keyword) => annotations.has(keyword) || schema[keyword] === undefined)
  return apart ? { ...part, ...schema } : { ...schema, allOf: [...arrayOf(schema.allOf), part] }
}

const annotations = new Set(['title', 'description', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated'])

const notes = new Set([...annotations, 'enumNames', 'nullable', 'blank', 'type', 'required'])

/** Keywords that say which of the listed values a branch accepts. */
const choiceKeywords = new Set([
  'enum',
  'const',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
])

/**
 * All branches are lists of values, or yes and no; `exactly`: a value of two branches is refused.
 *
 * `{ oneOf: [{ const: 'a' }, { enum: ['b', 'c'] }] }` → `{ enum: ['a', 'b', 'c'] }`
 */
function asChoices(rest: JsonSchema, parts: JsonSchema[], exactly: boolean): JsonSchema | null {
  const values = parts.map(valuesOf)
  if (values.includes(null)) return null
  const written = values.flatMap((list) => [...new Set((list ?? []).map((choice) => JSON.stringify(choice)))])
  const isTwice = (choice: unknown) => {
    const text = JSON.stringify(choice)
    return written.indexOf(text) !== written.lastIndexOf(text)
  }
  const known = values.flatMap((list) => list ?? []).filter((choice) => !exactly || !isTwice(choice))
  const isYesNo = (choice: unknown) => typeof choice === 'boolean'
  // A choice is named by its text, so `true` and "true" would have one name.
  if (known.length === 0 || (known.some(isYesNo) && new Set(known.map(String)).size < new Set(known).size)) return null
  const type = typeOfAll(parts, known)
  const labels = new Map<unknown, string>()
  for (const [index, part] of parts.entries()) {
    const [value, ...others] = (values[index] ?? []).filter((choice) => choice !== null)
    const { title, enumNames } = part
    if (typeof title === 'string' && title !== '' && others.length === 0) labels.set(value, title)
    for (const [at, name] of arrayOf(enumNames).entries()) labels.set(values[index]?.[at], String(name))
  }
  const allowed = arrayOf(rest.enum).map((choice) => JSON.stringify(choice))
  const list = [...new Set(known)].filter(
    (choice) => choice !== null && (rest.enum === undefined || allowed.includes(JSON.stringify(choice))),
  )
  return {
    ...(type === undefined ? {} : { type }),
    ...rest,
    enum: list,
    ...(labels.size === 0 ? {} : { enumNames: list.map((choice) => labels.get(choice) ?? '') }),
  }
}

/** The values that a branch accepts, if it lists them. */
function valuesOf(part: JsonSchema): unknown[] | null {
  const isPlain = Object.keys(part).every((key) => notes.has(key))
  const values = choices(part) ?? (part.type === 'boolean' && isPlain ? [true, false] : null)
  const isKnown = Object.keys(part).every((key) => notes.has(key) || choiceKeywords.has(key))
  return values === null || !isKnown || !hasSafePattern(part)
    ? null
    : values.filter((value) => refusedBy(part, value) === null)
}

/** The type of all choices, if some parts name it. */
function typeOfAll(parts: readonly JsonSchema[], values: readonly unknown[]): unknown {
  const type = sameType(parts.filter((part) => part.type !== undefined))
  const plain = type === 'integer' ? 'number' : type
  return values.every((value) => typeof value === plain) ? type : undefined
}

/** The type that all parts have. */
function sameType(parts: readonly JsonSchema[]): unknown {
  const [type, ...others] = new Set(parts.map((part) => part.type))
  return others.length === 0 ? type : undefined
}

/**
 * Texts with alternative forms: the first that matches, else the next.
 *
 * `{ oneOf: [{ type: 'string', pattern: '^a' }, { type: 'string', pattern: '^b' }] }` → `{ type: 'string', allOf: [{
 * if: { pattern: '^a' }, else: { pattern: '^b' } }] }`
 */
function asTexts(rest: JsonSchema, parts: JsonSchema[], exactly: boolean): JsonSchema | null {
  const isText = ({ type }: JsonSchema) => type === 'string' || (rest.type === 'string' && type === undefined)
  // Typing is no way to choose one of listed values.
  if (!parts.every(isText) || parts.every((part) => choices(part) !== null)) return null
  const limits = parts.map(({ maxLength }) => maxLength)
  const longest = limits.every((limit) => typeof limit === 'number')
    ? { maxLength: Math.max(...limits.map(Number)) }
    : {}
  return {
    type: 'string',
    ...longest,
    ...rest,
    allOf: [...arrayOf(rest.allOf), ...oneOfThem(parts.map(withoutTexts), exactly)],
  }
}

/** What an alternative asks of a text; its title is no label of the question. */
function withoutTexts({ type: _type, title: _title, description: _description, ...part }: JsonSchema): JsonSchema {
  return part
}

/** Requires at least one of the branches; `exactly`: and no two of them, as `oneOf` does. */
function oneOfThem(parts: readonly JsonSchema[], exactly: boolean): JsonSchema[] {
  const pairs = parts.flatMap((one, index) => parts.slice(index + 1).map((other) => [one, other]))
  return [chain(parts), ...(exactly ? pairs.map((pair) => ({ not: { allOf: pair } })) : [])]
}

/** `if` the first branch is satisfied, the value is valid; `else` one of the other branches must be satisfied. */
function chain([first = {}, ...others]: readonly JsonSchema[]): JsonSchema {
  const [last] = others
  if (!last) return first
  return { if: first, else: others.length === 1 ? last : chain(others) }
}

/**
 * Requires one of several answers, in the keyword that the portal has a message for. Branches that name their type would
 * be drawn as a choice.
 *
 * `{ anyOf: [{ type: 'object', required: ['a'] }, …] }` → `{ type: 'object', anyOf: [{ required: ['a'] }, …] }`
 */
function asRequired(rest: JsonSchema, parts: JsonSchema[], keyword: 'oneOf' | 'anyOf'): JsonSchema | null {
  const hasOnly = (part: JsonSchema) =>
    Object.keys(part).every((key) => key === 'required' || key === 'type' || annotations.has(key))
  const type = rest.type ?? sameType(parts)
  const fits = (part: JsonSchema) => part.required !== undefined && (part.type === undefined || part.type === type)
  if (!parts.every((part) => fits(part) && hasOnly(part))) return null
  return { ...(type === undefined ? {} : { type }), ...rest, [keyword]: parts.map(({ required }) => ({ required })) }
}
