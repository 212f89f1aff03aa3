import { parseRedirectPath, paths } from '../../paths.ts'
import type { Path, TenantId } from '../../paths.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'

/** Stores the page that a user requested before signing in. */
export function saveRedirectPath(path: string): void {
  localStore.set(storageKeys.redirectPath, path)
}

/** The page that is shown after signing in, if one was requested. */
export function wantedPage(tenantId: TenantId): Path | null {
  return parseRedirectPath(localStore.get(storageKeys.redirectPath), tenantId)
}

/** The page after signing in: the requested one, once, if it belongs to this tenant; else the list of procedures. */
export function takeRedirectPath(tenantId: TenantId): Path {
  const wanted = wantedPage(tenantId)
  localStore.remove(storageKeys.redirectPath)
  return wanted ?? paths.applicationList(tenantId)
}
