import type { Answers, Definition, JsonSchema } from '../../../form-model/definition.ts'
import { segmentsOf, valueAt } from '../../../form-model/pointer.ts'
import { schemasAt } from '../../../form-model/schema-walk.ts'
import { renamedPointer } from '../../../form-model/renamed.ts'
import type { FieldError } from '../../lib/problem.ts'
import { fieldPathOf, leavesOf, withAnswer } from '../../../form-model/answers.ts'

/** One field to check after the form has changed. */
export type Difference = {
  /** Place of the field in the answers: the present place, or the former place of a removed field. */
  pointer: string
  /** The definition's name of the field. */
  field: string
  /**
   * `removed`: the form no longer has it. `check`: it is kept but invalid. `added`: a new question. `reworded`: the
   * text of the chosen answer is another one, so that it may mean something else.
   */
  kind: 'removed' | 'check' | 'added' | 'reworded'
  /** The answer to the former version. */
  value?: unknown
  /** The former version's label of the field and the answer, if it can be read; the new version has no text for it. */
  formerly?: { label: string; value: string }
  /** The texts of a reworded answer. */
  reworded?: { before: string; after: string }
}

/** The text of the option that an answer is; undefined for any other answer. */
type OptionText = (pointer: string, value: unknown) => string | undefined

type Steps = Pick<Definition, 'steps' | 'renamed'>

/**
 * Carries answers over from one version of a form to another, field by field. Answers that the new form has fields for
 * are kept, even if they must be corrected; all others are listed with their value, never silently dropped (F-10). An
 * answer whose field was renamed moves to the new name.
 * @param from the version of the answers; null if it cannot be read, then added fields are not listed
 * @param errorsOf every error that the new form finds
 * @param options the texts of options in both versions; null if those of the answers' version cannot be read
 */
export function carryOver(
  answers: Answers,
  from: Steps | null,
  to: Steps,
  errorsOf: (answers: Answers) => readonly FieldError[],
  options: { before: OptionText; after: OptionText } | null,
): { answers: Answers; differences: Difference[] } {
  const differences = new Map<string, Difference>()
  let carried: Answers = {}
  for (const step of to.steps) if (answers[step.id] !== undefined) carried[step.id] = {}
  for (const { pointer, value } of leavesOf(answers)) {
    const target = schemasOf(to, pointer).length > 0 ? pointer : renamedPointer(to.renamed, pointer)
    if (!canHold(schemasOf(to, target), value)) {
      differences.set(pointer, { pointer, field: fieldPathOf(pointer), kind: 'removed', value })
      continue
    }
    carried = withAnswer(carried, target, value)
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
  for (const { pointer } of errorsOf(carried)) {
    if (differences.get(pointer)?.kind === 'removed') continue
    const value = valueAt(carried, pointer)
    const field = fieldPathOf(pointer)
    if (value !== undefined) differences.set(pointer, { pointer, field, kind: 'check', value })
    else if (from !== null && schemasOf(from, pointer).length === 0)
      differences.set(pointer, { pointer, field, kind: 'added' })
  }
  return { answers: carried, differences: [...differences.values()] }
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
