import { parseRedirectPath, paths } from '../paths.ts'
import type { Path, TenantId } from '../paths.ts'
import { localStore } from './safe-storage.ts'
import { storageKeys } from './storage-keys.ts'

/** Keeps the page a user wanted before signing in. */
export function saveRedirectPath(path: string): void {
  localStore.set(storageKeys.redirectPath, path)
}

/** Where signing in leads: the page that was wanted, once, if it is one of this tenant; else the list of procedures. */
export function takeRedirectPath(tenantId: TenantId): Path {
  const wanted = parseRedirectPath(localStore.get(storageKeys.redirectPath), tenantId)
  localStore.remove(storageKeys.redirectPath)
  return wanted ?? paths.applicationList(tenantId)
}
