import { checkAnswers } from './checks.ts'
import type { AnswerError, Answers, CompiledValidator, Definition, ValidatorModule } from './definition.ts'
import { joinPointer } from './pointer.ts'

/** The parts of a published version that decide about answers. */
export type ValidatedForm = { definition: Definition; validator: ValidatorModule }

/** Errors of whole answers: those of the schema, and those of the computed checks where the schema finds none. */
export function answerErrors(form: ValidatedForm, answers: Answers, now: number): AnswerError[] {
  const { whole } = form.validator
  const refused = whole(answers) ? [] : (whole.errors ?? []).filter(isRoot).map(toAnswerError)
  const places = new Set(refused.map(({ pointer }) => pointer))
  return [...refused, ...checkAnswers(form.definition, answers, now).filter(({ pointer }) => !places.has(pointer))]
}

type RawError = NonNullable<CompiledValidator['errors']>[number]

/** Errors of `if` and unions repeat the errors below them. */
function isRoot(error: RawError): boolean {
  return error.keyword !== 'if'
}

function toAnswerError({ instancePath, keyword, params }: RawError): AnswerError {
  const missing = keyword === 'required' ? params.missingProperty : undefined
  const pointer = typeof missing === 'string' ? joinPointer(instancePath, missing) : instancePath
  return { pointer, keyword, params }
}
