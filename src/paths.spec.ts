import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { matchRoutes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { hostileIds, isHostile } from './app/testing/hostile-ids.ts'
import {
  matchRoute,
  parseChargeId,
  parseConfirmationId,
  parseOrderId,
  parseParams,
  parseRedirectPath,
  parseServiceId,
  parseTenantId,
  parseType,
  paths,
  pathWithTenant,
  routePatterns,
} from './paths.ts'
import type { TenantId } from './paths.ts'

const parsers = { parseTenantId, parseServiceId, parseType, parseOrderId, parseChargeId, parseConfirmationId }
const acme = tenant('acme')

function tenant(id: string): TenantId {
  const parsed = parseTenantId(id)
  if (!parsed) throw new Error(`${id} is not a tenant id`)
  return parsed
}

describe('ids (S-01)', () => {
  for (const [name, parse] of Object.entries(parsers)) {
    const parameter = name === 'parseTenantId' ? 'tenantId' : 'id'
    it.each(hostileIds.filter((id) => isHostile(parameter, id)))(`${name} refuses %j`, (id) =>
      expect(parse(id)).toBeNull(),
    )
    it.each(['acme', 'city-0123', 'A', 'a_b', 'x'.repeat(64)])(`${name} accepts %j`, (id) => expect(parse(id)).toBe(id))
    it.each([undefined, null, 1, ['acme'], { toString: () => 'acme' }])(
      `${name} refuses %j, which is not text`,
      (value) => expect(parse(value)).toBeNull(),
    )
  }
  it('refuses a tenant with two underscores in a row, because they separate tenant and user', () => {
    expect(parseTenantId('a__b')).toBeNull()
  })
  it.each([
    'login',
    'register',
    'application',
    'order',
    'callbacks',
    'error',
    'LOGIN',
    'mail-confirmation',
    'app',
    'forms',
    'assets',
  ])('refuses the reserved word %s as a tenant', (word) => expect(parseTenantId(word)).toBeNull())
  it('reserves every fixed first segment of the route table', () => {
    const words = Object.values(routePatterns)
      .map(({ pattern }) => pattern.split('/')[1] ?? '')
      .filter((first) => /^[a-z]/.test(first))
    expect(words.filter((word) => parseTenantId(word) !== null)).toEqual([])
  })
  it('allows 64 characters in an id and 128 in a confirmation id', () => {
    expect(parseOrderId('x'.repeat(65))).toBeNull()
    expect(parseConfirmationId('x'.repeat(128))).not.toBeNull()
    expect(parseConfirmationId('x'.repeat(129))).toBeNull()
  })
  it('refuses parameters without a parser', () => {
    expect(parseParams({ toString: 'acme' })).toBeNull()
    expect(parseParams({ tenantId: 'acme', other: 'x' })).toBeNull()
  })
})

describe('paths', () => {
  it('a path is built from ids', () => {
    expect(paths.application('acme', 'waste', 'individual', { step: '2' })).toBe(
      '/application/acme/waste/individual?step=2',
    )
    expect(paths.settlement('acme', 'waste', 'individual')).toBe('/order/payment/acme/waste?type=individual')
    expect(paths.login('acme')).toBe('/login/acme')
  })
  it.each(hostileIds.filter((id) => isHostile('id', id)))('a path is not built from %j', (id) => {
    expect(() => paths.chargePay('acme', id)).toThrow(TypeError)
    expect(() => paths.applicationList(id)).toThrow(TypeError)
  })
  it('a path keeps its origin, literal parts and number of segments for any values', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostileIds)), (id) => {
        let path: string
        try {
          path = paths.historyDetails('acme', id)
        } catch {
          return
        }
        const url = new URL(path, 'https://portal.test')
        expect(url.origin).toBe('https://portal.test')
        expect(url.pathname.split('/')).toEqual(['', 'acme', 'history-details', id])
      }),
      { numRuns: 10_000 },
    )
  })
  it('a path leaves out an empty part of a query', () => {
    expect(paths.applicationHistory('acme', { q: undefined, status: 'FINISHED' })).toBe(
      '/acme/applicationhistory?status=FINISHED',
    )
    expect(paths.applicationHistory('acme', { q: undefined })).toBe('/acme/applicationhistory')
  })
  it('a path keeps text of a query inside the query', () => {
    expect(paths.applicationHistory('acme', { q: '/../x?y#z' })).toBe('/acme/applicationhistory?q=%2F..%2Fx%3Fy%23z')
  })
})

