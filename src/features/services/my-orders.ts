import type { OrderSummary, ListDraftsParams, ListOrdersParams } from '../../api/generated/api.schemas.ts'

/** Why an order waits for the user: the API allows to pay it, or to apply again after it was returned. */
export type Demand = 'pay' | 'reapply'

export function demandOf(order: Pick<OrderSummary, 'allowedActions'>): Demand | null {
  if (order.allowedActions.includes('pay')) return 'pay'
  return order.allowedActions.includes('reapply') ? 'reapply' : null
}

/**
 * Orders that wait for the user: what is due first comes first, then what has no date, then what was returned.
 * What the user withdrew may be applied for again too, but nobody waits for that.
 */
export function waitingForUser(orders: readonly OrderSummary[]): { order: OrderSummary; demand: Demand }[] {
  return orders
    .flatMap((order) => {
      const demand = order.status === 'CANCELLED_BY_USER' ? null : demandOf(order)
      return demand === null ? [] : [{ order, demand }]
    })
    .toSorted((one, other) => urgency(one.order) - urgency(other.order))
}

/** Orders the provider is working on. */
export function underWay(orders: readonly OrderSummary[]): OrderSummary[] {
  return orders.filter((order) => !order.allowedActions.includes('pay'))
}

function urgency(order: OrderSummary): number {
  if (!order.allowedActions.includes('pay')) return Number.POSITIVE_INFINITY
  const dueAt = order.charge?.dueAt === undefined ? Number.NaN : Date.parse(order.charge.dueAt)
  return Number.isNaN(dueAt) ? Number.MAX_VALUE : dueAt
}

/** What may wait for the user. The API's actions then tell what really does. */
export const waitingParams: ListOrdersParams = { status: ['WAITING_PAYMENT', 'CANCELLED_BY_TENANT'], limit: 20 }

/** What the provider works on. */
export const underWayParams: ListOrdersParams = { scope: 'active', limit: 20 }

export const draftParams: ListDraftsParams = { limit: 50 }
