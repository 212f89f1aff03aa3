import { useQuery } from '@tanstack/react-query'
import { Suspense, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Outlet, useLoaderData, useLocation, useMatches } from 'react-router-dom'
import { SessionProvider, useSessionPort } from '../../identity/session/session-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import { problemOf } from '../../lib/problem.ts'
import { matchRoute } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { tenantOf, TenantProvider, useOptionalTenant } from '../../tenant/tenant-context.tsx'
import { tenantQueryOptions } from '../../tenant/tenant-query.ts'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { useComponentTexts } from './use-component-texts.ts'
import { RootBoundary, SilentBoundary } from '../failure/boundaries.tsx'
import { usePortal } from '../portal/portal-context.ts'
import type { Visit } from '../portal/portal-context.ts'
import { useFirstPage, useShell } from './load-shell.ts'
import { pageOf } from './page-of.ts'
import type { Content } from '../../ui/elements.ts'
import styles from './PortalLayout.module.css'

/** Below the root and this layout; see `portalRoutes`. */
const depthOfPages = 2

/** The frame of every page, with the tenant and session from the guard. */
export function PortalLayout() {
  const { tenantId, session } = useLoaderData<Visit>()
  const port = useSessionPort()
  return (
    <SessionProvider port={port} session={session}>
      {tenantId === null ? (
        <Bare>
          <Page />
        </Bare>
      ) : (
        <TenantFrame tenantId={tenantId} signedIn={session !== null} />
      )}
    </SessionProvider>
  )
}

/** A page without a tenant, or whose tenant info could not be loaded. */
export function Bare({ children }: { children: Content }) {
  return (
    <Texts>
      <Frame known={false} bare>
        <Suspense fallback={<Skeleton />}>{children}</Suspense>
      </Frame>
    </Texts>
  )
}

function TenantFrame({ tenantId, signedIn }: { tenantId: TenantId; signedIn: boolean }) {
  const { data, error } = useQuery(tenantQueryOptions(tenantId))
  if (data === undefined && problemOf(error)?.kind === 'not-found') {
    return (
      <Bare>
        <NotFound />
      </Bare>
    )
  }
  return (
    <TenantProvider tenant={tenantOf(tenantId, data ?? null)}>
      <Texts>
        <Frame known={data !== undefined} bar={signedIn}>
          <Page />
        </Frame>
      </Texts>
    </TenantProvider>
  )
}

type FrameProps = {
  /** Whether the tenant's info has arrived. */
  known: boolean
  /** Reserves space for the navigation at the bottom of phones. */
  bar?: boolean
  /** Whether the page has no tenant; else the header shows the tenant's name. */
  bare?: boolean
  children: Content
}

function Frame({ known, bar = false, bare = false, children }: FrameProps) {
  const t = useText('critical')
  const { pathname } = useLocation()
  const route = matchRoute(pathname)?.name ?? null
  useFirstPage()
  // Whether the tenant's info was there when this page appeared.
  const [arrival, setArrival] = useState({ pathname, known })
  if (arrival.pathname !== pathname) setArrival({ pathname, known })
  return (
    <div className={bar ? styles.withBar : styles.frame}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('app.skipToContent')}
      </a>
      <DemoBar />
      <SilentBoundary fallback={<div className={bare ? styles.stripe : styles.space} />}>
        <ShellTop warns={known && arrival.known} />
      </SilentBoundary>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SilentBoundary>
        <ShellBottom route={route} known={known} />
      </SilentBoundary>
      <NavigationEffects />
    </div>
  )
}

/** The pages of a layout route replace each other inside it. */
function Page() {
  const page = useMatches()[depthOfPages]
  return (
    <Suspense key={page?.pathname} fallback={<Skeleton />}>
      <Outlet />
    </Suspense>
  )
}

function ShellTop(props: Parameters<ReturnType<typeof useShell>['ShellTop']>[0]) {
  const shell = useShell()
  return <shell.ShellTop {...props} />
}

function ShellBottom(props: Parameters<ReturnType<typeof useShell>['ShellBottom']>[0]) {
  const shell = useShell()
  return <shell.ShellBottom {...props} />
}

export function NotFound() {
  const { NotFoundPage } = useShell()
  return <NotFoundPage />
}

/** Shown while the first page loads. */
export function FirstFrame() {
  return (
    <Texts>
      <div className={styles.frame}>
        <DemoBar />
        <div className={styles.space} />
        <main className={styles.main}>
          <Skeleton />
        </main>
      </div>
    </Texts>
  )
}

/** Marks a stage that runs against the sandbox. Rendered in the first frame, so that the layout does not shift. */
function DemoBar() {
  const t = useText('critical')
  const { demo } = useConfig()
  if (!demo) return null
  return (
    <aside className={styles.demo} aria-label={t('app.demoLabel')}>
      {t('app.demo')}
    </aside>
  )
}

/** Provides the components of ui/ with their texts. */
export function Texts({ children }: { children: ReactNode }) {
  const texts = useComponentTexts(useOptionalTenant()?.displayName ?? '')
  return <UiTextsContext value={texts}>{children}</UiTextsContext>
}

/**
 * A new page starts at its top, with the focus on its heading, so that screen readers read it. LeftPages then restores
 * the position after Back. The first page keeps the browser's own start.
 */
function NavigationEffects() {
  const page = pageOf(useLocation())
  // Stored outside this component, because the problem page after a failed guard has another frame than the page before
  // it.
  const { focusedPage } = usePortal()
  // A layout effect runs before any event: a user who types at once must not lose the focus of the field.
  useLayoutEffect(() => {
    const before = focusedPage.get()
    focusedPage.set(page)
    if (before === null || before === page) return
    window.scrollTo(0, 0)
    requestPageFocus()
  }, [focusedPage, page])
  return null
}

/** The boundary of every page. */
export function RouteBoundary() {
  return (
    <RootBoundary framed>
      <Suspense fallback={<Skeleton />}>
        <Problem />
      </Suspense>
    </RootBoundary>
  )
}

function Problem() {
  const { RouteProblem } = useShell()
  return <RouteProblem />
}
