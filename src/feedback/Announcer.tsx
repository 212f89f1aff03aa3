import { useSyncExternalStore } from 'react'
import { announcedMs } from '../lib/clock.ts'
import { createSignal } from '../lib/signal.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** Rendered once, at the end of the page. */
export function Announcer() {
  const message = useSyncExternalStore(shown.subscribe, shown.get)
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {message}
      </span>
    </VisuallyHidden>
  )
}

const shown = createSignal('')
let emptying: ReturnType<typeof setTimeout> | undefined

/** Announces a message to screen readers only. A repeated message is read again. */
export function announce(next: string): void {
  clearTimeout(emptying)
  emptying = setTimeout(() => shown.set(''), announcedMs)
  shown.set(shown.get() === next ? `${next}\u00a0` : next)
}
