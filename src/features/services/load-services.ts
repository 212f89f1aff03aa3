import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getListServicesQueryOptions } from '../../api/generated/services/services.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { parseTenantId } from '../../paths.ts'

/** The loader of the public pages: what they show comes from the services alone. */
export async function loadServices({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const tenantId = parseTenantId(params.tenantId)
  if (tenantId === null) return null
  const client = context.get(queryClientContext)
  await client.query({ ...getListServicesQueryOptions(tenantId), staleTime: staleTimes.services })
  return null
}
