import type { LogOutLoss } from '../../../identity/port.ts'
import type { ApplicationKey } from '../draft/draft.ts'

/** A message between the tabs of one browser about their applications. */
export type TabMessage =
  | { kind: 'submitted' | 'deleted'; key: ApplicationKey }
  /** The user is about to log out: each tab saves and sends its `loss`, which is null while it saves. */
  | { kind: 'logging-out'; logOut: string; tenantId: string; userId: string }
  | { kind: 'loss'; logOut: string; tab: string; loss: LogOutLoss | null }
  | { kind: 'logged-out'; tenantId: string; userId: string }

export type ApplicationTabs = {
  post(message: TabMessage): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: TabMessage) => void): () => void
}

/** Without BroadcastChannel, the next save or the next visit detects it by the server's response. */
export function openApplicationTabs(): ApplicationTabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, subscribe: () => () => undefined }
  const channel = new BroadcastChannel('portal-applications')
  return {
    post: (message) => channel.postMessage(message),
    subscribe(listener) {
      const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data)
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
  }
}

export const applicationTabs = openApplicationTabs()
