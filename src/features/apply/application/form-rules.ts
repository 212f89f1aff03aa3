import type { Answers, Definition } from '../../../../form-model/definition.ts'
import type { FieldError } from '../../../lib/problem.ts'

/** A version of the form. */
export type FormRules = {
  definition: Pick<Definition, 'steps' | 'formVersion' | 'renamed' | 'fee'>
  errorsOf(answers: Answers): readonly FieldError[]
  /** Without the answers that are not asked. */
  toSend(answers: Answers): Answers
  inWords(pointer: string, value: unknown): { label: string; value: string }
  optionText(pointer: string, value: unknown): string | undefined
}

/** `to`: in which copies are compared. Null: no longer available. */
export type Versions = { to: FormRules; others: ReadonlyMap<string, FormRules | null> }
