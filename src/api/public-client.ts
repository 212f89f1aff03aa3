import type { AxiosRequestConfig } from 'axios'
import { loadOnline } from '../lib/load-online.ts'
import { ProblemError } from '../lib/problem.ts'
import type * as http from './http.ts'
import { wired } from './wire.ts'

type Http = typeof http

let loading: Promise<Http> | null = null

/** The HTTP library and the code that uses it are a chunk of their own, because the first paint needs no response. */
export function loadHttp(): Promise<Http> {
  loading ??= loadOnline(() => import('./http.ts')).catch((cause: unknown) => {
    loading = null
    throw new ProblemError({ kind: 'offline', fields: [] }, { cause })
  })
  return loading
}

/** The error type of the generated hooks, for any body of the contract. */
export type ErrorType<_Body> = ProblemError

/** Without the tenant check: only for `getTenantInfo`, which the check itself requests. */
export async function publicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const { send } = await loadHttp()
  return (await send<T>(config)).data
}

/** Every other operation without a session: requests the tenant info first, and fails if the tenant is closed. */
export async function checkedPublicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const [, , , tenantId = ''] = (config.url ?? '').split('/')
  await wired().tenantGate(decodeURIComponent(tenantId))
  return publicRequest<T>(config)
}
