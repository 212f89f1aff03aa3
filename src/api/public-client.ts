import type { AxiosRequestConfig } from 'axios'
import { loadOnline } from '../lib/load-online.ts'
import { ProblemError } from '../lib/problem.ts'
import type * as http from './http.ts'
import { wired } from './wire.ts'

type Http = typeof http

let loading: Promise<Http> | null = null

/** The HTTP library and all that belongs to it is a chunk of its own, since the first paint needs no answer. */
export function loadHttp(): Promise<Http> {
  loading ??= loadOnline(() => import('./http.ts')).catch((cause: unknown) => {
    loading = null
    throw new ProblemError({ kind: 'offline', fields: [] }, { cause })
  })
  return loading
}

/** What the generated hooks reject with, whatever body the contract names. */
export type ErrorType<_Body> = ProblemError

/** Without the tenant check: for `getTenantInfo` alone, which is what the check asks. */
export async function publicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const { send } = await loadHttp()
  return (await send<T>(config)).data
}

/** Every other operation without a session: the tenant info is asked for first, and a closed tenant ends it there. */
export async function checkedPublicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const [, , , tenantId = ''] = (config.url ?? '').split('/')
  await wired().tenantGate(decodeURIComponent(tenantId))
  return publicRequest<T>(config)
}
