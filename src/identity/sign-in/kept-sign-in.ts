import type { TokenStorage } from '../../lib/config.ts'
import { tokenStorages } from '../../lib/config.ts'
import { serverNow } from '../../lib/clock.ts'
import { sessionStore } from '../../lib/safe-storage.ts'
import { isNumber, isString, nullable, oneOf, readJson, shape } from '../../lib/shape.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { TenantId } from '../../paths.ts'
import { isOfTenant, userOf } from '../session/token-session.ts'

/** What a sign-in continues with after a reload, e.g. because a phone has dropped the tab while the user read a mail. */
export type KeptSignIn = {
  username: string
  email: string
  /** Where the user wants the tokens. */
  keptIn: TokenStorage
  /** Where the code of a required password reset was sent, masked by the identity provider. */
  resetSentTo: string | null
}

const key = `${storageKeys.form}sign-in`
/** As long as the longest step, a required password reset. The next user of this tab must not see the address. */
const keptMs = 60 * 60_000
const isKept = shape({
  username: isString,
  email: isString,
  keptIn: oneOf(tokenStorages),
  resetSentTo: nullable(isString),
  at: isNumber,
})

/** Kept in this tab until the sign-in ends. The password is never stored. */
export function keepSignIn({ username, email, keptIn, resetSentTo }: KeptSignIn): void {
  sessionStore.set(key, JSON.stringify({ username, email, keptIn, resetSentTo, at: serverNow() }))
}

export function forgetSignIn(): void {
  sessionStore.remove(key)
}

/** The sign-in of a user of this tenant within the last hour, or null. */
export function keptSignIn(tenantId: TenantId): KeptSignIn | null {
  const kept = readJson(sessionStore.get(key), isKept)
  if (kept === null || !isOfTenant(userOf(kept.username), tenantId)) return null
  return Math.abs(serverNow() - kept.at) < keptMs ? kept : null
}
