import { checkAnswers } from './checks.ts'
import { conditionHolds } from './conditions.ts'
import type { AnswerError, Answers, Definition } from './definition.ts'
import { valuesAt } from './field-path.ts'
import { schemaErrors } from './interpreter.ts'
import type { SchemaError } from './interpreter.ts'
import { joinPointer, segmentsOf, valueAt } from './pointer.ts'
import { isRecord } from './record.ts'

/** The parts of a definition that decide about answers. */
export type ValidatedForm = Pick<Definition, 'steps' | 'requiredWhen' | 'checks'>

/** Errors of whole answers: those of the schema, and those of the computed checks where the schema finds none. */
export function answerErrors(form: ValidatedForm, answers: Answers, now: number): AnswerError[] {
  const refused = wholeErrors(form, answers).map(toAnswerError)
  const places = new Set(refused.map(({ pointer }) => pointer))
  return [...refused, ...checkAnswers(form, answers, now).filter(({ pointer }) => !places.has(pointer))]
}

function toAnswerError({ instancePath, keyword, params }: SchemaError): AnswerError {
  const missing = keyword === 'required' ? params.missingProperty : undefined
  const pointer = typeof missing === 'string' ? joinPointer(instancePath, missing) : instancePath
  return { pointer, keyword, params }
}

/**
 * The errors of the whole answers by the schemas of the steps: visible steps are required, hidden ones must be absent,
 * there are no others, and fields are required by `requiredWhen`.
 */
export function wholeErrors(form: ValidatedForm, answers: unknown): SchemaError[] {
  if (!isRecord(answers)) return [wholeError('', 'type')]
  const { steps, requiredWhen = [] } = form
  const known = new Set(steps.map(({ id }) => id))
  const unknown = Object.keys(answers).filter((id) => !known.has(id))
  return [
    ...unknown.map((additionalProperty) => wholeError('', 'additionalProperties', { additionalProperty })),
    ...steps.flatMap(({ id, schema }) => {
      const place = joinPointer('', id)
      const isVisible = conditionHolds(form, `step:${id}`, answers as Answers)
      if (!Object.hasOwn(answers, id)) return isVisible ? [wholeError('', 'required', { missingProperty: id })] : []
      const own = schemaErrors(schema, answers[id])
      return [
        ...own.map((error) => ({ ...error, instancePath: `${place}${error.instancePath}` })),
        ...(isVisible ? [] : [wholeError(place, 'false schema')]),
      ]
    }),
    ...requiredWhen.flatMap(({ field }, index) =>
      conditionHolds(form, `required:${index}`, answers as Answers) ? missingAt(answers as Answers, field) : [],
    ),
  ]
}

function wholeError(instancePath: string, keyword: string, params: SchemaError['params'] = {}): SchemaError {
  return { instancePath, schemaPath: '', keyword, params }
}

/** A group that is there must have the field; through lists: each entry. */
function missingAt(answers: Answers, field: string): SchemaError[] {
  const name = segmentsOf(field).at(-1) ?? ''
  return valuesAt(answers, field).flatMap(({ pointer, value }) => {
    const group = pointer.slice(0, pointer.lastIndexOf('/'))
    const isMissing = value === undefined && isRecord(valueAt(answers, group))
    return isMissing ? [wholeError(group, 'required', { missingProperty: name })] : []
  })
}
