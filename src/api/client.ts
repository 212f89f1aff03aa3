import type { AxiosRequestConfig } from 'axios'
import { loadOnline } from '../lib/load-online.ts'
import { ProblemError } from '../lib/problem.ts'
import type * as http from './http.ts'
import type { ApiResponse } from './http.ts'

export type { ApiResponse } from './http.ts'

/** The error type of the generated hooks, for any body of the contract. */
export type ErrorType<_Body> = ProblemError

/** What the requests need from the composition of the portal. */
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
  if (!wiring) throw new Error('The API client is used before wireApi()')
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

async function sendWith<T>(config: AxiosRequestConfig, token?: string): Promise<ApiResponse<T>> {
  const { send } = await loadHttp()
  return send<T>(config, wired(), token)
}

/** Without the tenant check: only for `getTenantInfo`, which the check itself requests. */
export async function publicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  return (await sendWith<T>(config)).data
}

/** Every other operation without a session: requests the tenant info first, and fails if the tenant is closed. */
export async function checkedPublicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const [, , , tenantId = ''] = (config.url ?? '').split('/')
  await wired().tenantGate(decodeURIComponent(tenantId))
  return publicRequest<T>(config)
}

export async function authenticatedRequest<T>(config: AxiosRequestConfig): Promise<T> {
  return (await authenticatedResponse<T>(config)).data
}

/** A request with a file, whose progress is shown. */
export function authenticatedUpload<T>(
  config: AxiosRequestConfig,
  options?: Pick<AxiosRequestConfig, 'onUploadProgress'>,
): Promise<T> {
  return authenticatedRequest({ ...config, ...options })
}

/** Sends the ID token. After a 401, one refresh serves all waiting requests, and each request is repeated once. */
export async function authenticatedResponse<T>(config: AxiosRequestConfig): Promise<ApiResponse<T>> {
  const token = await tokenFor()
  try {
    return await sendWith<T>(config, token)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'unauthenticated') throw error
    const fresh = await anotherToken(token)
    if (fresh === null) throw error
    return sendWith<T>(config, fresh)
  }
}

async function tokenFor(): Promise<string> {
  const { getIdToken, pageHasSession } = wired()
  const token = pageHasSession() ? await getIdToken().catch(unreachable) : null
  if (token === null || !pageHasSession()) throw new ProblemError({ kind: 'unauthenticated', fields: [] })
  return token
}

let refreshing: Promise<string | null> | null = null

async function anotherToken(refused: string): Promise<string | null> {
  const { getIdToken, refreshSession } = wired()
  const current = await getIdToken().catch(unreachable)
  if (current !== null && current !== refused) return current
  refreshing ??= refreshSession().finally(() => {
    refreshing = null
  })
  return refreshing.catch(unreachable)
}

/** An unreachable identity provider does not end the session. */
function unreachable(cause: unknown): never {
  throw cause instanceof ProblemError ? cause : new ProblemError({ kind: 'offline', fields: [] }, { cause })
}
