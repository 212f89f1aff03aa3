import type { CheckRule, FieldPath } from '../../form-model/definition.ts'
import { isSameJson } from '../source/same-json.ts'
import { addEntry, edit } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { allNodes } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalidAt } from './invalid-samples.ts'
import { removeWithEmpty, setValue } from './json-text.ts'
import { checksIn } from './limits.ts'
import { partOf } from './part-words.ts'

type Comparison = Extract<CheckRule, { other: FieldPath }>

export const comparisons = ['same-as', 'different-from'] as const satisfies readonly Comparison['kind'][]

/** The checks that compare an answer with another one, each with its number among the checks. */
export function comparisonsOf(files: FormFiles, path: FieldPath): (Comparison & { index: number })[] {
  return checksIn(files).flatMap((rule, index) => ('other' in rule && rule.field === path ? [{ ...rule, index }] : []))
}

/** Shared parts with one answer. */
const comparedParts = new Set(['email', 'phone', 'birth-date'])

/** The questions whose answers a question can be compared with: of the same kind, and with one answer there. */
export function comparable(tree: readonly FormNode[], node: FormNode): FormNode[] {
  const kindOf = ({ schema }: FormNode) => schema.$ref ?? [schema.type, schema.format]
  const isOne = (one: FormNode) => ['text', 'date', 'choice'].includes(one.kind) || comparedParts.has(partOf(one))
  return isOne(node)
    ? allNodes(tree).filter((other) => {
        const list = other.path.slice(0, other.path.lastIndexOf('/[]/') + 1)
        const isSame = isSameJson(kindOf(other), kindOf(node))
        return other.path !== node.path && isOne(other) && isSame && node.path.startsWith(list)
      })
    : []
}

/** Sets a comparison, adds one without an index, or removes one without a kind. */
export function setComparison(
  files: FormFiles,
  path: FieldPath,
  index: number | null,
  next: { kind: Comparison['kind']; other: FieldPath } | null,
): FormFiles {
  const changed = edit(files, 'form.json', (text) => {
    if (next !== null) {
      const rule = { kind: next.kind, field: path, other: next.other }
      return index === null ? addEntry(text, '/checks', rule) : setValue(text, `/checks/${index}`, rule)
    }
    return index === null ? text : removeWithEmpty(text, `/checks/${index}`)
  })
  const kinds = new Set<string>(comparisonsOf(changed, path).map(({ kind }) => kind))
  // Samples that break a comparison that is gone have no purpose.
  return editInvalidAt(changed, path, (text, { keyword }) =>
    comparisons.some((kind) => kind === keyword) && !kinds.has(keyword) ? null : text,
  )
}
