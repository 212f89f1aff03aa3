/** The parts of the Service Worker API that are used here; TypeScript's own types of it exclude those of pages. */
type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Extendable & { request: Request; respondWith: (answer: Promise<Response>) => void }
type Scope = {
  registration: { active: object | null; scope: string }
  clients: { claim: () => Promise<void> }
  addEventListener: {
    (kind: 'install' | 'activate', listener: (event: Extendable) => void): void
    (kind: 'message', listener: (event: Extendable & MessageEvent) => void): void
    (kind: 'fetch', listener: (event: FetchEvent) => void): void
  }
}

const worker = globalThis as unknown as Scope

/** The build writes the names of all files here. */
const siteFiles = '__SITE_FILES__'.split(' ')
/** Changes with the content of any file. */
const siteCache = 'forms-studio-site __SITE_VERSION__'
const builtCache = 'forms-studio-built'

/** Keeps the site for visits without a network, and serves built forms to the preview. */
worker.addEventListener('install', (event) => {
  // The first visit must not wait for files that it does not need; later versions replace this one as a whole.
  if (worker.registration.active) event.waitUntil(keepAll())
})

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOld(), worker.clients.claim()]))
})

worker.addEventListener('message', (event) => {
  if (event.data === 'keep') event.waitUntil(keepAll())
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || !url.href.startsWith(worker.registration.scope)) return
  const place = url.href.slice(worker.registration.scope.length).replace(/[?#].*$/, '')
  if (place.startsWith('built/')) event.respondWith(builtFile(url))
  else if (place === '') event.respondWith(newestPage(request))
  else if (siteFiles.includes(place)) event.respondWith(siteFile(place))
})

async function builtFile(url: URL): Promise<Response> {
  return (await (await caches.open(builtCache)).match(url)) ?? new Response(null, { status: 404 })
}

/** An older page would talk to a newer server. The files of the page have the names of their content. */
async function newestPage(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => null)
  return response?.ok === true ? response : siteFile('index.html')
}

async function siteFile(name: string): Promise<Response> {
  const cache = await caches.open(siteCache)
  const address = worker.registration.scope + name
  const known = await cache.match(address)
  if (known) return known
  const response = await fetch(address)
  if (response.ok) await cache.put(address, response.clone())
  return response
}

async function keepAll(): Promise<void> {
  for (const name of siteFiles) await siteFile(name)
}

async function removeOld(): Promise<void> {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('forms-studio-site ') && name !== siteCache)
  await Promise.all(old.map((name) => caches.delete(name)))
}
