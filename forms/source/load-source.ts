import { formNameParts } from './form-folder.ts'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { JsonSchema, UiSchema } from '../../form-model/definition.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { isInside } from './inside-folder.ts'
import { withFeeLists } from './fee-lists.ts'
import { createBundler } from './bundle.ts'
import type { Bundler, Place } from './bundle.ts'
import { fieldsOf, fieldTree } from './fields.ts'
import type { Field } from './fields.ts'
import type { Problem } from './finding.ts'
import { parseJsonSource } from './json-source.ts'
import type { JsonSource } from './json-source.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { tenantLanguages } from './tenant-settings.ts'
import { mergeRecords } from './merge-records.ts'
import { readJson } from './reading-problems.ts'

export type StepParts = {
  id: string
  /** The schema without references, in draft-07 keywords. */
  schema: JsonSchema
  /** The layout, including that of shared parts. */
  ui: UiSchema
  visibleWhen: JsonSchema | undefined
  /** Pointer of the step in form.json. */
  pointer: string
  /** The step as the root of its fields. */
  root: Field
}

export type TextSource = {
  source: JsonSource
  /** The form's own texts. */
  own: { [field: string]: unknown }
  /** The same with the texts of shared parts where the form has none. */
  fields: { [field: string]: unknown }
}

/** An author's form as far as it can be read; errors are in `problems`, and nothing here throws. */
export type SourceForm = {
  /** A bare JSON Schema file has no texts, no layout and one step. */
  kind: 'form' | 'schema'
  folder: string
  /** Taken from the names of the last three folders. */
  tenantId: string
  serviceId: string
  type: string
  source: JsonSource
  /** With the amounts of the fee lists that it refers to. */
  value: { [key: string]: unknown }
  /** The fee lists, by the pointers of the tables that have their amounts. */
  feeLists: ReadonlyMap<string, Place>
  steps: StepParts[]
  /** The languages in which the tenant needs every text. */
  requiredLanguages: readonly Language[]
  texts: { [language in Language]: TextSource | null }
  bundler: Bundler
  problems: Problem[]
  /** Conditions over the whole answers, bundled, by the keys of `conditionHolds`. */
  conditions: { [key: string]: { schema: JsonSchema; pointer: string } }
}

export type LoadOptions = {
  /** The name of a file in findings; default: relative to the working directory. */
  shown?: (file: string) => string
  /** The content of form.json instead of that of the file. */
  formText?: string | undefined
}

export function relativeToHere(file: string): string {
  return path.relative(process.cwd(), file) || file
}

/** Loads a folder with a form.json. */
export function loadSourceForm(folder: string, { shown = relativeToHere, formText }: LoadOptions = {}): SourceForm {
  const file = path.join(folder, 'form.json')
  const limit = path.resolve(folder, '../../..')
  const problems: Problem[] = []
  const read = (own: string) => readSource(own, limit, shown, problems)
  const source = formText === undefined ? read(file) : parseJsonSource(shown(file), formText)
  const bundler = createBundler({ root: { source, file }, shown, limit })
  const feeLists = new Map<string, Place>()
  const value = withFeeLists(recordOf(source.value), (ref, pointer) => {
    const list = bundler.find(ref, { source, pointer })
    if (list) feeLists.set(pointer, list)
    return list?.value
  })
  const parts = createPartReader(bundler, read)
  const steps = loadSteps(value, source, bundler, parts)
  const texts = textsBy(loadTexts)
  const requiredLanguages = tenantLanguages(folder)
  const { tenantId, serviceId, type } = formNameParts(folder)

  function loadTexts(language: Language): TextSource | null {
    const textFile = path.join(folder, `texts.${language}.json`)
    if (!existsSync(textFile)) return null
    const textSource = read(textFile)
    const written = isRecord(textSource.value) ? textSource.value.fields : undefined
    const own = recordOf(written)
    const inherited = fieldsOf({ steps }).flatMap((field) => parts.texts(field, language))
    return { source: textSource, own, fields: withInherited(Object.fromEntries(inherited.toReversed()), own) }
  }

  return {
    kind: 'form',
    folder,
    tenantId,
    serviceId,
    type,
    source,
    value,
    feeLists,
    steps,
    requiredLanguages,
    texts,
    bundler,
    problems,
    conditions: loadConditions(value, source, bundler, steps),
  }
}

