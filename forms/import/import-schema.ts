import path from 'node:path'
import type { Answers, FormSource, FormTexts, JsonSchema, StepSource } from '../../form-model/definition.ts'
import { isFormatName } from '../../form-model/formats.ts'
import { isRecord } from '../../form-model/record.ts'
import { createBundler } from '../source/bundle.ts'
import { allFields, fieldTree } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { textOf, uiOf } from './import-layout.ts'
import { splitIntoSteps, toAnswers } from './import-steps.ts'
import type { JsonSource } from '../source/json-source.ts'
import type { Language } from '../../src/lib/language.ts'
import { schemaKeywordKinds, schemaKeywordProblems } from '../rules/schema-keyword-rules.ts'
import { isBoundedPattern } from '../rules/pattern-rules.ts'
import { toUnicodePattern } from '../compile/unicode-pattern.ts'
import { unionsToConditions } from './unions-to-conditions.ts'
import { words } from '../source/label-words.ts'

export type ImportedForm = {
  form: FormSource
  texts: { [language in Language]: FormTexts }
  /** Moves answers of the original shape to the steps. */
  toAnswers: (original: unknown) => Answers
  /** Parts that were omitted or invalid, at their place in the original. */
  problems: Problem[]
  /** Limits that were added, by field. */
  added: { path: string; keyword: string; value: number }[]
}

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
  const added: ImportedForm['added'] = []
  const ja: FormTexts = { title, steps: {}, fields: {} }
  const en: FormTexts = { title, steps: {}, fields: {} }
  const steps = parts.map(({ id, label, schema }): StepSource => {
    const limited = withLimits(schema, id, added)
    const tree = fieldTree(id, limited, {})
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
  }
}

function isOldBound(params: Problem['params']) {
  return params?.expected === 'number'
}

/** One schema of any draft in the keywords that definitions use. */
function fromOtherDialect(schema: JsonSchema): JsonSchema {
  const entries: [string, unknown][] = []
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
    else if (keyword === 'type' && Array.isArray(value))
      entries.push(['type', (value as unknown[]).find((type) => type !== 'null') ?? 'null'])
    else if (keyword === 'enum' && Array.isArray(value))
      entries.push(['enum', [...new Set((value as unknown[]).filter((choice) => choice !== null))]])
    else if (keyword === 'pattern' && typeof value === 'string')
      entries.push(['pattern', toUnicodePattern(value) ?? value])
    else if (keyword === 'format' && !isFormatName(value)) continue
    else if (keyword === 'enumNames' || Object.hasOwn(schemaKeywordKinds, keyword)) entries.push([keyword, value])
  }
  const plain = Object.fromEntries(entries)
  if (plain.type === undefined && isRecord(plain.properties)) plain.type = 'object'
  return unionsToConditions(plain)
}

/** Every free text and list gets a limit; every consent must be true. */
function withLimits(schema: JsonSchema, path: string, added: ImportedForm['added']): JsonSchema {
  const visit = (part: unknown, at: string): unknown => {
    if (!isRecord(part)) return part
    const result = new Map(Object.entries(part))
    const properties = part.properties
    if (isRecord(properties)) {
      const required = Array.isArray(part.required) ? (part.required as unknown[]) : []
      result.set(
        'properties',
        Object.fromEntries(
          Object.entries(properties).map(([name, property]) => {
            const limited = visit(property, `${at}/${name}`)
            const isConsent =
              isRecord(limited) && limited.type === 'boolean' && required.includes(name) && consentName.test(name)
            return [name, isConsent ? { ...limited, const: true } : limited]
          }),
        ),
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

const notes = ['title', 'description', 'examples', 'enumNames']

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
