import { describe, expect, it } from 'vitest'
import { limitState, sessionLimits } from './limits.ts'

const limits = sessionLimits({ idleMinutes: 30, absoluteHours: 12, warningMinutes: 5 })
const minute = 60_000
const hour = 60 * minute
const signedInAt = 1_000_000_000_000

function stateAt(now: number, lastActivityAt = signedInAt) {
  return limitState(limits, { signedInAt, lastActivityAt }, signedInAt + now)
}

describe('the limits of a session', () => {
  it('leave an active user alone until five minutes before the idle limit', () => {
    expect(stateAt(0)).toEqual({ kind: 'within', nextChangeAt: signedInAt + 25 * minute })
    expect(stateAt(25 * minute - 1).kind).toBe('within')
  })

  it('warn five minutes before the idle limit, which activity extends', () => {
    const warning = { kind: 'warning', reason: 'idle', endsAt: signedInAt + 30 * minute, canExtend: true }
    expect(stateAt(25 * minute)).toEqual(warning)
    expect(stateAt(30 * minute - 1)).toEqual(warning)
    expect(stateAt(29 * minute, signedInAt + 29 * minute).kind).toBe('within')
  })

  it('end an idle session at the limit, not later', () => {
    expect(stateAt(30 * minute)).toEqual({ kind: 'over', reason: 'idle' })
  })

  it('warn before the absolute limit, which nothing extends', () => {
    const active = signedInAt + 12 * hour - 5 * minute
    expect(stateAt(12 * hour - 5 * minute, active)).toEqual({
      kind: 'warning',
      reason: 'absolute',
      endsAt: signedInAt + 12 * hour,
      canExtend: false,
    })
    expect(stateAt(12 * hour, signedInAt + 12 * hour - 1)).toEqual({ kind: 'over', reason: 'absolute' })
  })

  it('count a new sign-in as activity, whatever the device remembers from before', () => {
    expect(stateAt(0, signedInAt - 10 * hour).kind).toBe('within')
  })
})
