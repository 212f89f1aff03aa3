import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getListOrdersInfiniteQueryKey, listOrders } from '../../api/generated/orders/orders.ts'
import { getListServicesQueryOptions } from '../../api/generated/services/services.ts'
import { loadList } from '../../api/paging.ts'
import { queryClientContext, staleTimes, startQuery } from '../../api/queries.ts'
import { parseTenantId } from '../../paths.ts'
import { isPeriodReversed, readHistoryFilters, toListOrdersParams } from './history-filters.ts'

export { Component } from './HistoryPage.tsx'

export async function loader({ context, params, request }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const tenantId = parseTenantId(params.tenantId)
  if (tenantId === null) return null
  const client = context.get(queryClientContext)
  const filters = readHistoryFilters(new URL(request.url).searchParams)
  startQuery(client.query({ ...getListServicesQueryOptions(tenantId), staleTime: staleTimes.services }))
  if (isPeriodReversed(filters)) return null
  const wanted = toListOrdersParams(filters)
  await loadList(client, {
    queryKey: getListOrdersInfiniteQueryKey(wanted),
    params: wanted,
    fetchPage: listOrders,
    staleTime: staleTimes.orders,
  })
  return null
}
