import path from 'node:path'
import type { Answers, FormSource, FormTexts, JsonSchema, StepSource } from '../../form-model/definition.ts'
import { isFormatName } from '../../form-model/formats.ts'
import { withValueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { createBundler } from '../source/bundle.ts'
import { allFields, declarationsWithout, fieldTree } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { choices, listOf } from './deciding-field.ts'
import { textOf, uiOf } from './import-layout.ts'
import { splitIntoSteps, toAnswers } from './import-steps.ts'
import type { JsonSource } from '../source/json-source.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import { schemaKeywordKinds, schemaKeywordProblems } from '../rules/schema-keyword-rules.ts'
import { isBoundedPattern } from '../rules/pattern-rules.ts'
import { toUnicodePattern } from '../compile/unicode-pattern.ts'
import { unionsToConditions } from './unions-to-conditions.ts'
import { lostNames, words } from '../source/label-words.ts'

export type ImportedForm = {
  form: FormSource
  texts: { [language in ToolLanguage]: FormTexts }
  /** Moves answers of the original shape to the steps. */
  toAnswers: (original: unknown) => Answers
  /** Parts that were omitted or invalid, at their place in the original. */
  problems: Problem[]
  /** Limits and types that were added, by field. */
  added: Added[]
  /** Required questions with yes and no whose name may mean that only yes is accepted. */
  perhapsConsents: string[]
  /** Names of choices that only a branch of a condition has; a form has one name for a choice. */
  lostNames: ({ path: string } & ReturnType<typeof lostNames>[number])[]
}

export type Added = { path: string; keyword: string; value: number | string }

const consentName = /agree|consent|accept|certif|privacy|同意|承諾/i
const addedLength = 1000
const addedItems = 50

/** Keywords of older drafts and of other tools that are converted, not lost. */
const converted = new Set(['id', 'divisibleBy', 'example', 'enumNames'])
const loosely = new Set(['dialect', 'unknown-type'])

/** Turns a JSON Schema of draft-04 to 2020-12 into a form: one step for each required group. */
export function importSchema(source: JsonSource, file: string, shown: (file: string) => string): ImportedForm {
  const problems: Problem[] = schemaKeywordProblems(source, source.value, '').filter(
    ({ rule, params }) =>
      !loosely.has(rule) && !converted.has(String(params?.keyword)) && !(rule === 'wrong-value' && isOldBound(params)),
  )
  const bundler = createBundler({
    root: { source, file },
    shown,
    limit: path.dirname(file),
    transform: fromOtherDialect,
  })
  const root = bundler.bundle(source.value, { source, pointer: '' }, '')
  problems.push(...bundler.problems)
  const name = path.basename(file, '.json').replace(/[-.]schema$/, '')
  const title = typeof root.title === 'string' ? root.title : words(name)
  const parts = splitIntoSteps(root)
  const added: Added[] = []
  const ja: FormTexts = { title, steps: {}, fields: {} }
  const en: FormTexts = { title, steps: {}, fields: {} }
  const perhapsConsents: string[] = []
  const lost: ImportedForm['lostNames'] = []
  const steps = parts.map(({ id, label, schema }): StepSource => {
    const limited = withLimits(withTypes(schema, id, added), id, added)
    const tree = fieldTree(id, limited, {})
    // The schema of a list also has the names of its entries.
    const named = allFields(tree).filter((field) => field.name !== '[]')
    lost.push(...named.flatMap((field) => lostNames(field).map((one) => ({ path: field.path, ...one }))))
    perhapsConsents.push(
      ...allFields(tree)
        .filter(isPerhapsConsent)
        .map(({ path: field }) => field),
    )
    for (const [language, texts] of [
      ['ja', ja],
      ['en', en],
    ] as const) {
      texts.steps[id] = { title: (typeof schema.title === 'string' ? schema.title : label).slice(0, 60) }
      for (const field of allFields(tree).slice(1))
        if (field.name !== '[]') texts.fields[field.path] = textOf(field, language)
    }
    return { id, schema: withoutNotes(limited), ui: uiOf(tree) }
  })
  return {
    form: { $schema: '../../../definition.schema.json', engine: 1, steps },
    texts: { ja, en },
    toAnswers: (original) => toAnswers(parts, original),
    problems,
    added,
    perhapsConsents,
    lostNames: lost,
  }
}

function isPerhapsConsent({ name, merged, declared }: Field): boolean {
  const isRequired = declared.some(
    ({ around: { schema } }) => Array.isArray(schema.required) && schema.required.includes(name),
  )
  return merged.type === 'boolean' && merged.const === undefined && isRequired && consentName.test(name)
}

/** Keywords that have an effect on values of one type only. */
const typeOfKeyword: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['string', ['minLength', 'maxLength', 'pattern', 'format']],
  ['array', ['items', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** The type of a question that has none, if its choices or its keywords leave one only. */
function impliedType(schema: JsonSchema): string | null {
  const values = choices(schema)
  const ofValues = new Set(values?.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))
  if (values && ofValues.size === 1 && values.every((value) => typeof value !== 'object'))
    return [...ofValues][0] ?? null
  const found = typeOfKeyword.filter(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))
  return values === null && found.length === 1 ? (found[0]?.[0] ?? null) : null
}

/** Adds the types of questions that have none. A type that follows from the choices excludes nothing. */
function withTypes(schema: JsonSchema, id: string, added: Added[]): JsonSchema {
  return allFields(fieldTree(id, schema, {})).reduce<JsonSchema>((result, field) => {
    if (field.merged.type !== undefined || field.kind === 'group') return result
    const type = impliedType(field.merged)
    const places = declarationsWithout(field, ['type', 'properties', 'anyOf', 'oneOf', '$ref'])
    if (type === null || places.length === 0) return result
    if (choices(field.merged) === null) added.push({ path: field.path, keyword: 'type', value: type })
    const typed = places.reduce<unknown>((all, { pointer }) => withValueAt(all, `${pointer}/type`, type), result)
    return isRecord(typed) ? typed : result
  }, schema)
}

function isOldBound(params: Problem['params']) {
  return params?.expected === 'number'
}

/** One schema of any draft in the keywords that definitions use. */
function fromOtherDialect(schema: JsonSchema): JsonSchema {
  const entries: [string, unknown][] = []
  const union: JsonSchema[] = []
  for (const [keyword, value] of Object.entries(schema)) {
    if (['id', '$id', '$schema', 'definitions', '$defs'].includes(keyword)) continue
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
    } else if (keyword === 'enum' && Array.isArray(value)) {
      const isKept = (value as unknown[]).map((choice, index) => choice !== null && value.indexOf(choice) === index)
      entries.push(['enum', (value as unknown[]).filter((_choice, index) => isKept[index])])
      if (Array.isArray(schema.enumNames))
        entries.push(['enumNames', (schema.enumNames as unknown[]).filter((_name, index) => isKept[index] !== false)])
    } else if (keyword === 'enumNames' && Array.isArray(schema.enum)) continue
    else if (keyword === 'default' && value === null) continue
    else if (keyword === 'required' && Array.isArray(value)) {
      const isAnswered = (name: unknown) => !isNullable(schema.properties, String(name))
      const answered = (value as unknown[]).filter(isAnswered)
      if (answered.length > 0) entries.push(['required', answered])
    } else if (withoutEffect(keyword, schema)) continue
    else if (keyword === 'pattern' && typeof value === 'string')
      entries.push(['pattern', toUnicodePattern(value) ?? value])
    else if (keyword === 'format' && !isFormatName(value)) continue
    else if (keyword === 'enumNames' || Object.hasOwn(schemaKeywordKinds, keyword)) entries.push([keyword, value])
  }
  const plain = Object.fromEntries(entries)
  if (plain.type === undefined && isRecord(plain.properties)) plain.type = 'object'
  return asYesNo(unionsToConditions(union.length === 0 ? plain : withUnion(plain, union)))
}

