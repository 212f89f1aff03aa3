import type { ListDraftsParams, ListOrdersParams } from '../api/generated/api.schemas.ts'
import { readHistoryFilters, toListOrdersParams } from '../features/orders/history-filters.ts'
import { draftParams } from '../drafts/draft-list.ts'
import { inProgressParams, needingActionParams } from '../features/services/my-orders.ts'
import type { RouteName } from '../paths.ts'

const tenant = '/p/tenants/:tenantId/info'
const services = '/p/tenants/:tenantId/services'
const unfilteredHistory = toListOrdersParams(readHistoryFilters(new URLSearchParams()))

/**
 * The first API requests of each page, so that the starter can send them before the page's code has arrived. The build
 * puts them into the document; a journey checks that pages use every one of these responses (e2e/build/start.e2e.ts).
 */
export const firstRequests: Partial<Record<RouteName, readonly string[]>> = {
  applicationList: [
    tenant,
    services,
    withQuery('/o/orders', needingActionParams),
    withQuery('/o/orders', inProgressParams),
    withQuery('/o/drafts', draftParams),
  ],
  applicationHistory: [tenant, services, withQuery('/o/orders', unfilteredHistory)],
  // The services contain the version of the form. Many forms are filled in from the profile.
  application: [tenant, services, '/o/drafts/:serviceId/:type', '/o/profile'],
  historyDetails: [tenant, '/o/orders/:orderId'],
  userProfile: [tenant, '/o/profile'],
  download: [tenant],
  procedures: [tenant, services],
  procedure: [tenant, services],
  login: [tenant],
}

/** Lists repeat their name, as in src/api/http.ts: the page finds the response by its whole address. */
function withQuery(path: string, params: ListOrdersParams | ListDraftsParams): string {
  const pairs = Object.entries(params).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  return `${path}?${new URLSearchParams(pairs).toString()}`
}
