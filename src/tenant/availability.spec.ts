import { describe, expect, it } from 'vitest'
import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { availabilityOf, nextChange, openUntil } from './availability.ts'

const suspend = Date.parse('2026-12-01T00:00:00+09:00')
const restart = Date.parse('2026-12-01T06:00:00+09:00')
const day = 86_400_000

function tenant(maintenance: TenantInfo['maintenance'] | null, changes: Partial<TenantInfo> = {}): TenantInfo {
  return {
    tenantId: 'acme',
    state: 'ACTIVE',
    features: { webApplication: { enabled: true } },
    ...(maintenance === null || maintenance === undefined ? {} : { maintenance }),
    ...changes,
  }
}

const planned = tenant({
  suspendTimerConfig: '2026-12-01T00:00:00+09:00',
  restartTimerConfig: '2026-11-30T21:00:00Z',
  preSuspendedMessage: ' 12月1日は使えません。 ',
})

describe('maintenance', () => {
  it.each([
    ['a millisecond before the start', suspend - 1, 'open'],
    ['at the start', suspend, 'maintenance'],
    ['a millisecond before the end', restart - 1, 'maintenance'],
    ['at the end', restart, 'open'],
  ])('%s', (_name, now, kind) => expect(availabilityOf(planned, now).kind).toBe(kind))

  it.each([
    ['7 days and a millisecond before', suspend - 7 * day - 1, false],
    ['exactly 7 days before', suspend - 7 * day, true],
    ['a millisecond before the start', suspend - 1, true],
    ['after the end', restart, false],
  ])('shows a warning or not: %s', (_name, now, warned) => {
    const state = availabilityOf(planned, now)
    expect(state.kind === 'open' && state.warning !== null).toBe(warned)
  })

  it("contains the tenant's text and the times of the window", () => {
    expect(availabilityOf(planned, suspend - 1)).toEqual({
      kind: 'open',
      warning: { suspendAt: suspend, restartAt: restart, message: '12月1日は使えません。' },
    })
  })

  it.each([undefined, '', 'soon', '2026-12-01', '2026-12-01T00:00:00', '2026-13-45T00:00:00Z'])(
    'a tenant has no maintenance window if the start is %j',
    (suspendTimerConfig) => {
      const info = tenant(
        suspendTimerConfig === undefined ? {} : { suspendTimerConfig, restartTimerConfig: '2026-12-02T00:00:00Z' },
      )
      expect(availabilityOf(info, suspend)).toEqual({ kind: 'open', warning: null })
    },
  )

  it.each([undefined, '', 'later', '2026-12-01T00:00:00'])(
    'maintenance is open-ended if the end is %j',
    (restartTimerConfig) => {
      const info = tenant({
        suspendTimerConfig: '2026-12-01T00:00:00+09:00',
        ...(restartTimerConfig === undefined ? {} : { restartTimerConfig }),
      })
      expect(availabilityOf(info, suspend + 400 * day)).toEqual({ kind: 'maintenance', restartAt: null })
    },
  )

  it.each(['2026-12-01T00:00:00+09:00', '2026-11-01T00:00:00+09:00'])(
    'a maintenance window is empty if it ends at or before its start (%s)',
    (end) => {
      const info = tenant({ suspendTimerConfig: '2026-12-01T00:00:00+09:00', restartTimerConfig: end })
      for (const now of [suspend - day, suspend, suspend + day]) {
        expect(availabilityOf(info, now)).toEqual({ kind: 'open', warning: null })
      }
    },
  )

  it('maintenance is active at any time while the status is SUSPENDED, and only for exactly that value', () => {
    expect(availabilityOf({ ...planned, state: 'SUSPENDED' }, 0)).toEqual({ kind: 'maintenance', restartAt: null })
    expect(availabilityOf({ ...planned, state: 'suspended' }, 0).kind).toBe('open')
  })

  it('a disabled portal has priority over maintenance', () => {
    const off = { webApplication: { enabled: false } }
    expect(availabilityOf(tenant(null, { state: 'SUSPENDED', features: off }), 0)).toEqual({ kind: 'disabled' })
  })

  it('reads the same moment from any time zone', () => {
    for (const start of ['2026-11-30T15:00:00Z', '2026-12-01T05:00:00+14:00', '2026-11-30T04:00:00-11:00']) {
      const info = tenant({ suspendTimerConfig: start })
      expect([availabilityOf(info, suspend - 1).kind, availabilityOf(info, suspend).kind]).toEqual([
        'open',
        'maintenance',
      ])
    }
  })
})

describe('the next change', () => {
  it('the next change is the warning, then the start, then the end, then none', () => {
    expect(nextChange(planned, suspend - 30 * day)).toBe(suspend - 7 * day)
    expect(nextChange(planned, suspend - 7 * day)).toBe(suspend)
    expect(nextChange(planned, suspend)).toBe(restart)
    expect(nextChange(planned, restart)).toBeNull()
  })
  it('the next change is null without times', () => {
    expect(nextChange(tenant(null), 0)).toBeNull()
    expect(nextChange({ ...planned, state: 'SUSPENDED' }, 0)).toBeNull()
  })
})

describe('until when a tenant is open', () => {
  it.each([
    ['the start of a planned window', planned, suspend - 1, suspend],
    ['no moment within a window', planned, suspend, 0],
    ['for ever after a window', planned, restart, Number.MAX_SAFE_INTEGER],
    ['for ever without a window', tenant(null), suspend, Number.MAX_SAFE_INTEGER],
    ['no moment if it is suspended', tenant(null, { state: 'SUSPENDED' }), suspend, 0],
    ['no moment if the web is off', tenant(null, { features: { webApplication: { enabled: false } } }), suspend, 0],
  ])('says %s', (_name, info, now, until) => expect(openUntil(info, now)).toBe(until))
})
