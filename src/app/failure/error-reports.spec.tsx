import { screen, waitFor } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { routePatterns } from '../../paths.ts'
import { startPortal } from '../testing/start-portal.tsx'
import { SilentBoundary } from './boundaries.tsx'

let portal: Awaited<ReturnType<typeof startPortal>> | null = null
let reports: unknown[] = []
beforeEach(() => {
  reports = []
  window.history.replaceState(null, '', '/minato-city/userprofile')
})
afterEach(() => {
  portal?.stop()
  vi.restoreAllMocks()
})

type Page = { Component: ComponentType; loader?: () => unknown }

/** Opens the page of the user's data, or another one in its place, on a stage that enables reports. */
async function openProfile(page?: Page): Promise<void> {
  const change = (routes: RouteObject[]): RouteObject[] =>
    routes.map(({ children, lazy, ...route }) => {
      if (children !== undefined) return { ...route, lazy, children: change(children) } as RouteObject
      if (page === undefined || route.path !== routePatterns.userProfile.pattern)
        return { ...route, lazy } as RouteObject
      return { ...route, ...page } as RouteObject
    })
  portal = await startPortal('/minato-city/userprofile?view=edit', {
    as: 'hanako@example.jp',
    config: { reportTo: 'http://portal.test/reports' },
    change,
    instead: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/reports') reports.push(await request.json())
      if (pathname === '/reports') return new Response(null, { status: 204 })
      return pathname.endsWith('/o/profile') ? Response.json({ code: 'SE_CO_0500' }, { status: 500 }) : null
    },
  })
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
}

it('the portal reports a failed page once, by the name of its route', async () => {
  await openProfile()
  await expect
    .poll(() => reports)
    .toEqual([expect.objectContaining({ kind: 'api', code: 'SE_CO_0500', route: 'userProfile', stage: 'sandbox' })])
  await waitFor(() => expect(portal?.queryClient.isFetching()).toBe(0))
  expect(reports).toHaveLength(1)
  expect(JSON.stringify(reports)).not.toContain('hanako')
})

/** An error of the build's code, whose message quotes a resident. */
function bug(): RangeError {
  const stack = `RangeError: hanako\n    at f (${window.location.origin}/assets/ProfilePage-AbC_12-9.js:2:345)`
  return Object.assign(new RangeError('hanako'), { stack })
}

/** A page with a part that fails. */
function pageWith(part: (Broken: ComponentType) => ReactNode): (error: Error) => Page {
  return (error) => ({
    Component: () => (
      <>
        <h1>Profile</h1>
        {part(() => {
          throw error
        })}
      </>
    ),
  })
}

describe('errors that the portal catches', () => {
  it.each<[where: string, page: (error: Error) => Page]>([
    ['of a page', pageWith((Broken) => <Broken />)],
    ['of a loader', (error) => ({ Component: () => null, loader: () => Promise.reject(error) })],
    [
      'of a section',
      pageWith((Broken) => (
        <SectionBoundary skeleton={null} failed={({ kind }) => <p>{kind}</p>}>
          <Broken />
        </SectionBoundary>
      )),
    ],
    [
      'of an optional part',
      pageWith((Broken) => (
        <SilentBoundary>
          <Broken />
        </SilentBoundary>
      )),
    ],
  ])('an error %s is reported once, by its class and place', async (_where, page) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await openProfile(page(bug()))
    const report = { kind: 'script', code: 'RangeError', place: 'ProfilePage-AbC_12-9.js:2:345', route: 'userProfile' }
    await expect.poll(() => reports).toEqual([expect.objectContaining(report)])
    await portal?.router.revalidate()
    expect(reports).toHaveLength(1)
    expect(JSON.stringify(reports)).not.toContain('hanako')
  })
})
