import { QueryClientProvider } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { wireApi } from '../api/wiring.ts'
import { registerChangeDraft } from '../drafts/change-draft.ts'
import { registerKeptUntil } from '../drafts/kept-until.ts'
import { createSession } from '../identity/session/session.ts'
import type { SessionPort } from '../identity/session/session-port.ts'
import { SessionProvider } from '../identity/session/session-context.tsx'
import { setNotificationTimeout } from '../feedback/notify.ts'
import { NotificationHost } from '../feedback/NotificationHost.tsx'
import { currentLanguage, texts } from '../i18n/texts.ts'
import { ConfigContext } from '../lib/config-context.ts'
import { tenantOfHost } from '../lib/config.ts'
import type { PortalConfig } from '../lib/config.ts'
import type { Problem } from '../lib/problem.ts'
import { createSignal } from '../lib/signal.ts'
import { matchRoute } from '../paths.ts'
import { refetchTenantInfo, tenantGate } from '../tenant/tenant-query.ts'
import { createGuard } from './guard.ts'
import { RootBoundary } from './failure/boundaries.tsx'
import { PortalContext } from './portal/portal-context.ts'
import type { Portal } from './portal/portal-context.ts'
import { createQueryClient } from './query-client.ts'
import { createRouter, portalRoutes } from './router.tsx'
import type { MakeRouter, PortalRouter } from './router.tsx'
import { createSessionReactions } from '../identity/session-end/session-reactions.ts'
import { SessionEndContext } from '../identity/session-end/session-end-context.ts'
import type { Content } from '../ui/elements.ts'

type Options = {
  config: PortalConfig
  /** Replaced in tests. */
  makeRouter?: MakeRouter
}

export type RunningPortal = {
  router: PortalRouter
  queryClient: QueryClient
  session: SessionPort
  element: Content
  /** Reports an error that a boundary has caught, if the stage enables reports. */
  report: (error: unknown) => void
}

/** React prints what a boundary catches; without a handler, React Router prints the error of a page again. */
function printedByReact(): void {}

/** Composition root: clients, session, guard, router, and the portal's reactions to their events. */
export function createPortal({ config, makeRouter = createBrowserRouter }: Options): RunningPortal {
  const session = createSession(config)
  const problems = createSignal<Problem | null>(null)
  const reports =
    config.reportTo === undefined
      ? null
      : import('./reports.ts').then(
          ({ startReports }) => startReports(config, router),
          () => null,
        )
  const report = (error: unknown) => void reports?.then((send) => send?.(error))

  const queryClient = createQueryClient({
    onUnauthenticated: () => reactions.unauthenticated(),
    onAccountDeleted: () => void reactions.accountDeleted(),
    onUnavailable: () => void refetchTenantInfo(queryClient),
    onTenantClosed: () => void router.revalidate(),
    onFailure: report,
    onProblem: (problem) => problems.set({ ...problem }),
  })
  // The API returns names and texts in the language of the request. Forms and texts about them are fetched by language,
  // and values typed into the profile must not be replaced.
  const byLanguage: readonly unknown[] = ['form', 'order-form', 'about']
  texts.on('languageChanged', () => {
    const isTranslated = ({ queryKey: [first, second] }: Query) => !byLanguage.includes(first) && second !== 'profile'
    void queryClient.invalidateQueries({ predicate: isTranslated })
  })
  const ownTenant = tenantOfHost(config, window.location.hostname)
  const router = createRouter(
    portalRoutes(createGuard({ queryClient, session, ownTenant }), { ownTenant, defaultTenant: config.defaultTenant }),
    { queryClient, formsBase: config.formsBase },
    makeRouter,
  )
  // Errors of loaders do not reach React.
  router.subscribe(({ errors }) => Object.values(errors ?? {}).forEach(report))

  /** The page that is being opened, else the open page. */
  function pageNow() {
    const { navigation, location } = router.state
    return matchRoute((navigation.location ?? location).pathname)
  }

  const reactions = createSessionReactions({
    session,
    queryClient,
    limits: config.limits,
    pageNow,
    address: () => router.state.location.pathname + router.state.location.search,
    navigate: (path, state) => router.navigate(path, { state, replace: true, flushSync: true }),
    open: (path) => router.navigate(path),
    loadApplications,
  })
  wireApi({
    baseUrl: config.apiBase,
    filesOrigin: config.filesOrigin,
    timeoutMs: config.limits.requestTimeoutMs,
    language: currentLanguage,
    tenantGate: tenantGate(queryClient),
    pageHasSession: () => pageNow()?.session === true,
    user: () => session.storedSession()?.username ?? null,
    getIdToken: reactions.getIdToken,
    refreshSession: reactions.refreshSession,
  })
  registerChangeDraft(async (change) => (await loadApplications()).changeDraft(change))
  registerKeptUntil(async (draft) => (await loadApplications()).keptUntil(draft))
  setNotificationTimeout(config.limits.notificationMs)

  const portal: Portal = {
    problems,
    focusedPage: createSignal<string | null>(null),
  }

  const element = (
    <RootBoundary>
      <ConfigContext value={config}>
        <QueryClientProvider client={queryClient}>
          <SessionProvider port={session} session={null}>
            <SessionEndContext value={reactions.sessionEnd}>
              <PortalContext value={portal}>
                <RouterProvider router={router} onError={printedByReact} />
                <NotificationHost />
              </PortalContext>
            </SessionEndContext>
          </SessionProvider>
        </QueryClientProvider>
      </ConfigContext>
    </RootBoundary>
  )
  return { router, queryClient, session, element, report }
}

/** Applications are a chunk of their own. */
function loadApplications() {
  return import('../features/apply/application/log-out.ts')
}
