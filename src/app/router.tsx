import { RouterContextProvider } from 'react-router-dom'
import type { createBrowserRouter, LoaderFunctionArgs, MiddlewareFunction, RouteObject } from 'react-router-dom'
import type { QueryClient } from '@tanstack/react-query'
import { formsBaseContext, queryClientContext } from '../api/queries.ts'
import { sessionRoutes as applySession } from '../features/apply/routes.tsx'
import { publicRoutes as chargesPublic, sessionRoutes as chargesSession } from '../features/charges/routes.tsx'
import { sessionRoutes as downloadsSession } from '../features/downloads/routes.tsx'
import { sessionRoutes as ordersSession } from '../features/orders/routes.tsx'
import { sessionRoutes as profileSession } from '../features/profile/routes.tsx'
import {
  publicRoutes as registrationPublic,
  sessionRoutes as registrationSession,
} from '../features/registration/routes.tsx'
import { publicRoutes as servicesPublic, sessionRoutes as servicesSession } from '../features/services/routes.tsx'
import { publicRoutes as signInPublic } from '../identity/sign-in/routes.tsx'
import { publicRoutes as tenantStatePublic } from '../features/tenant-state/routes.tsx'
import { page } from '../i18n/lazy-page.ts'
import { routePatterns } from '../paths.ts'
import { visitContext } from './portal/portal-context.ts'
import { homeLoader, shortPathLoader } from './home-redirect.ts'
import type { EntryTenants } from './home-redirect.ts'
import { loadShell } from './shell/load-shell.ts'
import { Bare, NotFound, PortalLayout, RouteBoundary, FirstFrame } from './shell/PortalLayout.tsx'

/** Every route runs the guard and has its own boundary; paths are case-sensitive. */
export function portalRoutes(guard: MiddlewareFunction, tenants: EntryTenants): RouteObject[] {
  const pages = [
    ...signInPublic,
    ...registrationPublic,
    ...tenantStatePublic,
    ...chargesPublic,
    ...servicesPublic,
    {
      path: routePatterns.error.pattern,
      lazy: page([], async () => ({ Component: (await loadShell()).ErrorPage })),
    },
    ...servicesSession,
    ...applySession,
    ...ordersSession,
    ...chargesSession,
    ...downloadsSession,
    ...profileSession,
    ...registrationSession,
  ]
  return [
    {
      HydrateFallback: FirstFrame,
      errorElement: <BareProblem />,
      children: [
        // The loader always redirects or fails. React Router warns about a page without an element.
        { path: routePatterns.home.pattern, loader: homeLoader(tenants), element: null },
        {
          middleware: [guard],
          loader: ({ context }: LoaderFunctionArgs<RouterContextProvider>) => context.get(visitContext),
          shouldRevalidate: () => true,
          Component: PortalLayout,
          errorElement: <BareProblem />,
          // The pages of a layout share its boundary: a page that fails ends what the layout keeps for them.
          children: pages.map((route) => ({ ...caseSensitive(route), errorElement: <RouteBoundary /> })),
        },
        { path: '*', loader: shortPathLoader(tenants), Component: NotFoundFrame },
      ],
    },
  ]
}

function caseSensitive(route: RouteObject): RouteObject {
  if (route.children === undefined) return { ...route, caseSensitive: true }
  return { ...route, children: route.children.map(caseSensitive) }
}

function BareProblem() {
  return (
    <Bare>
      <RouteBoundary />
    </Bare>
  )
}

function NotFoundFrame() {
  return (
    <Bare>
      <NotFound />
    </Bare>
  )
}

export type PortalRouter = ReturnType<typeof createBrowserRouter>

/** `createBrowserRouter`, or in tests a memory router. */
export type MakeRouter = (routes: RouteObject[], options: { getContext: () => RouterContextProvider }) => PortalRouter

type Found = { queryClient: QueryClient; formsBase: string }

/** With what loaders find in their context. */
export function createRouter(routes: RouteObject[], { queryClient, formsBase }: Found, make: MakeRouter): PortalRouter {
  const getContext = () => {
    const context = new RouterContextProvider()
    context.set(queryClientContext, queryClient)
    context.set(formsBaseContext, formsBase)
    return context
  }
  return make(routes, { getContext })
}

/** Resolves when the first page can be drawn, at the latest after the limit. */
export function firstPageReady(router: PortalRouter, limitMs: number): Promise<void> {
  if (router.state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) done()
    })
    const timer = setTimeout(done, limitMs)
    function done(): void {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}
