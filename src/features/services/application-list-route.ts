import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getListDraftsQueryOptions } from '../../api/generated/drafts/drafts.ts'
import { getListOrdersQueryOptions } from '../../api/generated/orders/orders.ts'
import { getListServicesQueryOptions } from '../../api/generated/services/services.ts'
import { queryClientContext, staleTimes, waitForParts } from '../../api/queries.ts'
import { parseTenantId } from '../../paths.ts'
import { draftParams } from '../../drafts/draft-list.ts'
import { inProgressParams, needingActionParams } from './my-orders.ts'

export { Component } from './ApplicationListPage.tsx'
export { revalidatesNoSearch as shouldRevalidate } from '../../lib/revalidation.ts'

/**
 * The sections load in parallel. What has not arrived in time appears one by one. A failed section does not affect the
 * others, and a section from the cache is shown at once.
 */
export async function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const tenantId = parseTenantId(params.tenantId)
  if (tenantId === null) return null
  const client = context.get(queryClientContext)
  const { orders, drafts, services } = staleTimes
  const isCached = client.getQueryData(getListOrdersQueryOptions(needingActionParams).queryKey) !== undefined
  const sections = Promise.allSettled([
    client.query({ ...getListOrdersQueryOptions(needingActionParams), staleTime: orders }),
    client.query({ ...getListOrdersQueryOptions(inProgressParams), staleTime: orders }),
    client.query({ ...getListDraftsQueryOptions(draftParams), staleTime: drafts }),
    client.query({ ...getListServicesQueryOptions(tenantId), staleTime: services }),
  ])
  if (!isCached) await waitForParts(sections)
  return null
}
