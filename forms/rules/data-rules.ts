import { formatRegExp, isFormatName } from '../../form-model/formats.ts'
import { schemaErrors } from '../../form-model/interpreter.ts'
import { escapeSegment, joinPointer, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, recordOf } from '../../form-model/record.ts'
import type { Place } from '../source/bundle.ts'
import {
  allFields,
  choicesOf,
  declarationsWithout,
  fieldsOf,
  kindKeywords,
  propertiesWithoutSchema,
} from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { ownTextPointer, placeOf, placeOfField, textOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { uiOption, walkSchemas } from '../../form-model/schema-walk.ts'
import { normalizePostalCode } from '../../src/lib/japanese.ts'
import { languages } from '../../src/lib/language.ts'
import { feeProblems } from './fee-rules.ts'
import { analyzePattern } from './pattern-rules.ts'
import { schemasInConditions, unionProblems } from './union-rules.ts'
import { nearestOf } from './nearest.ts'
import { noEffectProblems } from './no-effect.ts'

type Schema = { [keyword: string]: unknown }

/** Schemas that contradict themselves, so that a field, a choice or the whole form could never be answered. */
export function dataProblems(form: SourceForm): Problem[] {
  const fields = fieldsOf(form)
  return [
    ...form.steps.flatMap(({ schema }) => [...schemaProblems(form, schema), ...unionProblems(form, schema)]),
    // A step that is no group has a finding of its own.
    ...form.steps.flatMap(({ root }) =>
      form.kind === 'schema' || root.kind === 'group'
        ? allFields(root).flatMap((field) => undrawnField(form, field))
        : [],
    ),
    ...fields.flatMap((field) => [
      ...contradictoryCounts(form, field),
      ...requiredUnknown(form, field),
      ...invalidExampleText(form, field),
    ]),
    ...feeProblems(form),
  ]
}

function schemaProblems(form: SourceForm, root: Schema): Problem[] {
  const problems: Problem[] = []
  const conditions = schemasInConditions(root)
  walkSchemas(root, '', (part, _pointer, _depth, keyword) => {
    if (!conditions.has(part)) problems.push(...unusableChoice(form, part))
    problems.push(...noEffectProblems(form, part))
    problems.push(...contradictoryBounds(form, part), ...impossibleChoice(form, part), ...duplicateChoice(form, part))
    if (keyword !== 'if' && keyword !== 'not')
      problems.push(...invalidDefault(form, part), ...invalidExample(form, part))
  })
  return problems
}

const pairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

function contradictoryBounds(form: SourceForm, schema: Schema): Problem[] {
  return pairs.flatMap(([low, high]): Problem[] => {
    const lowValue = schema[low]
    const highValue = schema[high]
    if (typeof lowValue !== 'number' || typeof highValue !== 'number') return []
    const isOpen = [low, high].map((limit) => limit.startsWith('exclusive'))
    if (isAnyBetween(lowValue, highValue, isOpen, stepOf(schema, low))) return []
    return [{ rule: 'contradictory-bounds', ...placeOf(form, schema, low), params: { low, lowValue, high, highValue } }]
  })
}

/** Whether a number is between two limits. `isOpen`: without the limit itself. `step`: 0 for any number. */
function isAnyBetween(from: number, to: number, [isAfter = false, isBefore = false]: boolean[], step: number): boolean {
  if (step === 0) return isAfter || isBefore ? from < to : from <= to
  // 0.3 / 0.1 is a little less than 3.
  const [low, high] = [from, to].map((limit) => Number((limit / step).toPrecision(12))) as [number, number]
  const first = isAfter ? Math.floor(low) + 1 : Math.ceil(low)
  const last = isBefore ? Math.ceil(high) - 1 : Math.floor(high)
  return first <= last
}

function stepOf({ type, multipleOf }: Schema, low: string): number {
  if (!low.endsWith('imum')) return 1
  const isWhole = type === 'integer'
  if (typeof multipleOf !== 'number' || multipleOf <= 0) return isWhole ? 1 : 0
  return isWhole && !Number.isInteger(multipleOf) ? 1 : multipleOf
}

/** More entries than there may be files, or than there are choices. */
function contradictoryCounts(form: SourceForm, field: Field): Problem[] {
  const { minItems, uniqueItems } = field.merged
  if (typeof minItems !== 'number') return []
  const most = { maxFiles: uiOption(field.ui, 'maxFiles'), enum: uniqueItems === true && choicesOf(field).length }
  return Object.entries(most).flatMap(([high, highValue]): Problem[] => {
    if (typeof highValue !== 'number' || minItems <= highValue) return []
    const params = { low: 'minItems', lowValue: minItems, high, highValue }
    return [{ rule: 'contradictory-bounds', ...placeOfField(form, field, 'minItems'), params }]
  })
}

/** The keyword that refuses a value, or `null`; invalid schemas are reported by other rules. */
export function refusedBy(schema: Schema, value: unknown): string | null {
  try {
    return schemaErrors(schema, value)[0]?.keyword ?? null
  } catch (cause) {
    if (cause instanceof Error) return null
    throw cause
  }
}

export function hasSafePattern(schema: Schema) {
  return typeof schema.pattern !== 'string' || analyzePattern(schema.pattern).kind === 'fine'
}

/** The keywords of a field without those for its choices. */
const plainKeywords = [
  'type',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]

const maxChoices = 1000

function withoutChoices(schema: Schema): Schema {
  return Object.fromEntries(
    plainKeywords.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])),
  )
}

