import { data, replace } from 'react-router-dom'
import type { LoaderFunction } from 'react-router-dom'
import { keepChargeHint } from '../../payment/remembered-order.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { readPaymentCallback } from './payment-callback.ts'

/** The loader of a callback route: on to the page of the tenant, or the not-found page when it names none. */
export function paymentCallback(back: PaymentReturn): LoaderFunction {
  return ({ request }) => {
    const callback = readPaymentCallback(back, new URL(request.url).searchParams)
    if (callback === null) throw data(null, { status: 404 })
    if (callback.chargeHint !== null) keepChargeHint(callback.tenantId, callback.chargeHint)
    return replace(callback.target)
  }
}
