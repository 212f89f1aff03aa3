import { useQueryClient, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router-dom'
import { useOptionalSession, useSessionPort } from '../../auth/session-context.tsx'
import { forgetUnreadable } from '../../api/forget-unreadable.ts'
import { toProblem } from '../../api/problem.ts'
import { ProblemPage } from '../../feedback/ProblemPage.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { Problem } from '../../lib/problem.ts'
import { matchRoute } from '../../paths.ts'
import type { RouteName } from '../../paths.ts'
import { expectPageTitle } from '../../ui/page-focus.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isMissingFile } from './stale-build.ts'
import { StaleBuildPage } from './StaleBuildPage.tsx'
import { useHomePath } from '../portal/use-home-path.ts'

/** The boundary of every page. Trying again neither reloads the app nor loses what other pages hold. */
export function RouteProblem() {
  const error = useRouteError()
  const session = useSessionPort()
  const { reset } = useQueryErrorResetBoundary()
  const location = useLocation()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const home = useHomePath()
  const common = useText('common')
  const queryClient = useQueryClient()
  const signedIn = useOptionalSession() !== null
  const problem = problemOfRoute(error, signedIn)
  const t = useText('errors')
  const duringApplication = applicationRoutes.has(matchRoute(location.pathname)?.name ?? 'home')

  // A visit to the same place, not a revalidation: one that is answered from memory is over before the boundary of a page
  // that failed while it was drawn has seen it begin, and it would go on showing the failure.
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

  // The sign-in dialog is open over this page, which goes on by itself afterwards.
  if (problem.kind === 'unauthenticated') {
    return (
      <>
        <PageTitle title={common('session.expiredTitle')} />
        <Skeleton />
      </>
    )
  }
  if (isMissingFile(error) && navigator.onLine) return <StaleBuildPage />
  return (
    <ProblemPage
      problem={problem}
      message={duringApplication && isVague(problem) ? t('application.applicationError') : undefined}
      home={home}
      busy={state === 'loading'}
      onRetry={retry}
    />
  )
}

/** Where a failure stops an application that is being filled in. */
const applicationRoutes: ReadonlySet<RouteName> = new Set(['application', 'shippingAddress', 'settlement'])

/** Nothing is known that could be said better. */
function isVague({ kind, code }: Problem): boolean {
  return kind === 'unreadable' || (kind === 'unavailable' && code === undefined)
}

function problemOfRoute(error: unknown, signedIn: boolean): Problem {
  if (isRouteErrorResponse(error)) return { kind: error.status === 404 ? 'not-found' : 'unreadable', fields: [] }
  if (isMissingFile(error)) return { kind: 'offline', fields: [] }
  const problem = toProblem(error)
  // Nobody is signed in whose session could be over: a page that needs none was refused for a reason of the provider's.
  if (problem.kind !== 'unauthenticated' || signedIn) return problem
  const { code: _code, ...uncoded } = problem
  return { ...uncoded, kind: 'unavailable' }
}