/**
 * A form's own text replaces that of a part. The labels of a list of choices stay those of the list: the form has only
 * the question.
 */
function withInherited(
  inherited: { [field: string]: unknown },
  own: { [field: string]: unknown },
): { [field: string]: unknown } {
  const fields = Object.entries(own).map(([field, text]): [string, unknown] => {
    const part = inherited[field]
    if (!isRecord(text) || text.options !== undefined || !isRecord(part) || part.options === undefined)
      return [field, text]
    return [field, { ...text, options: part.options }]
  })
  return { ...inherited, ...Object.fromEntries(fields) }
}

/** Loads a JSON Schema file that is not one of our forms as a form of one step. */
export function loadBareSchema(file: string, { shown = relativeToHere }: LoadOptions = {}): SourceForm {
  const { source, problems } = readJson(file, shown)
  const bundler = createBundler({ root: { source, file }, shown, limit: path.dirname(path.resolve(file)) })
  const value = recordOf(source.value)
  const schema = bundler.bundle(value, { source, pointer: '' }, '')
  const root = fieldTree('form', schema, {})
  return {
    kind: 'schema',
    folder: path.dirname(file),
    tenantId: '',
    serviceId: '',
    type: '',
    source,
    value,
    feeLists: new Map(),
    steps: [{ id: 'form', schema, ui: {}, visibleWhen: undefined, pointer: '', root }],
    requiredLanguages: [],
    texts: textsBy(() => null),
    bundler,
    problems,
    conditions: {},
  }
}

function textsBy(load: (language: Language) => TextSource | null): SourceForm['texts'] {
  return Object.fromEntries(languages.map((language) => [language, load(language)])) as SourceForm['texts']
}

/** Reads one file of a form, and its problems as JSON. Does not follow a link out of the folder of forms. */
export function readSource(
  file: string,
  limit: string,
  shown: (file: string) => string,
  problems: Problem[],
): JsonSource {
  if (!isInside(file, limit)) {
    const empty = parseJsonSource(shown(file), '{}')
    problems.push({ rule: 'outside-ref', source: empty, pointer: '', params: { ref: path.basename(file) } })
    return empty
  }
  const { source, problems: found } = readJson(file, shown)
  problems.push(...found)
  return source
}

function loadSteps(value: SourceForm['value'], source: JsonSource, bundler: Bundler, parts: PartReader): StepParts[] {
  return arrayOf(value.steps).flatMap((step, index): StepParts[] => {
    if (!isRecord(step) || typeof step.id !== 'string' || !isRecord(step.schema)) return []
    const pointer = `/steps/${index}`
    const base = `${pointer}/schema`
    const schema = bundler.bundle(step.schema, { source, pointer: base }, base)
    const ownUi = recordOf(step.ui)
    const ui = parts.ui(fieldTree(step.id, schema, ownUi))
    const { visibleWhen } = step
    const condition = { source, pointer: `${pointer}/visibleWhen` }
    return [
      {
        id: step.id,
        schema,
        ui,
        visibleWhen: visibleWhen === undefined ? undefined : bundler.bundle(visibleWhen, condition, condition.pointer),
        pointer,
        root: fieldTree(step.id, schema, ui),
      },
    ]
  })
}

function loadConditions(
  value: SourceForm['value'],
  source: JsonSource,
  bundler: Bundler,
  steps: StepParts[],
): SourceForm['conditions'] {
  const conditions: SourceForm['conditions'] = {}
  for (const { id, visibleWhen, pointer } of steps) {
    if (visibleWhen) conditions[`step:${id}`] = { schema: visibleWhen, pointer: `${pointer}/visibleWhen` }
  }
  const add = (key: string, when: unknown, pointer: string) => {
    if (!isRecord(when)) return
    const place: Place = { source, pointer }
    conditions[key] = { schema: bundler.bundle(when, place, pointer), pointer }
  }
  const { requiredWhen, fee, delivery } = value
  for (const [index, rule] of arrayOf(requiredWhen).entries())
    add(`required:${index}`, recordOf(rule).when, `/requiredWhen/${index}/when`)
  add('delivery', recordOf(delivery).when, '/delivery/when')
  for (const [index, line] of arrayOf(recordOf(fee).lines).entries()) {
    const { when, exempt } = recordOf(line)
    add(`fee:${index}`, when, `/fee/lines/${index}/when`)
    add(`fee:${index}:exempt`, recordOf(exempt).when, `/fee/lines/${index}/exempt/when`)
  }
  return conditions
}

