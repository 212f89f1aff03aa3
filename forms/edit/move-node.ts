import { numbersAfterMove, withAllowances, withStepNumbers } from './allowances.ts'
import type { FieldPath } from '../../form-model/definition.ts'
import { escapeSegment, isInside, joinPointer, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import type { AnswerCondition } from './answer-condition.ts'
import { conditionPlaces } from '../source/condition-places.ts'
import { renamedPointer } from '../../form-model/renamed.ts'
import {
  addEntry,
  edit,
  editTexts,
  isValidSample,
  numbered,
  pointersIn,
  removeField,
  textKeys,
  treeOf,
  withoutAnswers,
} from './commands.ts'
import type { FormFiles } from './commands.ts'
import { allNodes, insideOf, orderOf, pathToNode, rowsAround } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import {
  insertEntry,
  insertWritten,
  moveEntry,
  readValue,
  removeValue,
  renameProperty,
  setValue,
  writtenValue,
} from './json-text.ts'
import { baseFor, conditionOf, requiredAnswers, setCondition, setRequiredCondition } from './question-condition.ts'
import { reaches } from './reaches.ts'

/** A place in a step, a group or a list; the steps themselves are in `''`. */
export type Place = {
  parent: FieldPath
  /** The position among the other nodes there. */
  index: number
}

/** Why a node cannot be moved to a place; `null` if it can. */
export type Obstacle =
  /** A step must be at the top level, and a question must be inside a step. */
  | 'level'
  /** The place is inside the node itself, or cannot contain questions. */
  | 'no-place'
  /** The node is in a row of a table, whose other rows would lose it. */
  | 'column'
  /** The condition of the node, or of a question in it, cannot be said at the place. */
  | 'conditional'
  /** It depends on questions of its step, and a condition cannot name those of another step. */
  | 'other-step'
  /** Another node's condition depends on this node. */
  | 'decides'

export function obstacleTo(files: FormFiles, path: FieldPath, { parent }: Place): Obstacle | null {
  const tree = treeOf(files)
  const trail = pathToNode(tree, path)
  const node = trail.at(-1)
  if (!node || (node.kind === 'step') !== (parent === '')) return 'level'
  const group = trail.at(-2)
  if ((group?.path ?? '') === parent) return null
  const target = pathToNode(tree, parent).at(-1)
  if (!target || isInside(parent, path) || !['step', 'group', 'list'].includes(target.kind)) return 'no-place'
  if (rowsAround(tree, path)) return 'column'
  const conditions = outerConditions(tree, node)
  if (conditions.length > 0) {
    const moved = movedPath(files, path, { parent, index: 0 })
    const isSayable = conditions.every(({ path: owner, condition }) =>
      canSay(tree, pathToNode(tree, parent), trail.length - 1, moved + owner.slice(path.length), owner, condition),
    )
    if (!isSayable) return trail[0]?.path === pathToNode(tree, parent)[0]?.path ? 'conditional' : 'other-step'
    const cleared = withoutConditions(files, conditions)
    const left = pathToNode(treeOf(cleared), path).at(-1)
    // Several branches ask the question.
    if (!left || outerConditions(treeOf(cleared), left).length > 0) return 'conditional'
    return obstacleTo(cleared, path, { parent, index: 0 })
  }
  const isDecisive =
    group &&
    (decidesIn(group, node.name) ||
      trail.slice(0, -2).some((outer) => decidesFrom(outer, path)) ||
      decidesInForm(files, path))
  return isDecisive === true ? 'decides' : null
}

/** The condition of a node, `null` if authors cannot choose it. */
type OwnedCondition = { path: FieldPath; condition: AnswerCondition | null }

/** The conditions of a node and of what is in it, on answers around the node. */
function outerConditions(tree: readonly FormNode[], node: FormNode): OwnedCondition[] {
  return allNodes([node]).flatMap((one) =>
    one.condition === null || isInside(one.condition.base, node.path)
      ? []
      : [{ path: one.path, condition: conditionOf(tree, one) }],
  )
}

/** Whether a condition can be said about a question in a moved node. */
function canSay(
  tree: readonly FormNode[],
  target: readonly FormNode[],
  depth: number,
  moved: FieldPath,
  owner: FieldPath,
  condition: AnswerCondition | null,
): boolean {
  const around = [...target, ...pathToNode(tree, owner).slice(depth, -1)]
  return (
    condition !== null &&
    baseFor(
      tree,
      around,
      moved,
      condition.parts.map((part) => part.path),
    ) !== null
  )
}

function withoutConditions(files: FormFiles, conditions: readonly OwnedCondition[]): FormFiles {
  return conditions.reduce((result, { path }) => setCondition(result, path, null), files)
}

/** Whether a condition of the group names one of its questions. */
function decidesIn(group: FormNode, name: string): boolean {
  return names(rulesOf(group), name)
}

/** Whether a condition of a group further out names a question. */
function decidesFrom(outer: FormNode, path: FieldPath): boolean {
  return reaches(rulesOf(outer), segmentsOf(path.slice(insideOf(outer).path.length + 1)))
}

/** The schema of a group without its questions. */
function rulesOf({ kind, schema }: FormNode): unknown {
  const own = kind === 'list' && isRecord(schema.items) ? schema.items : schema
  const { properties: _properties, required: _required, ...rules } = own
  return rules
}

function names(rules: unknown, name: string): boolean {
  if (Array.isArray(rules)) return rules.some((rule) => names(rule, name))
  if (!isRecord(rules)) return false
  const keyed = ['properties', 'dependencies', 'dependentRequired', 'dependentSchemas']
  const isNamed =
    keyed.some((key) => isRecord(rules[key]) && Object.hasOwn(rules[key], name)) ||
    (Array.isArray(rules.required) && rules.required.includes(name))
  return isNamed || Object.values(rules).some((rule) => names(rule, name))
}

/** Whether a condition on all answers names the question or a question inside it. */
function decidesInForm(files: FormFiles, path: FieldPath): boolean {
  const form = readValue(files['form.json'] ?? '{}', '')
  return conditionPlaces(form).some((place) => reaches(valueAt(form, place), segmentsOf(path)))
}

/** Where a node will be after a move. Its name gets a number if the place has another node of that name. */
export function movedPath(files: FormFiles, path: FieldPath, { parent }: Place): FieldPath {
  const tree = treeOf(files)
  const trail = pathToNode(tree, path)
  const [node, group, target] = [trail.at(-1), trail.at(-2), pathToNode(tree, parent).at(-1)]
  if (!node || !target || (group?.path ?? '') === parent) return path
  const taken = new Set(target.children.map(({ name }) => name))
  return `${insideOf(target).path}/${escapeSegment(numbered(node.name, (name) => !taken.has(name)))}`
}

/**
 * Moves a step among the steps, or a question to a place in the same or another group, with its texts, checks, fee
 * lines and sample answers. Drafts keep the answer by `renamed`. Leaves the files unchanged if there is an obstacle.
 */
export function moveNode(files: FormFiles, path: FieldPath, place: Place): FormFiles {
  if (obstacleTo(files, path, place) !== null) return files
  const tree = treeOf(files)
  const trail = pathToNode(tree, path)
  const [node, group, target] = [trail.at(-1), trail.at(-2), pathToNode(tree, place.parent).at(-1)]
  if (!node) return files
  if ((group?.path ?? '') === place.parent) return reorder(files, node, group?.children ?? tree, place.index)
  if (!target) return files
  const path2 = movedPath(files, path, place)
  const conditions = outerConditions(tree, node)
  if (conditions.length > 0) {
    const moved = moveNode(withoutConditions(files, conditions), path, place)
    return conditions.reduce(
      (result, each) => setCondition(result, path2 + each.path.slice(path.length), each.condition),
      moved,
    )
  }
  const moved = edit(files, 'form.json', (text) =>
    withPaths(moveField(text, node, target, path2, place.index), node, path2),
  )
  const answered = withAnswers(
    editTexts(moved, (text) => withTextKeys(text, path, path2)),
    path,
    path2,
  )
  // What shows the groups around the question is a part of what makes it required.
  return allNodes([node]).reduce((result, { path: owner }) => {
    const required = requiredAnswers(files, tree, owner)
    return required ? setRequiredCondition(result, path2 + owner.slice(path.length), required) : result
  }, answered)
}

function reorder(files: FormFiles, node: FormNode, siblings: readonly FormNode[], index: number): FormFiles {
  const from = siblings.indexOf(node)
  const to = Math.max(0, Math.min(index, siblings.length - 1))
  if (from === to) return files
  return edit(files, 'form.json', (text) => {
    if (node.kind === 'step') return withStepNumbers(moveEntry(text, '/steps', from, to), numbersAfterMove(from, to))
    return moveEntry(withOrder(text, orderOf(node), siblings), orderOf(node), from, to)
  })
}

/** Adds the displayed order of a group to the layout, unless the layout has one. */
function withOrder(text: string, pointer: string, children: readonly FormNode[]): string {
  const names = children.map(({ name }) => name)
  const isWritten = JSON.stringify(readValue(text, pointer)) === JSON.stringify(names)
  return isWritten ? text : setValue(text, pointer, names)
}

function moveField(text: string, node: FormNode, target: FormNode, path: FieldPath, index: number): string {
  const { schemaPointer, uiPointer } = insideOf(target)
  const name = segmentsOf(path).at(-1) ?? ''
  const [schema, ui] = [writtenValue(text, node.schemaPointer), writtenValue(text, node.uiPointer)]
  let json = withOrder(text, `${uiPointer}/ui:order`, target.children)
  json = insertEntry(json, `${uiPointer}/ui:order`, name, Math.max(0, Math.min(index, target.children.length)))
  if (schema !== undefined)
    json = insertWritten(json, `${schemaPointer}/properties`, name, schema, target.children[index - 1]?.name)
  if (ui !== undefined) json = insertWritten(json, uiPointer, name, ui)
  if (node.required) json = addEntry(json, `${schemaPointer}/required`, name)
  json = removeField(json, node)
  return withAllowances(json, [
    [node.schemaPointer, joinPointer(`${schemaPointer}/properties`, name)],
    [node.uiPointer, joinPointer(uiPointer, name)],
    [joinPointer('/fields', node.path), joinPointer('/fields', path)],
  ])
}

/** Field paths in checks, in lines of fees, in the appointment and in the names of former versions. */
export function withPaths(text: string, node: FormNode, path: FieldPath, keepsAnswers = true): string {
  const places = ['requiredWhen', 'checks', 'fee', 'booking', 'renamed'].flatMap((key) =>
    pathsIn(readValue(text, `/${key}`), `/${key}`, key === 'renamed').filter(([, value]) => isInside(value, node.path)),
  )
  const json = places.reduce((all, [place, value]) => setValue(all, place, path + value.slice(node.path.length)), text)
  return isInSameList(node.path, path) ? withFormerName(json, node.path, path, keepsAnswers) : json
}

/** The keys beside the steps whose texts are field paths. Others are answers, days, kinds of rules and keys of texts. */
const pathKeys = new Set('field other answer byAnswer byAnswers forEach choice date time'.split(' '))

/** The field paths in a part of the form outside of its steps. A condition names questions by its properties. */
export function pathsIn(value: unknown, pointer: string, isPath = false): [pointer: string, path: FieldPath][] {
  if (typeof value === 'string') return isPath ? [[pointer, value]] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'when' ? [] : pathsIn(inner, joinPointer(pointer, key), isPath || pathKeys.has(key)),
  )
}

