import { useQuery } from '@tanstack/react-query'
import { quoteOrder } from '../../../api/generated/orders/orders.ts'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import { quoteRequest } from '../submission/submission-server.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import type { Shipping } from '../delivery/use-shipping.ts'

/** The fee of the application, requested for the current answers unless the form itself has no amount for them. */
export function useQuote({ key, form, service, store }: OpenApplication, shipping: Shipping, isCounted: boolean) {
  const content = useApplicationState(store, (state) => state.content)
  const shippingAddress = shipping.kind === 'known' ? shipping.address : null
  const request = quoteRequest({ key, form, service, content, shippingAddress })
  return useQuery({
    queryKey: ['quote', canonicalJson(request)],
    queryFn: ({ signal }) => quoteOrder(request, signal),
    staleTime: 0,
    refetchOnWindowFocus: false,
    enabled: isCounted && service.fee.kind !== 'NONE',
  })
}
