import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { paths } from '../paths.ts'
import type { Path, RouteName, TenantId } from '../paths.ts'

/** What a tenant currently allows its users. */
export type Availability =
  | { kind: 'disabled' }
  /** `restartAt` in milliseconds; null if the end is unknown. */
  | { kind: 'maintenance'; restartAt: number | null }
  | { kind: 'open'; warning: MaintenanceWarning | null }

export type MaintenanceWarning = {
  suspendAt: number
  restartAt: number | null
  /** The tenant's own text, if it has any. */
  message: string | null
}

/** How long users are warned before a maintenance, and before a service stops. */
export const warningPeriodMs = 7 * 24 * 60 * 60 * 1_000

type Rules = Pick<TenantInfo, 'state' | 'features' | 'maintenance'>

/**
 * Disabled takes priority over maintenance. A window runs from `suspendTimerConfig` (inclusive) to `restartTimerConfig`
 * (exclusive; open without a readable one). With an unreadable start there is no window; with an end before the start
 * it is empty.
 * @param now milliseconds by the API's clock
 */
export function availabilityOf(info: Rules, now: number): Availability {
  if (!info.features.webApplication.enabled) return { kind: 'disabled' }
  if (info.state === 'SUSPENDED') return { kind: 'maintenance', restartAt: null }
  const window = maintenanceWindow(info)
  if (window === null || (window.restartAt !== null && now >= window.restartAt)) return { kind: 'open', warning: null }
  if (now >= window.suspendAt) return { kind: 'maintenance', restartAt: window.restartAt }
  const near = now >= window.suspendAt - warningPeriodMs
  return { kind: 'open', warning: near ? { ...window, message: messageOf(info) } : null }
}

/** Until when the tenant is open, as far as its info says: 0 if it is closed now, for ever without a planned window. */
export function openUntil(info: Rules, now: number): number {
  if (availabilityOf(info, now).kind !== 'open') return 0
  const window = maintenanceWindow(info)
  return window === null || window.suspendAt <= now ? Number.MAX_SAFE_INTEGER : window.suspendAt
}

/** When the result of {@link availabilityOf} will change by itself, or null if it will not. */
export function nextChange(info: Rules, now: number): number | null {
  const window = maintenanceWindow(info)
  if (window === null || info.state === 'SUSPENDED' || !info.features.webApplication.enabled) return null
  const moments = [window.suspendAt - warningPeriodMs, window.suspendAt, window.restartAt ?? Number.POSITIVE_INFINITY]
  const next = Math.min(...moments.filter((moment) => moment > now))
  return Number.isFinite(next) ? next : null
}

function maintenanceWindow({ maintenance }: Rules): { suspendAt: number; restartAt: number | null } | null {
  const suspendAt = readTime(maintenance?.suspendTimerConfig)
  if (suspendAt === null) return null
  const restartAt = readTime(maintenance?.restartTimerConfig)
  return restartAt !== null && restartAt <= suspendAt ? null : { suspendAt, restartAt }
}

function messageOf({ maintenance }: Rules): string | null {
  const message = maintenance?.preSuspendedMessage?.trim()
  return message === undefined || message === '' ? null : message
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/i

/** Milliseconds since 1970; null for an unreadable time, and for one without a zone, which is another in each browser. */
export function readTime(value: unknown): number | null {
  if (typeof value !== 'string' || !rfc3339.test(value)) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

/**
 * Where the tenant's state redirects a visit to this route, or null if the page may be shown. Disabled takes priority
 * over maintenance.
 */
export function tenantRedirect(name: RouteName, tenantId: TenantId, { kind }: Availability): Path | null {
  switch (kind) {
    case 'disabled':
      return name === 'notSupported' ? null : paths.notSupported(tenantId)
    case 'maintenance':
      return name === 'maintenance' ? null : paths.maintenance(tenantId)
    case 'open':
      return name === 'notSupported' || name === 'maintenance' ? paths.login(tenantId) : null
  }
}
