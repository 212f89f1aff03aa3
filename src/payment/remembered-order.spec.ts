// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { parseChargeId, parseTenantId } from '../paths.ts'
import { chargeToShow, forgetOrder, keepChargeHint, recallOrder, rememberOrder } from './remembered-order.ts'

function parsed<Id>(id: Id | null): Id {
  if (id === null) throw new Error('The id of this test is invalid.')
  return id
}
function tenant(id: string) {
  return parsed(parseTenantId(id))
}
function charge(id: string) {
  return parsed(parseChargeId(id))
}
const acme = tenant('acme')

describe('the remembered order', () => {
  beforeEach(() => sessionStorage.clear())

  it('the remembered order is restored with its charge', () => {
    rememberOrder(acme, 'OR-1', 'CH-1')
    expect(recallOrder(acme)).toEqual({ orderId: 'OR-1', chargeId: 'CH-1', attemptId: null })
    expect(chargeToShow(acme)).toBe('CH-1')
  })

  it('the remembered order is restored without a charge if there was no fee', () => {
    rememberOrder(acme, 'OR-1')
    expect(recallOrder(acme)).toEqual({ orderId: 'OR-1', chargeId: null, attemptId: null })
    expect(chargeToShow(acme)).toBeNull()
  })

  it('the remembered order is restored with the payment for which the tab left the portal', () => {
    rememberOrder(acme, 'OR-1', 'CH-1', 'PA-1')
    expect(recallOrder(acme)?.attemptId).toBe('PA-1')
  })

  it('belongs to one tenant', () => {
    rememberOrder(acme, 'OR-1', 'CH-1')
    expect(recallOrder(tenant('other'))).toBeNull()
    expect(chargeToShow(tenant('other'))).toBeNull()
  })

  it('the remembered order has priority over the hint of a callback, which can be forged', () => {
    rememberOrder(acme, 'OR-1', 'CH-1')
    keepChargeHint(acme, charge('CH-9'))
    expect(chargeToShow(acme)).toBe('CH-1')
    forgetOrder(acme)
    expect(chargeToShow(acme)).toBeNull()
  })

  it('falls back to the hint if nothing was remembered', () => {
    keepChargeHint(acme, charge('CH-9'))
    expect(chargeToShow(acme)).toBe('CH-9')
  })

  it('removes an old hint when an order is remembered', () => {
    keepChargeHint(acme, charge('CH-9'))
    rememberOrder(acme, 'OR-1')
    expect(chargeToShow(acme)).toBeNull()
    expect(Object.values(sessionStorage)).not.toContain('CH-9')
  })

  it('keeps the hints of two tenants apart', () => {
    keepChargeHint(acme, charge('CH-9'))
    expect(chargeToShow(tenant('other'))).toBeNull()
  })

  it.each(['', 'null', '[]', '"OR-1"', '{"orderId":"../x"}', '{"orderId":', '{"__proto__":{"orderId":"OR-1"}}'])(
    'ignores the stored text %j',
    (text) => {
      sessionStorage.setItem('portal.order.acme', text)
      expect(recallOrder(acme)).toBeNull()
    },
  )
})