/** The keyword of the field itself that refuses a choice, or `null`. */
export function choiceRefusedBy(schema: Schema, value: unknown): string | null {
  return hasSafePattern(schema) ? refusedBy(withoutChoices(schema), value) : null
}

/** Reports choices, or a constant, that the field itself refuses: once for each keyword that refuses some. */
function impossibleChoice(form: SourceForm, schema: Schema): Problem[] {
  if (!hasSafePattern(schema)) return []
  const { enum: choices, const: constant } = schema
  const plain = withoutChoices(schema)
  const check = (values: readonly unknown[], keyword: 'enum' | 'const', rest: Schema): Problem[] => {
    const refusing = values.map((value) => refusedBy(rest, value))
    return [...new Set(refusing)].flatMap((one): Problem[] => {
      const refused = values.filter((_value, index) => refusing[index] === one)
      return one === null ? [] : [choiceProblem('impossible-choice', form, schema, keyword, refused, { keyword: one })]
    })
  }
  const listed = Array.isArray(choices) ? (choices as unknown[]) : null
  return [
    ...check((listed ?? []).slice(0, maxChoices), 'enum', plain),
    ...('const' in schema ? check([constant], 'const', listed === null ? plain : { ...plain, enum: listed }) : []),
  ]
}

function duplicateChoice(form: SourceForm, schema: Schema): Problem[] {
  if (!Array.isArray(schema.enum)) return []
  const seen = new Set<string>()
  const repeated = (schema.enum as unknown[]).filter((choice) => seen.size === seen.add(JSON.stringify(choice)).size)
  return repeated.length > 0 ? [choiceProblem('duplicate-choice', form, schema, 'enum', repeated)] : []
}

/** The portal shows a choice by a label of its text, and submits its value; a group or a list has no such text. */
function unusableChoice(form: SourceForm, schema: Schema): Problem[] {
  const listed: unknown[] = arrayOf(schema.enum)
  const choices = listed.filter((choice) => typeof choice === 'object')
  const { const: constant } = schema
  return [
    ...(choices.length > 0 ? [choiceProblem('unusable-choice', form, schema, 'enum', choices)] : []),
    ...(typeof constant === 'object' ? [choiceProblem('unusable-choice', form, schema, 'const', [constant])] : []),
  ]
}

const namedChoices = 3

/** One finding for all choices of a list, because one correction is for all of them. */
function choiceProblem(
  rule: 'impossible-choice' | 'duplicate-choice' | 'unusable-choice',
  form: SourceForm,
  schema: Schema,
  keyword: 'enum' | 'const',
  choices: readonly unknown[],
  params: Problem['params'] = {},
): Problem {
  const written = [...new Set(choices.map((choice) => JSON.stringify(choice)))]
  const more = written.length > namedChoices ? `, … (${written.length})` : ''
  return {
    rule,
    ...placeOf(form, schema, keyword),
    params: { ...params, value: written.slice(0, namedChoices).join(', ') + more },
  }
}

