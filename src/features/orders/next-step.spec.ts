import { describe, expect, it } from 'vitest'
import type { Charge, ChargeStatus, OrderAction, OrderDetails } from '../../api/generated/api.schemas.ts'
import { OrderStatus } from '../../api/generated/api.schemas.ts'
import { comingSteps, nextStepOf } from './next-step.ts'

type Order = Parameters<typeof nextStepOf>[0]

function charge(status: ChargeStatus, more: Partial<Charge> = {}): Charge {
  const { chargeId, orderId, receiptNumber, title } = { chargeId: 'C', orderId: 'O', receiptNumber: '1', title: '' }
  const amount = { total: 410, tax: 0, currency: 'JPY' as const }
  const allowedActions = status === 'WAITING' ? (['proceed'] as const) : []
  const createdAt = '2026-11-22T10:00:00+09:00'
  return {
    chargeId,
    orderId,
    receiptNumber,
    title,
    status,
    amount,
    lines: [],
    createdAt,
    allowedActions: [...allowedActions],
    ...more,
  }
}
const attempt = { attemptId: 'A', state: 'PROCESSING' as const, at: '2026-11-22T10:00:00+09:00' }
const charges: Record<string, Charge[]> = {
  none: [],
  payable: [charge('WAITING')],
  'payable until a day': [charge('WAITING', { dueAt: '2026-12-05T23:59:59+09:00' })],
  'past due': [charge('WAITING', { allowedActions: ['decline'] })],
  confirming: [charge('WAITING', { lastAttempt: attempt })],
  paid: [charge('PAID')],
  cancelled: [charge('CANCELLED')],
}
const actions: Partial<Record<OrderStatus, OrderAction[]>> = {
  WAITING_PAYMENT: ['pay', 'withdraw'],
  CANCELLED_BY_TENANT: ['reapply'],
}
function order(status: string, has: Charge[], more: Partial<OrderDetails> = {}): Order {
  const allowedActions = status in actions ? (actions[status as OrderStatus] ?? []) : []
  return { status, charges: has, files: [], allowedActions, ...more }
}

describe('what to do next', () => {
  it('the page offers to ask for a refund of what was paid before a withdrawn correction, whatever its own charge is', () => {
    for (const has of [[], [charge('CANCELLED')]])
      expect(nextStepOf(order('CANCELLED_BY_USER', has, { paidBefore: 410 }))).toBe('ask')
  })

  it('the page offers to correct a returned application again after a withdrawal, unless the correction was paid', () => {
    const after = (has: Charge[]) => nextStepOf(order('CANCELLED_BY_USER', has, { paidBefore: 410, reapplyOf: 'OR-1' }))
    expect([after([]), after([charge('CANCELLED')]), after([charge('PAID')])]).toEqual([
      'correctAgain',
      'correctAgain',
      'ask',
    ])
  })

  it('each status with each state of the charge has exactly one next step', () => {
    const table = Object.fromEntries(
      Object.values(OrderStatus).map((status) => [
        status,
        Object.entries(charges).map(([state, has]) => `${state}: ${nextStepOf(order(status, has))}`),
      ]),
    )
    expect(table).toEqual({
      WAITING_PAYMENT: [
        'none: staff',
        'payable: pay',
        'payable until a day: payInTime',
        'past due: notPayable',
        'confirming: confirming',
        'paid: staff',
        'cancelled: notPayable',
      ],
      NOT_STARTED: Object.keys(charges).map((state) => `${state}: staff`),
      IN_PROCESS: Object.keys(charges).map((state) => `${state}: staff`),
      FINISHED: Object.keys(charges).map((state) => `${state}: done`),
      CANCELLED_BY_USER: Object.keys(charges).map((state) => `${state}: ${state === 'paid' ? 'ask' : 'withdrawn'}`),
      CANCELLED_BY_TENANT: Object.keys(charges).map((state) => `${state}: correct`),
    })
  })

  it('the page offers to read the reason if a returned application cannot be sent again', () => {
    expect(nextStepOf(order('CANCELLED_BY_TENANT', [], { allowedActions: [] }))).toBe('readReason')
  })

  it('the page offers to download issued files', () => {
    const file = {
      fileId: 'F',
      name: 'a.pdf',
      kind: 'CERTIFICATE' as const,
      contentType: 'application/pdf',
      size: 1,
      issuedAt: '2026-11-22T10:00:00+09:00',
    }
    expect(nextStepOf(order('FINISHED', [], { files: [file] }))).toBe('download')
  })

  it('an order with a status of a newer API has no next step', () => {
    expect(nextStepOf(order('ARCHIVED', []))).toBeNull()
    expect(comingSteps('ARCHIVED')).toEqual([])
  })
})

describe('the remaining steps', () => {
  it('the remaining steps become fewer with each status and are empty at the end', () => {
    expect(Object.values(OrderStatus).map((status) => comingSteps(status).length)).toEqual([3, 2, 1, 0, 0, 0])
  })
})
