import { useLayoutEffect } from 'react'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { rememberOrder } from '../../../payment/remembered-order.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'

/** While a page shows it, also if this tab has sent another application, or another tab has sent this one. */
export function useResult(order: SubmittedOrder | null): void {
  const { tenantId } = useTenant()
  useLayoutEffect(() => {
    if (order !== null) rememberOrder(tenantId, order.orderId, order.charge?.chargeId)
  }, [tenantId, order])
}
