import { data, replace } from 'react-router-dom'
import type { LoaderFunction } from 'react-router-dom'
import { parseChargeId, parseTenantId, paths } from '../../paths.ts'
import type { ChargeId, Path, TenantId } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { keepChargeHint } from '../../payment/remembered-order.ts'

/** Where a callback of the card provider redirects to, and the charge it names. */
export type PaymentCallback = { tenantId: TenantId; target: Path; chargeHint: ChargeId | null }

/**
 * Reads the callback address. It selects the page to show and proves nothing, since anyone can type it. Returns null if
 * the tenant is missing, repeated or invalid.
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

/** The value of a parameter that occurs exactly once, otherwise null: two values would be ambiguous. */
function only(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}

/**
 * The loader of a callback route. It redirects to the page of the tenant, or fails with 404 if there is no valid
 * tenant.
 */
export function paymentCallback(back: PaymentReturn): LoaderFunction {
  return ({ request }) => {
    const callback = readPaymentCallback(back, new URL(request.url).searchParams)
    if (callback === null) throw data(null, { status: 404 })
    if (callback.chargeHint !== null) keepChargeHint(callback.tenantId, callback.chargeHint)
    return replace(callback.target)
  }
}
