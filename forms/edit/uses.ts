import type { FieldPath } from '../../form-model/definition.ts'
import { segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { isInside, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { feeLines } from './fees.ts'
import { allNodes } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { reaches } from './move-node.ts'

/** A place outside of a question that depends on its answer; `name` is the path of a node or the key of a fee line. */
export type Use = { kind: 'shown' | 'required' | 'fee' | 'delivery'; name: string }

/** What depends on the answer to a question, or to a question inside a group or a step. */
export function usesOf(files: FormFiles, path: FieldPath): Use[] {
  const form = readValue(files['form.json'] ?? '{}', '')
  const { requiredWhen, delivery } = isRecord(form) ? form : {}
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
  const fees = feeLines(files).filter(({ amount, quantity, forEach, choice, when }) => {
    const values: unknown[] = [amount, quantity]
    const paid = values.flatMap((value) => (isRecord(value) ? [value.answer, value.byAnswer] : []))
    const named = [...paid, forEach, choice].filter((name) => typeof name === 'string')
    return named.some((name) => isInside(name, path)) || decides(when)
  })
  return [
    ...shown.map((node): Use => ({ kind: 'shown', name: node.path })),
    ...required.map((name): Use => ({ kind: 'required', name })),
    ...fees.map(({ text }): Use => ({ kind: 'fee', name: text })),
    ...(isRecord(delivery) && decides(delivery.when) ? [{ kind: 'delivery', name: '' } as const] : []),
  ]
}
