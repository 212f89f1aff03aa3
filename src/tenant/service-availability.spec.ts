import { describe, expect, it } from 'vitest'
import type { Service } from '../api/generated/api.schemas.ts'
import { serviceAvailability, stopToWarnOf } from './service-availability.ts'

const now = Date.parse('2026-11-21T10:00:00+09:00')
const stop = '2026-11-28T10:00:00+09:00'
function service(
  acceptance: Partial<Service['acceptance']> = {},
  serviceStopAt?: string,
): Pick<Service, 'acceptance' | 'serviceStopAt' | 'forms'> {
  return {
    forms: [{ type: 'individual', title: '', formVersion: '0123456789ab' }],
    acceptance: { state: 'OPEN', ...acceptance },
    ...(serviceStopAt !== undefined && { serviceStopAt }),
  }
}

describe('serviceAvailability', () => {
  it('a service without an end is open', () => {
    expect(serviceAvailability(service(), now)).toEqual({ kind: 'open', until: null })
  })

  it('a service is open until the earlier of closing date and stop', () => {
    const closesAt = '2026-11-25T00:00:00+09:00'
    const both = service({ closesAt }, stop)
    expect(serviceAvailability(both, now)).toEqual({ kind: 'open', until: Date.parse(closesAt) })
    expect(serviceAvailability(service({}, stop), now)).toEqual({ kind: 'open', until: Date.parse(stop) })
  })

  it('a service is closed from the moment of the stop, and open a millisecond before', () => {
    expect(serviceAvailability(service({}, stop), Date.parse(stop) - 1).kind).toBe('open')
    expect(serviceAvailability(service({}, stop), Date.parse(stop)).kind).toBe('closed')
  })

  it('a service is closed after the closing date although the list still called it open', () => {
    expect(serviceAvailability(service({ closesAt: '2026-11-21T10:00:00+09:00' }), now).kind).toBe('closed')
  })

  it('opens later', () => {
    const opensAt = '2026-12-01T09:00:00+09:00'
    expect(serviceAvailability(service({ state: 'NOT_YET', opensAt }), now)).toEqual({
      kind: 'not-yet',
      from: Date.parse(opensAt),
    })
    expect(serviceAvailability(service({ state: 'NOT_YET' }), now)).toEqual({ kind: 'not-yet', from: null })
  })

  it('a service is open from its opening although the list still called it closed', () => {
    const both = service({ state: 'NOT_YET', opensAt: '2026-11-21T10:00:00+09:00', closesAt: stop })
    expect(serviceAvailability(both, now - 1).kind).toBe('not-yet')
    expect(serviceAvailability(both, now)).toEqual({ kind: 'open', until: Date.parse(stop) })
    expect(serviceAvailability(both, Date.parse(stop)).kind).toBe('closed')
    expect(serviceAvailability({ ...both, forms: [] }, now).kind, 'no form can be filled in yet').toBe('not-yet')
  })

  it('a service is closed if the API reports it as closed', () => {
    expect(serviceAvailability(service({ state: 'CLOSED' }), now).kind).toBe('closed')
  })

  it('ignores an unreadable moment', () => {
    expect(serviceAvailability(service({ closesAt: 'soon' }, 'tomorrow'), now)).toEqual({ kind: 'open', until: null })
  })

  it('a moment without a time zone is ignored, because it differs between browsers', () => {
    expect(serviceAvailability(service({ closesAt: '2026-11-20T00:00:00' }, '2026-11-20'), now)).toEqual({
      kind: 'open',
      until: null,
    })
  })
})

describe('stopToWarnOf', () => {
  const at = Date.parse(stop)
  const day = 24 * 60 * 60 * 1000

  it.each([
    ['seven days and a millisecond before', at - 7 * day - 1, null],
    ['seven days before', at - 7 * day, at],
    ['a millisecond before', at - 1, at],
    ['at the stop', at, null],
    ['after the stop', at + day, null],
  ])('%s', (_name, moment, warned) => {
    expect(stopToWarnOf({ serviceStopAt: stop }, moment)).toBe(warned)
  })

  it('no warning is shown without a stop or for an unreadable stop', () => {
    expect(stopToWarnOf({}, at)).toBeNull()
    expect(stopToWarnOf({ serviceStopAt: 'next week' }, at)).toBeNull()
  })
})
