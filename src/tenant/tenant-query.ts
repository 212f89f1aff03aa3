import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { getGetTenantInfoQueryKey, getGetTenantInfoQueryOptions } from '../api/generated/tenant/tenant.ts'
import { staleTimes } from '../api/queries.ts'
import { serverNow } from '../lib/clock.ts'
import { ProblemError } from '../lib/problem.ts'
import { parseTenantId } from '../paths.ts'
import type { TenantId } from '../paths.ts'
import { availabilityOf } from './availability.ts'
import type { Availability } from './availability.ts'

/** A request was not sent because its tenant is closed; the page shows the reason. */
export class TenantClosedError extends ProblemError {
  readonly tenantId: TenantId
  readonly availability: Exclude<Availability, { kind: 'open' }>

  constructor(tenantId: TenantId, availability: Exclude<Availability, { kind: 'open' }>) {
    super({ kind: 'unavailable', fields: [] })
    this.tenantId = tenantId
    this.availability = availability
  }
}

/** Whether a query requests the info of any tenant. */
export function isTenantInfo(queryKey: QueryKey): boolean {
  return queryKey[1] === 'tenants' && queryKey[3] === 'info'
}

/** The tenant info: one request at a time; a response is fresh for 60 seconds. */
export function tenantQueryOptions(tenantId: TenantId) {
  return { ...getGetTenantInfoQueryOptions(tenantId), staleTime: staleTimes.tenant }
}

export function loadTenant(queryClient: QueryClient, tenantId: TenantId): Promise<TenantInfo> {
  return queryClient.query(tenantQueryOptions(tenantId))
}

/** Refetches, whatever is cached. */
export function reloadTenant(queryClient: QueryClient, tenantId: TenantId): Promise<TenantInfo> {
  return queryClient.query({ ...tenantQueryOptions(tenantId), staleTime: 0 })
}

/** The shortest time between two requests for the info of a tenant. */
const pauseMs = 1_000

/**
 * Refetches the info of all cached tenants, once for all requests of a page that fail together. Info younger than a second
 * is refetched when it is a second old: the tenant may have closed right after it.
 */
export async function refetchTenantInfo(queryClient: QueryClient): Promise<void> {
  const refusedAt = Date.now()
  const infos = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isTenantInfo(queryKey) })
  const age = Math.min(...infos.map(({ state }) => refusedAt - state.dataUpdatedAt))
  if (age < pauseMs) await new Promise((resolve) => setTimeout(resolve, pauseMs - age))
  await queryClient.invalidateQueries(
    { predicate: ({ queryKey, state }) => isTenantInfo(queryKey) && state.dataUpdatedAt <= refusedAt },
    { cancelRefetch: false },
  )
}

/** What the public client waits for before any other operation. */
export function tenantGate(queryClient: QueryClient): (tenantId: string) => Promise<void> {
  return async (raw) => {
    const tenantId = parseTenantId(raw)
    if (tenantId === null) throw new ProblemError({ kind: 'not-found', fields: [] })
    const availability = availabilityOf(await loadTenant(queryClient, tenantId), serverNow())
    if (availability.kind !== 'open') throw new TenantClosedError(tenantId, availability)
  }
}

/** Removes all cached data except the info of the named tenant: one tenant's data is never shown for another. */
export function dropOtherAnswers(queryClient: QueryClient, tenantId: TenantId | null): void {
  const kept = tenantId === null ? null : JSON.stringify(getGetTenantInfoQueryKey(tenantId))
  queryClient.removeQueries({ predicate: (query) => JSON.stringify(query.queryKey) !== kept })
  queryClient.getMutationCache().clear()
}
