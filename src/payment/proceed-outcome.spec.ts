import { describe, expect, it } from 'vitest'
import type { Problem } from '../lib/problem.ts'
import { makesChargeStale, toProceedOutcome } from './use-proceed.ts'

function problem(code: string | undefined, more: Partial<Problem> = {}): Problem {
  return {
    kind: 'conflict',
    fields: [],
    ...(code !== undefined && { code }),
    ...more,
  }
}
const attempt = {
  attemptId: 'AT-1',
  method: 'POST',
  url: 'https://pay.example.jp/c',
  fields: { token: 'x' },
  expiresAt: '2026-11-21T10:15:00+09:00',
}

describe('toProceedOutcome', () => {
  it.each([
    ['SE_CH_0001', 'already-paid'],
    ['SE_CH_0002', 'cancelled'],
    ['SE_CH_0003', 'attempt-open'],
    ['SE_CH_0004', 'past-due'],
    ['SE_CH_0005', 'amount-changed'],
    ['SE_CH_0010', 'provider-down'],
    ['SE_CO_0503', 'problem'],
    ['constructor', 'problem'],
    [undefined, 'problem'],
  ])('reads %s as %s', (code, kind) => {
    expect(toProceedOutcome(problem(code)).kind).toBe(kind)
  })

  it('toProceedOutcome returns the open attempt, so that continuing does not start a second attempt', () => {
    expect(toProceedOutcome(problem('SE_CH_0003', { attempt }))).toMatchObject({
      kind: 'attempt-open',
      attempt: { ...attempt, expiresAt: Date.parse(attempt.expiresAt) },
    })
  })

  it.each([
    undefined,
    null,
    'AT-1',
    {},
    { ...attempt, url: 5 },
    { ...attempt, method: undefined },
    { ...attempt, expiresAt: 'soon' },
    { ...attempt, attemptId: '../x' },
  ])('returns no attempt to continue for %j', (broken) => {
    expect(toProceedOutcome(problem('SE_CH_0003', { attempt: broken }))).toMatchObject({
      kind: 'attempt-open',
      attempt: null,
    })
  })

  it('drops fields that are not text', () => {
    const outcome = toProceedOutcome(
      problem('SE_CH_0003', { attempt: { ...attempt, fields: { a: '1', b: 2, c: {} } } }),
    )
    expect(outcome).toMatchObject({ attempt: { fields: { a: '1' } } })
  })
})

describe('makesChargeStale', () => {
  it('fetches the charge again after each conflict, but not after a network error', () => {
    const stale = ['SE_CH_0001', 'SE_CH_0002', 'SE_CH_0003', 'SE_CH_0004', 'SE_CH_0005'].map((code) =>
      makesChargeStale(toProceedOutcome(problem(code))),
    )
    expect(stale).toEqual([true, true, true, true, true])
    expect(makesChargeStale(toProceedOutcome(problem('SE_CH_0010')))).toBe(false)
    expect(makesChargeStale({ kind: 'not-left' })).toBe(false)
  })
})
