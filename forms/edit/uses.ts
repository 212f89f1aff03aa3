import type { FieldPath } from '../../form-model/definition.ts'
import { answersOfValue, feeFactors } from '../../form-model/fee.ts'
import { segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { removeNode, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { feeLines } from './fees.ts'
import { allNodes, isInside } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { reaches } from './move-node.ts'

/** A place outside of a question that depends on its answer; `name` is the path of a node or the key of a fee line. */
export type Use = { kind: 'shown' | 'required' | 'check' | 'filled' | 'fee' | 'delivery' | 'booking'; name: string }

/** What depends on a question or on its answer, or on a question inside a group or a step. */
export function usesOf(files: FormFiles, path: FieldPath): Use[] {
  const form = readValue(files['form.json'] ?? '{}', '')
  const { requiredWhen, checks, delivery, booking } = isRecord(form) ? form : {}
  const decides = (schema: unknown) => reaches(schema, segmentsOf(path))
  const shown = allNodes(treeOf(files)).filter(({ path: other, condition }) => {
    if (condition === null || isInside(other, path)) return false
    const { base, schema } = condition
    if (base === '') return decides(schema)
    return isInside(path, base) && path !== base && reaches(schema, segmentsOf(path.slice(base.length + 1)))
  })
  const required = (Array.isArray(requiredWhen) ? (requiredWhen as unknown[]) : []).flatMap((rule) =>
    isRecord(rule) && !isInside(String(rule.field), path) && decides(rule.when) ? [String(rule.field)] : [],
  )
  const named = (value: unknown) => typeof value === 'string' && isInside(value, path)
  const bounds = (rule: Record<string, unknown>) => [rule.min, rule.max].map((bound) => isRecord(bound) && bound.answer)
  // The checks of the question itself are removed with it.
  const compared = (Array.isArray(checks) ? (checks as unknown[]) : []).flatMap((rule) =>
    isRecord(rule) && !named(rule.field) && [rule.other, ...bounds(rule)].some(named) ? [String(rule.field)] : [],
  )
  const fillers = allNodes(treeOf(files)).filter(({ path: other, uiPointer }) => {
    const fills = readValue(files['form.json'] ?? '{}', `${uiPointer}/ui:options/fills`)
    const group = other.slice(0, other.lastIndexOf('/'))
    return (
      isRecord(fills) &&
      !isInside(other, path) &&
      Object.values(fills).some((name) => named(`${group}/${String(name)}`))
    )
  })
  const fees = feeLines(files).filter((line) => {
    const { forEach, choice, when, exempt } = line
    const paid = feeFactors.flatMap((key) => answersOfValue(line[key]))
    return [...paid, forEach, choice].some(named) || decides(when) || decides(exempt?.when)
  })
  return [
    ...shown.map((node): Use => ({ kind: 'shown', name: node.path })),
    ...required.map((name): Use => ({ kind: 'required', name })),
    ...[...new Set(compared)].map((name): Use => ({ kind: 'check', name })),
    ...fillers.map((node): Use => ({ kind: 'filled', name: node.path })),
    ...fees.map(({ text }): Use => ({ kind: 'fee', name: text })),
    ...(isRecord(delivery) && decides(delivery.when) ? [{ kind: 'delivery', name: '' } as const] : []),
    ...(isRecord(booking) && [booking.date, booking.time].some(named) ? [{ kind: 'booking', name: '' } as const] : []),
  ]
}

/** How many samples would lose answers, or be removed, with a question. */
export function countSamplesOf(files: FormFiles, path: FieldPath): number {
  const left = removeNode(files, path)
  return Object.keys(files).filter((file) => /^(?:in)?valid\//.test(file) && left[file] !== files[file]).length
}
