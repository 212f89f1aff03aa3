import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { onFirstNotice } from './notify.ts'

let loading: Promise<ComponentType> | null = null

/** Fetches the display. Called ahead of the first notice, so that one can be shown when there is no network. */
export function prepareNotifications(): Promise<ComponentType> {
  loading ??= import('./NotificationDisplay.tsx').then(
    ({ NotificationDisplay }) => NotificationDisplay,
    (failure: unknown) => {
      loading = null
      throw failure
    },
  )
  return loading
}

/**
 * The place of notifications: empty, and without its code, until there is one. A display that cannot be fetched takes
 * nothing else down; it is asked for again at the next notice and when the network is back.
 */
export function NotificationHost() {
  const [Display, setDisplay] = useState<ComponentType | null>(null)
  useEffect(() => {
    let needed = false
    const show = () => {
      needed = true
      prepareNotifications().then(
        (display) => setDisplay(() => display),
        () => undefined,
      )
    }
    const onBack = () => {
      if (needed) show()
    }
    window.addEventListener('online', onBack)
    const forget = onFirstNotice(show)
    return () => {
      window.removeEventListener('online', onBack)
      forget()
    }
  }, [])
  return Display === null ? null : <Display />
}
