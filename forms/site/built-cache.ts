import { languages } from '../../src/lib/language.ts'

/** The cache from which the service worker serves built forms. */
export const builtCache = 'forms-studio-built'

const builtFiles = ['definition.json', ...languages.map((language) => `texts.${language}.json`)]
const mostFiles = 160
const cached = new Set<string>()

/**
 * Puts the files of a built form where the service worker finds them, so that the preview loads it from this site as the
 * portal does. Resolves when the service worker controls the page.
 */
export async function cacheBuiltForm(address: string, read: (file: string) => Promise<string | null>): Promise<void> {
  await serviceWorkerReady()
  if (cached.has(address)) return
  const cache = await caches.open(builtCache)
  for (const file of builtFiles) {
    const content = await read(file)
    if (content !== null)
      await cache.put(
        new URL(`built/${address}/${file}`, document.baseURI),
        new Response(content, { headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
      )
  }
  cached.add(address)
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - mostFiles)).map((key) => cache.delete(key)))
}

let ready: Promise<void> | undefined

/** Registers the service worker, and waits until it answers the requests of this page. */
export function serviceWorkerReady(): Promise<void> {
  ready ??= start()
  return ready
}

async function start(): Promise<void> {
  const workers = navigator.serviceWorker
  const controlled = new Promise<void>((resolve) => {
    if (workers.controller) resolve()
    else workers.addEventListener('controllerchange', () => resolve(), { once: true })
  })
  const registration = await workers.register(new URL('sw.js', document.baseURI).href)
  await controlled
  // The whole site, for the next visit without a network.
  registration.active?.postMessage('keep')
}
