import { useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** Rendered once, at the end of the page. */
export function Announcer() {
  const message = useSyncExternalStore(onAnnouncement, announcement)
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {message}
      </span>
    </VisuallyHidden>
  )
}

let message = ''
const listeners = new Set<() => void>()

/** Announces a message to screen readers only. A repeated message is read again. */
export function announce(next: string): void {
  message = message === next ? `${next}\u00a0` : next
  for (const listener of listeners) listener()
}

function announcement(): string {
  return message
}

function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
