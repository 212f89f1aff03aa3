import { conditionHolds } from '../../../form-model/conditions.ts'
import type { Answers } from '../../../form-model/definition.ts'
import { evaluateFee } from '../../../form-model/fee.ts'
import type { EvaluatedFee, UnknownFee } from '../../../form-model/fee.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { answersToSend } from './answers-to-send.ts'

/** What the API computes for the answers as they would be sent. */
export function estimatedFee(form: LoadedForm, answers: Answers): EvaluatedFee | UnknownFee {
  const asked = answersToSend(form, answers)
  return evaluateFee(form.definition, asked, (key) => conditionHolds(form.definition, key, asked))
}
