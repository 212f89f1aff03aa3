import { useMemo } from 'react'
import { evaluateFee } from '../../../../form-model/fee.ts'
import { holds } from '../../../form-engine/definition/visible-steps.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'

/** The fee of the answers so far, in yen; 0 for a form without a fee. An estimate: the API's quote decides. */
export function useRunningTotal({ form, store }: Pick<OpenApplication, 'form' | 'store'>): number {
  const answers = useApplicationState(store, (state) => state.content.answers)
  return useMemo(() => {
    if (form.definition.fee === undefined) return 0
    const asked = answersToSend(form, answers)
    return evaluateFee(form.definition, asked, (key) => holds(form, key, asked)).total
  }, [form, answers])
}
