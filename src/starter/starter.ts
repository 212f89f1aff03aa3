import type { Service, TenantInfo } from '../api/generated/api.schemas.ts'
import { isRecord } from '../../form-model/record.ts'
import { cancelAll, maxAgeMs, sendEarly } from '../api/early-response.ts'
import type { PortalStart } from '../api/early-response.ts'
import { isDueForRenewal, isOfTenant, tokenClaims, tokenHolder } from '../identity/session/token-session.ts'
import { tokenKeys } from '../identity/session/stored-tokens.ts'
import { fetchConfig, withoutSlash } from '../lib/fetch-config.ts'
import { startLanguage } from '../lib/language.ts'
import { matchPattern } from '../lib/path-pattern.ts'
import { formFiles, preloadFile } from './portal-start.ts'
import type { FormOfAddress, RouteStart, RouteTable, StartConfig } from './portal-start.ts'
import type { TenantLook } from '../tenant/tenant-theme.ts'
import { readJson } from '../lib/shape.ts'
import type { Guard } from '../lib/shape.ts'

/*
 * Runs in the document before any other script. By the address alone, it fetches the files and the first responses of
 * the page, which would otherwise wait for each other. A failure here only costs time: the application requests
 * everything that is missing. The build bundles this module with its imports into the document, so each byte of them
 * delays the page.
 */

const root = document.documentElement
const local = storeOf(() => localStorage)
const session = storeOf(() => sessionStorage)
/** Inserted by a server that has the stage's configuration (deploy/inline-config.ts). */
const givenConfig = readJson(contentOf('portal-config'), isRecord as Guard<StartConfig>)
const loadedConfig: Promise<unknown> = givenConfig === null ? fetchConfig() : Promise.resolve(givenConfig)
loadedConfig.catch(ignore)
const start: PortalStart = { config: loadedConfig, responses: new Map() }
globalThis.portalStart = start

const { files, routes, reserved, keys } = JSON.parse(contentOf('portal-start')) as RouteTable
const language = startLanguage(local(keys.language), navigator.languages)
root.lang = language
for (const route of routes) {
  const params = matchPattern(route.pattern, location.pathname, reserved)
  if (params === null) continue
  const look = readJson(local(`${keys.tenantLook}${params.tenantId}`), isRecord as Guard<TenantLook>)
  if (look !== null) showTenant(look)
  // Request data before files: the responses are short, and browsers open few connections at once.
  sendFirstRequests(route, params, look).catch(ignore)
  // The sign-in form comes with the first files, and later files must not compete with them.
  if (route.afterInput) addEventListener('input', () => preloadFiles(route), { once: true })
  else {
    preloadFiles(route)
    // Stored until the log-out.
    loadedConfig.then((config) => localStorage.setItem(keys.start, JSON.stringify(config))).catch(ignore)
  }
  break
}

/** The tenant's stripe and name, as at the last visit. Set by property: the policy allows no style attribute. */
function showTenant({ band, name }: TenantLook): void {
  root.style.setProperty('--start-band', band)
  root.style.setProperty('--start-name', JSON.stringify(name))
  root.dataset.tenant = ''
}

function preloadFiles(route: RouteStart): void {
  for (const index of route.files[language]) preloadFile(files[index] as string)
}

async function sendFirstRequests(
  route: RouteStart,
  params: Record<string, string>,
  look: TenantLook | null,
): Promise<void> {
  const known = givenConfig ?? readJson(local(keys.start), isRecord as Guard<StartConfig>)
  const { apiBase, formsBase, auth } = known ?? ((await loadedConfig) as StartConfig)
  const isForUser = (path: string) => path.startsWith('/o/')

  function send(path: string, token?: string): void {
    // A filter in the address changes the request.
    if (location.search !== '' && path.includes('?')) return
    const url = withoutSlash(apiBase) + path.replaceAll(/:(\w+)/g, (_match, name: string) => params[name] as string)
    const form = { ...params, formsBase } as FormOfAddress
    const content = readAhead(path, sendEarly(start.responses, url, language, token), form).catch(ignore)
    if (path.endsWith('/info')) start.tenant = content
  }

  for (const path of route.requests) if (!isForUser(path)) send(path)
  // A response that the application uses has the application's own time limit.
  setTimeout(() => cancelAll(start.responses), maxAgeMs)
  // A tenant that was closed at the last visit, or may be by now, gets no request for a user before its info says more.
  if (look === null || look.openUntil <= Date.now()) {
    const { size } = start.responses
    const info = (await start.tenant) as TenantInfo
    // The application that has used a response sends the other requests itself.
    if (!isOpenAtAnyTime(info) || start.responses.size < size) return
  }
  const idToken = usableToken(auth, params.tenantId)
  if (idToken !== null) for (const path of route.requests) if (isForUser(path)) send(path, idToken)
}

/** Without planned windows, for which there is no space here: src/tenant/availability.ts has the whole rule. */
function isOpenAtAnyTime({ state, features, maintenance }: TenantInfo): boolean {
  return features.webApplication.enabled && state !== 'SUSPENDED' && maintenance === undefined
}

/**
 * Reads a clone to its end, because an unread response occupies a connection. The services contain the version of the
 * form, whose files follow.
 */
async function readAhead(path: string, response: Promise<Response>, form: FormOfAddress): Promise<unknown> {
  const content: unknown = await (await response).clone().json()
  if (path.endsWith('/services')) formFiles(content as Service[], form, language).forEach(preloadFile)
  return content
}

/**
 * The token of this tenant's session, of this tab or of the browser, unless it is due for renewal, or a user has logged
 * out in another tab since.
 */
function usableToken({ clientId }: StartConfig['auth'], tenantId: string | undefined): string | null {
  const { lastUser, of } = tokenKeys(clientId)
  const hasOwn = session(lastUser) !== null
  const get = hasOwn ? session : local
  const username = get(lastUser) ?? ''
  const idToken = get(of(username, 'idToken'))
  if (idToken === null || (hasOwn && local(keys.loggedOut) !== null)) return null
  const holder = tokenHolder(tokenClaims(idToken), Number(get(of(username, 'clockDrift'))))
  return isOfTenant(holder, tenantId) && !isDueForRenewal(holder) ? idToken : null
}

function contentOf(id: string): string {
  return document.getElementById(id)?.textContent ?? ''
}

/** The application handles a failure when it sends its own request or uses the response. */
function ignore(): void {}

/** The stored value; null also if the browser refuses to store anything. */
function storeOf(open: () => Storage) {
  return (key: string): string | null => {
    try {
      return open().getItem(key)
    } catch {
      return null
    }
  }
}
