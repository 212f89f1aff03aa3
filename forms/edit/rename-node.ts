import type { FieldPath } from '../../form-model/definition.ts'
import { feeFactors } from '../../form-model/fee.ts'
import { escapeSegment, joinPointer, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { conditionPlaces } from '../source/condition-places.ts'
import { withAllowances } from './allowances.ts'
import { edit, editAnswers, editSamples, editTexts, pointersIn, textPointer, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { feeLines } from './fees.ts'
import { orderOf, pathToNode, sameColumns } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalid, isPlaceOf } from './invalid-samples.ts'
import { readValue, renameProperty, setValue } from './json-text.ts'
import { withMovedPointers, withPaths, withTextKeys } from './move-node.ts'

/** The path of a node under another name. */
export function renamedPath(path: FieldPath, name: string): FieldPath {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${escapeSegment(name)}`
}

/** Whether the name of a node, and the values of its choices, can be changed: not if a schema in another place has it. */
export function isRenamable(files: FormFiles, path: FieldPath): boolean {
  const [step] = pathToNode(treeOf(files), path)
  return step !== undefined && !/"\$ref":"#/.test(JSON.stringify(step.schema))
}

/**
 * Gives a step or a question another name in the data, everywhere in the form: in conditions, checks, fees, texts and
 * samples, and in each row of a table. `keepsAnswers`: a version with the former name is published, so that drafts carry
 * their answers over.
 */
export function renameNode(files: FormFiles, path: FieldPath, name: string, keepsAnswers: boolean): FormFiles {
  return sameColumns(treeOf(files), path).reduce(
    (result, column) => renameOne(result, column, name, keepsAnswers),
    files,
  )
}

function renameOne(files: FormFiles, path: FieldPath, name: string, keepsAnswers: boolean): FormFiles {
  const node = pathToNode(treeOf(files), path).at(-1)
  if (!node || !isRenamable(files, path)) return files
  const target = renamedPath(path, name)
  const renamed = edit(files, 'form.json', (text) => {
    const named = renameLast(withName(text, node, name), placesOf(text, path), name)
    return withPaths(withMovedAllowances(named, node, target), node, target, keepsAnswers)
  })
  const result = editTexts(renamed, (text) => {
    const json = node.kind === 'step' ? renameProperty(text, joinPointer('/steps', node.name), name) : text
    return withTextKeys(json, path, target)
  })
  const valid = editAnswers(result, path, (text, pointer) => renameProperty(text, pointer, name))
  return editInvalid(valid, (text) => withRenamedAnswers(text, path, target, name))
}

/** The name itself and its place in the layout. */
function withName(text: string, node: FormNode, name: string): string {
  if (node.kind === 'step') return setValue(text, `${node.holderPointer}/id`, name)
  const order = orderOf(node)
  const names = readValue(text, order)
  const index = Array.isArray(names) ? names.indexOf(node.name) : -1
  const json = index < 0 ? text : setValue(text, `${order}/${index}`, name)
  return renameProperty(withFills(json, node, name), node.uiPointer, name)
}

/** Questions of the same group that a look-up fills in. */
function withFills(text: string, node: FormNode, name: string): string {
  const group = node.uiPointer.slice(0, node.uiPointer.lastIndexOf('/'))
  const layout = readValue(text, group)
  return Object.entries(recordOf(layout)).reduce((json, [other, ui]) => {
    const options = isRecord(ui) && isRecord(ui['ui:options']) ? ui['ui:options'] : {}
    const filled = Object.entries(recordOf(options.fills)).filter(([, to]) => to === node.name)
    const place = `${joinPointer(group, other)}/ui:options/fills`
    return filled.reduce((result, [key]) => setValue(result, joinPointer(place, key), name), json)
  }, text)
}

function withMovedAllowances(text: string, node: FormNode, target: FieldPath): string {
  const moved = [node.schemaPointer, node.uiPointer].map((pointer): [string, string] => [
    pointer,
    renamedPath(pointer, segmentsOf(target).at(-1) ?? ''),
  ])
  const texts: [string, string][] = [
    [joinPointer('/fields', node.path), joinPointer('/fields', target)],
    [joinPointer('/steps', node.name), joinPointer('/steps', target)],
  ]
  return withAllowances(text, node.kind === 'step' ? texts : [...moved, ...texts])
}

/** The schemas that describe a path, each with the part of the path that is inside of it. */
type SchemaPlace = {
  pointer: string
  inside: readonly string[]
  /** It is a condition, or one of several alternatives: it asks for and requires nothing by itself. */
  asks: boolean
}

function placesOf(text: string, path: FieldPath): SchemaPlace[] {
  const form = readValue(text, '')
  const segments = segmentsOf(path)
  if (!isRecord(form)) return []
  const own = arrayOf(form.steps).flatMap((step, index) =>
    isRecord(step) && step.id === segments[0] && segments.length > 1
      ? [{ pointer: `/steps/${index}/schema`, inside: segments.slice(1), asks: false }]
      : [],
  )
  return [...conditionPlaces(form).map((pointer) => ({ pointer, inside: segments, asks: true })), ...own].flatMap(
    (place) => schemasIn(valueAt(form, place.pointer), place),
  )
}

/** The schemas of the group around a node, or of a branch of it, in which the node may be asked or required. */
export function groupPlaces(text: string, path: FieldPath): string[] {
  return placesOf(text, path)
    .filter(({ inside, asks }) => inside.length === 1 && !asks)
    .map(({ pointer }) => pointer)
}

const applied = ['allOf', 'anyOf', 'oneOf'] as const
const alone = ['not', 'if', 'then', 'else'] as const
const byName = ['dependencies', 'dependentSchemas'] as const

/** The schema and all inside it that apply to the same answers, or to those further along the path. */
function schemasIn(schema: unknown, { pointer, inside, asks }: SchemaPlace): SchemaPlace[] {
  if (!isRecord(schema)) return []
  const [first, ...rest] = inside
  const same = [
    ...applied.flatMap((key) => (Array.isArray(schema[key]) ? schema[key].map((_, at) => `${key}/${at}`) : [])),
    ...alone,
    ...byName.flatMap((key) => Object.keys(recordOf(schema[key])).map((name) => joinPointer(key, name))),
  ].map((below) => ({ below: `/${below}`, inside, asks: asks || /^(?:if$|not$|anyOf\/|oneOf\/)/.test(below) }))
  const further =
    first === undefined
      ? []
      : first === '[]'
        ? ['/items', '/contains'].map((below) => ({ below, inside: rest, asks }))
        : [{ below: joinPointer('/properties', first), inside: rest, asks }]
  return [
    { pointer, inside, asks },
    ...[...same, ...further].flatMap(({ below, ...left }) =>
      schemasIn(valueAt(schema, below), { ...left, pointer: pointer + below }),
    ),
  ]
}

/** Renames the last part of the path in the schemas that describe its group. */
function renameLast(text: string, places: readonly SchemaPlace[], name: string): string {
  const around = places.filter(({ inside }) => inside.length === 1)
  // The innermost first: a renamed property moves what is inside it.
  return around
    .toSorted((one, other) => other.pointer.length - one.pointer.length)
    .reduce((json, place) => {
      const [former = ''] = place.inside
      const named = [`${place.pointer}/required`, ...lists(json, place.pointer)]
        .flatMap((list) => entriesOf(json, list, former))
        .reduce((result, entry) => setValue(result, entry, name), json)
      const discriminator = `${place.pointer}/discriminator/propertyName`
      const marked = readValue(named, discriminator) === former ? setValue(named, discriminator, name) : named
      return ['properties', 'dependencies', 'dependentRequired', 'dependentSchemas'].reduce((result, key) => {
        const property = joinPointer(`${place.pointer}/${key}`, former)
        return readValue(result, property) === undefined ? result : renameProperty(result, property, name)
      }, marked)
    }, text)
}

/** Lists of names that another answer requires. */
function lists(text: string, pointer: string): string[] {
  return ['dependencies', 'dependentRequired'].flatMap((key) => {
    const value = readValue(text, `${pointer}/${key}`)
    return Object.keys(recordOf(value)).map((name) => joinPointer(`${pointer}/${key}`, name))
  })
}

/** The places of a value in a list. */
function entriesOf(text: string, list: string, value: string): string[] {
  const entries = readValue(text, list)
  return Array.isArray(entries) ? entries.flatMap((entry, at) => (entry === value ? [`${list}/${at}`] : [])) : []
}

function withRenamedAnswers(text: string, from: FieldPath, to: FieldPath, name: string): string {
  const answers = readValue(text, '/answers')
  const own = answers === undefined ? [] : pointersIn(JSON.stringify(answers), from)
  const json = own.reduce((result, pointer) => renameProperty(result, `/answers${pointer}`, name), text)
  return withMovedPointers(json, { [from]: to })
}

/**
 * Gives a choice another value in the data, everywhere in the form, and in each row of a table. Only for a value that no
 * version has published.
 */
export function renameChoice(files: FormFiles, node: FormNode, from: string, to: string): FormFiles {
  return sameColumns(treeOf(files), node.path).reduce((result, path) => {
    const column = pathToNode(treeOf(result), path).at(-1)
    return column ? renameOneChoice(result, column, from, to) : result
  }, files)
}

function renameOneChoice(files: FormFiles, node: FormNode, from: string, to: string): FormFiles {
  if (!isRenamable(files, node.path)) return files
  const answer = node.kind === 'choices' ? `${node.path}/[]` : node.path
  const changed = edit(files, 'form.json', (text) => {
    const json = placesOf(text, answer)
      .filter(({ inside }) => inside.length === 0)
      .reduce((changed, { pointer }) => withValue(changed, pointer, from, to), text)
    return withTableKeys(json, files, node.path, from, to)
  })
  // A value that is no text cannot be renamed.
  if (changed['form.json'] === files['form.json']) return files
  const result = editTexts(changed, (text) => renameProperty(text, joinPointer(textPointer(node, 'options'), from), to))
  const renamed = (value: unknown): unknown => (Array.isArray(value) ? value.map(renamed) : value === from ? to : value)
  const answered = (text: string, pointers: readonly string[]) =>
    pointers.reduce((json, pointer) => {
      const value = readValue(json, pointer)
      return JSON.stringify(renamed(value)) === JSON.stringify(value) ? json : setValue(json, pointer, renamed(value))
    }, text)
  const valid = editSamples(result, (text) => answered(text, pointersIn(text, node.path)))
  return editInvalid(valid, (text) => {
    const { set, answers } = recordOf(readValue(text, ''))
    const own = Object.keys(recordOf(set)).filter((pointer) => isPlaceOf(pointer, node.path))
    const copied = answers === undefined ? [] : pointersIn(JSON.stringify(answers), node.path)
    return answered(text, [...own.map((at) => joinPointer('/set', at)), ...copied.map((at) => `/answers${at}`)])
  })
}

function withValue(text: string, pointer: string, from: string, to: string): string {
  const single = ['const', 'default']
    .map((key) => `${pointer}/${key}`)
    .filter((place) => readValue(text, place) === from)
  return [...single, ...entriesOf(text, `${pointer}/enum`, from)].reduce(
    (json, place) => setValue(json, place, to),
    text,
  )
}

/** The amounts of a fee by the answer. */
function withTableKeys(text: string, files: FormFiles, path: FieldPath, from: string, to: string): string {
  const keys = feeLines(files).flatMap((line, index) =>
    feeFactors.flatMap((factor) => {
      const value = line[factor]
      const table = `/fee/lines/${index}/${factor}/table`
      if (typeof value !== 'object' || !('table' in value)) return []
      if ('byAnswer' in value) return value.byAnswer === path ? [joinPointer(table, from)] : []
      const [rows, columns] = value.byAnswers
      // The columns first: a renamed row moves them.
      const inRows =
        columns === path ? Object.keys(value.table).map((row) => joinPointer(joinPointer(table, row), from)) : []
      return rows === path ? [...inRows, joinPointer(table, from)] : inRows
    }),
  )
  return keys.reduce((json, key) => (readValue(json, key) === undefined ? json : renameProperty(json, key, to)), text)
}
