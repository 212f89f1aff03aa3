import { useMemo } from 'react'
import { fieldPathOf } from '../../../../form-model/answers.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { evaluateFee, feeFields } from '../../../../form-model/fee.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { holds } from '../../../form-engine/definition/visible-steps.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import { validateAll } from '../../../form-engine/validation/validate.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useReplacedOrder } from './use-replaced-order.ts'

/**
 * The fee of the answers so far, in yen; 0 for a form without a fee, while an answer that it counts is invalid, and if a
 * returned application was paid, because the API carries that payment over. An estimate: the API's quote decides.
 */
export function useRunningTotal({ form, store }: Pick<OpenApplication, 'form' | 'store'>): number {
  const answers = useApplicationState(store, (state) => state.content.answers)
  const isPaid = useReplacedOrder(store)?.charges.some(({ status }) => status === 'PAID') ?? false
  return useMemo(() => {
    if (isPaid || form.definition.fee === undefined || hasInvalidAnswer(form, answers)) return 0
    const asked = answersToSend(form, answers)
    return evaluateFee(form.definition, asked, (key) => holds(form, key, asked)).total
  }, [form, answers, isPaid])
}

/** A missing answer counts as 0: the fee grows while the form is filled in. */
function hasInvalidAnswer(form: LoadedForm, answers: Answers): boolean {
  const fields = feeFields(form.definition)
  return validateAll(form, answers).some(({ pointer, code }) => code !== 'required' && fields.has(fieldPathOf(pointer)))
}
