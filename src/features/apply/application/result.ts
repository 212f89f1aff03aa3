import { useLayoutEffect } from 'react'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { rememberOrder } from '../../../payment/remembered-order.ts'
import type { TenantId } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'

/** For the result pages of this tab. */
export function keepResult(tenantId: TenantId, { orderId, charge }: SubmittedOrder): void {
  rememberOrder(tenantId, orderId, charge?.chargeId)
}

/** While a page shows it, also if this tab has sent another application, or another tab has sent this one. */
export function useResult(order: SubmittedOrder | null): void {
  const { tenantId } = useTenant()
  useLayoutEffect(() => {
    if (order !== null) keepResult(tenantId, order)
  }, [tenantId, order])
}
