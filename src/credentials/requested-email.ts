import { serverNow } from '../lib/clock.ts'
import { localStore } from '../lib/safe-storage.ts'
import { isNumber, isString, readJson, shape } from '../lib/shape.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { TenantId } from '../paths.ts'

/** A mailed link is valid for 24 hours, so the address is of no use afterwards. */
const keptMs = 24 * 60 * 60_000

const isRequest = shape({ email: isString, at: isNumber })

/**
 * The address to which this browser requested a mailed link. The API only reveals a masked address to the page of the
 * link, but a password manager has to save the new password under the full one.
 */
export function rememberRequestedEmail(tenantId: TenantId, email: string): void {
  localStore.set(storageKeys.requestedEmail + tenantId, JSON.stringify({ email, at: serverNow() }))
}

/** The remembered address if the masked one can be the same, i.e. the link was requested in this browser; else null. */
export function requestedEmail(tenantId: TenantId, masked: string): string | null {
  const email = keptEmail(storageKeys.requestedEmail + tenantId)
  const [start = '', ...rest] = masked.split(/\*+/)
  const end = rest.at(-1)
  return end !== undefined && email?.startsWith(start) === true && email.endsWith(end) ? email : null
}

export function forgetRequestedEmail(tenantId: TenantId): void {
  localStore.remove(storageKeys.requestedEmail + tenantId)
}

/** Removes the addresses of links that nobody opened. */
export function forgetOldRequestedEmails(): void {
  for (const key of localStore.keys())
    if (key.startsWith(storageKeys.requestedEmail) && keptEmail(key) === null) localStore.remove(key)
}

function keptEmail(key: string): string | null {
  const request = readJson(localStore.get(key), isRequest)
  return request !== null && Math.abs(serverNow() - request.at) < keptMs ? request.email : null
}
