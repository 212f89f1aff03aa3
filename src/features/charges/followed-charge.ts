import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getGetChargeQueryOptions, useGetChargeSuspense } from '../../api/generated/charges/charges.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { parseChargeId } from '../../paths.ts'
import { isAttemptInProgress } from '../../payment/payment-result.ts'

/** How often the page reads the charge again while a payment is being confirmed. */
const confirmingIntervalMs = 5_000

/** The loader of a page about one charge. */
export async function chargeLoader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const chargeId = parseChargeId(params.chargeId)
  if (chargeId === null) return null
  await context.get(queryClientContext).query({ ...getGetChargeQueryOptions(chargeId), staleTime: staleTimes.charges })
  return null
}

/** The charge of a page that is not the return from a payment; its actions change once a payment is decided. */
export function useFollowedCharge(chargeId: string) {
  return useGetChargeSuspense(chargeId, {
    query: {
      refetchInterval: ({ state }) =>
        state.data !== undefined && isAttemptInProgress(state.data) ? confirmingIntervalMs : false,
    },
  })
}
