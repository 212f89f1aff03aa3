import type { TokenStorage } from '../../lib/config.ts'
import { tokenStorages } from '../../lib/config.ts'
import { sessionStore } from '../../lib/safe-storage.ts'
import { isString, nullable, oneOf, readJson, shape } from '../../lib/shape.ts'
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
const isKept = shape({
  username: isString,
  email: isString,
  keptIn: oneOf(tokenStorages),
  resetSentTo: nullable(isString),
})

/** Kept in this tab until the sign-in ends. The password is never stored. */
export function keepSignIn({ username, email, keptIn, resetSentTo }: KeptSignIn): void {
  sessionStore.set(key, JSON.stringify({ username, email, keptIn, resetSentTo }))
}

export function forgetSignIn(): void {
  sessionStore.remove(key)
}

/** The sign-in of a user of this tenant, or null. */
export function keptSignIn(tenantId: TenantId): KeptSignIn | null {
  const kept = readJson(sessionStore.get(key), isKept)
  return kept !== null && isOfTenant(userOf(kept.username), tenantId) ? kept : null
}
