import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { LogOutLoss } from '../../../identity/port.ts'

/** The owner's answer to a tab that wants to continue: everything is written, or it cannot stop now. */
export type HandOver = 'written' | 'sending'

/** A message between the tabs of one browser about their applications. */
export type TabMessage =
  /** The user continues that application in this tab; its owner answers. */
  | { kind: 'take'; name: string; request: string }
  | { kind: 'hand-over'; request: string; answer: HandOver }
  /** What became of a submission; `order` is null if nothing was sent. */
  | { kind: 'result'; name: string; order: SubmittedOrder | null }
  /** The user is about to log out: each owner saves, and answers for each application. */
  | { kind: 'logging-out'; request: string; tenantId: string; userId: string }
  /** `loss`: null if everything that was typed is in the record of the browser. */
  | { kind: 'loss'; request: string; name: string; loss: LogOutLoss | null }
  | { kind: 'logged-out'; tenantId: string; userId: string }

export type ApplicationTabs = {
  post(message: TabMessage): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: TabMessage) => void): () => void
}

/** Without BroadcastChannel, a tab takes an application over without asking its owner to write. */
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
