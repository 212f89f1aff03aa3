import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { Outlet, useLoaderData, useLocation } from 'react-router-dom'
import { SessionProvider, useSessionPort } from '../../auth/session-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import { problemOf } from '../../lib/problem.ts'
import { matchRoute } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { TenantProvider, tenantOf } from '../../tenant/tenant-context.tsx'
import { tenantQueryOptions } from '../../tenant/tenant-query.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DemoBar } from './DemoBar.tsx'
import type { Visit } from '../portal/visit.ts'
import { useShell } from './load-shell.ts'
import { NavigationEffects } from './NavigationEffects.tsx'
import { SilentBoundary } from '../failure/SilentBoundary.tsx'
import { Texts } from '../portal/Texts.tsx'
import styles from './PortalLayout.module.css'

/** The frame of every page, with what the guard found out about the visit. */
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

/** A page that belongs to no tenant, or whose tenant could not be asked. */
export function Bare({ children }: { children: ReactNode }) {
  return (
    <Texts>
      <Frame known={false}>
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
  /** Leaves room for the navigation at the bottom of phones. */
  bar?: boolean
  children: ReactNode
}

function Frame({ known, bar = false, children }: FrameProps) {
  const t = useText('critical')
  const { pathname } = useLocation()
  const route = matchRoute(pathname)?.name ?? null
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
      <SilentBoundary fallback={<div className={styles.space} />}>
        <ShellTop known={known} />
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

function Page() {
  const { pathname } = useLocation()
  return (
    <Suspense key={pathname} fallback={<Skeleton />}>
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