/** Whether a property may be `null`: then its question may stay open, because an open one is absent in a form. */
function isNullable(properties: unknown, name: string): boolean {
  const property = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  return isRecord(property) && property.nullable === true
}

/** Several types are a union, which the check refuses by name unless a condition can replace it. */
function withUnion(schema: JsonSchema, union: JsonSchema[]): JsonSchema {
  return schema.anyOf === undefined
    ? { ...schema, anyOf: union }
    : { ...schema, allOf: [...listOf(schema.allOf), { anyOf: union }] }
}

/** Keywords that the standard ignores without another one; ajv refuses to compile them. */
function withoutEffect(keyword: string, schema: JsonSchema): boolean {
  switch (keyword) {
    case 'additionalItems':
      return !Array.isArray(schema.items)
    case 'if':
      return schema.then === undefined && schema.else === undefined
    case 'then':
    case 'else':
      return schema.if === undefined
    default:
      return false
  }
}

/** Both truth values are no list of choices, but yes and no. */
function asYesNo(schema: JsonSchema): JsonSchema {
  const { enum: values, enumNames, ...rest } = schema
  const isYesNo = Array.isArray(values) && values.length === 2 && values.includes(true) && values.includes(false)
  if (!isYesNo || (rest.type !== undefined && rest.type !== 'boolean')) return schema
  const names = listOf(enumNames)
  const named = values[0] === true ? names : names.toReversed()
  return { ...rest, type: 'boolean', ...(names.length === 2 ? { enumNames: named } : {}) }
}

