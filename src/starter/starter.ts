import { isRecord } from '../../form-model/record.ts'
import { maxAgeMs } from '../api/early-response.ts'
import { requestHeaders } from '../api/request-headers.ts'
import { isDueForRenewal, isOfTenant, tokenClaims, tokenHolder } from '../auth/token-session.ts'
import { tokenKeys } from '../auth/token-keys.ts'
import { withoutSlash } from '../lib/config.ts'
import { fetchConfig } from '../lib/fetch-config.ts'
import { startLanguage } from '../lib/language.ts'
import { isId, matchPattern } from '../lib/path-pattern.ts'
import type { PortalStart, RouteStart, RouteTable, StartConfig, TenantLook } from '../lib/portal-start.ts'
import { readJson } from '../lib/shape.ts'
import type { Guard } from '../lib/shape.ts'

/*
 * Runs in the document before any other script. By the address alone, it fetches the files and the first responses of
 * the page, which would otherwise wait for each other. A failure here only costs time: the application requests
 * everything that is missing. The build bundles this module with its imports into the document, so each byte of them
 * delays the page.
 */

const local = storeOf(() => localStorage)
/** Inserted by a server that has the stage's configuration (deploy/inline-config.ts). */
const givenConfig = readJson(
  document.getElementById('portal-config')?.textContent ?? null,
  isRecord as Guard<StartConfig>,
)
const loadedConfig: Promise<unknown> = givenConfig === null ? fetchConfig() : Promise.resolve(givenConfig)
loadedConfig.catch(() => undefined)
const start: PortalStart = { config: loadedConfig, responses: new Map() }
globalThis.portalStart = start

const { files, routes, keys } = JSON.parse(document.getElementById('portal-start')?.textContent ?? '') as RouteTable
const language = startLanguage(local.get(keys.language), navigator.languages)
document.documentElement.lang = language
for (const route of routes) {
  const params = matchPattern(route.pattern, location.pathname)
  if (params === null || !Object.values(params).every(isId)) continue
  showTenant(params.tenantId ?? '')
  // Before the files: the responses are short, and browsers open few connections at once.
  sendFirstRequests(route, params).catch(() => undefined)
  if (route.fetch === 'at-once') preloadFiles(route)
  else addEventListener('input', () => preloadFiles(route), { once: true })
  // Stored until the log-out.
  if (route.session)
    loadedConfig.then((config) => localStorage.setItem(keys.start, JSON.stringify(config))).catch(() => undefined)
  break
}

/** The tenant's stripe and name, as at the last visit. Set by property: the policy allows no style attribute. */
function showTenant(tenantId: string): void {
  const look = readJson(local.get(keys.tenantLook + tenantId), isRecord as Guard<TenantLook>)
  if (look === null) return
  const { style, dataset } = document.documentElement
  style.setProperty('--start-band', look.band)
  style.setProperty('--start-name', JSON.stringify(look.name))
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

async function sendFirstRequests(route: RouteStart, params: Record<string, string>): Promise<void> {
  const known = givenConfig ?? readJson(local.get(keys.start), isRecord as Guard<StartConfig>)
  const { apiBase, auth } = known ?? ((await loadedConfig) as StartConfig)
  const idToken = route.session ? usableToken(auth, params.tenantId) : null
  for (const path of route.requests) {
    // A filter in the address changes the request.
    if (location.search.length > 1 && path.includes('?')) continue
    const isPersonal = path.startsWith('/o/')
    if (isPersonal && idToken === null) continue
    const token = isPersonal ? idToken : null
    const url = withoutSlash(apiBase) + path.replaceAll(/:(\w+)/g, (_match, name: string) => params[name] ?? '')
    const cancel = new AbortController()
    const response = fetch(url, {
      headers: {
        Accept: 'application/json, text/plain, */*',
        ...requestHeaders({ language, requestId: crypto.randomUUID(), token }),
      },
      signal: cancel.signal,
    }).then(readNow)
    // The application sees the failure when it reads the response.
    response.catch(() => undefined)
    start.responses.set(url, { language, token, startedAt: performance.now(), cancel, response })
  }
  setTimeout(cancelUntaken, maxAgeMs)
}

/** A response that the application uses has the application's own time limit. */
function cancelUntaken(): void {
  for (const { cancel } of start.responses.values()) cancel.abort()
  start.responses.clear()
}

/** With its content, so that an unused response occupies no connection. */
async function readNow(response: Response): Promise<Response> {
  const content = await response.arrayBuffer()
  return new Response(content.byteLength === 0 ? null : content, response)
}

/** The token of this tenant's session, unless it is due for renewal or a user has logged out in this browser since. */
function usableToken({ clientId, tokenStorage }: StartConfig['auth'], tenantId: string | undefined): string | null {
  const { get } = tokenStorage === 'local' ? local : storeOf(() => sessionStorage)
  const { lastUser, of } = tokenKeys(clientId)
  const username = get(lastUser) ?? ''
  const idToken = get(of(username, 'idToken'))
  if (idToken === null || local.get(keys.loggedOut) !== null) return null
  const holder = tokenHolder(tokenClaims(idToken), Number(get(of(username, 'clockDrift'))))
  return isOfTenant(holder, tenantId) && !isDueForRenewal(holder) ? idToken : null
}

/** The stored value; null also if the browser refuses to store anything. */
function storeOf(open: () => Storage) {
  return {
    get(key: string): string | null {
      try {
        return open().getItem(key)
      } catch {
        return null
      }
    },
  }
}
