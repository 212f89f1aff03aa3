import type { Answers, Definition } from '../../../../form-model/definition.ts'
import { answerLine, fieldName, optionText } from '../../../form-engine/answers/field-names.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import { validateAll } from '../../../form-engine/validation/validate.ts'
import type { FieldError } from '../../../lib/problem.ts'

export type FormRules = ReturnType<typeof rulesOf>

/** What the store needs of a version of the form. */
export function rulesOf(form: LoadedForm) {
  const definition: Pick<Definition, 'steps' | 'formVersion' | 'renamed' | 'fee'> = form.definition
  return {
    definition,
    errorsOf: (answers: Answers): readonly FieldError[] => validateAll(form, answers),
    toSend: (answers: Answers) => answersToSend(form, answers),
    inWords: (pointer: string, value: unknown) => ({
      label: fieldName(form, pointer),
      value: answerLine(form, pointer, value),
    }),
    optionText: (pointer: string, value: unknown) => optionText(form, pointer, value),
  }
}
