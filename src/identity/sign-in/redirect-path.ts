import type { TenantInfo } from '../../api/generated/api.schemas.ts'
import { parseRedirectPath, paths, routePatterns } from '../../paths.ts'
import type { Path, RouteName, TenantId } from '../../paths.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { serverNow } from '../../lib/clock.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { availabilityOf, tenantRedirect } from '../../tenant/availability.ts'

/** Stores the page that a user requested before signing in, or saw when the tenant closed. */
export function saveRedirectPath(path: string): void {
  localStore.set(storageKeys.redirectPath, path)
}

/**
 * Where the tenant's state redirects a visit to this address, or null if the page may be shown. A page that needs a
 * session opens again when the tenant does: the login page leads to it.
 */
export function redirectOfTenant(name: RouteName, tenantId: TenantId, address: string, info: TenantInfo): Path | null {
  const target = tenantRedirect(name, tenantId, availabilityOf(info, serverNow()))
  if (target !== null && routePatterns[name].session) saveRedirectPath(address)
  return target
}

/** The page that is shown after signing in, if one was requested. */
export function wantedPage(tenantId: TenantId): Path | null {
  return parseRedirectPath(localStore.get(storageKeys.redirectPath), tenantId)
}

/** The page after signing in: the requested one, if it belongs to this tenant; else the list of procedures. */
export function pageAfterSignIn(tenantId: TenantId): Path {
  const wanted = wantedPage(tenantId)
  if (wanted === null) localStore.remove(storageKeys.redirectPath)
  return wanted ?? paths.applicationList(tenantId)
}

/**
 * The page at this address opens for a user with a session: it is no longer wanted. Not earlier, because another
 * navigation may replace the one that leads to it.
 */
export function forgetRedirectPath({ origin, pathname, search }: URL): void {
  const wanted = localStore.get(storageKeys.redirectPath)
  if (wanted === null || !URL.canParse(wanted, origin)) return
  const page = new URL(wanted, origin)
  if (page.pathname + page.search === pathname + search) localStore.remove(storageKeys.redirectPath)
}
