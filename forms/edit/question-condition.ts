import type { FieldPath } from '../../form-model/definition.ts'
import { satisfies } from '../../form-model/condition.ts'
import { joinPointer, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { schemaOf } from './answer-condition.ts'
import type { AnswerCondition } from './answer-condition.ts'
import { addEntry, edit, isValidSample, pointersIn, removeEntry, treeOf, withoutEmptyBranch } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { exampleAnswer } from './example-answer.ts'
import { allNodes, isInside, isQuestion, pathToNode } from './form-tree.ts'
import type { Condition, FormNode } from './form-tree.ts'
import { readValue, removeValue, setValue } from './json-text.ts'

/**
 * Questions on which the condition of a question can depend: those of the same step, or of the same entry if the
 * question is in a list, that are always shown. A hidden question keeps its answer in the draft, so a condition on it
 * could hold although the resident does not see why. The nearest ones come first.
 */
export function decidingFields(tree: readonly FormNode[], path: FieldPath): FormNode[] {
  const trail = pathToNode(tree, path)
  const around = trail.slice(0, -1)
  const scope = around.findLast(({ kind }) => kind === 'list') ?? around[0]
  const found = (scope?.children ?? [])
    .flatMap((node) => alwaysShown(node))
    .filter((node) => !isInside(node.path, path))
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

function alwaysShown(node: FormNode): FormNode[] {
  if (node.condition !== null) return []
  if (isQuestion(node)) return [node]
  return node.kind === 'group' ? node.children.flatMap(alwaysShown) : []
}

/** Shows a question only on a condition (`null`: always); whether it is required does not change. */
export function setCondition(files: FormFiles, path: FieldPath, condition: AnswerCondition | null): FormFiles {
  const trail = pathToNode(treeOf(files), path)
  const [node, group] = [trail.at(-1), trail.at(-2)]
  if (!node || !group) return files
  const names = condition?.parts.map((part) => part.path) ?? []
  const depth = trail.slice(0, -1).findLastIndex((outer) => names.every((name) => isInside(name, insidePath(outer))))
  const base = trail[depth]
  if (!base) return files
  const schema = condition && schemaOf(relativeTo(insidePath(base), condition))
  const changed = edit(files, 'form.json', (text) => {
    const schemaAsWritten = readValue(text, node.schemaPointer)
    let json = removeEntry(text, `${node.holderPointer}/required`, node.name)
    json = withoutEmptyBranch(removeValue(json, node.schemaPointer), node.holderPointer)
    let holder = insidePointer(group)
    if (schema !== null) {
      const [branch, withBranch] = branchFor(json, insidePointer(base), schema)
      json = withBranch
      holder = trail.slice(depth + 1, -1).reduce((place, { name }) => joinPointer(`${place}/properties`, name), branch)
    }
    json = setValue(json, joinPointer(`${holder}/properties`, node.name), schemaAsWritten)
    return node.required ? addEntry(json, `${holder}/required`, node.name) : json
  })
  const shown = schema === null ? changed : inSamplesOnlyIf(changed, path, insidePath(base), schema)
  return node.required ? inSamplesIf(shown, node, insidePath(base), schema ?? {}, answersIn(files, path)) : shown
}

/** The group that the fields of a node are in; of a list its entry. */
function insidePath({ kind, path }: FormNode): FieldPath {
  return kind === 'list' ? `${path}/[]` : path
}

function insidePointer({ kind, schemaPointer }: FormNode): string {
  return kind === 'list' ? `${schemaPointer}/items` : schemaPointer
}

function relativeTo(base: FieldPath, { join, parts }: AnswerCondition): AnswerCondition {
  return { join, parts: parts.map((part) => ({ ...part, path: part.path.slice(base.length + 1) })) }
}

/** The branch of a condition, which is added if there is none. */
function branchFor(text: string, base: string, condition: unknown): [pointer: string, text: string] {
  const isSame = (other: unknown) => JSON.stringify(other) === JSON.stringify(condition)
  if (isSame(readValue(text, `${base}/if`))) return [`${base}/then`, text]
  const parts = readValue(text, `${base}/allOf`)
  const known = Array.isArray(parts) ? parts.findIndex((part: unknown) => isRecord(part) && isSame(part.if)) : -1
  if (known >= 0) return [`${base}/allOf/${known}/then`, text]
  const empty = { properties: {} }
  if (readValue(text, `${base}/if`) === undefined)
    return [`${base}/then`, setValue(setValue(text, `${base}/if`, condition), `${base}/then`, empty)]
  const count = Array.isArray(parts) ? parts.length : 0
  return [`${base}/allOf/${count}/then`, addEntry(text, `${base}/allOf`, { if: condition, then: empty })]
}

/** Samples keep an answer only if its question is shown. */
function inSamplesOnlyIf(files: FormFiles, path: FieldPath, base: FieldPath, schema: unknown): FormFiles {
  return inSamples(files, path, (json, pointer) =>
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
  known: readonly unknown[],
): FormFiles {
  const [answer = exampleAnswer(question)] = known
  if (answer === undefined) return files
  return inSamples(files, path, (json, pointer) =>
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

/** The answers for a question in the valid samples. */
function answersIn(files: FormFiles, path: FieldPath): unknown[] {
  return Object.entries(files)
    .filter(([file]) => isValidSample(file))
    .flatMap(([, text]) => pointersIn(text, path).map((pointer) => readValue(text, pointer)))
    .filter((answer) => answer !== undefined)
}

function inSamples(files: FormFiles, path: FieldPath, change: (json: string, pointer: string) => string): FormFiles {
  return Object.keys(files)
    .filter(isValidSample)
    .reduce((result, file) => edit(result, file, (text) => pointersIn(text, path).reduce(change, text)), files)
}

/** The condition that makes an optional question required, over the whole answers. */
export function requiredCondition(files: FormFiles, path: FieldPath): Condition | null {
  const rule = requiredRules(files['form.json'] ?? '{}').find(({ field }) => field === path)
  return rule ? { base: '', schema: rule.when } : null
}

/** Makes an optional question required on a condition; `null` removes it. */
export function setRequiredCondition(files: FormFiles, path: FieldPath, condition: AnswerCondition | null): FormFiles {
  return edit(files, 'form.json', (text) => {
    const rules = requiredRules(text)
    const index = rules.findIndex(({ field }) => field === path)
    if (condition && index >= 0) return setValue(text, `/requiredWhen/${index}/when`, schemaOf(condition))
    if (condition) return addEntry(text, '/requiredWhen', { field: path, when: schemaOf(condition) })
    return removeValue(text, rules.length === 1 ? '/requiredWhen' : `/requiredWhen/${index}`)
  })
}

/** The questions that conditions make required, in the order of form.json. */
export function conditionallyRequired(text: string): FieldPath[] {
  return requiredRules(text).map(({ field }) => String(field))
}

function requiredRules(text: string): { field: unknown; when: unknown }[] {
  const rules = readValue(text, '/requiredWhen')
  return Array.isArray(rules)
    ? rules.map((rule: unknown) => ({ field: undefined, when: undefined, ...(isRecord(rule) ? rule : {}) }))
    : []
}
