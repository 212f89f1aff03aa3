import type { RouteObject } from 'react-router-dom'
import { page } from '../../i18n/lazy-page.ts'
import { paths, routePatterns } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { dropQuery } from './drop-query.ts'

/** Never seen: the loader leads on or throws. */
function Nothing() {
  return null
}

function callback(back: PaymentReturn) {
  return page([], async () => {
    const { paymentCallback } = await import('./payment-callback-route.ts')
    return { loader: paymentCallback(back), Component: Nothing }
  })
}

const texts = ['charges', 'records', 'errors'] as const

/** Where the card provider sends people back to. These only lead on; they need no session and show nothing. */
export const publicRoutes: RouteObject[] = [
  { path: routePatterns.paymentSuccessCallback.pattern, lazy: callback('success') },
  { path: routePatterns.paymentCancelCallback.pattern, lazy: callback('cancel') },
  { path: routePatterns.paymentErrorCallback.pattern, lazy: callback('error') },
]

export const sessionRoutes: RouteObject[] = [
  {
    path: routePatterns.chargePay.pattern,
    middleware: [dropQuery(({ tenantId = '', chargeId = '' }) => paths.chargePay(tenantId, chargeId))],
    lazy: page(texts, () => import('./PayPage.tsx')),
  },
  { path: routePatterns.chargeCancel.pattern, lazy: page(texts, () => import('./CancelPage.tsx')) },
  { path: routePatterns.orderSuccess.pattern, lazy: page(texts, () => import('./OrderSuccessPage.tsx')) },
  {
    path: routePatterns.chargeSuccess.pattern,
    middleware: [dropQuery(({ tenantId = '' }) => paths.chargeSuccess(tenantId))],
    lazy: page(texts, () => import('./ChargeSuccessPage.tsx')),
  },
  {
    path: routePatterns.paymentCancelled.pattern,
    middleware: [dropQuery(({ tenantId = '' }) => paths.paymentCancelled(tenantId))],
    lazy: page(texts, () => import('./PaymentCancelledPage.tsx')),
  },
  {
    path: routePatterns.paymentError.pattern,
    middleware: [dropQuery(({ tenantId = '' }) => paths.paymentError(tenantId))],
    lazy: page(texts, () => import('./PaymentErrorPage.tsx')),
  },
]
