import type { AxiosRequestConfig } from 'axios'
import type { ProblemError } from '../lib/problem.ts'
import { loadHttp } from './load-http.ts'
import { wired } from './wire.ts'

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
