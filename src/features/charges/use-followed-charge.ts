import { useGetChargeSuspense } from '../../api/generated/charges/charges.ts'
import { isAttemptUnderWay } from '../../payment/payment-result.ts'

/** While a payment is being confirmed the page looks again by itself, in milliseconds. */
const underWayInterval = 5_000

/** A charge on a page that nobody was sent back to: what may be done with it changes when a payment is decided. */
export function useFollowedCharge(chargeId: string) {
  return useGetChargeSuspense(chargeId, {
    query: {
      refetchInterval: ({ state }) =>
        state.data !== undefined && isAttemptUnderWay(state.data) ? underWayInterval : false,
    },
  })
}
