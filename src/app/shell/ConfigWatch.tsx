import { useEffect, useState } from 'react'
import { useConfig } from '../../lib/config-context.ts'
import { parseConfig } from '../../lib/config.ts'
import { fetchConfig } from '../../lib/fetch-config.ts'
import type { RouteName } from '../../paths.ts'
import { reloadPage } from '../failure/stale-build.ts'

/** Each load of the page has the server's configuration already. */
const checkEveryMs = 10 * 60_000

/** Pages that show the same after a reload, except for what is typed into them. */
const reloadable: readonly (RouteName | null)[] = ['login', 'applicationList', 'applicationHistory']

/**
 * A page may be open for hours, and uses the configuration with which it was loaded. If the server's configuration has
 * changed when the user returns to the tab, the page is reloaded: at once if nothing is typed, else when the user opens
 * one of the pages above.
 */
export function ConfigWatch({ route }: { route: RouteName | null }) {
  const config = useConfig()
  const [isChanged, setIsChanged] = useState(false)
  useEffect(() => {
    let checkedAt = Date.now()
    async function look(): Promise<void> {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return
      checkedAt = Date.now()
      const found = parseConfig(await fetchConfig())
      setIsChanged(JSON.stringify(found) !== JSON.stringify(config))
    }
    // An invalid configuration would stop the page, and the network may be down: it continues with its own.
    const onReturn = () => void look().catch(() => undefined)
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [config])
  useEffect(() => {
    if (isChanged && reloadable.includes(route) && nothingTyped(route)) reloadPage()
  }, [isChanged, route])
  return null
}

function nothingTyped(route: RouteName | null): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
  // A later step of signing in, e.g. with a QR code, may start again after a reload.
  if (route === 'login' && !fields.some(({ type }) => type === 'password')) return false
  return fields.every(({ type, value }) => value === '' || type === 'checkbox' || type === 'radio')
}
