import type { RouteName } from '../paths.ts'

const tenant = '/p/tenants/:tenantId/info'
const services = '/p/tenants/:tenantId/services'

/**
 * The first API requests of each page, so that the starter can send them before the page's code has arrived. The build
 * puts them into the document; a journey checks that pages use every one of these responses (e2e/build/start.e2e.ts).
 */
export const firstRequests: Partial<Record<RouteName, readonly string[]>> = {
  applicationList: [
    tenant,
    services,
    '/o/orders?status=WAITING_PAYMENT&status=CANCELLED_BY_TENANT&limit=20',
    '/o/orders?scope=active&limit=20',
    '/o/drafts?limit=50',
  ],
  applicationHistory: [tenant, services, '/o/orders?scope=all&limit=30'],
  // The services contain the version of the form. Many forms are filled in from the profile.
  application: [tenant, services, '/o/drafts/:serviceId/:type', '/o/profile'],
  historyDetails: [tenant, '/o/orders/:orderId'],
  userProfile: [tenant, '/o/profile'],
  download: [tenant],
  procedure: [tenant, services],
  login: [tenant],
}
