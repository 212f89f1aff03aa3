import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useOptionalSession } from '../../identity/session/session-context.tsx'
import { forgetOldRequestedEmails } from '../../identity/fields/requested-email.ts'
import { Announcer } from '../../feedback/Announcer.tsx'
import { NavigationBlock } from '../../feedback/NavigationBlock.tsx'
import { prepareNotifications } from '../../feedback/NotificationHost.tsx'
import type { RouteName } from '../../paths.ts'
import { useOptionalTenant } from '../../tenant/tenant-context.tsx'
import { ReturnWatch, TenantWatch } from './page-watches.tsx'
import { ReauthDialog } from '../../identity/session-end/ReauthDialog.tsx'
import { SessionLimit } from '../../identity/session-end/SessionLimit.tsx'
import { ConfigWatch } from './ConfigWatch.tsx'
import { FilledValues } from './FilledValues.tsx'
import { FocusedField } from './FocusedField.tsx'
import { LeftPages } from './LeftPages.tsx'
import { NavigationWait } from './NavigationWait.tsx'
import { MaintenanceBanner, MutationProblems, OfflineBar } from './notices.tsx'
import { PageFooter } from './PageFooter.tsx'
import { PageHeader } from './PageHeader.tsx'

export { ErrorPage, NotFoundPage, RouteProblem } from '../failure/failure-pages.tsx'

/**
 * Header, footer and the problem pages: one chunk, which the sign-in form does not wait for. `warns`: the tenant's info
 * was there before the page. The warning of a maintenance would move a form that is in use, so the next page shows it.
 */
export function ShellTop({ warns }: { warns: boolean }) {
  const tenant = useOptionalTenant()
  return (
    <>
      <OfflineBar />
      <NavigationWait />
      <PageHeader tenant={tenant} />
      {tenant && warns && <MaintenanceBanner />}
    </>
  )
}

export function ShellBottom({ route, known }: { route: RouteName | null; known: boolean }) {
  const tenant = useOptionalTenant()
  const session = useOptionalSession()
  const { pathname } = useLocation()
  const signedIn = session !== null
  useEffect(forgetOldRequestedEmails, [])
  useEffect(() => {
    if (!signedIn) return undefined
    // Loads the offline notice in advance: it cannot be fetched once the network is lost.
    const events = ['pointerdown', 'keydown'] as const
    const prepare = () => {
      stop()
      prepareNotifications().catch(() => undefined)
    }
    const stop = () => {
      for (const event of events) window.removeEventListener(event, prepare)
    }
    for (const event of events) window.addEventListener(event, prepare, { passive: true })
    return stop
  }, [signedIn])
  return (
    <>
      {/* The footer of another page is another one: it must not be seen to move. */}
      <PageFooter key={pathname} />
      <FilledValues />
      <FocusedField />
      <LeftPages />
      <NavigationBlock />
      <MutationProblems />
      <Announcer />
      {tenant && route && <TenantWatch route={route} known={known} />}
      <ConfigWatch route={route} />
      <ReturnWatch />
      {tenant && session && <ReauthDialog />}
      {tenant && session && <SessionLimit />}
    </>
  )
}
