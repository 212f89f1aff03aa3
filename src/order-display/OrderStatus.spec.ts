import { describe, expect, it } from 'vitest'
import { ChargeStatus, OrderStatus } from '../api/generated/api.schemas.ts'
import ja from '../../locales/ja/order-display.json' with { type: 'json' }
import { chargeActions, chargeTone, shownChargeStatus } from './ChargeStatus.tsx'
import { orderTone, shownOrderStatus } from './OrderStatus.tsx'

const unknownStatuses = [
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'SUSPENDED',
  'finished',
  '',
  ' FINISHED',
]

describe('the table of order statuses (S-08)', () => {
  it.each([
    ['WAITING_PAYMENT', '支払い待ち'],
    ['NOT_STARTED', '未処理'],
    ['IN_PROCESS', '処理中'],
    ['FINISHED', '完了'],
    ['CANCELLED_BY_USER', '取下げ'],
    ['CANCELLED_BY_TENANT', '差戻し'],
  ])('shows %s as %s', (status, label) => {
    expect(ja.order[shownOrderStatus(status)].label).toBe(label)
  })

  it('every order status of the contract has a row, a label and an explanation', () => {
    expect(Object.keys(OrderStatus)).toHaveLength(6)
    for (const status of Object.values(OrderStatus)) {
      expect(shownOrderStatus(status)).toBe(status)
      expect(ja.order[status].explanation).not.toBe('')
    }
  })

  it.each(unknownStatuses)('shows the unknown status %j as a dash', (status) => {
    expect(ja.order[shownOrderStatus(status)].label).toBe('-')
    expect(orderTone(status)).toBe('neutral')
  })
})

describe('the table of charge statuses (S-08)', () => {
  it('every charge status of the contract has a row, a label and an explanation', () => {
    expect(Object.keys(ChargeStatus)).toHaveLength(3)
    for (const status of Object.values(ChargeStatus)) {
      expect(shownChargeStatus(status)).toBe(status)
      expect(ja.charge[status].label).not.toBe('')
    }
  })

  it.each(unknownStatuses)('shows the unknown status %j as a dash and offers nothing (P-07)', (status) => {
    expect(ja.charge[shownChargeStatus(status)].label).toBe('-')
    expect(chargeTone(status)).toBe('neutral')
    expect(chargeActions({ status, allowedActions: ['proceed', 'decline'] })).toEqual({
      canPay: false,
      canDecline: false,
    })
  })
})

describe('chargeActions', () => {
  it('offers what the API allows and nothing else', () => {
    expect(chargeActions({ status: 'WAITING', allowedActions: ['proceed'] })).toEqual({
      canPay: true,
      canDecline: false,
    })
    expect(chargeActions({ status: 'WAITING', allowedActions: [] })).toEqual({ canPay: false, canDecline: false })
    expect(chargeActions({ status: 'WAITING', allowedActions: ['decline', 'proceed'] })).toEqual({
      canPay: true,
      canDecline: true,
    })
  })
})
