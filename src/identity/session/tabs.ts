import type { SafeStorage } from '../../lib/safe-storage.ts'
import { fingerprint, storageKeys } from '../../lib/storage-keys.ts'
import type { SignOutReason } from './session-port.ts'
import type { TokenSet } from './stored-tokens.ts'

/** A message between the portal's tabs. */
export type TabMessage =
  | { kind: 'signed-in'; username: string }
  | { kind: 'signed-out'; username: string; reason: SignOutReason }
  /** A refresh token was exchanged: tabs with the same one adopt its successor. */
  | { kind: 'rotated'; replaced: string; tokens: TokenSet }

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
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, listen: () => {}, close: () => {} }
  const channel = new BroadcastChannel('portal-session')
  return {
    post: (message) => channel.postMessage({ clientId, message }),
    listen: (listener) => {
      channel.addEventListener('message', (event: MessageEvent<{ clientId: string; message: TabMessage }>) => {
        if (event.data.clientId === clientId) listener(event.data.message)
      })
    },
    close: () => channel.close(),
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
    return (['log-out', 'limit'] as const).find((reason) => value === valueOf(username, reason)) ?? null
  }
  return {
    note(change) {
      if (change.kind === 'signed-out') local.set(storageKeys.loggedOut, valueOf(change.username, change.reason))
      else if (reasonFor(change.username) !== null) local.remove(storageKeys.loggedOut)
    },
    reasonFor,
  }
}
