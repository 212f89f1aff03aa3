import { requestHeaders } from './request-headers.ts'

/** Older responses may be outdated. */
export const maxAgeMs = 15_000

/** A request that was sent before the application could send it. */
type EarlyResponse = {
  language: string
  /** The bearer token of the request; undefined for a public operation. */
  token: string | undefined
  /** Milliseconds since the page's start. */
  startedAt: number
  /** Aborts the request, which would otherwise occupy a connection of the browser. */
  cancel: AbortController
  response: Promise<Response>
}

/** Data that the starter stores for the application in `window.portalStart`. */
export type PortalStart = {
  /** The content of config.json, until the application has read it. */
  config: Promise<unknown> | undefined
  /** The content of the tenant's info; undefined if the request failed. */
  tenant?: Promise<unknown>
  /** Early responses by complete address. */
  responses: Map<string, EarlyResponse>
}

declare global {
  /** Missing in development and in tests, where no starter runs. */
  var portalStart: PortalStart | undefined
}

type EarlyResponses = PortalStart['responses']

/** Sends a request that the application is going to send, and stores it for {@link earlyFetch}. */
export function sendEarly(
  responses: EarlyResponses,
  url: string,
  language: string,
  token: string | undefined,
): Promise<Response> {
  const cancel = new AbortController()
  const response = fetch(url, {
    // Missing on a page that is not secure, where the starter sends nothing early: it has no space for another way.
    headers: requestHeaders({ language, requestId: crypto.randomUUID(), token }),
    signal: cancel.signal,
  })
  responses.set(url, { language, token, startedAt: performance.now(), cancel, response })
  return response
}
type FirstRequest = { url: string; language: string; token: string | undefined }

/**
 * A replacement of `fetch` that returns the response to this request if the starter (src/starter) has sent it already.
 * Null if it has not, or for another user or language. Each response is used once, so a retry is a new request.
 */
export function earlyFetch({ url, language, token }: FirstRequest): ((request: unknown) => Promise<Response>) | null {
  const responses = globalThis.portalStart?.responses
  const early = responses?.get(url)
  if (responses === undefined || early === undefined) return null
  responses.delete(url)
  const fits = early.language === language && early.token === token
  if (!fits || performance.now() - early.startedAt > maxAgeMs) {
    early.cancel.abort()
    return null
  }
  // The request's signal contains axios' time limit and the caller's signal.
  return (request) => orAborted(early, request instanceof Request ? request.signal : undefined, responses)
}

function orAborted(
  { response, cancel }: EarlyResponse,
  signal: AbortSignal | undefined,
  unused: EarlyResponses,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal?.reason)
      cancel.abort()
      // The page does not use them any more, or the API does not respond.
      cancelAll(unused)
    }
    if (signal?.aborted === true) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    response
      .then(withContent)
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', onAbort))
  })
}

/** The time limit covers the content as well. */
async function withContent(response: Response): Promise<Response> {
  const content = await response.arrayBuffer()
  return new Response(content.byteLength === 0 ? null : content, response)
}

/** A change on the server may contradict responses that were requested before it. */
export function dropEarlyResponses(): void {
  const responses = globalThis.portalStart?.responses
  if (responses !== undefined) cancelAll(responses)
}

/** Cancels the responses that the application has not used. */
export function cancelAll(responses: EarlyResponses): void {
  for (const { cancel } of responses.values()) cancel.abort()
  responses.clear()
}
