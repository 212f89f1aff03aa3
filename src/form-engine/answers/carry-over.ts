import type { Answers, Definition, JsonSchema } from '../../../form-model/definition.ts'
import { isRecord } from '../../../form-model/record.ts'
import { segmentsOf, valueAt } from '../../../form-model/pointer.ts'
import type { FieldError } from '../../lib/problem.ts'
import { fieldPathOf, leavesOf, withAnswer } from './answers-at.ts'

/** One field the user should look at after the form has changed. */
export type Difference = {
  /** Where it is, or was, in the answers. */
  pointer: string
  /** The definition's name of the field. */
  field: string
  /** `removed`: the form does not ask for it any more. `check`: it is kept but does not fit. `added`: newly asked. */
  kind: 'removed' | 'check' | 'added'
  /** What was answered. */
  value?: unknown
  /** What the former version called the field and the answer, if it can be read; the new one has no words for it. */
  formerly?: { label: string; value: string }
}

type Steps = Pick<Definition, 'steps'>

/**
 * Takes answers from one version of a form to another, field by field. What the new form has and can hold is kept, even
 * if it must be corrected; what it cannot hold is named with its value, never silently dropped (F-10).
 * @param from the version the answers were given in; null if it cannot be read, then added fields are not named
 * @param errorsOf every error the new form finds
 */
export function carryOver(
  answers: Answers,
  from: Steps | null,
  to: Steps,
  errorsOf: (answers: Answers) => readonly FieldError[],
): { answers: Answers; differences: Difference[] } {
  const differences = new Map<string, Difference>()
  let carried: Answers = {}
  for (const step of to.steps) if (answers[step.id] !== undefined) carried[step.id] = {}
  for (const { pointer, value } of leavesOf(answers)) {
    const schemas = schemasAt(to, pointer)
    if (schemas.some((schema) => canHold(schema, value))) carried = withAnswer(carried, pointer, value)
    else differences.set(pointer, { pointer, field: fieldPathOf(pointer), kind: 'removed', value })
  }
  for (const { pointer } of errorsOf(carried)) {
    if (differences.has(pointer)) continue
    const value = valueAt(carried, pointer)
    const field = fieldPathOf(pointer)
    if (value !== undefined) differences.set(pointer, { pointer, field, kind: 'check', value })
    else if (from !== null && schemasAt(from, pointer).length === 0)
      differences.set(pointer, { pointer, field, kind: 'added' })
  }
  return { answers: carried, differences: [...differences.values()] }
}

/** Every schema that may describe the value a pointer leads to, whichever branch of a condition applies. */
function schemasAt(form: Steps, pointer: string): JsonSchema[] {
  const [stepId, ...rest] = segmentsOf(pointer)
  const step = form.steps.find(({ id }) => id === stepId)
  if (step === undefined) return []
  return rest.reduce<JsonSchema[]>((schemas, part) => schemas.flatMap((schema) => below(schema, part)), [step.schema])
}

function below(schema: JsonSchema, part: string): JsonSchema[] {
  return branches(schema).flatMap((branch) => {
    const found: unknown[] = []
    const properties = branch.properties
    if (isRecord(properties) && Object.hasOwn(properties, part)) found.push(properties[part])
    if (/^\d+$/.test(part)) {
      const items = branch.items
      if (Array.isArray(items)) found.push(items[Number(part)] ?? branch.additionalItems)
      else found.push(items)
    }
    return found.filter(isRecord)
  })
}

/** The schema and every schema that may apply to the same value beside it. */
function branches(schema: JsonSchema): JsonSchema[] {
  const beside: unknown[] = [schema.then, schema.else]
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = schema[keyword]
    if (Array.isArray(list)) beside.push(...(list as unknown[]))
  }
  const dependencies = schema.dependencies
  if (isRecord(dependencies)) beside.push(...Object.values(dependencies))
  return [schema, ...beside.filter(isRecord).flatMap(branches)]
}

/** Whether a field of this schema could show the value at all, right or wrong. */
function canHold(schema: JsonSchema, value: unknown): boolean {
  const types: unknown[] = branches(schema).flatMap((branch): unknown[] =>
    Array.isArray(branch.type) ? branch.type : branch.type === undefined ? [] : [branch.type],
  )
  if (types.length === 0) return true
  return types.some((type) => {
    if (type === 'integer' || type === 'number') return typeof value === 'number'
    return type === typeof value
  })
}
