import type { AxiosRequestConfig } from 'axios'
import { loadOnline } from '../lib/load-online.ts'
import { ProblemError } from '../lib/problem.ts'
import type * as http from './http.ts'

/** What requests need from the composition of the portal. */
export type ApiWiring = http.Endpoint & {
  /** Resolves when requests beyond the tenant info are allowed; rejects with the problem that the page should show. */
  tenantGate: (tenantId: string) => Promise<void>
  /** The ID token of the session, or null without one. Rejects if it cannot be renewed, e.g. offline. */
  getIdToken: () => Promise<string | null>
  /**
   * Requests a new ID token from the identity provider; null if there is no session any more. Rejects if it cannot be
   * reached.
   */
  refreshSession: () => Promise<string | null>
  /** Whether the page now shown, or being navigated to, may send the token: pages without a session never do. */
  pageHasSession: () => boolean
}

let wiring: ApiWiring | null = null

/** Called once by the composition root, and by each test. */
export function wireApi(next: ApiWiring): void {
  wiring = next
}

/** @throws Error before {@link wireApi} */
export function wired(): ApiWiring {
  if (!wiring) throw new Error('The API clients are used before wireApi()')
  return wiring
}

let loading: Promise<typeof http> | null = null

/** The HTTP library and the code that uses it are a chunk of their own, because the first paint needs no response. */
function loadHttp(): Promise<typeof http> {
  loading ??= loadOnline(() => import('./http.ts')).catch((cause: unknown) => {
    loading = null
    throw new ProblemError({ kind: 'offline', fields: [] }, { cause })
  })
  return loading
}

/** The error type of the generated hooks, for any body of the contract. */
export type ErrorType<_Body> = ProblemError

/** @param token the bearer token; none for an operation without a session */
export async function request<T>(config: AxiosRequestConfig, token?: string): Promise<http.ApiResponse<T>> {
  const { send } = await loadHttp()
  return send<T>(config, wired(), token)
}

/** Without the tenant check: only for `getTenantInfo`, which the check itself requests. */
export async function publicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  return (await request<T>(config)).data
}

/** Every other operation without a session: requests the tenant info first, and fails if the tenant is closed. */
export async function checkedPublicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const [, , , tenantId = ''] = (config.url ?? '').split('/')
  await wired().tenantGate(decodeURIComponent(tenantId))
  return publicRequest<T>(config)
}
