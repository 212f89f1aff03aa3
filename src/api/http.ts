import axios from 'axios'
import type { AxiosRequestConfig, AxiosResponse } from 'axios'
import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { noteServerDate } from '../lib/clock.ts'
import { noteResponse } from '../lib/network.ts'
import { ProblemError, isAccountDeleted, withoutSession } from '../lib/problem.ts'
import { randomId } from '../lib/random-id.ts'
import { dropEarlyResponses, earlyFetch, maxAgeMs } from './early-response.ts'
import { toProblem, unreadableAnswer } from './problem.ts'
import { requestHeaders } from './request-headers.ts'
import { wired } from './wiring.ts'
import { userQueries } from './queries.ts'

export type { ErrorType } from './wiring.ts'

/** No cookies, only addresses below the base, lists in the query as the contract defines them. */
const client = axios.create({
  adapter: ['xhr', 'fetch'],
  allowAbsoluteUrls: false,
  withCredentials: false,
  // Otherwise the first request waits for the browser to read the cookies.
  withXSRFToken: false,
  paramsSerializer: { indexes: null },
})

/** Uploads get ten times the time limit, because a large file takes long on a slow network. */
const uploadFactor = 10

/**
 * Sends one request of a generated function.
 * @param token the bearer token; none for an operation without a session
 * @throws ProblemError, or the AbortError of the caller's own signal
 */
export async function send<T>(config: AxiosRequestConfig, token?: string): Promise<ApiResponse<T>> {
  const { baseUrl, timeoutMs, language } = wired()
  const requestId = randomId()
  const changes = config.method !== 'GET'
  if (changes) dropEarlyResponses()
  const early = earlyFetchOf({ ...config, baseURL: baseUrl }, language(), token)
  const sentAt = Date.now() - (early.env ? maxAgeMs : 0)
  try {
    const response = await client.request<T>({
      ...config,
      ...early,
      baseURL: baseUrl,
      timeout: config.data instanceof FormData ? timeoutMs * uploadFactor : timeoutMs,
      headers: {
        ...config.headers,
        ...requestHeaders({ language: language(), requestId, token }),
      },
    })
    noteResponse()
    noteServerDate(freshDateOf(response), sentAt)
    if (!isReadable(response)) throw unreadableAnswer(response.status, headerOf(response, 'x-request-id') ?? requestId)
    return { data: response.data, headers: headersOf(response), status: response.status }
  } catch (thrown) {
    if (config.signal?.aborted === true) throw new DOMException('The request was cancelled', 'AbortError')
    if (axios.isAxiosError(thrown) && thrown.response) noteServerDate(freshDateOf(thrown.response), sentAt)
    throw new ProblemError(toProblem(thrown), { cause: withoutRequest(thrown) })
  } finally {
    if (changes) dropEarlyResponses()
  }
}

function earlyFetchOf(config: AxiosRequestConfig, language: string, token: string | undefined): AxiosRequestConfig {
  if (config.method !== 'GET' || config.responseType === 'blob') return {}
  const fetch = earlyFetch({ url: client.getUri(config), language, token })
  return fetch === null ? {} : { adapter: 'fetch', env: { fetch } }
}

/** The error for the console, without the request: its headers contain the bearer token, its body typed values. */
function withoutRequest(thrown: unknown): unknown {
  return axios.isAxiosError(thrown) ? new Error([thrown.code, thrown.message].filter(Boolean).join(': ')) : thrown
}

/** The response with its headers, by lower-case name. */
export type ApiResponse<T> = { data: T; headers: Record<string, string>; status: number }

function headersOf(response: AxiosResponse<unknown>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) headers[name.toLowerCase()] = String(value)
  // A compressing proxy weakens a tag to `W/"1"`, which `If-Match` never matches (RFC 9110, 13.1.1).
  if (headers.etag !== undefined) headers.etag = headers.etag.replace(/^W\//, '')
  return headers
}

function headerOf(response: AxiosResponse<unknown>, name: string): string | undefined {
  return headersOf(response)[name]
}

/** Text instead of JSON is a proxy's page or a truncated body; an empty body is valid only without content. */
function isReadable({ status, data, config }: AxiosResponse<unknown>): boolean {
  if (config.responseType === 'blob') return data instanceof Blob
  if (data === '' || data === null || data === undefined) return status === 202 || status === 204 || status === 205
  return typeof data === 'object'
}

/** The `Date` of a response that cannot be from a cache: an old one would set the portal's clock back. */
function freshDateOf(response: AxiosResponse<unknown>): string | undefined {
  const { date, age = '0', 'cache-control': cacheControl = '' } = headersOf(response)
  return /\bno-store\b/i.test(cacheControl) && Number(age) === 0 ? date : undefined
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

/**
 * Sends the ID token of the user for whom the request begins, never that of another one who has signed in since. Rejects
 * if there is one: nothing of the former user may be stored or continued, and a late refusal says nothing about the
 * session or the account of the present one.
 */
export async function authenticatedResponse<T>(config: AxiosRequestConfig): Promise<ApiResponse<T>> {
  const sender = wired().user()
  try {
    const response = await sendAs<T>(sender, config)
    if (isOther(sender)) throw new ProblemError({ kind: 'unavailable', fields: [] })
    return response
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { problem } = error
    const isLate = isAccountDeleted(problem) ? wired().user() !== sender : isOther(sender)
    throw isLate ? new ProblemError(withoutSession(problem), { cause: error }) : error
  }
}

/**
 * After a 401, one refresh serves all waiting requests, and each request is repeated once. For a deleted account no other
 * token would help.
 */
async function sendAs<T>(sender: string | null, config: AxiosRequestConfig): Promise<ApiResponse<T>> {
  const { getIdToken, pageHasSession } = wired()
  const token = pageHasSession() ? await getIdToken() : null
  if (token === null || !pageHasSession() || isOther(sender))
    throw new ProblemError({ kind: 'unauthenticated', fields: [] })
  try {
    return await send<T>(config, token)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.kind !== 'unauthenticated') throw error
    const fresh = isAccountDeleted(error.problem) ? null : await anotherToken(token)
    if (fresh === null || isOther(sender)) throw error
    return send<T>(config, fresh)
  }
}

/** Whether another user is signed in now. */
function isOther(sender: string | null): boolean {
  const user = wired().user()
  return user !== null && user !== sender
}

let refreshing: Promise<string | null> | null = null

async function anotherToken(refused: string): Promise<string | null> {
  const { getIdToken, refreshSession } = wired()
  const current = await getIdToken()
  if (current !== null && current !== refused) return current
  refreshing ??= refreshSession().finally(() => {
    refreshing = null
  })
  return refreshing
}

/** How to make a request outside of a component's hook. */
export type Call = <Answer>(request: () => Promise<Answer>) => Promise<Answer>

/** Errors go to the caller only. */
export const silentCall: Call = (request) => request()

/** Runs a call as a query of the portal: retried where that may help; an ended session opens the sign-in dialog. */
export function runAsQuery(queryClient: QueryClient): Call {
  return (request) =>
    queryClient.query({
      queryKey: [...userQueries.queryKey, 'asked', randomId()],
      queryFn: request,
      staleTime: 0,
      gcTime: 0,
    })
}

/** Runs a call as a mutation of the portal, so that an ended session opens the sign-in dialog over the page. */
export function runAsMutation(queryClient: QueryClient): Call {
  return (request) =>
    new MutationObserver(queryClient, { mutationFn: request, meta: { problem: 'inline' }, retry: 0 }).mutate()
}
