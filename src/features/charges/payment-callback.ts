import { parseChargeId, parseTenantId, paths } from '../../paths.ts'
import type { ChargeId, Path, TenantId } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'

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
