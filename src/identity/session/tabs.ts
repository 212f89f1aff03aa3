import type { SafeStorage } from '../../lib/safe-storage.ts'
import { fingerprint, storageKeys } from '../../lib/storage-keys.ts'
import { isString, oneKindOf, oneOf, shape } from '../../lib/shape.ts'
import type { Guard, Guarded } from '../../lib/shape.ts'
import { openTabChannel } from '../../lib/tab-channel.ts'
import { signOutReasons } from './session-port.ts'
import type { SignOutReason } from './session-port.ts'
import type { TokenSet } from './stored-tokens.ts'

const isTokenSet: Guard<TokenSet> = shape({
  username: isString,
  idToken: isString,
  accessToken: isString,
  refreshToken: isString,
  clockDrift: isString,
})

const isTabMessage = oneKindOf({
  'signed-in': { username: isString },
  'signed-out': { username: isString, reason: oneOf(signOutReasons) },
  /** A refresh token was exchanged: tabs with the same one adopt its successor. */
  rotated: { replaced: isString, tokens: isTokenSet },
  'successor-asked': { replaced: isString },
})

/** A message between the portal's tabs. */
export type TabMessage = Guarded<typeof isTabMessage>

export type Tabs = {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
  close(): void
}

/**
 * The portal's own channel: Amplify's events reach other tabs only with tokens in local storage, and do not report
 * rotated tokens. Only the portal's own origin can listen.
 */
export function openTabs(clientId: string): Tabs {
  const channel = openTabChannel('portal-session', shape({ clientId: oneOf([clientId]), message: isTabMessage }))
  return {
    post: (message) => channel.post({ clientId, message }),
    listen: (listener) => {
      channel.subscribe(({ message }) => listener(message))
    },
    close: channel.close,
  }
}

/**
 * Records which user has logged out, for tabs of that user that cannot receive the message: frozen, or on another site.
 */
export type LogoutMarker = {
  /** Sets the marker at a log-out, and removes it when the same user signs in again. */
  note(change: TabMessage & { kind: 'signed-in' | 'signed-out' }): void
  /** Why this user is signed out; null if the marker is about another user, or missing. */
  reasonFor(username: string): SignOutReason | null
}

/** Keeps the marker in local storage, where it survives the log-out, as a hash that does not reveal the user. */
export function logoutMarker(local: SafeStorage): LogoutMarker {
  const valueOf = (username: string, reason: SignOutReason) =>
    fingerprint(username) + (reason === 'limit' ? '.limit' : '')
  function reasonFor(username: string): SignOutReason | null {
    const value = local.get(storageKeys.loggedOut)
    return signOutReasons.find((reason) => value === valueOf(username, reason)) ?? null
  }
  return {
    note(change) {
      if (change.kind === 'signed-out') local.set(storageKeys.loggedOut, valueOf(change.username, change.reason))
      else if (reasonFor(change.username) !== null) local.remove(storageKeys.loggedOut)
    },
    reasonFor,
  }
}
