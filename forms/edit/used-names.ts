import type { FieldPath } from '../../form-model/definition.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { renamedPointer } from '../../form-model/renamed.ts'
import { allNodes, formTree } from './form-tree.ts'

/**
 * Names that a form or a version of it has had: paths of questions, and values of choices. Saved drafts contain them, so
 * none is given to another question or choice.
 */
export type UsedNames = ReadonlySet<string>

export const noNames: UsedNames = new Set()

/** The names in a definition. */
export function namesIn(form: unknown): string[] {
  return allNodes(formTree(form)).flatMap(({ path, schema }) => {
    const list = isRecord(schema.items) ? schema.items.enum : schema.enum
    const values = arrayOf(list).map(String)
    return [path, ...values.map((value) => JSON.stringify([path, value]))]
  })
}

/**
 * The values that choices of a question have had, also at its former places: drafts carry answers to its present one.
 * `renamed` is that of the form.
 */
export function usedValues(used: UsedNames, renamed: unknown, path: FieldPath): Set<string> {
  const moves = Object.entries(recordOf(renamed)).map(([from, to]) => [from, String(to)] as const)
  const present = (former: string) => renamedPointer(Object.fromEntries(moves), former).replace(/^\//, '')
  const choices = [...used].filter((name) => name.startsWith('[')).map((name) => JSON.parse(name) as [string, string])
  return new Set(choices.flatMap(([at, value]) => (at === path || present(at) === path ? [value] : [])))
}

/** Whether a question that moves would take the place of another one, whose answers saved drafts may contain. */
export function isTakenPlace(used: UsedNames, renamed: unknown, path: FieldPath, target: FieldPath): boolean {
  const former = Object.entries(recordOf(renamed)).flatMap(([from, to]) => (to === path ? [from] : []))
  return target !== path && used.has(target) && !former.includes(target)
}
