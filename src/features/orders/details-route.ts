import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getGetOrderQueryOptions } from '../../api/generated/orders/orders.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { problemOf } from '../../lib/problem.ts'
import { parseOrderId } from '../../paths.ts'

export { Component } from './DetailsPage.tsx'

/** The page shows that the history is not ready yet (503). Other failures go to the page's error boundary. */
export async function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const orderId = parseOrderId(params.orderId)
  if (orderId === null) return null
  const client = context.get(queryClientContext)
  try {
    await client.query({ ...getGetOrderQueryOptions(orderId), staleTime: staleTimes.orders })
  } catch (error) {
    if (problemOf(error)?.status !== 503) throw error
  }
  return null
}
