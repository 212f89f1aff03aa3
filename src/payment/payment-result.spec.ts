import { describe, expect, it } from 'vitest'
import { isAttemptInProgress, nextPoll, paymentResult } from './payment-result.ts'
import type { PaymentResult, PaymentReturn } from './payment-result.ts'

function waiting(state?: string) {
  return { status: 'WAITING', ...(state !== undefined && { lastAttempt: { state } }) }
}
const returns: PaymentReturn[] = ['success', 'cancel', 'error']

describe('paymentResult', () => {
  it.each(['PROCESSING', 'SUCCEEDED'])('polls attempt %s for a minute after any callback', (state) => {
    for (const back of returns) {
      const delays = Array.from({ length: 11 }, (_, polls) => nextPoll(waiting(state), back, polls))
      expect(delays).toEqual([1000, 2000, 4000, 8000, 8000, 8000, 8000, 8000, 8000, 5000, false])
    }
  })

  it('polls a started attempt for a minute after a success only', () => {
    const last = (back: PaymentReturn) => [0, 1, 9].map((polls) => nextPoll(waiting('STARTED'), back, polls))
    expect(last('success')).toEqual([1000, 2000, 5000])
    expect(last('cancel')).toEqual([2000, false, false])
  })

  it.each(returns)('returns paid for a paid charge after the %s callback (P-06)', (back) => {
    expect(paymentResult({ status: 'PAID', lastAttempt: { state: 'CANCELLED' } }, back, 0)).toBe('paid')
  })

  it.each(returns)('returns withdrawn for a cancelled charge after the %s callback', (back) => {
    expect(paymentResult({ status: 'CANCELLED' }, back, 0)).toBe('withdrawn')
  })

  it.each<[string | undefined, PaymentReturn, PaymentResult]>([
    ['STARTED', 'success', 'confirming'],
    ['STARTED', 'cancel', 'confirming'],
    ['STARTED', 'error', 'confirming'],
    ['PROCESSING', 'success', 'confirming'],
    ['PROCESSING', 'cancel', 'confirming'],
    ['PROCESSING', 'error', 'confirming'],
    ['SUCCEEDED', 'success', 'confirming'],
    ['SUCCEEDED', 'cancel', 'confirming'],
    ['SUCCEEDED', 'error', 'confirming'],
    ['FAILED', 'success', 'failed'],
    ['FAILED', 'cancel', 'failed'],
    ['FAILED', 'error', 'failed'],
    ['CANCELLED', 'success', 'cancelled'],
    ['CANCELLED', 'cancel', 'cancelled'],
    ['CANCELLED', 'error', 'cancelled'],
    ['EXPIRED', 'success', 'confirming'],
    ['EXPIRED', 'cancel', 'cancelled'],
    ['EXPIRED', 'error', 'failed'],
    [undefined, 'success', 'confirming'],
    [undefined, 'cancel', 'cancelled'],
    [undefined, 'error', 'failed'],
    ['NEWER_STATE', 'success', 'confirming'],
    ['constructor', 'success', 'confirming'],
  ])('reads a waiting charge with attempt %s after the %s callback as %s', (state, back, result) => {
    expect(paymentResult(waiting(state), back, 0)).toBe(result)
  })

  it('never returns paid for a forged success callback (P-04)', () => {
    for (const state of [undefined, 'STARTED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'EXPIRED']) {
      for (let polls = 0; polls <= 12; polls += 1) {
        expect(paymentResult(waiting(state), 'success', polls)).not.toBe('paid')
      }
    }
  })

  it.each(returns)('returns unknown for an unknown status after the %s callback', (back) => {
    expect(paymentResult({ status: 'REFUNDING' }, back, 0)).toBe('unknown')
    expect(paymentResult({ status: '__proto__' }, back, 0)).toBe('unknown')
  })

  it('returns unknown after the last poll, not failed (P-05)', () => {
    expect(paymentResult(waiting('PROCESSING'), 'success', 9)).toBe('confirming')
    expect(paymentResult(waiting('PROCESSING'), 'success', 10)).toBe('unknown')
    expect(paymentResult(waiting('SUCCEEDED'), 'cancel', 9)).toBe('confirming')
    expect(paymentResult(waiting('SUCCEEDED'), 'cancel', 10)).toBe('unknown')
    expect(paymentResult(waiting('STARTED'), 'success', 10)).toBe('unknown')
  })

  it.each([undefined, 'EXPIRED', 'NEWER_STATE'])(
    'polls attempt %s for seven seconds after a success before it offers another payment',
    (state) => {
      expect([0, 1, 2, 3].map((polls) => nextPoll(waiting(state), 'success', polls))).toEqual([1000, 2000, 4000, false])
      expect(paymentResult(waiting(state), 'success', 3)).toBe('unpaid')
    },
  )

  it('polls a started attempt once before it returns cancelled or failed', () => {
    expect(nextPoll(waiting('STARTED'), 'cancel', 0)).toBe(2000)
    expect(paymentResult(waiting('STARTED'), 'cancel', 1)).toBe('cancelled')
    expect(paymentResult(waiting('STARTED'), 'error', 1)).toBe('failed')
  })
})

describe('nextPoll', () => {
  it('polls after 1, 2, 4, 8 … seconds and stops after one minute', () => {
    const delays = Array.from({ length: 12 }, (_, polls) => nextPoll(waiting('PROCESSING'), 'success', polls))
    expect(delays.slice(0, 4)).toEqual([1000, 2000, 4000, 8000])
    expect(delays.reduce<number>((sum, delay) => sum + Number(delay), 0)).toBe(60_000)
    expect(delays.slice(10)).toEqual([false, false])
  })

  it.each([{ status: 'PAID' }, { status: 'CANCELLED' }, { status: 'NEW' }, waiting('FAILED')])(
    'does not poll %j',
    (charge) => {
      expect(nextPoll(charge, 'success', 0)).toBe(false)
    },
  )
})

describe('isAttemptInProgress', () => {
  it('isAttemptInProgress is true only while an open charge may still become paid', () => {
    expect(isAttemptInProgress(waiting('PROCESSING'))).toBe(true)
    expect(isAttemptInProgress(waiting('SUCCEEDED'))).toBe(true)
    expect(isAttemptInProgress(waiting('STARTED'))).toBe(false)
    expect(isAttemptInProgress({ status: 'PAID', lastAttempt: { state: 'PROCESSING' } })).toBe(false)
    expect(isAttemptInProgress(waiting())).toBe(false)
  })
})
