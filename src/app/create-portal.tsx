import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { rememberToken } from '../api/send-on-leave.ts'
import { wireApi } from '../api/wire.ts'
import { createSession } from '../auth/session.ts'
import type { SessionPort } from '../auth/session-port.ts'
import { SessionProvider } from '../auth/session-context.tsx'
import { notify, setNotificationTimeout } from '../feedback/notify.ts'
import { NotificationHost } from '../feedback/NotificationHost.tsx'
import { currentLanguage, translator } from '../i18n/texts.ts'
import { ConfigContext } from '../lib/config-context.ts'
import type { PortalConfig } from '../lib/config.ts'
import type { Problem } from '../lib/problem.ts'
import { saveRedirectPath } from '../lib/redirect-path.ts'
import { matchRoute, paths } from '../paths.ts'
import type { TenantId } from '../paths.ts'
import { askTenantAgain, tenantGate } from '../tenant/tenant-query.ts'
import { createGuard } from './guard.ts'
import { RootBoundary } from './failure/RootBoundary.tsx'
import { loadShell } from './shell/load-shell.ts'
import { PortalContext } from './portal/portal-context.ts'
import type { Portal } from './portal/portal-context.ts'
import { createQueryClient } from './query-client.ts'
import { createRouter, portalRoutes } from './router.tsx'
import type { MakeRouter, PortalRouter } from './router.tsx'
import { createSignal } from '../lib/signal.ts'

type Options = {
  config: PortalConfig
  /** For tests. */
  makeRouter?: MakeRouter
}

export type RunningPortal = {
  router: PortalRouter
  queryClient: QueryClient
  session: SessionPort
  element: ReactNode
}

/** Puts the rooms together: clients, session, guard, router, handlers. */
export function createPortal({ config, makeRouter = createBrowserRouter }: Options): RunningPortal {
  const session = createSession(config)
  const sessionExpired = createSignal(false)
  const problems = createSignal<Problem | null>(null)

  const queryClient = createQueryClient({
    onUnauthenticated: () => {
      if (pageNow()?.session === true) sessionExpired.set(true)
    },
    onUnavailable: () => void askTenantAgain(queryClient),
    onTenantClosed: () => void router.revalidate(),
    onProblem: (problem) => problems.set({ ...problem }),
  })
  const router = createRouter(portalRoutes(createGuard({ queryClient, session })), queryClient, makeRouter)

  /** The page being opened, else the one that is open. */
  function pageNow() {
    const { navigation, location } = router.state
    return matchRoute((navigation.location ?? location).pathname)
  }

  wireApi({
    baseUrl: config.apiBase,
    timeoutMs: config.limits.requestTimeoutMs,
    language: currentLanguage,
    tenantGate: tenantGate(queryClient),
    pageHasSession: () => pageNow()?.session === true,
    getIdToken: async () => {
      const found = await session.currentSession()
      // A page of one tenant never uses the session of another.
      const token = found !== null && found.tenantId === pageNow()?.params.tenantId ? await session.getIdToken() : null
      rememberToken(token)
      return token
    },
    refreshSession: async () => {
      const result = await session.refresh()
      if (result === 'unreachable') throw new TypeError('The identity provider cannot be reached')
      return result === 'refreshed' ? session.getIdToken() : null
    },
  })
  setNotificationTimeout(config.limits.notificationMs)

  async function toLogin(tenantId: TenantId): Promise<void> {
    rememberToken(null)
    sessionExpired.set(false)
    await router.navigate(paths.login(tenantId), { replace: true })
  }

  async function forget(): Promise<void> {
    const { forgetEverything } = await loadShell()
    forgetEverything(queryClient)
  }

  session.onChange((change) => {
    const page = pageNow()
    if (change.kind === 'signed-in') sessionExpired.set(false)
    else if (page?.session !== true) return
    else if (change.kind === 'expired' || change.kind === 'replaced') sessionExpired.set(true)
    else if (change.here) void forget()
    else if (page.params.tenantId !== undefined) {
      const { tenantId } = page.params
      void forget().then(() => toLogin(tenantId))
      notify({ tone: 'warning', message: translator(currentLanguage(), 'common')('session.endedElsewhere') })
    }
  })

  const portal: Portal = {
    sessionExpired,
    problems,
    async logOut() {
      const tenantId = pageNow()?.params.tenantId
      const current = await session.currentSession().catch(() => null)
      const { logOut } = await loadShell()
      await logOut({ queryClient, port: session, session: current })
      if (tenantId !== undefined) await toLogin(tenantId)
      notify({ tone: 'success', message: translator(currentLanguage(), 'common')('logout.success') })
    },
    async endSession() {
      const page = pageNow()
      if (page?.session !== true || page.params.tenantId === undefined) return
      const { pathname, search } = router.state.location
      await session.signOut()
      await forget()
      saveRedirectPath(`${pathname}${search}`)
      await toLogin(page.params.tenantId)
      notify({
        tone: 'warning',
        message: translator(currentLanguage(), 'common')('session.expiredPlain'),
        timeoutMs: 0,
      })
    },
  }

  const element = (
    <RootBoundary>
      <ConfigContext value={config}>
        <QueryClientProvider client={queryClient}>
          <SessionProvider port={session} session={null}>
            <PortalContext value={portal}>
              <RouterProvider router={router} />
              <NotificationHost />
            </PortalContext>
          </SessionProvider>
        </QueryClientProvider>
      </ConfigContext>
    </RootBoundary>
  )
  return { router, queryClient, session, element }
}
