import type { LoaderFunctionArgs } from 'react-router-dom'
import { forgetPositions } from '../../feedback/left-pages.ts'
import { rememberOrder } from '../../payment/remembered-order.ts'
import { parseTenantId } from '../../paths.ts'
import { forgetFailed, forgetFinished, unseenResult } from './application/application-registry.ts'

export { Component } from './pages/ApplicationPage.tsx'

/**
 * Each visit after a discarded application, or after one whose result was shown, begins a new one (P-03). Done here and
 * not while rendering: an application that ends during a visit must still lead to its result.
 */
export function loader({ params, request }: LoaderFunctionArgs): null {
  if (forgetFinished(params.serviceId, params.type)) forgetPositions(new URL(request.url).pathname)
  forgetFailed()
  const tenantId = parseTenantId(params.tenantId)
  const order = unseenResult(params.serviceId, params.type)
  // The success page shows it, also if this tab has sent another application meanwhile.
  if (tenantId !== null && order !== null) rememberOrder(tenantId, order.orderId, order.charge?.chargeId)
  return null
}
