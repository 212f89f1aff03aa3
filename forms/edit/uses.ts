import type { FeeLine, FieldPath } from '../../form-model/definition.ts'
import { answersOfValue, feeFactors } from '../../form-model/fee.ts'
import { isInside, segmentsOf } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { conditionIn } from './answer-condition.ts'
import type { AnswerCondition, ConditionPart } from './answer-condition.ts'
import { removeNode, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { feeLines } from './fees.ts'
import { allNodes, rowsAround, sameColumns } from './form-tree.ts'
import type { Condition, FormNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { conditionOf, requiredContext } from './question-condition.ts'
import { reaches } from './reaches.ts'

/** What an author removes: a step, a group or a question, or only one of its choices. */
export type Removed = { path: FieldPath; value?: string | undefined }

/**
 * A place outside of what is removed that depends on its answer; `name` is the path of a node or the key of a fee line,
 * `index` the position of the fee line.
 */
export type Use = {
  kind: 'shown' | 'required' | 'check' | 'filled' | 'fee' | 'delivery' | 'booking'
  name: string
  index?: number
}

/**
 * What depends on a question or on its answer, or on a question inside a group or a step; or on one of its choices. A
 * question of a table is removed from each row, and what depends on it in the same row is as in its own.
 */
export function usesOf(files: FormFiles, removed: Removed): Use[] {
  const tree = treeOf(files)
  const columns = sameColumns(tree, removed.path)
  const isRemoved = ({ name }: Use) => removed.value === undefined && columns.some((path) => isInside(name, path))
  const uses = columns
    .flatMap((path, index) => {
      const row = rowsAround(tree, path)?.own.path ?? path
      return usesOfOne(files, { ...removed, path }).filter(({ name }) => index === 0 || !isInside(name, row))
    })
    .filter((use) => !isRemoved(use))
  return uses.filter((use, index) => uses.findIndex((other) => isSameUse(other, use)) === index)
}

function isSameUse(one: Use, other: Use): boolean {
  return one.kind === other.kind && one.name === other.name && one.index === other.index
}

/** Whether a use depends on one question, which may be that of another row. */
export function isUseOf(files: FormFiles, use: Use, removed: Removed): boolean {
  return usesOfOne(files, removed).some((one) => isSameUse(one, use))
}

function usesOfOne(files: FormFiles, removed: Removed): Use[] {
  const { path, value } = removed
  const form = readValue(files['form.json'] ?? '{}', '')
  const { requiredWhen, checks, delivery, booking } = recordOf(form)
  const tree = treeOf(files)
  const nodes = allNodes(tree)
  const decides = (schema: unknown) => namesRemoved({ base: '', schema }, conditionIn(schema), removed)
  const shown = nodes.filter(
    (node) =>
      node.condition !== null &&
      !isInside(node.path, path) &&
      namesRemoved(node.condition, conditionOf(tree, node), removed),
  )
  const required = arrayOf(requiredWhen).flatMap((rule) => {
    if (!isRecord(rule) || isInside(String(rule.field), path)) return []
    const condition = conditionIn(rule.when, '', requiredContext(tree, String(rule.field)))
    return namesRemoved({ base: '', schema: rule.when }, condition, removed) ? [String(rule.field)] : []
  })
  const named = (answer: unknown) => value === undefined && typeof answer === 'string' && isInside(answer, path)
  const bounds = (rule: Record<string, unknown>) => [rule.min, rule.max].map((bound) => isRecord(bound) && bound.answer)
  // The checks of the question itself are removed with it.
  const compared = arrayOf(checks).flatMap((rule) =>
    isRecord(rule) && !named(rule.field) && [rule.other, ...bounds(rule)].some(named) ? [String(rule.field)] : [],
  )
  const fillers = nodes.filter(
    (node) => !isInside(node.path, path) && filledBy(files, node).some((filled) => named(filled)),
  )
  const fees = feeLines(files).flatMap((line, index): Use[] => {
    const { forEach, choice, when, exempt } = line
    const paid = feeFactors.flatMap((key) => answersOfValue(line[key]))
    const isUsed =
      [...paid, forEach, choice].some(named) || hasAmountFor(line, removed) || decides(when) || decides(exempt?.when)
    return isUsed ? [{ kind: 'fee', name: line.text, index }] : []
  })
  return [
    ...shown.map((node): Use => ({ kind: 'shown', name: node.path })),
    ...required.map((name): Use => ({ kind: 'required', name })),
    ...[...new Set(compared)].map((name): Use => ({ kind: 'check', name })),
    ...fillers.map((node): Use => ({ kind: 'filled', name: node.path })),
    ...fees,
    ...(isRecord(delivery) && decides(delivery.when) ? [{ kind: 'delivery', name: '' } as const] : []),
    ...(isRecord(booking) && [booking.date, booking.time].some(named) ? [{ kind: 'booking', name: '' } as const] : []),
  ]
}

/** The questions that a question fills in. */
export function filledBy(files: FormFiles, { path, uiPointer }: FormNode): FieldPath[] {
  const fills = readValue(files['form.json'] ?? '{}', `${uiPointer}/ui:options/fills`)
  const group = path.slice(0, path.lastIndexOf('/'))
  return isRecord(fills) ? Object.values(fills).map((name) => `${group}/${String(name)}`) : []
}

/** Whether a condition depends on what is removed, by itself and not by what shows its questions. */
function namesRemoved({ base, schema }: Condition, condition: AnswerCondition | null, removed: Removed): boolean {
  if (condition) return condition.parts.some((part) => isAbout(part, removed))
  const { path, value } = removed
  if (base !== '' && (path === base || !isInside(path, base))) return false
  const segments = segmentsOf(base === '' ? path : path.slice(base.length + 1))
  return value === undefined
    ? reaches(schema, segments)
    : reaches(schema, segments) && JSON.stringify(schema).includes(JSON.stringify(value))
}

/** Whether a part of a condition names the question, or the choice of it. */
export function isAbout(part: ConditionPart, { path, value }: Removed): boolean {
  if (value === undefined) return isInside(part.path, path)
  if (part.path !== path) return false
  return part.is === 'chosen'
    ? part.value === value
    : (part.is === 'one-of' || part.is === 'none-of') && part.values.some((one) => String(one) === value)
}

/** Whether a line has an amount for the choice. */
function hasAmountFor(line: FeeLine, { path, value }: Removed): boolean {
  if (value === undefined) return false
  return feeFactors.some((key) => {
    const table = line[key]
    if (typeof table !== 'object') return false
    if ('byAnswer' in table) return table.byAnswer === path && Object.hasOwn(table.table, value)
    if (!('byAnswers' in table)) return false
    const [rows, columns] = table.byAnswers
    return (
      (rows === path && Object.hasOwn(table.table, value)) ||
      (columns === path && Object.values(table.table).some((row) => Object.hasOwn(row, value)))
    )
  })
}

/** How many samples would lose answers, or be removed, with a question. */
export function countSamplesOf(files: FormFiles, path: FieldPath): number {
  const left = removeNode(files, path)
  return Object.keys(files).filter((file) => /^(?:in)?valid\//.test(file) && left[file] !== files[file]).length
}
