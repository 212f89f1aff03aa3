import type { OrderDetails } from '../../api/generated/api.schemas.ts'

/** Whether a fee was paid that counts for this application: its own, or that of the returned one that it replaces. */
export function isPaid({ charges, paidBefore = 0 }: Pick<OrderDetails, 'charges' | 'paidBefore'>): boolean {
  return paidBefore > 0 || charges.some(({ status }) => status === 'PAID')
}
