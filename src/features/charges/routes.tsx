import { replace } from 'react-router-dom'
import type { RouteObject, MiddlewareFunction, Params } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { paths, routePatterns } from '../../paths.ts'
import type { Path } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'

/** Never rendered: the loader redirects or throws. */
function Nothing() {
  return null
}

function callback(back: PaymentReturn) {
  return page([], async () => {
    const { paymentCallback } = await import('./payment-callback.ts')
    return { loader: paymentCallback(back), Component: Nothing }
  })
}

const texts = ['charges', 'order-display', 'errors'] as const

function result(returnedFrom: PaymentReturn, subject: 'order' | 'charge') {
  return page(texts, async () => {
    const { resultPage } = await import('./result-route.tsx')
    return resultPage(returnedFrom, subject)
  })
}

/** Where the card provider redirects users back to. These routes only redirect: they need no session and show nothing. */
export const publicRoutes: RouteObject[] = [
  { path: routePatterns.paymentSuccessCallback.pattern, lazy: callback('success') },
  { path: routePatterns.paymentCancelCallback.pattern, lazy: callback('cancel') },
  { path: routePatterns.paymentErrorCallback.pattern, lazy: callback('error') },
]

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.chargePay.pattern,
    middleware: [dropQuery(({ tenantId = '', chargeId = '' }) => paths.chargePay(tenantId, chargeId))],
    lazy: page(texts, () => import('./pay-route.ts')),
  },
  { path: routePatterns.chargeCancel.pattern, lazy: page(texts, () => import('./cancel-route.ts')) },
  { path: routePatterns.orderSuccess.pattern, lazy: result('success', 'order') },
  {
    path: routePatterns.chargeSuccess.pattern,
    middleware: [dropQuery(({ tenantId = '' }) => paths.chargeSuccess(tenantId))],
    lazy: result('success', 'charge'),
  },
  {
    path: routePatterns.paymentCancelled.pattern,
    middleware: [dropQuery(({ tenantId = '' }) => paths.paymentCancelled(tenantId))],
    lazy: result('cancel', 'charge'),
  },
  {
    path: routePatterns.paymentError.pattern,
    middleware: [dropQuery(({ tenantId = '' }) => paths.paymentError(tenantId))],
    lazy: result('error', 'charge'),
  },
]

/**
 * Removes the query of an address on entry, by replacement, so that Back does not restore it (P-11). It runs after the
 * guard: a page that needs a login first keeps its full address until then.
 */
function dropQuery(pathOf: (params: Params) => Path): MiddlewareFunction {
  return async ({ request, params }, next) => {
    if (new URL(request.url).search !== '') throw replace(pathOf(params))
    return next()
  }
}
