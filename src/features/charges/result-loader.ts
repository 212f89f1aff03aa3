import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import type { QueryClient } from '@tanstack/react-query'
import type { ListOrdersParams } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import { getGetOrderQueryOptions, getListOrdersQueryOptions } from '../../api/generated/orders/orders.ts'
import { queryClientContext, staleTimes, startQuery } from '../../api/queries.ts'
import { problemOf } from '../../lib/problem.ts'
import { parseTenantId } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { chargeToShow, forgetOrder, recallOrder } from '../../payment/remembered-order.ts'

/** What a result page is about. `nothing`: it was opened without an application or charge of this user to show. */
export type ResultSubject =
  | { kind: 'charge'; chargeId: string }
  | { kind: 'order'; orderId: string }
  | { kind: 'nothing' }

/** The latest orders, shown where the page cannot tell which one is meant. */
export const latestParams: ListOrdersParams = { scope: 'all', limit: 5 }

/** The charge this tab left for, else the one the callback named, else the order this tab sent, else nothing. */
export async function resultLoader({
  context,
  params,
}: LoaderFunctionArgs<RouterContextProvider>): Promise<ResultSubject> {
  const tenantId = parseTenantId(params.tenantId)
  if (tenantId === null) return { kind: 'nothing' }
  const client = context.get(queryClientContext)
  const subject = await findSubject(client, tenantId)
  if (subject.kind === 'nothing') {
    startQuery(client.query({ ...getListOrdersQueryOptions(latestParams), staleTime: staleTimes.orders }))
  }
  return subject
}

async function findSubject(client: QueryClient, tenantId: TenantId): Promise<ResultSubject> {
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
    if (order.charge === undefined) return { kind: 'order', orderId }
    const charge = order.charge.chargeId
    await client.query({ ...getGetChargeQueryOptions(charge), staleTime: staleTimes.charges })
    return { kind: 'charge', chargeId: charge }
  } catch (error) {
    // Of somebody who used this tab before, or a hint that was made up: as good as nothing.
    if (problemOf(error)?.kind !== 'not-found') throw error
    forgetOrder(tenantId)
    return { kind: 'nothing' }
  }
}
