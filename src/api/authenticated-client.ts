import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { AxiosRequestConfig } from 'axios'
import { ProblemError } from '../lib/problem.ts'
import { request, wired } from './client.ts'
import type { ApiResponse } from './http.ts'
import { userQueries } from './queries.ts'

export type { ApiResponse } from './http.ts'
export type { ErrorType } from './client.ts'

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
    return await request<T>(config, token)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'unauthenticated') throw error
    const fresh = await anotherToken(token)
    if (fresh === null) throw error
    return request<T>(config, fresh)
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

/** How to make a request outside of a component's hook. */
export type Call = <Answer>(request: () => Promise<Answer>) => Promise<Answer>

/** Errors go to the caller only. */
export const silentCall: Call = (request) => request()

/** As a query of the portal's query client: retried where that may help, and an ended session opens the sign-in dialog. */
export function runAsQuery(queryClient: QueryClient): Call {
  return (request) =>
    queryClient.query({
      queryKey: [...userQueries.queryKey, 'asked', crypto.randomUUID()],
      queryFn: request,
      staleTime: 0,
      gcTime: 0,
    })
}

/** As a mutation of the portal's query client, so that an ended session opens the sign-in dialog over the page. */
export function runAsMutation(queryClient: QueryClient): Call {
  return (request) =>
    new MutationObserver(queryClient, { mutationFn: request, meta: { problem: 'inline' }, retry: 0 }).mutate()
}
