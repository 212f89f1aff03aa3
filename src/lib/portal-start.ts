import type { storageKeys } from './storage-keys.ts'

/** Where a page of the portal begins: what to fetch as soon as the address is known. Made by the build. */
export type RouteStart = {
  /** In React Router's notation, e.g. `/:tenantId/applicationlist`. */
  pattern: string
  session: boolean
  /** When the files are fetched: at once, or when something is typed, for the page that follows. */
  fetch: 'at-once' | 'on-input'
  /** Positions in {@link RouteTable.files}. */
  files: readonly number[]
  texts: { ja: readonly number[]; en: readonly number[] }
  /** Paths below the base of the API, with the route's parameters, e.g. `/p/tenants/:tenantId/info`. */
  requests: readonly string[]
}

/** The content of the element `portal-start` in the document. */
export type RouteTable = {
  /** Addresses of scripts and style sheets. */
  files: readonly string[]
  routes: readonly RouteStart[]
  /** The few of the browser's storage that the starter needs. */
  keys: Pick<typeof storageKeys, 'language' | 'loggedOut' | 'start' | 'tenantLook'>
}

/** A request that was sent before the application could send it. */
export type EarlyResponse = {
  language: string
  /** The bearer token that was sent; null for a public operation. */
  token: string | null
  /** Milliseconds since the page began. */
  startedAt: number
  /** Ends the request, which would otherwise keep a connection of the browser. */
  cancel: AbortController
  response: Promise<Response>
}

/** What the starter leaves for the application in `window.portalStart`. */
export type PortalStart = {
  /** The content of config.json, until the application has taken it. */
  config: Promise<unknown> | undefined
  /** By complete address. */
  responses: Map<string, EarlyResponse>
}

/** What the starter reads of `config.json`, which is kept for the next visit. */
export type StartConfig = { apiBase: string; auth: { clientId: string; tokenStorage?: string } }

/** What the first frame shows of a tenant that was visited before. */
export type TenantLook = { band: string; name: string }

declare global {
  /** Missing in development and in tests, where no starter runs. */
  var portalStart: PortalStart | undefined
}
