import { describe, expect, it } from 'vitest'
import { chargeExplanation } from './ChargeStatus.tsx'

function asIs(time: string) {
  return time
}

describe('chargeExplanation', () => {
  it.each([
    [{ status: 'WAITING', dueAt: 'D' }, 'charge.WAITING.explanationDue', { dueAt: 'D' }],
    [{ status: 'WAITING' }, 'charge.WAITING.explanation', {}],
    [{ status: 'PAID', dueAt: 'D', paidAt: 'P' }, 'charge.PAID.explanationPaid', { paidAt: 'P' }],
    [{ status: 'PAID' }, 'charge.PAID.explanation', {}],
    [{ status: 'CANCELLED', dueAt: 'D' }, 'charge.CANCELLED.explanation', {}],
    [{ status: 'constructor', dueAt: 'D', paidAt: 'P' }, 'charge.unknown.explanation', {}],
  ])('explains %j', (charge, key, values) => {
    expect(chargeExplanation(charge, asIs)).toEqual({ key, values })
  })

  it('asks for nothing while a payment is being confirmed', () => {
    const explanation = chargeExplanation({ status: 'WAITING', dueAt: 'D' }, asIs, true)
    expect(explanation).toEqual({ key: 'charge.confirming.explanation', values: {} })
  })
})
