import { describe, expect, it } from 'vitest'
import { homeTarget } from './home-redirect.ts'

describe('the start address', () => {
  it.each([
    ['', 'minato-city', '/login/minato-city'],
    ['?utm_source=mail', 'minato-city', '/login/minato-city'],
    ['', null, null],
    ['', '../evil', null],
    ['?tenantId=aozora-water', 'minato-city', '/login/aozora-water'],
    ['?tenantId=..', 'minato-city', null],
    ['?tenantId=a1&tenantId=b1', 'minato-city', null],
    ['?chargeId=ch-1', 'minato-city', null],
    ['?tenantId=minato-city&chargeId=ch-1', null, '/minato-city/charges/ch-1/pay'],
  ])('redirects, with %j and the last tenant %j, to %j', (search, lastTenant, target) => {
    expect(homeTarget(new URLSearchParams(search), lastTenant)).toBe(target)
  })
})
