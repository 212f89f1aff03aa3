import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import { getGetOrderQueryOptions } from '../../api/generated/orders/orders.ts'
import { queryClientContext, staleTimes, startQuery } from '../../api/queries.ts'
import { parseTenantId } from '../../paths.ts'
import { recallOrder } from '../../payment/remembered-order.ts'
import { isEntered } from './application/application-owner.ts'

export { Component } from './pages/SettlementPage.tsx'

/** Back from the card provider after a reload: what was sent is requested with the form, and not after it. */
export function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): null {
  const tenantId = parseTenantId(params.tenantId)
  const sent = tenantId === null || isEntered() ? null : recallOrder(tenantId)
  if (sent === null) return null
  const client = context.get(queryClientContext)
  startQuery(client.query({ ...getGetOrderQueryOptions(sent.orderId), staleTime: staleTimes.drawn }))
  if (sent.chargeId !== null)
    startQuery(client.query({ ...getGetChargeQueryOptions(sent.chargeId), staleTime: staleTimes.drawn }))
  return null
}
