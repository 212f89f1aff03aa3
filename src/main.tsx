import './ui/theme.css'
import './ui/dark.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createPortal } from './app/create-portal.tsx'
import { firstPageReady } from './app/router.tsx'
import { FallbackPage } from './app/failure/boundaries.tsx'
import { reloadPage, removeServiceWorkers, watchForStaleBuild } from './app/failure/stale-build.ts'
import { watchForCachedPage } from './app/cached-page.ts'
import { changeLanguage, fallbackTexts, fileLimitMs, showLanguage } from './i18n/texts.ts'
import { nextTask, withTimeLimit } from './lib/clock.ts'
import { readConfig } from './lib/config.ts'
import { fetchConfig } from './lib/fetch-config.ts'
import { startLanguage } from './lib/language.ts'
import { localStore } from './lib/safe-storage.ts'
import { restoreStyleSheets } from './lib/style-sheets.ts'
import { storageKeys } from './lib/storage-keys.ts'
import { matchRoute } from './paths.ts'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
/** Of the portal, as soon as there is one. */
let report: ((error: unknown) => void) | null = null
const root = createRoot(place, {
  onCaughtError(error) {
    // oxlint-disable-next-line no-console -- as React does without a handler
    console.error(error)
    report?.(error)
  },
})

/** After this delay the page itself shows that it is waiting. */
const firstFrameMs = 3_000

async function start(): Promise<void> {
  const language = startLanguage(localStore.get(storageKeys.language), navigator.languages)
  showLanguage(language)
  try {
    const texts = language === 'ja' ? null : changeLanguage(language)
    const files = Promise.all([loadConfig(), texts, restoreStyleSheets(), nextTask()])
    const [config] = await withTimeLimit(files, fileLimitMs)
    const { element, router, session, ...portal } = createPortal({ config })
    report = portal.report
    const isPersonal = () => matchRoute(router.state.location.pathname)?.session === true
    watchForCachedPage({ session, isPersonal, reload: reloadPage })
    // Until then the frame of the document stays, so that the page changes once.
    await firstPageReady(router, firstFrameMs)
    // In slices: as one piece of work, the first page blocks a slow phone for half a second.
    startTransition(() => root.render(element))
  } catch (error) {
    reportError(error)
    const { startTitle, startBody, retry } = fallbackTexts(language)
    root.render(<FallbackPage title={startTitle} body={startBody} retry={retry} onRetry={() => void start()} />)
  }
}

/**
 * The starter in the document has already requested it, except in development; after a failure it is requested again.
 */
async function loadConfig() {
  const early = globalThis.portalStart?.config
  if (globalThis.portalStart !== undefined) globalThis.portalStart.config = undefined
  return readConfig(early ?? fetchConfig())
}

noteArrivalFromLine()
watchForStaleBuild(reloadPage)
void removeServiceWorkers()
void start()

/**
 * Few users arrive with the parameter, so its code is not part of the first page. The guard may have dropped the query
 * by then.
 */
function noteArrivalFromLine(): void {
  const { search } = window.location
  if (search.includes('from=')) void import('./line/channel.ts').then(({ noteArrival }) => noteArrival(search))
}
