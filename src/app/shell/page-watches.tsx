import { useQueryClient } from '@tanstack/react-query'
import type { Query } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router-dom'
import { useOptionalSession } from '../../identity/session/session-context.tsx'
import { redirectOfTenant } from '../../identity/sign-in/redirect-path.ts'
import { userQueries } from '../../api/queries.ts'
import { after, deviceTime, serverNow } from '../../lib/clock.ts'
import type { RouteName } from '../../paths.ts'
import { nextChange, openUntil } from '../../tenant/availability.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { loadTenant, reloadTenant } from '../../tenant/tenant-query.ts'
import { applyTenantTheme, rememberTenant } from '../../tenant/tenant-theme.ts'

/** How long before a planned window the starter waits for the tenant's info: it may begin earlier, and clocks differ. */
const marginMs = 5 * 60_000

/**
 * While a page is open: the tenant's colours, and its state, which may change at a set time or by a decision of the
 * tenant.
 */
export function TenantWatch({ route, known }: { route: RouteName; known: boolean }) {
  const { tenantId, info, displayName } = useTenant()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const signedIn = useOptionalSession() !== null

  useEffect(() => {
    if (!known) return
    const { band } = applyTenantTheme(info)
    const until = openUntil(info, serverNow())
    // The pages of a closed tenant have no session.
    if (signedIn || until === 0)
      rememberTenant(tenantId, { band, name: displayName, openUntil: deviceTime(until) - marginMs })
  }, [displayName, info, known, signedIn, tenantId])

  const giveWay = useEffectEvent(() => {
    const target = redirectOfTenant(route, tenantId, pathname + search, info)
    if (target !== null) void navigate(target, { replace: true })
  })
  // The login page is shown before the state of its tenant has arrived.
  useEffect(() => {
    if (known) giveWay()
  }, [known, info])

  useEffect(() => {
    let cancel: (() => void) | undefined
    function wait(): void {
      const moment = nextChange(info, serverNow())
      if (moment === null) return
      cancel = after(moment - serverNow(), () => {
        // The tenant may have changed the times, so its state is fetched again before the page changes.
        reloadTenant(queryClient, tenantId).then(revalidate, revalidate)
        // The info stays the same if the tenant has not.
        wait()
      })
    }
    wait()
    return () => cancel?.()
  }, [info, queryClient, revalidate, tenantId])

  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') loadTenant(queryClient, tenantId).catch(() => undefined)
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [queryClient, tenantId])
  return null
}

/**
 * A page restored from the browser's back/forward cache may be outdated or belong to another user: run the guard again
 * and fetch the user's data again. What the loaders of the page fetch is fetched once.
 */
export function ReturnWatch() {
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    async function fetchAgain(): Promise<void> {
      await queryClient.invalidateQueries({ ...userQueries, refetchType: 'none' })
      await revalidate()
      const isLeft = ({ state }: Query) => state.isInvalidated
      await queryClient.refetchQueries({ ...userQueries, type: 'active', predicate: isLeft })
    }
    const look = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) void fetchAgain()
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [queryClient, revalidate])
  return null
}
