import { useSyncExternalStore } from 'react'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { announcement, onAnnouncement } from './announce.ts'

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
