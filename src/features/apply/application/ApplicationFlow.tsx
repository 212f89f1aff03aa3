import { Suspense, useLayoutEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import type { Location } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import { runAsQuery } from '../../../api/http.ts'
import { useSession } from '../../../identity/port.ts'
import { matchRoute, parseType } from '../../../paths.ts'
import type { RouteName, ServiceId, ServiceType } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { applicationName } from '../draft/draft.ts'
import { enter, prefetchDraft } from './application-owner.ts'

const pages: ReadonlySet<RouteName> = new Set(['application', 'shippingAddress', 'settlement'])

type Address = Pick<Location, 'pathname' | 'search'>

/** The application that an address shows; null for an address of another page, or without a type. */
export function applicationAt({ pathname, search }: Address): { serviceId: ServiceId; type: ServiceType } | null {
  const route = matchRoute(pathname)
  if (route === null || !pages.has(route.name)) return null
  const [inQuery, ...others] = new URLSearchParams(search).getAll('type')
  const { serviceId, type = others.length === 0 ? parseType(inQuery) : null } = route.params
  return serviceId === undefined || type === null ? null : { serviceId, type }
}

/** The application stays open from page to page; when the flow is left, it is written and given back. */
export function Component() {
  const location = useLocation()
  const { tenantId } = useTenant()
  const { userId } = useSession()
  const queryClient = useQueryClient()
  const { serviceId, type } = applicationAt(location) ?? {}
  const name = serviceId && type && applicationName({ tenantId, userId, serviceId, type })
  useLayoutEffect(() => {
    if (!serviceId || !type || !name) return undefined
    prefetchDraft({ tenantId, userId, serviceId, type }, runAsQuery(queryClient))
    return enter(name)
  }, [name, tenantId, userId, serviceId, type, queryClient])
  return (
    <Suspense key={location.pathname} fallback={<Skeleton />}>
      <Outlet />
    </Suspense>
  )
}
