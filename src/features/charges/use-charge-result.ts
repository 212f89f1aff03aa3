import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Charge } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryKey, useGetChargeSuspense } from '../../api/generated/charges/charges.ts'
import { nextPoll, paymentResult } from '../../payment/payment-result.ts'
import type { PaymentResult, PaymentReturn } from '../../payment/payment-result.ts'

type ChargeResult = {
  charge: Charge
  result: PaymentResult
  /** Asks again, from the start of the minute. */
  refresh: () => void
}

/**
 * A charge that is read until its payment is decided or a minute is over. Asking is a property of the query: nothing
 * here runs in an effect. A question that failed counts as asked; the last answer stays on the screen.
 */
export function useChargeResult(chargeId: string, back: PaymentReturn): ChargeResult {
  const queryClient = useQueryClient()
  const queryKey = getGetChargeQueryKey(chargeId)
  const asked = () => {
    const state = queryClient.getQueryState(queryKey)
    return state === undefined ? 0 : state.dataUpdateCount + state.errorUpdateCount
  }
  // The answer the page opened with is no poll.
  const [askedBefore, setAskedBefore] = useState(() => Math.max(asked(), 1))
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = useGetChargeSuspense(chargeId, {
    query: {
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) =>
        state.data === undefined
          ? false
          : nextPoll(state.data, back, state.dataUpdateCount + state.errorUpdateCount - askedBefore),
    },
  })
  // Reading the times makes the page follow each answer, also one that says the same as the last.
  const polls = dataUpdatedAt + errorUpdatedAt > 0 ? asked() - askedBefore : 0
  return {
    charge: data,
    result: paymentResult(data, back, polls),
    refresh: () => {
      setAskedBefore(asked() + 1)
      void refetch()
    },
  }
}
