import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { routePatterns } from '../paths.ts'
import { hostileAddresses, routesWithIds } from './testing/hostile-addresses.ts'
import { hostileIds, nameOf } from './testing/hostile-ids.ts'
import { startPortal } from './testing/start-portal.tsx'
import type { PortalUnderTest } from './testing/start-portal.tsx'

let portal: PortalUnderTest
let place: string

beforeAll(async () => {
  portal = await startPortal('/error', { as: 'hanako@example.jp' })
  place = window.location.href
})
// One portal for all cells; each test unmounts what it has rendered.
beforeEach(async () => {
  cleanup()
  await act(async () => render(portal.element))
})
afterAll(() => portal.stop())

async function title(text: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(text))
}

/** Stored values, without the tokens, which differ at each start. */
function kept() {
  return Object.entries({ ...localStorage, ...sessionStorage }).map(([name, value]) =>
    name.endsWith('Token') ? name : [name, value],
  )
}

/**
 * The path of an address without a tenant begins with two slashes: the router refuses to navigate there, but a user
 * can type the address.
 */
async function startAt(address: string): Promise<void> {
  cleanup()
  portal.stop()
  portal = await startPortal(address, { as: 'hanako@example.jp' })
}

/** Shows not found, sends no request, stores nothing and does not redirect. */
async function expectRefused(address: string): Promise<void> {
  await portal.router.navigate('/error')
  await title('エラーが発生しました')
  const before = kept()
  portal.requests.length = 0
  if (address.startsWith('//')) await startAt(address)
  else await portal.router.navigate(address)
  await title('ページが見つかりません')
  expect(portal.requests).toEqual([])
  expect(kept()).toEqual(before)
  expect(window.location.href).toBe(place)
  const hosts = [...document.querySelectorAll('a')].map(({ href }) => new URL(href).host)
  expect(new Set(hosts)).toEqual(new Set(['portal.test']))
}

describe.each(routesWithIds)('matrix C: hostile ids (S-02, S-05) › %s', (route) => {
  it.each(hostileIds.map((value) => [nameOf(value), value] as const))('%s', async (_name, value) => {
    const addresses = hostileAddresses(route, value)
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) await expectRefused(address)
  })
})

describe('hostile ids outside the matrix', () => {
  it('the matrix covers 28 routes with an id and 22 values', () => {
    expect(routesWithIds).toHaveLength(28)
    expect(new Set(hostileIds).size).toBe(22)
  })

  it('a hostile id is refused in a callback of a tenant that is named like a page', async () => {
    const addresses = routesWithIds
      .flatMap((route) => hostileAddresses(route, 'callbacks'))
      .filter((address) => !address.includes('minato-city'))
    expect(addresses.length).toBeGreaterThanOrEqual(26)
    for (const address of addresses) await expectRefused(address)
  })

  it.each(['payment_success', 'payment_cancel', 'payment_error'])(
    'the callback %s is refused without a tenant or with two (S-05)',
    async (name) => {
      const path = `/callbacks/${name}`
      expect(routesWithIds.map((route) => routePatterns[route].pattern)).toContain(path)
      await expectRefused(path)
      await expectRefused(`${path}?tenantId=minato-city&tenantId=minato-city`)
    },
  )
})
