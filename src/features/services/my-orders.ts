import type { OrderSummary, ListOrdersParams } from '../../api/generated/api.schemas.ts'

/** Why an order needs an action of the user: the API allows a payment, or another application after a return. */
export type RequiredAction = 'pay' | 'reapply'

export function requiredActionOf(order: Pick<OrderSummary, 'allowedActions'>): RequiredAction | null {
  if (order.allowedActions.includes('pay')) return 'pay'
  return order.allowedActions.includes('reapply') ? 'reapply' : null
}

/**
 * Orders that need an action of the user: by due date, then without a due date, then returned ones. An application that
 * the user withdrew can be submitted again too, but needs no action.
 */
export function ordersNeedingAction(
  orders: readonly OrderSummary[],
): { order: OrderSummary; demand: RequiredAction }[] {
  return orders
    .flatMap((order) => {
      const demand = order.status === 'CANCELLED_BY_USER' ? null : requiredActionOf(order)
      return demand === null ? [] : [{ order, demand }]
    })
    .toSorted((one, other) => urgency(one.order) - urgency(other.order))
}

/** Orders that the tenant is processing. */
export function ordersInProgress(orders: readonly OrderSummary[]): OrderSummary[] {
  return orders.filter((order) => !order.allowedActions.includes('pay'))
}

function urgency(order: OrderSummary): number {
  if (!order.allowedActions.includes('pay')) return Number.POSITIVE_INFINITY
  const dueAt = order.charge?.dueAt === undefined ? Number.NaN : Date.parse(order.charge.dueAt)
  return Number.isNaN(dueAt) ? Number.MAX_VALUE : dueAt
}

/** Orders that may need an action of the user. The allowed actions of each order decide. */
export const needingActionParams: ListOrdersParams = { status: ['WAITING_PAYMENT', 'CANCELLED_BY_TENANT'], limit: 20 }

/** Orders in process. */
export const inProgressParams: ListOrdersParams = { scope: 'active', limit: 20 }
