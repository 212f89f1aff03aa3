import type { TenantRecord } from '../core/records.ts'

/**
 * Whether the API answers only requests for the tenant's info: the tenant is suspended, in maintenance, or does not
 * offer the portal.
 */
export function isClosed(tenant: TenantRecord, now: number): boolean {
  return !tenant.webApplication || isInMaintenance(tenant, now)
}

export function isInMaintenance({ state, suspendAt, restartAt }: TenantRecord, now: number): boolean {
  if (state === 'SUSPENDED') return true
  return suspendAt !== undefined && now >= suspendAt && (restartAt === undefined || now < restartAt)
}

/** Seconds until the tenant is expected to be back. */
export function retryAfter({ restartAt }: TenantRecord, now: number): number {
  return restartAt === undefined || restartAt <= now ? 3600 : Math.ceil((restartAt - now) / 1000)
}
