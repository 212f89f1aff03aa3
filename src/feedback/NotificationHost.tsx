import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { withStyleSheets } from '../lib/style-sheets.ts'
import { onFirstNotice } from './notify.ts'

let loading: Promise<ComponentType> | null = null
let hasFailed = false

/** Loads the display. Called before the first notice, so that it can also be shown offline. */
export function prepareNotifications(): Promise<ComponentType> {
  loading ??= withStyleSheets(() => import('./NotificationDisplay.tsx')).then(
    ({ NotificationDisplay }) => NotificationDisplay,
    (failure: unknown) => {
      loading = null
      hasFailed = true
      throw failure
    },
  )
  return loading
}

/**
 * Renders notifications. It is empty, and their code is not loaded, until there is one. If the code cannot be loaded,
 * the page stays usable; the next notice or the `online` event tries again.
 */
export function NotificationHost() {
  const [Display, setDisplay] = useState<ComponentType | null>(null)
  useEffect(() => {
    const show = () => {
      prepareNotifications().then(
        (display) => setDisplay(() => display),
        () => undefined,
      )
    }
    const onBack = () => {
      if (hasFailed) show()
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