describe('the route table', () => {
  it('the route table has the 27 routes of the specification and the two public pages of procedures', () => {
    expect(Object.keys(routePatterns)).toHaveLength(29)
  })
  it('requires a session on every page except the public ones', () => {
    const open = Object.entries(routePatterns).filter(([, route]) => !route.session)
    expect(open.map(([name]) => name).toSorted()).toEqual(
      [
        'error',
        'home',
        'login',
        'mailConfirmation',
        'maintenance',
        'notSupported',
        'passwordReset',
        'paymentCancelCallback',
        'paymentErrorCallback',
        'paymentSuccessCallback',
        'procedure',
        'procedures',
        'register',
        'registration',
      ].toSorted(),
    )
  })
  it('matches what the router matches, for every page it builds', () => {
    const table = Object.entries(routePatterns).map(([id, { pattern }]) => ({ id, path: pattern, caseSensitive: true }))
    for (const [name, { pattern }] of Object.entries(routePatterns)) {
      const path = pattern.replace(/:(\w+)/g, 'x-$1')
      expect(matchRoutes(table, path)?.[0]?.route.id).toBe(name)
      expect(matchRoute(path)?.name).toBe(name)
    }
  })
  it.each([
    '/LOGIN/acme',
    '/login/acme/',
    '/login',
    '/login/order',
    '/order/payment/cancelled',
    '/acme',
    '/x/y/z',
    '//login/acme',
  ])('the portal has no page at %s', (path) => expect(matchRoute(path)).toBeNull())
})

describe('redirectPath (S-04)', () => {
  it.each([
    '/acme/applicationlist',
    '/application/acme/waste/individual?step=3',
    '/order/payment/acme/waste?type=individual',
    '/acme/charges/ch-1/pay',
    '/email-change/acme/abc123',
    '/acme/applicationhistory?q=%E6%B0%B4&status=FINISHED',
    `/acme/applicationlist?q=${'x'.repeat(1_976)}`,
  ])('honours %s', (path) => expect(parseRedirectPath(path, acme)).toBe(path))
  it.each([
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/..//evil.test',
    '/.//evil.test',
    'https://evil.test/acme/applicationlist',
    'evil.test/acme/applicationlist',
    'https:/acme/applicationlist',
    `/acme/applicationlist?q=${'x'.repeat(1_977)}`,
    'javascript:alert(1)',
    '/other/applicationlist',
    '/login/acme',
    '/acme/maintenance',
    '/callbacks/payment_success?tenantId=acme',
    '/error',
    '/unknown/route',
    `/acme/applicationlist?q=${'x'.repeat(3_000)}`,
    '/acme/applicationlist#x',
    '/acme/applicationlist\n',
    '/acme/applicationlist?q=<b>',
    '/acme/applicationlist?q=<b>/x',
    '/ACME/applicationlist',
    '',
    null,
    undefined,
    {},
  ])('ignores %j', (path) => expect(parseRedirectPath(path, acme)).toBeNull())
})

describe('a page without the id of the tenant', () => {
  const withTenant = Object.values(routePatterns).filter(({ pattern }) => pattern.includes(':tenantId'))

  it.each(withTenant.map(({ pattern }) => pattern))('%s is found by its other parts', (pattern) => {
    const full = pattern.replace(':tenantId', acme).replaceAll(/:\w+/g, 'x-1')
    expect(pathWithTenant(full.replace(`/${acme}`, ''), acme)).toBe(full)
  })

  it.each(['/', '', '/unknown', '/error', '/procedures/..', '/procedures/a/b', '//login'])('%j is none', (path) =>
    expect(pathWithTenant(path, acme)).toBeNull(),
  )
})

describe('public/robots.txt', () => {
  const file = readFileSync(join(import.meta.dirname, '../public/robots.txt'), 'utf8')
  const refused = Array.from(file.matchAll(/^Disallow: (.+)$/gm), ([, path = '']) => path)
  const isRefused = (address: string) => refused.some((path) => address.startsWith(path))

  it.each(Object.values(routePatterns).map(({ pattern }) => pattern))('%s', (pattern) => {
    const isUsedByOpening = /^\/callbacks\/|:confirmationId|^\/mail-confirmation/.test(pattern)
    expect(isRefused(pattern)).toBe(isUsedByOpening)
  })

  it.each(['/assets/portal.js', '/app/web/p/tenants/acme', '/forms/acme/index.json', '/config.json'])(
    'admits %s, which the public pages request',
    (address) => expect(isRefused(address)).toBe(false),
  )
})
