import { TextsError } from '../../i18n/texts.ts'
import { isUnreachable } from '../../lib/network.ts'
import { sessionStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'

/** Long enough for a deployment to finish, short enough that a later one gets its own reload. */
const quietMs = 60_000

/** Messages of Chromium, Safari, Firefox and Vite's loader of style sheets. */
const missingFile = /dynamically imported module|module script failed|error loading|unable to preload css/i

/** A chunk or a file of texts did not arrive: the network is down, or a newer version has replaced it on the server. */
export function isMissingFile(error: unknown): boolean {
  if (error instanceof TextsError) return true
  return error instanceof Error && missingFile.test(error.message)
}

/**
 * After a deployment, an open page requests chunks that no longer exist: one reload loads the new version. A second
 * failure within a minute is shown instead, so there is no loop. Typed answers are already in the browser's draft.
 * Without a network a reload would end at the browser's error page, so the site is asked first and the failure is shown
 * meanwhile.
 *
 * Firefox ends what is still loading as soon as the page begins to leave, e.g. for the card provider. A file that fails
 * then is not missing, and a reload would keep the user on the page.
 */
export function watchForStaleBuild(reload: () => void, now: () => number = Date.now): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let leftAt = 0
  window.addEventListener('beforeunload', () => (leftAt = now()), { signal })
  const listener = async (): Promise<void> => {
    if (wasRecent() || !sessionStore.persistent || (await isUnreachable())) return
    // Several files may have failed while the site was asked.
    if (signal.aborted || wasRecent()) return
    sessionStore.set(storageKeys.reloaded, String(now()))
    reload()
  }
  const wasRecent = (): boolean =>
    now() - Math.max(leftAt, Number(sessionStore.get(storageKeys.reloaded) ?? 0)) < quietMs
  window.addEventListener('vite:preloadError', () => void listener(), { signal })
  return () => stop.abort()
}

export function reloadPage(): void {
  window.location.reload()
}

/** A service worker of an earlier application on this origin would answer instead of the API. */
export async function removeServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations().catch(() => [])
  const gone = await Promise.all(registrations.map((registration) => registration.unregister()))
  // The page that is open keeps its worker until it is reloaded.
  if (navigator.serviceWorker.controller && gone.includes(true)) reloadPage()
}