/** Declarations from which the portal cannot know what to draw. */
function undrawnField(form: SourceForm, field: Field): Problem[] {
  const path = field.path.replace(/\/\[\]$/, '')
  const found = (rule: 'no-type' | 'no-items', keywords: readonly string[]) =>
    declarationsWithout(field, keywords).flatMap(({ schema }): Problem[] => {
      // Instead of a reference that leads nowhere, which has a finding of its own, there is a schema without a place.
      const place = form.bundler.placeOf(schema)
      return place ? [{ rule, ...place, params: { path } }] : []
    })
  return [
    ...(field.kind === 'group' ? [] : found('no-type', kindKeywords)),
    ...propertiesWithoutSchema(field).map(({ name, around }): Problem => {
      const group = placeOf(form, around.schema, 'properties')
      return {
        rule: 'no-type',
        source: group.source,
        pointer: joinPointer(group.pointer, name),
        params: { path: `${field.path}/${escapeSegment(name)}` },
      }
    }),
    ...(field.merged.type === 'array' ? found('no-items', ['items']) : []),
  ]
}

/** The keyword of a schema that refuses its own default. */
export function refusingDefault(schema: Schema): string | null {
  const { default: value, ...rest } = schema
  return value === undefined || !hasSafePattern(schema) ? null : refusedBy(rest, value)
}

function invalidDefault(form: SourceForm, schema: Schema): Problem[] {
  const keyword = refusingDefault(schema)
  if (keyword === null) return []
  const params = { value: JSON.stringify(schema.default), keyword }
  return [{ rule: 'invalid-default', ...placeOf(form, schema, 'default'), params }]
}

function invalidExample(form: SourceForm, schema: Schema): Problem[] {
  const place = form.bundler.placeOf(schema)
  if (!place || !hasSafePattern(schema)) return []
  const { source, pointer } = place
  const { default: _default, ...rest } = schema
  return arrayOf(recordOf(valueAt(source.value, pointer)).examples).flatMap((example, index): Problem[] => {
    const keyword = refusedBy(rest, example)
    if (keyword === null) return []
    const params = { value: String(example), keyword }
    return [{ rule: 'invalid-example', source, pointer: `${pointer}/examples/${index}`, params }]
  })
}

/** People copy an example from the texts, so it must be valid wherever users type the stored form. */
function invalidExampleText(form: SourceForm, field: Field): Problem[] {
  const { pattern, format } = field.merged
  const typed = ['jp-phone', 'jp-postal-code', 'jp-corporate-number', 'jp-kana', 'email', 'time', 'uri', 'http-uri']
  return languages.flatMap((language): Problem[] => {
    const texts = form.texts[language]
    const example = textOf(texts, field.path)?.example
    if (!texts || typeof example !== 'string') return []
    // What the portal makes of a typed example.
    const value = format === 'jp-postal-code' ? normalizePostalCode(example) : example
    const refused =
      typeof pattern === 'string' && analyzePattern(pattern).kind === 'fine' && !new RegExp(pattern, 'u').test(value)
        ? 'pattern'
        : isFormatName(format) && typed.includes(format) && !formatRegExp(format).test(value)
          ? format
          : null
    if (refused === null) return []
    const pointer = ownTextPointer(texts, field.path, 'example')
    return [{ rule: 'invalid-example', source: texts.source, pointer, params: { value: example, keyword: refused } }]
  })
}

function requiredUnknown(form: SourceForm, field: Field): Problem[] {
  if (field.kind !== 'group') return []
  const known = new Set(field.children.map(({ name }) => name))
  const unknown = ({ source, pointer }: Place, names: readonly unknown[]) =>
    names.flatMap((name, index): Problem[] => {
      if (typeof name !== 'string' || known.has(name)) return []
      const params = { name, ...nearestOf(name, known) }
      return [{ rule: 'required-unknown', source, pointer: joinPointer(pointer, index), params }]
    })
  return field.schemas.flatMap((schema) => [
    ...unknown(placeOf(form, schema, 'required'), arrayOf(schema.required)),
    ...dependentNames(form, schema).flatMap(({ place, names }) => unknown(place, names)),
  ])
}

/** The names that an answer makes required, in whichever keyword they are written. */
function dependentNames(form: SourceForm, schema: Schema): { place: Place; names: unknown[] }[] {
  const group = placeOf(form, schema)
  const written = placeOf(form, schema, 'dependentRequired')
  const { source, pointer } = written.pointer === group.pointer ? placeOf(form, schema, 'dependencies') : written
  return Object.entries(recordOf(schema.dependencies)).flatMap(([name, names]) =>
    Array.isArray(names) ? [{ place: { source, pointer: joinPointer(pointer, name) }, names: names as unknown[] }] : [],
  )
}
