import { checkAnswers } from '../../../form-model/checks.ts'
import { conditionHolds } from '../../../form-model/conditions.ts'
import type { AnswerError, Answers, StepAnswers } from '../../../form-model/definition.ts'
import { valuesAt } from '../../../form-model/field-path.ts'
import { schemaErrors } from '../../../form-model/interpreter.ts'
import { charactersBeyondJisLevel2 } from '../../../form-model/jis-level-2.ts'
import { isInside, joinPointer, valueAt } from '../../../form-model/pointer.ts'
import { serverNow } from '../../lib/clock.ts'
import type { FieldError } from '../../lib/problem.ts'
import { answerErrors } from './schema-errors.ts'
import { answersToSend, stepToSend } from './answers-to-send.ts'
import { compareFields } from '../definition/field-order.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { visibleSteps } from '../definition/visible-steps.ts'

/**
 * An invalid answer. `code` is the JSON Schema keyword, the format's name or the kind of a check; `errorMessage()` of
 * messages.ts creates its text.
 */
export type StepError = FieldError & { params: { [name: string]: unknown } }

/** An error with its text. */
export type WordedError = StepError & { message: string }

/** The errors of one step, at most one for each field. Empty if the step is not shown. */
export function validateStep(form: LoadedForm, stepId: string, answers: Answers): StepError[] {
  const step = stepToSend(form, stepId, answers[stepId])
  const whole = { ...answersToSend(form, answers), [stepId]: step }
  return inOrder(form, stepErrors(form, stepId, step, whole))
}

/** The errors of all visible steps, in the order of the form. */
export function validateAll(form: LoadedForm, answers: Answers): StepError[] {
  const whole = answersToSend(form, answers)
  const errors = visibleSteps(form.definition, whole).flatMap((id) => stepErrors(form, id, whole[id] ?? {}, whole))
  return inOrder(form, errors)
}

function stepErrors(form: LoadedForm, stepId: string, step: StepAnswers, whole: Answers): StepError[] {
  const schema = form.definition.steps.find(({ id }) => id === stepId)?.schema
  if (!schema) throw new Error(`The form has no step ${stepId}`)
  const base = joinPointer('', stepId)
  const fromSchema = answerErrors(schemaErrors(schema, step), base)
  const errors = new Map(fromSchema.map((error) => [error.pointer, withValue(error, whole)]))
  const add = (error: AnswerError) => {
    if (isInside(error.pointer, base) && !errors.has(error.pointer)) errors.set(error.pointer, error)
  }
  for (const pointer of requiredPointers(form, stepId, whole)) {
    if (isMissing(valueAt(whole, pointer))) add({ pointer, keyword: 'required', params: {} })
  }
  for (const error of checkAnswers(form.definition, whole, serverNow())) add(error)
  return [...errors.values()].map(({ pointer, keyword, params }) => ({ pointer, code: keyword, params }))
}

/** The fields of a step that answers to other fields make required (`requiredWhen`). */
export function requiredPointers(form: LoadedForm, stepId: string, answers: Answers): string[] {
  const rules = form.definition.requiredWhen ?? []
  const prefix = `${joinPointer('', stepId).slice(1)}/`
  return rules.flatMap(({ field }, index) =>
    field.startsWith(prefix) && conditionHolds(form.definition, `required:${index}`, answers)
      ? valuesAt(answers, field).map(({ pointer }) => pointer)
      : [],
  )
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * Adds data for messages that the interpreter does not report: the length of the text and its unusable characters; an emptied list
 * entry is missing, not of a wrong type. A moment that has only its day lacks its time.
 */
function withValue(error: AnswerError, whole: Answers): AnswerError {
  const value = valueAt(whole, error.pointer)
  if (error.keyword === 'type' && (value === null || value === undefined)) return { ...error, keyword: 'required' }
  if ((error.keyword === 'maxLength' || error.keyword === 'minLength') && typeof value === 'string')
    return { ...error, params: { ...error.params, count: Array.from(value).length } }
  if (error.keyword === 'date-time' && typeof value === 'string' && /^\d.*T$/.test(value))
    return { ...error, keyword: 'time' }
  if (error.keyword === 'jis-level-2' && typeof value === 'string')
    return { ...error, params: { chars: charactersBeyondJisLevel2(value) } }
  return error
}

function inOrder(form: LoadedForm, errors: StepError[]): StepError[] {
  return errors.toSorted((a, b) => compareFields(form, a.pointer, b.pointer))
}