function withFormerName(text: string, from: FieldPath, to: FieldPath, isKept: boolean): string {
  // A node that returns to a former place does not need the entry of that name any more.
  const json = removeValue(text, joinPointer('/renamed', to))
  const renamed = readValue(json, '/renamed')
  const isEmpty = isRecord(renamed) && Object.keys(renamed).length === 0
  const others = isEmpty ? removeValue(json, '/renamed') : json
  return isKept ? setValue(others, joinPointer('/renamed', from), to) : others
}

/** Whether each answer has exactly one place after the move. */
function isInSameList(from: FieldPath, to: FieldPath): boolean {
  const list = (path: FieldPath) => path.slice(0, path.lastIndexOf('[]/') + 1)
  return list(from) === list(to)
}

export function withTextKeys(text: string, from: FieldPath, to: FieldPath): string {
  return textKeys(text, from).reduce(
    (json, key) => renameProperty(json, joinPointer('/fields', key), to + key.slice(from.length)),
    text,
  )
}

function withAnswers(files: FormFiles, from: FieldPath, to: FieldPath): FormFiles {
  const isSameList = isInSameList(from, to)
  const moved = Object.fromEntries(
    Object.entries(files).map(([file, text]): [string, string] => {
      if (isValidSample(file)) return [file, withMovedAnswers(text, from, to)]
      return [file, file.startsWith('invalid/') && isSameList ? withMovedPointers(text, { [from]: to }) : text]
    }),
  )
  // The answers of the valid samples have been moved before this.
  return isSameList ? moved : withoutAnswers(moved, from)
}

