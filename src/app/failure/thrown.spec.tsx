import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RouteObject } from 'react-router-dom'
import { matchRoute, routePatterns } from '../../paths.ts'
import type { RouteName } from '../../paths.ts'
import { startPortal } from '../testing/start-portal.tsx'
import type { PortalUnderTest } from '../testing/start-portal.tsx'

let portal: PortalUnderTest | null = null

const broken = new TypeError('Cannot read properties of undefined')

// React logs every error that a boundary has caught.
const printed = vi.fn<(error: unknown) => void>()
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(printed))
afterEach(() => {
  portal?.stop()
  portal = null
  vi.restoreAllMocks()
})

const hanako = { as: 'hanako@example.jp' }
const patterns = new Set<string>(Object.values(routePatterns).map(({ pattern }) => pattern))

/** Returns the routes with the page of every route of the table replaced. */
function withPages(page: Pick<RouteObject, 'Component' | 'loader'>) {
  const change = (routes: RouteObject[]): RouteObject[] =>
    routes.map((route) => {
      if (route.children !== undefined) return { ...route, children: change(route.children) }
      if (route.path === undefined || !patterns.has(route.path) || route.path === '/') return route
      const { lazy: _lazy, loader: _loader, ...rest } = route
      return { Component: () => null, ...rest, ...page } as RouteObject
    })
  return change
}

function addressOf(route: RouteName): string {
  return routePatterns[route].pattern.replace(':tenantId', tenantOf(route)).replaceAll(/:\w+/g, 'x-1')
}

/** Two pages are only shown for a tenant in the state that they describe. */
function tenantOf(route: RouteName): string {
  if (route === 'maintenance') return 'yume-suspended'
  return route === 'notSupported' ? 'hoshi-disabled' : 'minato-city'
}

const routes = (Object.keys(routePatterns) as RouteName[]).filter((route) => route !== 'home' && route !== 'login')

async function problem(): Promise<void> {
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('エラーが発生しました'))
  expect(document.body.textContent).not.toContain(broken.message)
  for (const [error] of printed.mock.calls) expect(error).toBe(broken)
}

describe('an exception (R-03)', () => {
  it.each([
    [
      'in the component',
      {
        Component: () => {
          throw broken
        },
      },
    ],
    ['of a rejected promise', { loader: () => Promise.reject(broken) }],
  ])('an exception during %s of any page shows a problem with a link back', async (_place, page) => {
    const running = await startPortal('/nothing', { ...hanako, change: withPages(page) })
    portal = running
    for (const route of routes) {
      await running.router.navigate('/nothing')
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('ページが見つかりません'))
      await running.router.navigate(addressOf(route))
      await problem()
      expect(matchRoute(running.path())?.name, route).toBe(route)
      expect(screen.getByRole('button', { name: 'もう一度試す' }), route).toBeVisible()
      expect(screen.getAllByRole('link', { name: 'トップ画面に戻る' })[0], route).toBeVisible()
    }
  })

  it('a retry without a reload recovers from an exception that happens once', async () => {
    let times = 1
    const page = {
      Component: () => {
        if (times > 0) throw broken
        return <h1>The page</h1>
      },
    }
    portal = await startPortal('/minato-city/download', { ...hanako, change: withPages(page) })
    await problem()
    times = 0
    await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }))
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('The page'))
  })

  it('an exception in the layout shows a problem, too', async () => {
    const change = (all: RouteObject[]): RouteObject[] =>
      all.map((route) => ({
        ...route,
        children: route.children?.map((child) =>
          child.middleware === undefined
            ? child
            : {
                ...child,
                Component: () => {
                  throw broken
                },
              },
        ),
      })) as RouteObject[]
    portal = await startPortal('/minato-city/download', { ...hanako, change })
    await problem()
    expect(screen.getByRole('button', { name: 'もう一度試す' })).toBeVisible()
  })
})
