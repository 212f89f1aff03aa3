// @vitest-environment jsdom
import { createMemoryRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { chargeToShow } from '../../payment/remembered-order.ts'
import { parseTenantId } from '../../paths.ts'
import { paymentCallback, readPaymentCallback } from './payment-callback.ts'

function target(back: PaymentReturn, search: string) {
  return readPaymentCallback(back, new URLSearchParams(search))?.target
}
const returns: PaymentReturn[] = ['success', 'cancel', 'error']

describe('readPaymentCallback', () => {
  it.each<[PaymentReturn, string, string]>([
    ['success', '?tenantId=acme', '/acme/order/success'],
    ['success', '?tenantId=acme&repayment=true', '/acme/charge/success'],
    ['cancel', '?tenantId=acme', '/acme/payment/cancelled'],
    ['cancel', '?tenantId=acme&repayment=true', '/acme/payment/cancelled'],
    ['error', '?tenantId=acme', '/acme/payment/error'],
  ])('redirects %s %s to %s', (back, search, path) => {
    expect(target(back, search)).toBe(path)
  })

  it.each([
    'repayment=TRUE',
    'repayment=1',
    'repayment=true&repayment=false',
    'repayment=true&repayment=true',
    'repayment=',
  ])('does not treat %s as a repayment (P-10)', (query) => {
    expect(target('success', `?tenantId=acme&${query}`)).toBe('/acme/order/success')
  })

  const hostile = ['..', '.', 'a/b', '//evil.test', '/evil.test', '\\evil', 'https://evil.test', 'javascript:alert(1)']
  const odd = [
    '__proto__',
    'a?x',
    'a#f',
    'テナント',
    '\u202Eacme',
    'a'.repeat(5000),
    '',
    ' acme',
    'acme\n',
    'a__b',
    'login',
  ]
  it.each([...hostile, ...odd])('rejects the tenant %j (S-05)', (tenantId) => {
    const search = new URLSearchParams({ tenantId })
    expect(returns.map((back) => readPaymentCallback(back, search))).toEqual([null, null, null])
  })

  it('rejects an address without a tenant or with two', () => {
    expect(target('success', '')).toBeUndefined()
    expect(target('success', '?tenantId=acme&tenantId=other')).toBeUndefined()
  })

  it('returns the charge as a hint if its id is valid', () => {
    const hint = (query: string) =>
      readPaymentCallback('success', new URLSearchParams(`?tenantId=acme&${query}`))?.chargeHint
    expect(hint('chargeId=CH-1')).toBe('CH-1')
    expect(hint('chargeId=../x')).toBeNull()
    expect(hint('chargeId=CH-1&chargeId=CH-2')).toBeNull()
    expect(hint('')).toBeNull()
  })
})

describe('the route of a callback', () => {
  beforeEach(() => sessionStorage.clear())

  async function open(search: string) {
    const routes = [{ path: '/callback', loader: paymentCallback('success') }, { path: '*' }]
    const router = createMemoryRouter(routes, { initialEntries: [`/callback${search}`] })
    router.initialize()
    await expect.poll(() => router.state.initialized).toBe(true)
    return { path: router.state.location.pathname, errors: Object.values(router.state.errors ?? {}) }
  }
  function hint() {
    const acme = parseTenantId('acme')
    return acme === null ? null : chargeToShow(acme)
  }

  it("replaces the address by the tenant's page and keeps the charge as a hint", async () => {
    expect(await open('?tenantId=acme&chargeId=CH-1')).toEqual({ path: '/acme/order/success', errors: [] })
    expect(hint()).toBe('CH-1')
  })

  it('keeps no hint without a charge', async () => {
    expect((await open('?tenantId=acme')).path).toBe('/acme/order/success')
    expect(sessionStorage).toHaveLength(0)
  })

  it('a callback without a tenant is not found', async () => {
    expect((await open('?chargeId=CH-1')).errors).toEqual([expect.objectContaining({ status: 404 })])
    expect(sessionStorage).toHaveLength(0)
  })
})
