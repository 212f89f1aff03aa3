import type { FieldPath } from '../../form-model/definition.ts'
import { satisfies } from '../../form-model/condition.ts'
import { isInside, joinPointer, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { isSameJson } from '../source/same-json.ts'
import { conditionFields, conditionIn, schemaOf, setStepCondition } from './answer-condition.ts'
import type { AnswerCondition, ConditionContext } from './answer-condition.ts'
import { addEntry, sampleAnswers, edit, editAnswers, removeEntry, treeOf, withoutEmptyBranch } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { exampleAnswer } from './example-answer.ts'
import {
  allNodes,
  conditionBelow,
  conjuncts,
  formTree,
  insideOf,
  isQuestion,
  pathToNode,
  rowsAround,
} from './form-tree.ts'
import type { Condition, FormNode } from './form-tree.ts'
import { readValue, removeValue, removeWithEmpty, setValue } from './json-text.ts'
import { reaches } from './reaches.ts'

/**
 * Questions on which the condition of a question can depend: those of the same step, or of the same entry or row if the
 * question is in a list or a table. Not those that depend on the question itself. The nearest ones come first.
 */
export function decidingFields(tree: readonly FormNode[], path: FieldPath): FormNode[] {
  const trail = pathToNode(tree, path)
  const around = trail.slice(0, -1)
  const scope = around.findLast((node) => node.kind === 'list' || node === rowsAround(tree, path)?.own) ?? around[0]
  const after = dependents(tree, path)
  const found = (scope?.children ?? [])
    .flatMap(questionsIn)
    .filter((field) => !after.some((node) => isInside(field.path, node.path)) && !isInside(field.path, path))
    .filter((field) => baseFor(tree, around, path, [field.path]) !== null)
  const parent = around.at(-1)
  const rank = (node: FormNode) => (parent?.children.includes(node) === true ? 0 : 2) + (hasGivenAnswers(node) ? 0 : 1)
  return found.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * The question that most probably decides about a node: the nearest one above it whose answers are given, else the
 * nearest one above it.
 */
export function probableField(
  tree: readonly FormNode[],
  fields: readonly FormNode[],
  path: FieldPath,
): FormNode | undefined {
  const nodes = allNodes(tree)
  const possible = new Set(fields.map((field) => field.path))
  const above = nodes
    .slice(
      0,
      nodes.findIndex((node) => node.path === path),
    )
    .filter((node) => possible.has(node.path))
  return above.findLast((field) => hasGivenAnswers(field)) ?? above.at(-1)
}

function hasGivenAnswers({ kind }: FormNode): boolean {
  return ['choice', 'yes-no', 'consent'].includes(kind)
}

/** The questions of a group and of the groups in it; a list is one question. */
function questionsIn(node: FormNode): FormNode[] {
  if (isQuestion(node)) return [node]
  return node.kind === 'group' ? node.children.flatMap(questionsIn) : []
}

/**
 * What has to hold together with a condition: what shows the questions that it names, and what shows the groups around
 * whatever has the condition.
 * @param owner a question or a step
 * @param base the group that the condition describes; `''` for the whole answers
 */
export function contextOf(tree: readonly FormNode[], owner: FieldPath, base: FieldPath): ConditionContext {
  const groups = pathToNode(tree, owner).slice(0, -1)
  return {
    shownWhen: (path) => showing(tree, owner, path).flatMap((node) => conditionsAt(node, base) ?? []),
    implied: groups
      .filter((node) => node.kind !== 'step' && insideOf(node).path !== base && isInside(node.path, base))
      .flatMap((node) => conditionsAt(node, base) ?? []),
  }
}

/** The question and the groups around it that have a condition, unless they are around the owner as well. */
function showing(tree: readonly FormNode[], owner: FieldPath, path: FieldPath): FormNode[] {
  return pathToNode(tree, path).filter(
    (node) => node.kind !== 'step' && node.condition !== null && !isInside(owner, node.path),
  )
}

/** What shows a node, as conditions on the answers of a group; `null` if that cannot be said. */
function conditionsAt({ condition }: FormNode, base: FieldPath): unknown[] | null {
  if (condition === null) return []
  if (condition.schema === undefined || !(base === '' || isInside(condition.base, base))) return null
  const below = segmentsOf(base === '' ? condition.base : condition.base.slice(base.length + 1))
  if (below.includes('[]')) return null
  return conjuncts(condition.schema).map((schema) => conditionBelow(below, schema))
}

/**
 * The innermost of the nodes around a question whose answers can decide about it by the named questions, as its position;
 * `null` if none can.
 */
export function baseFor(
  tree: readonly FormNode[],
  around: readonly FormNode[],
  owner: FieldPath,
  names: readonly FieldPath[],
): number | null {
  const depth = around.findLastIndex((outer, index) => {
    const base = insideOf(outer).path
    const between = around.slice(index + 1)
    const shown = [...names.flatMap((name) => showing(tree, owner, name)), ...between]
    // The portal does not send answers in entries to which a condition around the list adds questions.
    if (between.some(({ kind }) => kind === 'list')) return false
    const isIn = (name: FieldPath) => isInside(name, base) && !segmentsOf(name.slice(base.length)).includes('[]')
    return names.every(isIn) && shown.every((node) => conditionsAt(node, base) !== null)
  })
  return depth < 0 ? null : depth
}

/** Questions of earlier steps on which the condition of a step can depend. */
export function decidingForStep(tree: readonly FormNode[], step: FormNode): FormNode[] {
  const earlier = conditionFields(tree.slice(0, tree.indexOf(step)))
  return earlier.filter(({ path }) => showing(tree, step.path, path).every((node) => conditionsAt(node, '') !== null))
}

/** The questions and steps whose condition depends on a question, directly or by others. */
export function dependents(tree: readonly FormNode[], path: FieldPath): FormNode[] {
  const conditional = allNodes(tree).filter(({ condition }) => condition !== null)
  const found = new Set<FormNode>()
  const add = (target: FieldPath) => {
    for (const node of conditional) {
      if (found.has(node) || isInside(node.path, target) || !dependsOn(node, target)) continue
      found.add(node)
      add(node.path)
    }
  }
  add(path)
  return [...found]
}

function dependsOn({ condition }: FormNode, path: FieldPath): boolean {
  if (condition === null) return false
  const { base, schema } = condition
  if (base === '') return reaches(schema, segmentsOf(path))
  return path !== base && isInside(path, base) && reaches(schema, segmentsOf(path.slice(base.length + 1)))
}

/** The condition of a question or a step in words; `null` if it has none, or another one than authors can choose. */
export function conditionOf(tree: readonly FormNode[], { path, condition }: FormNode): AnswerCondition | null {
  return condition && conditionIn(condition.schema, condition.base, contextOf(tree, path, condition.base))
}

/**
 * Shows a question only on a condition (`null`: always); whether it is required does not change. What depends on the
 * question is stated again, because it includes what shows the question.
 */
export function setCondition(files: FormFiles, path: FieldPath, condition: AnswerCondition | null): FormFiles {
  return restated(files, path, (before) => withCondition(before, path, condition))
}

/** Shows a step only on a condition. */
export function setStepShown(files: FormFiles, path: FieldPath, condition: AnswerCondition | null): FormFiles {
  const tree = treeOf(files)
  const step = pathToNode(tree, path).at(-1)
  if (!step) return files
  return setStepCondition(files, step, condition ? schemaOf(condition, '', contextOf(tree, path, '')) : undefined)
}

/**
 * Changes what shows a question, and states the conditions that include it again: those of the questions and steps that
 * depend on it, of the questions inside it, and what makes it required.
 */
export function restated(files: FormFiles, path: FieldPath, change: (files: FormFiles) => FormFiles): FormFiles {
  const tree = treeOf(files)
  const inside = allNodes(tree).filter((node) => node.path !== path && isInside(node.path, path))
  const added = inside.filter(({ condition }) => condition !== null && !isInside(condition.base, path))
  const affected = [...dependents(tree, path), ...added]
  const conditions = inOrder(affected).map((node) => ({ node, condition: conditionOf(tree, node) }))
  // A branch that adds questions to the node would stay where the node was.
  const cleared = conditions.reduce(
    (result, { node, condition }) =>
      condition === null || !isInside(node.path, path) ? result : withCondition(result, node.path, null),
    files,
  )
  const required = [path, ...affected.map((node) => node.path), ...inside.map((node) => node.path)]
    .filter((each, index, all) => all.indexOf(each) === index)
    .map((each) => ({ path: each, condition: requiredAnswers(files, tree, each) }))
  const changed = conditions.reduce((result, { node, condition }) => {
    if (condition === null) return result
    if (node.kind === 'step') return setStepShown(result, node.path, condition)
    return withCondition(result, node.path, condition)
  }, change(cleared))
  return required.reduce(
    (result, each) => (each.condition === null ? result : setRequiredCondition(result, each.path, each.condition)),
    changed,
  )
}

/** Each node after those on which its condition depends: it includes their conditions. */
function inOrder(nodes: readonly FormNode[]): FormNode[] {
  const next = nodes.find((node) => !nodes.some((other) => other !== node && dependsOn(node, other.path))) ?? nodes[0]
  return next ? [next, ...inOrder(nodes.filter((node) => node !== next))] : []
}

function withCondition(files: FormFiles, path: FieldPath, condition: AnswerCondition | null): FormFiles {
  const tree = treeOf(files)
  const trail = pathToNode(tree, path)
  const [node, group] = [trail.at(-1), trail.at(-2)]
  const names = condition?.parts.map((part) => part.path) ?? []
  const depth = condition === null ? 0 : baseFor(tree, trail.slice(0, -1), path, names)
  const base = depth === null ? undefined : trail[depth]
  if (!node || !group || !base || depth === null) return files
  const place = insideOf(base).path
  const schema = condition && schemaOf(condition, place, contextOf(tree, path, place))
  if (
    node.condition === null
      ? schema === null
      : node.condition.base === place && isSameJson(node.condition.schema, schema)
  )
    return files
  const changed = edit(files, 'form.json', (text) => {
    const schemaAsWritten = readValue(text, node.schemaPointer)
    let json = removeEntry(text, `${node.holderPointer}/required`, node.name)
    json = withoutEmptyBranch(removeValue(json, node.schemaPointer), node.holderPointer)
    // Removing a branch moves those behind it.
    const left = pathToNode(formTree(readValue(json, '')), group.path)
    let holder = insideOf(left.at(-1) ?? group).schemaPointer
    if (schema !== null) {
      const around = left.slice(depth + 1).map(({ schemaPointer }) => schemaPointer)
      const [branch, withBranch] = branchFor(json, insideOf(left[depth] ?? base).schemaPointer, schema, around)
      json = withBranch
      holder = trail.slice(depth + 1, -1).reduce((at, { name }) => joinPointer(`${at}/properties`, name), branch)
    }
    json = setValue(json, joinPointer(`${holder}/properties`, node.name), schemaAsWritten)
    return node.required ? addEntry(json, `${holder}/required`, node.name) : json
  })
  const shown = schema === null ? changed : inSamplesOnlyIf(changed, path, place, schema)
  return node.required ? inSamplesIf(shown, node, place, schema ?? {}, sampleAnswers(files, path)[0]?.value) : shown
}

/**
 * The branch of a condition, which is added if there is none. A branch that shows a group around the question is another
 * one: the condition of the group may change.
 */
function branchFor(
  text: string,
  base: string,
  condition: unknown,
  groups: readonly string[],
): [pointer: string, text: string] {
  const isFree = (branch: string) => !groups.some((group) => isInside(group, branch))
  const isSame = (other: unknown, branch: string) => isSameJson(other, condition) && isFree(branch)
  if (isSame(readValue(text, `${base}/if`), `${base}/then`)) return [`${base}/then`, text]
  const parts = readValue(text, `${base}/allOf`)
  const known = Array.isArray(parts)
    ? parts.findIndex((part: unknown, index) => isRecord(part) && isSame(part.if, `${base}/allOf/${index}/then`))
    : -1
  if (known >= 0) return [`${base}/allOf/${known}/then`, text]
  const empty = { properties: {} }
  if (readValue(text, `${base}/if`) === undefined)
    return [`${base}/then`, setValue(setValue(text, `${base}/if`, condition), `${base}/then`, empty)]
  const count = Array.isArray(parts) ? parts.length : 0
  return [`${base}/allOf/${count}/then`, addEntry(text, `${base}/allOf`, { if: condition, then: empty })]
}

/** Samples keep an answer only if its question is shown. */
function inSamplesOnlyIf(files: FormFiles, path: FieldPath, base: FieldPath, schema: unknown): FormFiles {
  return editAnswers(files, path, (json, pointer) =>
    isShown(json, pointer, path, base, schema) === false ? removeValue(json, pointer) : json,
  )
}

/**
 * Samples in which a required question is shown have an answer for it: one that the samples had before, else an
 * example.
 */
function inSamplesIf(
  files: FormFiles,
  { path, schema: question }: FormNode,
  base: FieldPath,
  schema: unknown,
  known: unknown,
): FormFiles {
  const answer = known ?? exampleAnswer(question)
  if (answer === undefined) return files
  return editAnswers(files, path, (json, pointer) =>
    readValue(json, pointer) === undefined && isShown(json, pointer, path, base, schema) === true
      ? setValue(json, pointer, answer)
      : json,
  )
}

/** Whether a condition holds in the answers around a question; `null` if it cannot be decided. */
function isShown(json: string, pointer: string, path: FieldPath, base: FieldPath, schema: unknown) {
  const below = segmentsOf(path).length - segmentsOf(base).length
  return satisfies(schema, valueAt(readValue(json, ''), pointer.split('/').slice(0, -below).join('/')))
}

/** The condition that makes an optional question required, over the whole answers. */
export function requiredCondition(files: FormFiles, path: FieldPath): Condition | null {
  const rule = requiredRules(files['form.json'] ?? '{}').find(({ field }) => field === path)
  return rule ? { base: '', schema: rule.when } : null
}

/** A hidden question is never required: what shows it is a part of the condition. */
export function requiredContext(tree: readonly FormNode[], path: FieldPath): ConditionContext {
  const shown = pathToNode(tree, path).filter(({ kind }) => kind !== 'step')
  return { shownWhen: () => [], implied: shown.flatMap((node) => conditionsAt(node, '') ?? []) }
}

/** What makes a question required, in words; `null` without a condition, or for another one than authors can choose. */
export function requiredAnswers(files: FormFiles, tree: readonly FormNode[], path: FieldPath): AnswerCondition | null {
  const condition = requiredCondition(files, path)
  return condition && conditionIn(condition.schema, '', requiredContext(tree, path))
}

/** Makes an optional question required on a condition; `null` removes it. */
export function setRequiredCondition(files: FormFiles, path: FieldPath, condition: AnswerCondition | null): FormFiles {
  return edit(files, 'form.json', (text) => {
    const rules = requiredRules(text)
    const index = rules.findIndex(({ field }) => field === path)
    const when = condition && schemaOf(condition, '', requiredContext(formTree(readValue(text, '')), path))
    if (when !== null && index >= 0)
      return isSameJson(rules[index]?.when, when) ? text : setValue(text, `/requiredWhen/${index}/when`, when)
    if (when !== null) return addEntry(text, '/requiredWhen', { field: path, when })
    return removeWithEmpty(text, `/requiredWhen/${index}`)
  })
}

/** The questions of the rules beside the steps, by the pointers of the rules. */
export function ruleFields(text: string): ReadonlyMap<string, FieldPath> {
  const checks = readValue(text, '/checks')
  const all = { requiredWhen: requiredRules(text), checks: arrayOf(checks) }
  return new Map(
    Object.entries(all).flatMap(([key, rules]) =>
      rules.map((rule, index) => [`/${key}/${index}`, String(isRecord(rule) ? rule.field : '')] as const),
    ),
  )
}

function requiredRules(text: string): { field: unknown; when: unknown }[] {
  const rules = readValue(text, '/requiredWhen')
  return Array.isArray(rules)
    ? rules.map((rule: unknown) => ({ field: undefined, when: undefined, ...recordOf(rule) }))
    : []
}
