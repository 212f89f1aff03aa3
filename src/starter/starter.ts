import type { PortalStart, RouteStart, RouteTable, StartConfig, TenantLook } from '../lib/portal-start.ts'

/*
 * Runs in the document before any other script, so it imports nothing but types. From the address alone it fetches the
 * files and the first answers of the page, which would otherwise wait for each other. Whatever goes wrong here costs time
 * only: the application asks for everything that it does not find.
 */

/** A token that ends sooner is renewed first, by the application. */
const tokenMarginMs = 60_000
const timeLimitMs = 60_000
/** What no page has taken by now it does not need. */
const untakenMs = 15_000

const loadedConfig = loadConfig()
loadedConfig.catch(() => undefined)
const start: PortalStart = { config: loadedConfig, answers: new Map() }
globalThis.portalStart = start

const { files, routes, keys } = JSON.parse(document.getElementById('portal-start')?.textContent ?? '') as RouteTable
const language = startLanguage()
document.documentElement.lang = language
for (const route of routes) {
  const params = match(route.pattern)
  if (params === null) continue
  showTenant(params[':tenantId'] ?? '')
  if (route.fetch === 'at-once') preloadFiles(route)
  else addEventListener('input', () => preloadFiles(route), { once: true })
  ask(route, params).catch(() => undefined)
  setTimeout(() => start.answers.clear(), untakenMs)
  break
}

async function loadConfig(): Promise<unknown> {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}`)
  return response.json()
}

function startLanguage(): 'ja' | 'en' {
  const stored = read('localStorage', keys.language)
  if (stored === 'ja' || stored === 'en') return stored
  const first = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => /^(?:ja|en)$/.test(tag))
  return first === 'en' ? 'en' : 'ja'
}

function match(pattern: string): Record<string, string> | null {
  const segments = location.pathname.split('/')
  const wanted = pattern.split('/')
  const params: Record<string, string> = {}
  const fits = wanted.every((name, index) => {
    const segment = segments[index] ?? ''
    if (!name.startsWith(':')) return name === segment
    params[name] = segment
    return /^[\w-]+$/.test(segment)
  })
  return fits && segments.length === wanted.length ? params : null
}

/** The tenant's stripe and name, as they were at the last visit. Set by property: the policy allows no style attribute. */
function showTenant(tenantId: string): void {
  const known = stored<TenantLook>(keys.tenantLook + tenantId)
  if (known === null) return
  const { band, name } = known
  const { style, dataset } = document.documentElement
  style.setProperty('--start-band', band)
  style.setProperty('--start-name', JSON.stringify(name))
  dataset.tenant = ''
}

function preloadFiles({ files: own, texts }: RouteStart): void {
  for (const index of [...own, ...texts[language]]) preload(files[index] ?? '')
}

function preload(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = file
  document.head.append(link)
}

async function ask(route: RouteStart, params: Record<string, string>): Promise<void> {
  const known = stored<StartConfig>(keys.start)
  const config = known ?? (await fetchedConfig(route.session))
  const token = route.session ? idToken(config, params[':tenantId'] ?? '') : null
  for (const question of route.questions) {
    // A filter in the address changes the question.
    if (location.search.length > 1 && question.includes('?')) continue
    const isPersonal = question.startsWith('/o/')
    if (isPersonal && token === null) continue
    const url = config.apiBase + question.replaceAll(/:\w+/g, (name) => params[name] ?? name)
    const response = fetch(url, {
      headers: {
        Accept: 'application/json, text/plain, */*',
        'Accept-Language': language,
        'X-Request-Id': crypto.randomUUID(),
        ...(isPersonal && { Authorization: `Bearer ${token}` }),
      },
      signal: AbortSignal.timeout(timeLimitMs),
    }).then(readNow)
    // The application sees the failure when it takes the answer.
    response.catch(() => undefined)
    const startedAt = performance.now()
    start.answers.set(url, { language, token: isPersonal ? token : null, startedAt, response })
  }
  if (known !== null) await fetchedConfig(route.session)
}

/** With its content, so that an answer that is not used keeps no connection open. */
async function readNow(response: Response): Promise<Response> {
  const content = await response.arrayBuffer()
  return new Response(content.byteLength === 0 ? null : content, response)
}

/** What the next visit can begin with. Kept until the log-out. */
async function fetchedConfig(signedIn: boolean): Promise<StartConfig> {
  const { apiBase, auth } = (await loadedConfig) as { apiBase: string; auth: Omit<StartConfig, 'apiBase'> }
  const { clientId, tokenStorage } = auth
  const config: StartConfig = { apiBase: apiBase.replace(/\/$/, ''), clientId, tokenStorage }
  if (signedIn) localStorage.setItem(keys.start, JSON.stringify(config))
  return config
}

/** The token of this tenant's session, if it is valid for a while and no user has logged out in this browser since. */
function idToken(config: StartConfig, tenantId: string): string | null {
  const store = config.tokenStorage === 'local' ? 'localStorage' : 'sessionStorage'
  const prefix = `CognitoIdentityServiceProvider.${config.clientId}.`
  const username = read(store, `${prefix}LastAuthUser`)
  if (username === null || !username.toLowerCase().startsWith(`${tenantId.toLowerCase()}__`)) return null
  const token = read(store, `${prefix}${username}.idToken`)
  if (token === null || read('localStorage', keys.loggedOut) !== null) return null
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  const { exp } = JSON.parse(atob(payload)) as { exp: number }
  return exp * 1000 - Date.now() > tokenMarginMs ? token : null
}

/** What an earlier visit has stored; null if it is no object. */
function stored<T extends object>(key: string): T | null {
  try {
    const value: unknown = JSON.parse(read('localStorage', key) ?? 'null')
    return typeof value === 'object' ? (value as T | null) : null
  } catch {
    return null
  }
}

/** Null also where the browser refuses to store anything. */
function read(store: 'localStorage' | 'sessionStorage', key: string): string | null {
  try {
    return window[store].getItem(key)
  } catch {
    return null
  }
}
