import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routePatterns } from '../paths.ts'
import { startPortal } from './testing/start-portal.tsx'
import type { PortalUnderTest } from './testing/start-portal.tsx'

/** Cases S-02 and S-05, matrix C: every route that carries an id × what may stand in its place. */
const hostileIds = [
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2fadmin',
  'a/b',
  '//evil.test',
  '/evil.test',
  '\\evil',
  'https://evil.test',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'a?x',
  'a#f',
  '%E0%A4%A',
  'テナント',
  'acme\u202e',
  'a'.repeat(5_000),
  ' acme',
  'acme\n',
  'callbacks',
  'a__b',
]

const callbacks = ['/callbacks/payment_success', '/callbacks/payment_cancel', '/callbacks/payment_error']
const withId = Object.values(routePatterns)
  .map(({ pattern }) => pattern)
  .filter((pattern) => pattern.includes(':tenantId'))

let portal: PortalUnderTest
beforeEach(async () => {
  portal = await startPortal('/nothing', { as: 'hanako@example.jp' })
  await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 })
})
afterEach(() => portal.stop())

async function visit(path: string): Promise<void> {
  await portal.router.navigate('/nothing')
  await portal.router.navigate(path)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('ページが見つかりません'))
}

const storage = () => JSON.stringify({ ...localStorage, ...sessionStorage })

describe.each(withId)('%s', (pattern) => {
  it('shows the not-found page for every hostile tenant, asks nothing and keeps nothing', async () => {
    const before = storage()
    portal.requests.length = 0
    for (const id of hostileIds) {
      await visit(pattern.replace(':tenantId', encodeURIComponent(id)).replaceAll(/:\w+/g, 'x-1'))
    }
    expect(portal.requests).toEqual([])
    expect(storage()).toBe(before)
  })
})

describe.each(withId.filter((pattern) => /:(?!tenantId)/.test(pattern)))('%s', (pattern) => {
  it('shows the not-found page for every other hostile id, asks nothing and keeps nothing', async () => {
    const before = storage()
    portal.requests.length = 0
    // A word of the route table or two underscores make a bad tenant, but a good id.
    for (const id of hostileIds.slice(0, -2)) {
      const [hostile = ''] = /:(?!tenantId)\w+/.exec(pattern) ?? []
      await visit(
        pattern.replace(':tenantId', 'minato-city').replace(hostile, encodeURIComponent(id)).replaceAll(/:\w+/g, 'x-1'),
      )
    }
    expect(portal.requests).toEqual([])
    expect(storage()).toBe(before)
  })
})

describe.each(callbacks)('%s', (path) => {
  it('shows the not-found page for every hostile tenant, none and two', async () => {
    const before = storage()
    portal.requests.length = 0
    for (const id of hostileIds) await visit(`${path}?tenantId=${encodeURIComponent(id)}`)
    await visit(path)
    await visit(`${path}?tenantId=minato-city&tenantId=minato-city`)
    expect(portal.requests).toEqual([])
    expect(storage()).toBe(before)
    const hosts = [...document.querySelectorAll('a')].map(({ href }) => new URL(href).host)
    expect(new Set(hosts)).toEqual(new Set(['portal.test']))
  })
})
