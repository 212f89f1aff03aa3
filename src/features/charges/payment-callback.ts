import { data, replace } from 'react-router-dom'
import type { LoaderFunction } from 'react-router-dom'
import { parseChargeId, parseTenantId, paths } from '../../paths.ts'
import type { ChargeId, Path, TenantId } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { keepChargeHint } from '../../payment/remembered-order.ts'

/** Where a callback of the card provider leads, and what it said by the way. */
export type PaymentCallback = { tenantId: TenantId; target: Path; chargeHint: ChargeId | null }

/**
 * Reads the address the card provider sent the visitor to. It chooses the page to show and proves nothing: anybody can
 * type it. A tenant that is missing, doubled or no id at all leads nowhere (null).
 */
export function readPaymentCallback(back: PaymentReturn, search: URLSearchParams): PaymentCallback | null {
  const tenantId = parseTenantId(only(search, 'tenantId'))
  if (tenantId === null) return null
  return { tenantId, target: targetOf(back, tenantId, search), chargeHint: parseChargeId(only(search, 'chargeId')) }
}

function targetOf(back: PaymentReturn, tenantId: TenantId, search: URLSearchParams): Path {
  switch (back) {
    case 'success':
      return only(search, 'repayment') === 'true' ? paths.chargeSuccess(tenantId) : paths.orderSuccess(tenantId)
    case 'cancel':
      return paths.paymentCancelled(tenantId)
    case 'error':
      return paths.paymentError(tenantId)
  }
}

/** The value of a parameter that is given exactly once, otherwise null: which of two would be meant? */
function only(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

/** The loader of a callback route: on to the page of the tenant, or the not-found page when it names none. */
export function paymentCallback(back: PaymentReturn): LoaderFunction {
  return ({ request }) => {
    const callback = readPaymentCallback(back, new URL(request.url).searchParams)
    if (callback === null) throw data(null, { status: 404 })
    if (callback.chargeHint !== null) keepChargeHint(callback.tenantId, callback.chargeHint)
    return replace(callback.target)
  }
}
