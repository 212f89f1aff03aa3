import type { AxiosRequestConfig } from 'axios'
import { loadOnline } from '../lib/network.ts'
import { ProblemError } from '../lib/problem.ts'
import type * as http from './http.ts'
import { wired } from './wiring.ts'

export type { ErrorType } from './wiring.ts'

let loading: Promise<typeof http> | null = null

/** The HTTP library and the code that uses it are a chunk of their own, because the first paint needs no response. */
function loadHttp(): Promise<typeof http> {
  loading ??= loadOnline(() => import('./http.ts')).catch((cause: unknown) => {
    loading = null
    throw new ProblemError({ kind: 'offline', fields: [] }, { cause })
  })
  return loading
}

/** Sends a request without the tenant check. Only for `getTenantInfo`, which the check itself requests. */
export async function publicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const { send } = await loadHttp()
  return (await send<T>(config)).data
}

/**
 * The contract has all operations without a session below their tenant. A generated function passes its parameters only
 * as part of this address: https://github.com/orval-labs/orval/issues/1474.
 */
const tenantOperation = /^\/p\/tenants\/(?<tenantId>[^/]+)\//

/** Every other operation without a session: requests the tenant info first, and fails if the tenant is closed. */
export async function checkedPublicRequest<T>(config: AxiosRequestConfig): Promise<T> {
  const tenantId = tenantOperation.exec(config.url ?? '')?.groups?.tenantId
  if (tenantId === undefined) throw new Error(`${config.url} is not below a tenant`)
  await wired().tenantGate(decodeURIComponent(tenantId))
  return publicRequest<T>(config)
}
