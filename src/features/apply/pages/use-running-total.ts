import { useMemo } from 'react'
import { fieldPathOf } from '../../../../form-model/answers.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { feeFields } from '../../../../form-model/fee.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import { estimatedFee } from '../../../form-engine/validation/estimated-fee.ts'
import { validateAll } from '../../../form-engine/validation/validate.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { paidWith, useReplacedOrder } from './use-replaced-order.ts'

export type RunningTotal = {
  /** The fee of the answers so far, in yen. */
  total: number
  /** What was paid for the returned application and for those before it, in yen; null if the API does not say it. */
  paid: number | null
}

/**
 * The estimated total; the API's quote decides. Null for a form without a fee, while an answer that the fee counts is
 * invalid or has no amount, and until the returned application is loaded, because the API carries its payment over.
 */
export function useRunningTotal(application: Pick<OpenApplication, 'form' | 'store'>): RunningTotal | null {
  const { form, store } = application
  const answers = useApplicationState(store, (state) => state.content.answers)
  const isFirst = useApplicationState(store, (state) => state.content.reapplyOf === null)
  const replaced = useReplacedOrder(application)
  return useMemo(() => {
    if (!isFirst && replaced === undefined) return null
    if (form.definition.fee === undefined || hasInvalidAnswer(form, answers)) return null
    const fee = estimatedFee(form, answers)
    if ('uncounted' in fee || fee.total === 0) return null
    return { total: fee.total, paid: replaced === undefined ? 0 : paidWith(replaced) }
  }, [form, answers, isFirst, replaced])
}

const none: readonly string[] = []

/**
 * The answers for which the form has no amount, by JSON Pointer; the API refuses an application with such an answer.
 */
export function useUncountedAnswers({ form, store }: Pick<OpenApplication, 'form' | 'store'>): readonly string[] {
  const answers = useApplicationState(store, (state) => state.content.answers)
  return useMemo(() => {
    const fee = estimatedFee(form, answers)
    return 'uncounted' in fee ? fee.uncounted : none
  }, [form, answers])
}

/** A missing answer counts as 0: the fee grows while the form is filled in. */
function hasInvalidAnswer(form: LoadedForm, answers: Answers): boolean {
  const fields = feeFields(form.definition)
  return validateAll(form, answers).some(({ pointer, code }) => code !== 'required' && fields.has(fieldPathOf(pointer)))
}
