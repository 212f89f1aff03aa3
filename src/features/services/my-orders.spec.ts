import { describe, expect, it } from 'vitest'
import type { OrderAction, OrderStatus, OrderSummary } from '../../api/generated/api.schemas.ts'
import { requiredActionOf, ordersInProgress, ordersNeedingAction } from './my-orders.ts'

function order(orderId: string, status: OrderStatus, allowedActions: OrderAction[], dueAt?: string): OrderSummary {
  return {
    orderId,
    receiptNumber: orderId,
    serviceId: 'juminhyo',
    serviceName: '住民票の写しの交付請求',
    type: 'individual',
    status,
    submittedAt: '2026-11-01T10:00:00+09:00',
    updatedAt: '2026-11-01T10:00:00+09:00',
    allowedActions,
    ...(dueAt !== undefined && { charge: { chargeId: `CH-${orderId}`, status: 'WAITING', dueAt } }),
  }
}
const late = order('late', 'WAITING_PAYMENT', ['pay', 'withdraw'], '2026-11-30T23:59:59+09:00')
const soon = order('soon', 'WAITING_PAYMENT', ['pay'], '2026-11-22T23:59:59+09:00')
const undated = order('undated', 'WAITING_PAYMENT', ['pay'])
const returned = order('returned', 'CANCELLED_BY_TENANT', ['reapply'])
const working = order('working', 'IN_PROCESS', ['withdraw'])
const withdrawn = order('withdrawn', 'CANCELLED_BY_USER', ['reapply'])
const paying = order('paying', 'WAITING_PAYMENT', [])

describe('requiredActionOf', () => {
  it('follows the actions of the API, not the status', () => {
    expect(requiredActionOf(late)).toBe('pay')
    expect(requiredActionOf(returned)).toBe('reapply')
    expect(requiredActionOf(paying)).toBeNull()
    expect(requiredActionOf(working)).toBeNull()
  })
})

describe('ordersNeedingAction', () => {
  it('puts the earliest due date first and returned orders last', () => {
    const waiting = ordersNeedingAction([returned, working, undated, late, withdrawn, soon, paying])
    expect(waiting.map(({ order: { orderId } }) => orderId)).toEqual(['soon', 'late', 'undated', 'returned'])
  })
})

describe('ordersInProgress', () => {
  it('contains the orders that are not to be paid', () => {
    expect(ordersInProgress([late, working, paying]).map(({ orderId }) => orderId)).toEqual(['working', 'paying'])
  })
})
