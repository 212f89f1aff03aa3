import type { Answers, Definition } from '../../../../form-model/definition.ts'
import type { FieldError } from '../../../lib/problem.ts'

/** A version of the form with the rules that the store needs. */
export type FormRules = {
  definition: Pick<Definition, 'steps' | 'formVersion' | 'renamed' | 'fee'>
  errorsOf(answers: Answers): readonly FieldError[]
  /** Without the answers that are not asked. */
  toSend(answers: Answers): Answers
  /** A field and its answer as this version words them. */
  inWords(pointer: string, value: unknown): { label: string; value: string }
  /** The text of the option that an answer is; undefined for any other answer. */
  optionText(pointer: string, value: unknown): string | undefined
}

/** The version of the form in which copies are compared, and the rules of others; null: no longer available. */
export type Versions = { to: FormRules; others: ReadonlyMap<string, FormRules | null> }
