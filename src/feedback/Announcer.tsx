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

/** A screen reader has received a message by then. Afterwards a user who reads the page would take it for a new one. */
export const announcedMs = 5_000

let message = ''
let emptying: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Announces a message to screen readers only. A repeated message is read again. */
export function announce(next: string): void {
  clearTimeout(emptying)
  emptying = setTimeout(() => show(''), announcedMs)
  show(message === next ? `${next}\u00a0` : next)
}

function show(next: string): void {
  message = next
  for (const listener of listeners) listener()
}

function announcement(): string {
  return message
}

function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
