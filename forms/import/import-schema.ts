import path from 'node:path'
import type { Answers, FormSource, FormTexts, JsonSchema, UiSchema } from '../../form-model/definition.ts'
import { joinPointer, pointerOf, segmentsOf, valueAt, withValueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { mapSubschemas, walkSchemas } from '../../form-model/schema-walk.ts'
import { createBundler } from '../source/bundle.ts'
import type { Place } from '../source/bundle.ts'
import { allFields, alwaysApplies, declarationsWithout, fieldTree } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { choices } from './deciding-field.ts'
import { fromOtherDialect, lacksContains, leaveOpenInBranches } from './from-dialect.ts'
import { collectChanges, leftOut, placedQuestions, reportOf } from './import-changes.ts'
import type { Change, ChangeCollector, ImportReport, PlacedQuestion } from './import-changes.ts'
import { textOf, uiOf } from './import-layout.ts'
import { asGroup, fromAnswers, splitIntoSteps, stepPointer, toAnswers } from './import-steps.ts'
import { parseJsonSource } from '../source/json-source.ts'
import type { JsonSource } from '../source/json-source.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import { byteLength, largestVersionBytes, sizesInKilobytes } from '../source/reading-problems.ts'
import { choiceRefusedBy, refusingDefault } from '../rules/data-rules.ts'
import { keywordProblems } from '../rules/schema-keyword-rules.ts'
import { isBoundedPattern } from '../rules/pattern-rules.ts'
import { schemasInConditions } from '../rules/union-rules.ts'
import { unboundedFormats } from '../source/input-hints.ts'
import { lostNames, words } from '../source/label-words.ts'
import { plainText } from './plain-text.ts'

export type ImportedForm = {
  form: FormSource
  texts: { [language in ToolLanguage]: FormTexts }
  /** Moves answers of the original shape to the steps. */
  toAnswers: (original: unknown) => Answers
  /** Moves answers of the form back to the original shape. */
  fromAnswers: (answers: Answers) => unknown
  /** The place in the form of a JSON Pointer into the original answers. */
  pointerInForm: (pointer: string) => string
  /** The original with its references followed, and nothing else changed. */
  original: JsonSchema
  report: ImportReport
}

/** The schema within its file, and the layout beside it. */
export type ForeignSchema = { source: JsonSource; pointer: string; layout: UiSchema }

const consentName = /agree|consent|accept|certif|privacy|同意|承諾/i
const addedLength = 1000
const addedItems = 50
/** The lengths of texts.schema.json. */
const longest = { form: 100, step: 60, label: 200, help: 1000, choice: 200, lead: 2000 } as const

/** Keywords of older drafts and of other tools that are converted, not lost. */
const converted = new Set(['id', 'divisibleBy', 'example', 'enumNames', 'nullable'])
const loosely = new Set(['dialect', 'unknown-type'])
const oldDraft = /draft-0[3-7]/
const countsBesideRef = new Set(['title', 'description', 'default', 'examples', 'enumNames'])
const names = new Set(['definitions', '$defs', '$schema', '$id', 'id', '$comment'])

/**
 * Turns a JSON Schema of draft-04 to 2020-12 into a form: one step for each required group. `refused`: parts whose meaning
 * would be lost, or that are invalid, at their place in the original.
 */
export function importSchema(
  { source, pointer, layout }: ForeignSchema,
  file: string,
  shown: (file: string) => string,
): ImportedForm | { refused: Problem[] } {
  const changes = collectChanges()
  const bundling = { root: { source, file }, shown, limit: path.dirname(file) }
  const counts = (keyword: string, place: Place) => {
    const { $schema } = recordOf(place.source.value)
    return countsBesideRef.has(keyword) || names.has(keyword) || !oldDraft.test(String($schema))
  }
  const untyped = new Set<string>()
  /** What the form is made of; a definition that nothing refers to, or a folder of definitions, is no part of it. */
  const used = new Map<string, Place>()
  const bundler = createBundler({
    ...bundling,
    transform(schema, place) {
      used.set(placeKey(place), place)
      const converted = fromOtherDialect(schema, (key, keyword, params) =>
        changes.add(key, below(place, ...(keyword === undefined ? [] : [keyword].flat())), params),
      )
      if (schema.type === undefined && converted.type === 'object') untyped.add(placeKey(place))
      return converted
    },
    countsBesideRef(keyword, place) {
      const isCounted = counts(keyword, place)
      if (!isCounted) changes.add('beside-ref', place, { keyword })
      return isCounted
    },
  })
  const schema = valueAt(source.value, pointer)
  const place = { source, pointer }
  const bundled = bundler.bundle(schema, place, pointer)
  // Parts that are used in many places are copied into each, so that a small file may have more than can be checked.
  const bytes = byteLength(JSON.stringify(bundled))
  if (bytes > largestVersionBytes)
    return { refused: [{ rule: 'too-large', ...place, params: sizesInKilobytes(bytes) }] }
  const problems = [...foreignProblems([...used.values()], changes), ...bundler.problems]
  const { root, wrapped } = asGroup(bundled)
  if (wrapped !== null) changes.add(wrapped.key, place, { name: wrapped.name })
  leaveOpenInBranches(root)
  leaveOutDefaults(root, bundler.placeOf, changes)
  leaveOutEmptyChoices(root, bundler.placeOf, changes)
  leaveOutImpossibleChoices(root, bundler.placeOf, changes)
  const { parts, freeData, unknown } = splitIntoSteps(root)
  for (const one of unknown)
    problems.push({ rule: 'required-unknown', ...below(place, 'required'), params: { name: one } })
  if (problems.length > 0) return { refused: problems }
  const requiredData = freeData.filter((name) => Array.isArray(root.required) && root.required.includes(name))
  const emptyData = Object.fromEntries(requiredData.map((name) => [name, {}]))
  for (const name of freeData) changes.add('free-data', below(place, 'properties', name), { name })
  const name = path.basename(file, '.json').replace(/[-.]schema$/, '')
  noteText(root, 'title', longest.form, bundler.placeOf, changes)
  noteText(root, 'description', longest.lead, bundler.placeOf, changes)
  const title = (typeof root.title === 'string' ? plainText(root.title) : words(name)).slice(0, longest.form)
  const texts: { [language in ToolLanguage]: FormTexts } = {
    ja: { title, ...leadOf(root), steps: {}, fields: {} },
    en: { title, ...leadOf(root), steps: {}, fields: {} },
  }
  noteOpenNames([root], bundler.placeOf, changes)
  const questions: PlacedQuestion[] = []
  const blanks = new Map<string, unknown>()
  const steps = parts.map(({ id, label, schema: own, property }): StepWithAdded => {
    const original = fieldTree(id, own, {})
    questions.push(...placedQuestions(original, bundler, (field) => textOf(field, 'en').label))
    for (const field of allFields(original)) if ('blank' in field.merged) blanks.set(field.path, field.merged.blank)
    noteTexts(original, bundler.placeOf, changes)
    for (const field of allFields(original)) noteOpenNames(field.schemas, bundler.placeOf, changes)
    for (const field of allFields(original).slice(1)) leaveEmpty(field, bundler.placeOf, changes)
    // A step of its own is a group of the original.
    for (const field of allFields(original).slice(property === null ? 1 : 0))
      noteGroup(field, untyped, (schema) => bundler.placesOf(schema), changes)
    const added: Added[] = []
    const limited = withLimits(withTypes(own, id, added))
    const tree = fieldTree(id, asDrawn(limited, bundling.root.file), {})
    added.push(...allFields(tree).flatMap(addedLimits))
    // The schema of a list also has the names of its entries.
    const named = allFields(tree).filter((field) => field.name !== '[]')
    for (const field of named)
      for (const lost of lostNames(field)) added.push({ path: field.path, key: 'name-lost', params: lost })
    for (const field of named)
      for (const lost of lostTexts(field)) added.push({ path: field.path, key: 'text-lost', params: lost })
    for (const field of named.filter(isPerhapsConsent)) added.push({ path: field.path, key: 'consent', params: {} })
    for (const language of ['ja', 'en'] as const) {
      const { title: ownTitle } = own
      texts[language].steps[id] = {
        title: plainText(typeof ownTitle === 'string' ? ownTitle : label).slice(0, longest.step),
        ...(property === null ? {} : leadOf(own)),
      }
      for (const field of allFields(tree).slice(1))
        if (field.name !== '[]') texts[language].fields[field.path] = textOf(field, language)
    }
    const oneLine = new Set(added.filter(({ key }) => key === 'length').map((one) => one.path))
    const foreign = property === null ? layout : layoutBelow(layout, property)
    return { step: { id, schema: withoutNotes(limited), ui: uiOf(tree, foreign, oneLine) }, added }
  })
  noteLayout(source, layout, changes)
  if (pointer !== '') noteBeside(source, changes)
  const report = reportOf(questions, changes.all())
  for (const { path: question, key, params } of steps.flatMap(({ added }) => added))
    addTo(report, question, key, params, place)
  return {
    form: { $schema: '../../../definition.schema.json', engine: 1, steps: steps.map(({ step }) => step) },
    texts,
    toAnswers: (original) => toAnswers(parts, wrapped === null ? original : { [wrapped.name]: original }, blanks),
    fromAnswers(answers) {
      const whole: { [name: string]: unknown } = { ...emptyData, ...fromAnswers(parts, answers) }
      if (wrapped === null) return whole
      return whole[wrapped.name] ?? (wrapped.key === 'top-list' ? [] : undefined)
    },
    pointerInForm: (at) => stepPointer(parts, wrapped === null ? at : joinPointer('', wrapped.name) + at),
    original: createBundler({ ...bundling, transform: (one) => one, countsBesideRef: counts }).bundle(
      schema,
      place,
      pointer,
    ),
    report,
  }
}

/** A schema that contains itself, with its references followed as often as the form will follow them. */
function asDrawn(schema: JsonSchema, file: string): JsonSchema {
  if (schema.definitions === undefined) return schema
  const source = parseJsonSource('', JSON.stringify(schema))
  const root = { source, file }
  const bundler = createBundler({ root, shown: () => '', limit: path.dirname(file), transform: (one) => one })
  return bundler.bundle(source.value, { source, pointer: '' }, '')
}

type StepWithAdded = { step: FormSource['steps'][number]; added: Added[] }

/** A change of the imported question at a path. */
type Added = { path: string; key: Change['key']; params: Change['params'] }

function below({ source, pointer }: Place, ...keys: string[]): Place {
  return { source, pointer: keys.reduce((at, key) => joinPointer(at, key), pointer) }
}

function addTo(
  { questions }: ImportReport,
  question: string,
  key: Change['key'],
  params: Change['params'],
  root: Place,
) {
  // An entry of a list is no question of its own.
  const path = question.replace(/(?:\/\[\])+$/, '')
  const found = questions.find((one) => one.path === path)
  const change = { key, place: found?.place ?? root, params }
  if (found) found.changes.push(change)
  // What only an unknown reference describes has no place of its own.
  else questions.push({ path, label: path, place: root, changes: [change] })
}

/** The findings in the schemas of a form that lose some of their meaning; the others are changes. */
function foreignProblems(schemas: readonly Place[], changes: ChangeCollector): Problem[] {
  const found = schemas.flatMap(({ source, pointer }) =>
    keywordProblems(source, recordOf(valueAt(source.value, pointer)), pointer),
  )
  return found.filter((problem) => {
    const { rule, params } = problem
    const around = valueAt(problem.source.value, pointerOf(segmentsOf(problem.pointer).slice(0, -1)))
    const isConverted =
      loosely.has(rule) ||
      converted.has(String(params?.keyword)) ||
      (rule === 'wrong-value' && isOldBound(params)) ||
      // What is left in the form is reported there.
      (params?.expected === 'expected-choices' && isEmptyList(valueAt(problem.source.value, problem.pointer))) ||
      (isRecord(around) && lacksContains(String(params?.keyword), around))
    if (isConverted) return false
    const change = leftOut(problem)
    if (change) changes.add(change.key, change.place, change.params)
    return change === null
  })
}

function isOldBound(params: Problem['params']) {
  return params?.expected === 'number'
}

/** Defaults that the question itself refuses. The bundle is this import's own, so its schemas are changed in place. */
function leaveOutDefaults(root: JsonSchema, placeOf: PlaceOf, changes: ChangeCollector): void {
  const conditions = schemasInConditions(root)
  walkSchemas(root, '', (schema) => {
    const keyword = conditions.has(schema) ? null : refusingDefault(schema)
    const place = placeOf(schema, 'default')
    if (keyword === null) return
    if (place) changes.add('default', place, { value: JSON.stringify(schema.default), keyword })
    delete schema.default
  })
}

/** Lists of choices that another program fills. In a condition, an empty list is never satisfied, and stays. */
function leaveOutEmptyChoices(root: JsonSchema, placeOf: PlaceOf, changes: ChangeCollector): void {
  const conditions = schemasInConditions(root)
  walkSchemas(root, '', (schema) => {
    const place = placeOf(schema, 'enum')
    if (conditions.has(schema) || !isEmptyList(schema.enum)) return
    if (place) changes.add('no-choices', place)
    delete schema.enum
  })
}

/** Choices that the question itself refuses, such as those longer than its longest answer; one at least stays. */
function leaveOutImpossibleChoices(root: JsonSchema, placeOf: PlaceOf, changes: ChangeCollector): void {
  const conditions = schemasInConditions(root)
  walkSchemas(root, '', (schema) => {
    const values = arrayOf(schema.enum)
    const refused = values.map((value) => choiceRefusedBy(schema, value))
    const isKept = (_value: unknown, index: number) => refused[index] === null
    const place = placeOf(schema, 'enum')
    if (conditions.has(schema) || !place || !refused.includes(null)) return
    for (const [index, keyword] of refused.entries())
      if (keyword !== null) changes.add('choice', place, { value: JSON.stringify(values[index]), keyword })
    schema.enum = values.filter(isKept)
    if (Array.isArray(schema.enumNames)) schema.enumNames = schema.enumNames.filter(isKept)
  })
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** Texts that lose their markup, or their end. */
function noteTexts(root: Field, placeOf: PlaceOf, changes: ChangeCollector): void {
  for (const field of allFields(root)) {
    for (const schema of field.schemas) {
      noteText(schema, 'title', field === root ? longest.step : longest.label, placeOf, changes)
      noteText(schema, 'description', field === root ? longest.lead : longest.help, placeOf, changes)
      const choicesOfSchema = [...arrayOf(schema.enum), ...arrayOf(schema.enumNames)]
      const place = placeOf(schema)
      if (place && choicesOfSchema.some((choice) => typeof choice === 'string' && choice.length > longest.choice))
        changes.add('text-cut', place, { limit: longest.choice })
    }
  }
}

type PlaceOf = (schema: object, keyword?: string) => Place | null

function noteText(
  schema: JsonSchema,
  keyword: 'title' | 'description',
  limit: number,
  placeOf: PlaceOf,
  changes: ChangeCollector,
): void {
  const text = schema[keyword]
  const place = placeOf(schema, keyword)
  if (typeof text !== 'string' || !place) return
  const plain = plainText(text)
  if (plain.replaceAll(/\s+/g, '') !== text.replaceAll(/\s+/g, '')) changes.add('markup', place)
  if (plain.length > limit) changes.add('text-cut', place, { limit })
}

/** Fields that a program adds, or that a resident would have to name. */
function noteOpenNames(schemas: readonly JsonSchema[], placeOf: PlaceOf, changes: ChangeCollector): void {
  for (const schema of schemas) {
    const { additionalProperties, patternProperties } = schema
    const isOpen = {
      additionalProperties: isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0,
      patternProperties: Object.values(recordOf(patternProperties)).some((part) => part !== false),
    }
    for (const keyword of ['additionalProperties', 'patternProperties'] as const) {
      const place = isOpen[keyword] ? placeOf(schema, keyword) : null
      if (place) changes.add('open-names', place, { keyword })
    }
  }
}

/** A group inside a step that asks nothing stays an empty group. */
function leaveEmpty(
  { kind, path: question, children, schemas }: Field,
  placeOf: PlaceOf,
  changes: ChangeCollector,
): void {
  if (kind !== 'group' || children.length > 0) return
  for (const schema of schemas) {
    const place = placeOf(schema)
    if (place) changes.add('free-data', place, { name: question })
    delete schema.minProperties
  }
}

/** What residents read before the first question of a form or a step. */
function leadOf({ description }: JsonSchema): { description?: string } {
  const lead = typeof description === 'string' ? plainText(description).slice(0, longest.lead) : ''
  return lead === '' ? {} : { description: lead }
}

/** A group that no schema calls one: the original also accepts what is no group. */
function noteGroup(
  { schemas }: Field,
  untyped: ReadonlySet<string>,
  placesOf: (schema: object) => Place[],
  changes: ChangeCollector,
): void {
  const places = schemas.filter(({ type }) => type === 'object').map(placesOf)
  const isUntyped = places.every((group) => group.some((place) => untyped.has(placeKey(place))))
  const place = places[0]?.[0]
  if (place && isUntyped) changes.add('type', place, { type: 'object' })
}

function placeKey({ source, pointer }: Place): string {
  return `${source.file}#${pointer}`
}

/** The layout of a property, without that of the group around it. */
function layoutBelow(layout: UiSchema, property: string): UiSchema {
  const inner = Object.hasOwn(layout, property) ? layout[property] : {}
  return recordOf(inner)
}

/** Keys of the layout beside the schema that a form has nothing for. */
function noteLayout(source: JsonSource, layout: UiSchema, changes: ChangeCollector): void {
  const visit = (part: UiSchema, pointer: string) => {
    for (const [key, value] of Object.entries(part)) {
      const at = joinPointer(pointer, key)
      const isTaken = key === 'ui:order' || (key === 'ui:widget' && takenWidgets.has(String(value)))
      if (key.startsWith('ui:')) {
        if (!isTaken) changes.add('layout', { source, pointer: at }, { key })
      } else if (isRecord(value)) visit(value, at)
    }
  }
  visit(layout, '/uiSchema')
}

/** What other tools write beside the schema, such as conditions of the layout. */
function noteBeside(source: JsonSource, changes: ChangeCollector): void {
  const others = Object.keys(recordOf(source.value)).filter((key) => !['schema', 'uiSchema', 'formData'].includes(key))
  for (const key of others) changes.add('beside-schema', { source, pointer: joinPointer('', key) }, { key })
}

const takenWidgets: ReadonlySet<string> = new Set(['textarea', 'radio', 'select', 'checkboxes'])

/** Labels and help of single branches; a question has one of each. */
function lostTexts({ parts }: Field): { kept: string; lost: string }[] {
  return ['title', 'description'].flatMap((keyword) => {
    const written = parts.flatMap(({ schema, when }) => {
      const text = schema[keyword]
      return typeof text === 'string' && plainText(text) !== '' ? [{ text: plainText(text), when }] : []
    })
    const kept = written[0]?.text ?? ''
    const others = written.filter(({ text, when }) => text !== kept && when.length > 0)
    return [...new Set(others.map(({ text }) => text))].map((lost) => ({ kept, lost }))
  })
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

/** The type of a question that has none, and what is reported: `any-answer` is a text, one of several types is none. */
function impliedType(schema: JsonSchema): { type: string; change: 'type' | 'any-answer' | null } | null {
  const values = choices(schema)
  const ofValues = new Set(values?.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))
  const [type] = ofValues
  if (values !== null) {
    const isOfOne = ofValues.size === 1 && values.every((value) => typeof value !== 'object')
    return isOfOne && type !== undefined ? { type, change: null } : null
  }
  const found = typeOfKeyword.filter(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))
  if (found.length > 1) return null
  return found[0] ? { type: found[0][0], change: 'type' } : { type: 'string', change: 'any-answer' }
}

/**
 * Adds the types of questions that have none, and entries to lists without. A type that follows from the choices excludes
 * nothing.
 */
function withTypes(schema: JsonSchema, id: string, added: Added[]): JsonSchema {
  const withKeyword = (all: JsonSchema, places: readonly { pointer: string }[], keyword: string, value: unknown) => {
    const result = places.reduce<unknown>(
      (written, { pointer }) => withValueAt(written, `${pointer}/${keyword}`, value),
      all,
    )
    return isRecord(result) ? result : all
  }
  return allFields(fieldTree(id, schema, {})).reduce<JsonSchema>((result, field) => {
    if (field.merged.type === 'array') {
      const lists = declarationsWithout(field, ['items']).filter((list) => list.schema.items === undefined)
      if (lists.length > 0) added.push({ path: field.path, key: 'any-entry', params: {} })
      return withKeyword(result, lists, 'items', { type: 'string' })
    }
    if (field.merged.type !== undefined || field.kind === 'group') return result
    const implied = impliedType(field.merged)
    const untyped = declarationsWithout(field, ['type', 'properties', 'anyOf', 'oneOf', '$ref'])
    // A closed branch only names the questions that another part describes.
    const described = untyped.filter((one) => Object.keys(one.schema).length > 0)
    const places = untyped.filter((one) => described.includes(one) || !alwaysApplies(described, one.when))
    if (implied === null || places.length === 0) return result
    const { type } = implied
    const isEntry = field.name === '[]'
    // Choices exclude other types only where they apply.
    const unlisted = declarationsWithout(field, ['enum', 'const'])
    const change = implied.change ?? (places.some((one) => unlisted.includes(one)) ? 'type' : null)
    if (change === 'type') added.push({ path: field.path, key: change, params: { type } })
    if (change === 'any-answer') added.push({ path: field.path, key: isEntry ? 'any-entry' : change, params: {} })
    return withKeyword(result, places, 'type', type)
  }, schema)
}

/** Every free text and list gets a limit, which `addedLimit` names. */
function withLimits(schema: JsonSchema): JsonSchema {
  const result = mapSubschemas(schema, '', (part, _pointer, keyword) =>
    isRecord(part) && !asksNothing.has(keyword) ? withLimits(part) : part,
  )
  if (needsLength(result)) return { ...result, maxLength: addedLength, addedLimit: 'length' }
  if (result.type !== 'array' || result.maxItems !== undefined) return result
  const maxItems = Math.max(addedItems, Number(result.minItems ?? 0))
  return { ...result, maxItems, ...(result.items === undefined ? {} : { addedLimit: 'entries' }) }
}

/** Keywords whose schemas describe no question. */
const asksNothing: ReadonlySet<string> = new Set([
  'if',
  'not',
  'contains',
  'propertyNames',
  'additionalProperties',
  'patternProperties',
])

function addedLimits({ path: field, schemas }: Field): Added[] {
  return schemas.flatMap(({ addedLimit, maxLength, maxItems }): Added[] => {
    if (addedLimit === 'length')
      return [{ path: field.replace(/\/\[\]$/, ''), key: 'length', params: { value: Number(maxLength) } }]
    return addedLimit === 'entries' ? [{ path: field, key: 'entries', params: { value: Number(maxItems) } }] : []
  })
}

function needsLength({ type, maxLength, enum: values, const: constant, pattern, format }: JsonSchema): boolean {
  if (type !== 'string' || maxLength !== undefined || values !== undefined || constant !== undefined) return false
  return (
    !isBoundedPattern(pattern) && (format === undefined || (typeof format === 'string' && unboundedFormats.has(format)))
  )
}

const notes = ['title', 'description', 'examples', 'enumNames', 'nullable', 'blank', 'addedLimit']
const maps = ['properties', 'patternProperties', 'dependencies', 'dependentSchemas', 'definitions']

function withoutNotes(value: unknown): JsonSchema {
  const strip = (part: unknown, isMap: boolean): unknown => {
    if (Array.isArray(part)) return part.map((entry: unknown) => strip(entry, false))
    if (!isRecord(part)) return part
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, entry]) => {
        if (entry === undefined || (!isMap && notes.includes(key))) return []
        const isValue = key === 'enum' || key === 'const' || key === 'default'
        return [[key, isValue && !isMap ? entry : strip(entry, !isMap && maps.includes(key))]]
      }),
    )
  }
  const result = strip(value, false)
  return recordOf(result)
}