type PartReader = {
  /** The layout of a field with that of the shared parts in it; the form's own takes precedence. */
  ui(field: Field): UiSchema
  /** Texts from the shared part of a field, by path in the form. */
  texts(field: Field, language: Language): [string, unknown][]
}

/**
 * A shared part `name.schema.json` may have its layout in `name.ui.json` and its texts in `name.texts.<language>.json`.
 */
function createPartReader(bundler: Bundler, read: (file: string) => JsonSource): PartReader {
  const known = new Map<string, unknown>()

  function readBeside(part: string, ending: string): unknown {
    const file = part.replace(/(?:\.schema)?\.json$/, ending)
    if (known.has(file)) return known.get(file)
    let value: unknown
    if (existsSync(file)) {
      bundler.files.add(file)
      value = read(file).value
    }
    known.set(file, value)
    return value
  }

  const partsOf = (field: Field): string[] =>
    field.schemas.flatMap((schema) => {
      const part = bundler.partOf(schema)
      return part === null ? [] : [part]
    })

  function ui(field: Field): UiSchema {
    let merged: UiSchema = field.ui
    for (const part of partsOf(field)) {
      const shared = readBeside(part, '.ui.json')
      if (isRecord(shared)) merged = mergeRecords(shared, merged)
    }
    for (const child of field.children) {
      const key = child.name === '[]' ? 'items' : child.name
      const childUi = ui({ ...child, ui: mergeRecords(own(merged, key), child.ui) })
      if (Object.keys(childUi).length > 0) merged = { ...merged, [key]: childUi }
    }
    return merged
  }

  return {
    ui,
    texts: (field, language) =>
      partsOf(field).flatMap((part) => {
        const shared = readBeside(part, `.texts.${language}.json`)
        const fields = recordOf(recordOf(shared).fields)
        return Object.entries(fields).map(([path, text]): [string, unknown] => [
          path === '' ? field.path : `${field.path}/${path}`,
          text,
        ])
      }),
  }
}

function own(ui: UiSchema, key: string): UiSchema {
  const value = Object.hasOwn(ui, key) ? ui[key] : undefined
  return recordOf(value)
}

/** The names of the sample files of a form. */
export function sampleFiles(folder: string, kind: 'valid' | 'invalid'): string[] {
  const samples = path.join(folder, kind)
  return existsSync(samples)
    ? readdirSync(samples)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
        .map((name) => path.join(samples, name))
    : []
}

/** The place in the author's files of a field's schema, or of a keyword of it. */
export function placeOfField(form: SourceForm, field: Field, keyword?: string): Place {
  for (const schema of field.schemas) {
    if (keyword !== undefined && !Object.hasOwn(schema, keyword)) continue
    const place = form.bundler.placeOf(schema, keyword)
    if (place) return place
  }
  return { source: form.source, pointer: '/steps' }
}

export function textPointer(path: string, ...keys: string[]): string {
  return keys.reduce((pointer, key) => joinPointer(pointer, key), joinPointer('/fields', path))
}

/** The same in the form's own file, which lacks the texts of a shared part. */
export function ownTextPointer({ own }: TextSource, path: string, ...keys: string[]): string {
  return Object.hasOwn(own, path) ? textPointer(path, ...keys) : '/fields'
}

/** The texts of a field; `null` if there are none. */
export function textOf(texts: TextSource | null, path: string): { [key: string]: unknown } | null {
  const text = texts && Object.hasOwn(texts.fields, path) ? texts.fields[path] : undefined
  return isRecord(text) ? text : null
}

/** The place in the author's files of a schema, or of a keyword of it. */
export function placeOf(
  { bundler, source }: Pick<SourceForm, 'bundler' | 'source'>,
  schema: object,
  keyword?: string,
): Place {
  return bundler.placeOf(schema, keyword) ?? { source, pointer: '' }
}
