import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { TenantId } from '../paths.ts'

/**
 * The address to which this browser requested a mailed link. The API only reveals a masked address to the page of the
 * link, but a password manager has to save the new password under the full one.
 */
export function rememberRequestedEmail(tenantId: TenantId, email: string): void {
  localStore.set(storageKeys.requestedEmail + tenantId, email)
}

/** The remembered address if the masked one can be the same, i.e. the link was requested in this browser; else null. */
export function requestedEmail(tenantId: TenantId, masked: string): string | null {
  const email = localStore.get(storageKeys.requestedEmail + tenantId)
  const [start = '', ...rest] = masked.split(/\*+/)
  const end = rest.at(-1)
  return end !== undefined && email?.startsWith(start) === true && email.endsWith(end) ? email : null
}

export function forgetRequestedEmail(tenantId: TenantId): void {
  localStore.remove(storageKeys.requestedEmail + tenantId)
}