/** Moving into a list puts the answer into each entry; moving out of it keeps the first answer. */
function withMovedAnswers(text: string, from: FieldPath, to: FieldPath): string {
  const sources = pointersIn(text, from)
  const answers = sources.flatMap((pointer) => writtenValue(text, pointer) ?? [])
  const targets = pointersIn(text, to)
  const moved = targets.reduce((json, pointer, index) => {
    const answer = answers[index] ?? answers[0]
    const end = pointer.lastIndexOf('/')
    return answer === undefined
      ? json
      : insertWritten(json, pointer.slice(0, end), segmentsOf(pointer).at(-1) ?? '', answer)
  }, text)
  return sources.reduce((json, pointer) => removeValue(json, pointer), moved)
}

/** The pointers of a sample of invalid answers. */
export function withMovedPointers(text: string, renamed: { [from: FieldPath]: FieldPath }): string {
  const sample = readValue(text, '')
  if (!isRecord(sample)) return text
  const { set, remove, expect } = sample
  const other = (pointer: string) => renamedPointer(renamed, pointer)
  let json = text
  for (const pointer of Object.keys(recordOf(set)))
    json = renameProperty(json, joinPointer('/set', pointer), other(pointer))
  for (const [index, pointer] of arrayOf(remove).entries())
    json = setValue(json, `/remove/${index}`, other(String(pointer)))
  const expected = isRecord(expect) && typeof expect.pointer === 'string' ? expect.pointer : undefined
  return expected === undefined ? json : setValue(json, '/expect/pointer', other(expected))
}
