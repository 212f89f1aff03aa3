import type { Answers, Definition, JsonSchema } from '../../../form-model/definition.ts'
import { isIndex, pointerOf, segmentsOf, valueAt } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import { schemasAt } from '../../../form-model/schema-walk.ts'
import { renamedPointer } from '../../../form-model/renamed.ts'
import type { FieldError } from '../../lib/problem.ts'
import { fieldPathOf, leavesOf, withAnswer } from '../../../form-model/answers.ts'
import type { Leaf } from '../../../form-model/answers.ts'
import type { UnplacedAnswer } from '../../api/generated/api.schemas.ts'
import { answerOf } from './unplaced.ts'

/** One field to check after the form has changed. */
export type Difference = {
  /** Place of the field in the answers. */
  pointer: string
  /** The definition's name of the field. */
  field: string
  /**
   * `check`: it is kept but invalid. `added`: a new question. `reworded`: the text of the chosen answer is another one,
   * so that it may mean something else. `fee`: not a field, but how the amount follows from the answers.
   */
  kind: 'check' | 'added' | 'reworded' | 'fee'
  /** The answer. */
  value?: unknown
  /** The texts of a reworded answer. */
  reworded?: { before: string; after: string }
}

/** The text of the option that an answer is; undefined for any other answer. */
type OptionText = (pointer: string, value: unknown) => string | undefined

type Steps = Pick<Definition, 'steps' | 'renamed'>

export type CarriedOver = {
  answers: Answers
  differences: Difference[]
  /** The answers that the new form has no place for. */
  removed: Leaf[]
  /** Those of former versions that still have none. */
  unplaced: UnplacedAnswer[]
}

/**
 * Carries answers over from one version of a form to another, field by field. Answers that the new form has fields for
 * are kept, even if they must be corrected; all others are listed, never silently dropped (F-10). An answer whose field
 * was renamed moves to the new name.
 * @param from the version of the answers; null if it cannot be read, then added fields are not listed
 * @param errorsOf every error that the new form finds
 * @param options the texts of options in both versions; null if those of the answers' version cannot be read
 * @param unplaced answers that former versions had removed: a later version may have a place for them again
 */
export function carryOver(
  answers: Answers,
  from: Steps | null,
  to: Steps,
  errorsOf: (answers: Answers) => readonly FieldError[],
  options: { before: OptionText; after: OptionText } | null,
  unplaced: readonly UnplacedAnswer[] = [],
): CarriedOver {
  const differences = new Map<string, Difference>()
  const removed: Leaf[] = []
  let carried: Answers = {}
  for (const step of to.steps) if (answers[step.id] !== undefined) carried[step.id] = {}
  const isMoved = ({ pointer }: Leaf) => Number(targetOf(to, pointer) !== pointer)
  // A field that keeps its name keeps its answer, also if another one was renamed to it.
  for (const leaf of leavesOf(answers).toSorted((one, other) => isMoved(one) - isMoved(other))) {
    const { pointer, value } = leaf
    const target = targetOf(to, pointer)
    const placed = withPlaced(carried, to, target, value)
    if (placed === null) {
      removed.push(leaf)
      continue
    }
    carried = placed
    const [before, after] = [options?.before(pointer, value), options?.after(target, value)]
    if (before !== undefined && after !== undefined && before !== after)
      differences.set(target, {
        pointer: target,
        field: fieldPathOf(target),
        kind: 'reworded',
        value,
        reworded: { before, after },
      })
  }
  const left = unplaced.filter((one) => {
    const target = targetOf(to, one.key)
    // In a list, another entry may have that position now.
    const placed = segmentsOf(target).some(isIndex) ? null : withPlaced(carried, to, target, answerOf(one))
    carried = placed ?? carried
    return placed === null
  })
  const isRemoved = new Set(removed.map(({ pointer }) => pointer))
  for (const { pointer } of errorsOf(carried)) {
    if (isRemoved.has(pointer)) continue
    const value = valueAt(carried, pointer)
    const field = fieldPathOf(pointer)
    if (value !== undefined) differences.set(pointer, { pointer, field, kind: 'check', value })
    else if (from !== null && schemasOf(from, pointer).length === 0)
      differences.set(pointer, { pointer, field, kind: 'added' })
  }
  return { answers: carried, differences: [...differences.values()], removed, unplaced: left }
}

/** Where an answer with this pointer belongs in the form: its field may have been renamed. */
export function targetOf(to: Steps, pointer: string): string {
  return schemasOf(to, pointer).length > 0 ? pointer : renamedPointer(to.renamed, pointer)
}

/** The answers with the value in that field; null if the form has none that can show it, or another answer is there. */
function withPlaced(answers: Answers, to: Steps, target: string, value: unknown): Answers | null {
  if (!canHold(schemasOf(to, target), value) || isTaken(answers, target)) return null
  const placed = withAnswer(answers, target, value)
  return valueAt(placed, target) === value ? placed : null
}

/** Whether a value there would replace another one: at that place, or instead of a group or list around it. */
function isTaken(answers: Answers, target: string): boolean {
  const segments = segmentsOf(target)
  const around = segments.slice(1).map((_, at) => valueAt(answers, pointerOf(segments.slice(0, at + 1))))
  const isValue = (each: unknown) => each !== undefined && each !== null && !isRecord(each) && !Array.isArray(each)
  return around.some(isValue) || leavesOf({ there: valueAt(answers, target) }).length > 0
}

/** Every schema that may describe the value of a pointer, for any branch of a condition. */
function schemasOf(form: Steps, pointer: string): JsonSchema[] {
  const [stepId, ...path] = segmentsOf(pointer)
  const step = form.steps.find(({ id }) => id === stepId)
  return step === undefined ? [] : schemasAt(step.schema, path)
}

/** Whether a field with these schemas could show the value at all, valid or not. */
function canHold(schemas: JsonSchema[], value: unknown): boolean {
  const types = schemas.flatMap(({ type }): unknown[] =>
    Array.isArray(type) ? type : type === undefined ? [] : [type],
  )
  if (types.length === 0) return schemas.length > 0
  return types.some((type) => {
    if (type === 'integer' || type === 'number') return typeof value === 'number'
    return type === typeof value
  })
}
