import { replace } from 'react-router-dom'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import type { QueryClient } from '@tanstack/react-query'
import type { ListOrdersParams } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import { getGetOrderQueryOptions, getListOrdersQueryOptions } from '../../api/generated/orders/orders.ts'
import { queryClientContext, staleTimes, startQuery } from '../../api/queries.ts'
import { problemOf } from '../../lib/problem.ts'
import { isCancelled } from '../../order-display/OrderStatus.tsx'
import { paths, parseTenantId } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { chargeToShow, forgetOrder, recallOrder } from '../../payment/remembered-order.ts'

/** What a result page shows. `nothing`: it was opened without an application or charge of this user. */
export type ResultTarget =
  | { kind: 'charge'; chargeId: string }
  | { kind: 'order'; orderId: string }
  | { kind: 'nothing' }

export const latestParams: ListOrdersParams = { scope: 'all', limit: 5 }

/** The charge this tab went to pay, else the one named by the callback, else the order this tab sent, else nothing. */
export async function resultLoader({
  context,
  params,
}: LoaderFunctionArgs<RouterContextProvider>): Promise<ResultTarget> {
  const tenantId = parseTenantId(params.tenantId)
  if (tenantId === null) return { kind: 'nothing' }
  const client = context.get(queryClientContext)
  const target = await findTarget(client, tenantId)
  if (target.kind === 'nothing') {
    startQuery(client.query({ ...getListOrdersQueryOptions(latestParams), staleTime: staleTimes.orders }))
  }
  return target
}

async function findTarget(client: QueryClient, tenantId: TenantId): Promise<ResultTarget> {
  try {
    const chargeId = chargeToShow(tenantId)
    if (chargeId !== null) {
      await client.query({ ...getGetChargeQueryOptions(chargeId), staleTime: staleTimes.charges })
      return { kind: 'charge', chargeId }
    }
    const remembered = recallOrder(tenantId)
    if (remembered === null) return { kind: 'nothing' }
    const { orderId } = remembered
    const order = await client.query({ ...getGetOrderQueryOptions(orderId), staleTime: staleTimes.orders })
    const charge = order.charge?.chargeId ?? order.charges.at(-1)?.chargeId
    // The page of the application shows its state, e.g. after the user has withdrawn it and returns by the address.
    if (charge === undefined && isCancelled(order)) throw replace(paths.historyDetails(tenantId, orderId))
    if (charge === undefined) return { kind: 'order', orderId }
    await client.query({ ...getGetChargeQueryOptions(charge), staleTime: staleTimes.charges })
    return { kind: 'charge', chargeId: charge }
  } catch (error) {
    // The charge or order belongs to another user of this tab, or the hint was forged.
    if (problemOf(error)?.kind !== 'not-found') throw error
    forgetOrder(tenantId)
    return { kind: 'nothing' }
  }
}
