import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getListServicesQueryOptions } from '../../api/generated/services/services.ts'
import { formsBaseContext, queryClientContext, staleTimes, waitForParts } from '../../api/queries.ts'
import { currentLanguage } from '../../i18n/texts.ts'
import { parseTenantId } from '../../paths.ts'
import { applicationAt } from './application/ApplicationFlow.tsx'
import { formQuery, publishedIn } from './application/form-query.ts'

export { Component } from './application/ApplicationFlow.tsx'

/** The form is in the cache when its page is drawn, unless it takes long. */
export async function loader({ context, params, request }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const tenantId = parseTenantId(params.tenantId)
  const application = applicationAt(new URL(request.url))
  if (tenantId === null || application === null) return null
  const client = context.get(queryClientContext)
  const formsBase = context.get(formsBaseContext)
  async function load({ serviceId, type }: NonNullable<typeof application>, of: NonNullable<typeof tenantId>) {
    const services = await client.query({ ...getListServicesQueryOptions(of), staleTime: staleTimes.services })
    const formVersion = publishedIn(services, { serviceId, type })
    if (formVersion !== null)
      await client.query(formQuery({ formsBase, tenantId: of, serviceId, type, formVersion }, currentLanguage()))
  }
  await waitForParts(load(application, tenantId))
  return null
}
