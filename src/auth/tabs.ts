import type { TokenSet } from './stored-tokens.ts'

/** What the portal's tabs tell each other. */
export type TabMessage =
  | { kind: 'signed-in'; username: string }
  | { kind: 'signed-out'; username: string }
  /** A refresh token was exchanged: tabs that hold the same one take its successor. */
  | { kind: 'rotated'; replaced: string; tokens: TokenSet }

export type Tabs = {
  tell(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
  close(): void
}

/**
 * Our own channel, because Amplify's events reach other tabs only with tokens in local storage, and say nothing of
 * rotated tokens. Only the portal's own origin can listen.
 */
export function openTabs(clientId: string): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, listen: () => {}, close: () => {} }
  const channel = new BroadcastChannel('portal-session')
  return {
    tell: (message) => channel.postMessage({ clientId, message }),
    listen: (listener) => {
      channel.addEventListener('message', (event: MessageEvent<{ clientId: string; message: TabMessage }>) => {
        if (event.data.clientId === clientId) listener(event.data.message)
      })
    },
    close: () => channel.close(),
  }
}