/** Every free text and list gets a limit. */
function withLimits(schema: JsonSchema, path: string, added: Added[]): JsonSchema {
  const visit = (part: unknown, at: string): unknown => {
    if (!isRecord(part)) return part
    const result = new Map(Object.entries(part))
    const { properties } = part
    const inGroup = (map: JsonSchema, place: (name: string) => string) =>
      Object.fromEntries(Object.entries(map).map(([name, property]) => [name, visit(property, place(name))]))
    if (isRecord(properties))
      result.set(
        'properties',
        inGroup(properties, (name) => `${at}/${name}`),
      )
    for (const keyword of ['dependencies', 'dependentSchemas']) {
      const map = part[keyword]
      if (isRecord(map))
        result.set(
          keyword,
          inGroup(map, () => at),
        )
    }
    const { items } = part
    if (Array.isArray(items))
      result.set(
        'items',
        items.map((item: unknown) => visit(item, `${at}/[]`)),
      )
    else if (isRecord(items)) result.set('items', visit(items, `${at}/[]`))
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const list = part[keyword]
      if (Array.isArray(list))
        result.set(
          keyword,
          list.map((entry: unknown) => visit(entry, at)),
        )
    }
    for (const keyword of ['then', 'else']) if (isRecord(part[keyword])) result.set(keyword, visit(part[keyword], at))
    if (needsLength(part)) {
      result.set('maxLength', addedLength)
      added.push({ path: at, keyword: 'maxLength', value: addedLength })
    }
    if (part.type === 'array' && part.maxItems === undefined && !isRecord(part.items))
      result.set('maxItems', addedItems)
    else if (part.type === 'array' && part.maxItems === undefined) {
      result.set('maxItems', Math.max(addedItems, Number(part.minItems ?? 0)))
      added.push({ path: at, keyword: 'maxItems', value: addedItems })
    }
    return Object.fromEntries(result)
  }
  const result = visit(schema, path)
  return isRecord(result) ? result : schema
}

function needsLength({ type, maxLength, enum: choices, const: constant, pattern, format }: JsonSchema): boolean {
  if (type !== 'string' || maxLength !== undefined || choices !== undefined || constant !== undefined) return false
  return (
    !isBoundedPattern(pattern) &&
    (format === undefined ||
      (typeof format === 'string' && ['email', 'jp-kana', 'jis-level-2', 'uri'].includes(format)))
  )
}

const notes = ['title', 'description', 'examples', 'enumNames', 'nullable']

function withoutNotes(value: unknown): JsonSchema {
  const strip = (part: unknown, isMap: boolean): unknown => {
    if (Array.isArray(part)) return part.map((entry: unknown) => strip(entry, false))
    if (!isRecord(part)) return part
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, entry]) => {
        if (entry === undefined || (!isMap && notes.includes(key))) return []
        return [
          [
            key,
            key === 'enum' || key === 'const' || key === 'default'
              ? entry
              : strip(
                  entry,
                  !isMap && ['properties', 'patternProperties', 'dependencies', 'dependentSchemas'].includes(key),
                ),
          ],
        ]
      }),
    )
  }
  const result = strip(value, false)
  return isRecord(result) ? result : {}
}
