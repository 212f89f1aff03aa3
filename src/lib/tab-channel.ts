import type { Guard } from './shape.ts'

export type TabChannel<Message> = {
  post(message: Message): void
  /** Returns a function that ends the subscription. */
  subscribe(listener: (message: Message) => void): () => void
  close(): void
}

/**
 * Messages to the portal's other tabs. Another release of the portal, or another page of the origin, may send other
 * values: they are ignored. Without BroadcastChannel no message is sent or received.
 */
export function openTabChannel<Message>(name: string, isMessage: Guard<Message>): TabChannel<Message> {
  if (typeof BroadcastChannel === 'undefined')
    return { post: () => undefined, subscribe: () => () => undefined, close: () => undefined }
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    subscribe(listener) {
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    },
    close: () => channel.close(),
  }
}
