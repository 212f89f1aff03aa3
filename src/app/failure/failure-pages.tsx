import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import {
  isRouteErrorResponse,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
import { forgetUnreadable } from '../../api/queries.ts'
import { toProblem } from '../../api/problem.ts'
import { useOptionalSession, useSessionPort } from '../../identity/session/session-context.tsx'
import { useSessionEnd } from '../../identity/session-end/session-end-context.ts'
import { ProblemPage } from '../../feedback/ProblemPage.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useOffline } from '../../lib/network.ts'
import { withoutSession } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { matchRoute, parseTenantId, paths } from '../../paths.ts'
import type { Path, RouteName } from '../../paths.ts'
import { useOptionalTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'
import { isMissingFile, reloadPage } from './stale-build.ts'

/** The boundary of every page. A retry neither reloads the app nor loses the state of other pages. */
export function RouteProblem() {
  const error = useRouteError()
  const session = useSessionPort()
  const { expired } = useSessionEnd()
  const { reset } = useQueryErrorResetBoundary()
  const location = useLocation()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const home = useHomePath()
  const common = useText('common')
  const offline = useOffline()
  const queryClient = useQueryClient()
  const signedIn = useOptionalSession() !== null
  const problem = problemOfRoute(error, signedIn)
  const t = useText('errors')
  const duringApplication = applicationRoutes.has(matchRoute(location.pathname)?.name ?? 'home')

  // Navigate to the same place instead of revalidating: a revalidation served from the cache ends before the boundary
  // of the failed page notices it, so the boundary would keep showing the failure.
  const retry = () => {
    reset()
    if (problem.kind === 'unreadable') forgetUnreadable(queryClient)
    expectPageTitle()
    void navigate(location, { replace: true, state: location.state as unknown })
  }
  const onChange = useEffectEvent((kind: string) => {
    if (kind === 'signed-in' && problem.kind === 'unauthenticated') retry()
  })
  useEffect(() => session.onChange((change) => onChange(change.kind)), [session])
  const onOnline = useEffectEvent(() => {
    if (problem.kind === 'offline') retry()
  })
  // Listens as soon as the page is visible: a short failure can end before an effect that runs later.
  useLayoutEffect(() => {
    const onBack = () => onOnline()
    window.addEventListener('online', onBack)
    return () => window.removeEventListener('online', onBack)
  }, [])

  // The sign-in dialog is open over this page, which continues automatically afterwards. The button is for whoever
  // closes it: nothing else would ever open it again.
  if (problem.kind === 'unauthenticated') {
    return (
      <>
        <PageTitle title={common('session.expiredTitle')} />
        <Button busy={state === 'loading'} onClick={() => expired.set(true)}>
          {common('nav.logIn')}
        </Button>
      </>
    )
  }
  if (isMissingFile(error) && !offline) return <StaleBuildPage />
  return (
    <ProblemPage
      problem={problem}
      message={duringApplication && hasNoSpecificMessage(problem) ? t('application.applicationError') : undefined}
      home={home}
      busy={state === 'loading'}
      onRetry={retry}
    />
  )
}

/** Routes on which a failure interrupts an application. */
const applicationRoutes: ReadonlySet<RouteName> = new Set(['application', 'shippingAddress', 'settlement'])

/** Whether the problem has no more specific message. */
function hasNoSpecificMessage({ kind, code }: Problem): boolean {
  return kind === 'unreadable' || (kind === 'unavailable' && code === undefined)
}

function problemOfRoute(error: unknown, signedIn: boolean): Problem {
  if (isRouteErrorResponse(error)) return { kind: error.status === 404 ? 'not-found' : 'unreadable', fields: [] }
  if (isMissingFile(error)) return { kind: 'offline', fields: [] }
  const problem = toProblem(error)
  return signedIn ? problem : withoutSession(problem)
}

/** The generic error page. Strips the query string. */
export function ErrorPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const dirty = search.size > 0
  useEffect(() => {
    if (dirty) void navigate(paths.error(), { replace: true })
  }, [dirty, navigate])
  return <ProblemPage problem={{ kind: 'unreadable', fields: [] }} home={useHomePath()} />
}

export function NotFoundPage() {
  const common = useText('common')
  const home = useHomePath()
  const { pathname } = useLocation()
  // The address of a tenant without a page, for example from a leaflet. Whether the tenant exists is unknown.
  const tenantId = parseTenantId(pathname.split('/')[1])
  const list = tenantId === null ? null : paths.login(tenantId)
  return (
    <ProblemPage problem={{ kind: 'not-found', fields: [] }} home={home}>
      {list !== null && list !== home && (
        <LinkButton to={list} variant={home === null ? 'primary' : 'secondary'}>
          {common('notFound.toTenant', { tenantId: tenantId ?? '' })}
        </LinkButton>
      )}
    </ProblemPage>
  )
}

/** A part of the portal cannot be loaded even after a reload: there is a newer version, or the connection is poor. */
function StaleBuildPage() {
  const t = useText('common')
  return (
    <>
      <PageTitle title={t('updated.title')} lead={t('updated.body')} />
      <Button onClick={reloadPage}>{t('updated.reload')}</Button>
    </>
  )
}

/** The top page: 手続き一覧; without a session the login page of the last tenant; without a last tenant, none. */
function useHomePath(): Path | null {
  const tenant = useOptionalTenant()
  const session = useSessionPort()
  const tenantId = tenant?.tenantId ?? parseTenantId(localStore.get(storageKeys.tenantId))
  if (tenantId === null) return null
  return session.hasSession() ? paths.applicationList(tenantId) : paths.login(tenantId)
}
