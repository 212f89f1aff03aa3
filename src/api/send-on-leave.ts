import { wired } from './wiring.ts'
import { randomId } from '../lib/random-id.ts'

/** Browsers refuse more than 64 KiB of requests that outlive their page. */
const largest = 60_000

let lastToken: string | null = null

/**
 * Called by the composition root whenever the session's token changes: a page that is being closed has no time to
 * request one.
 */
export function rememberToken(token: string | null): void {
  lastToken = token
}

type Parting = {
  /** Path below the base of the API, as the generated functions write it. */
  url: string
  method: 'PUT' | 'POST'
  body: unknown
  headers?: Readonly<Record<string, string>>
}

/**
 * Sends a last save while the page is being left (`visibilitychange: hidden`, `pagehide`).
 * @returns false if that is impossible: no session, or too large. Then only the browser's own copy exists.
 */
export function sendOnLeave({ url, method, body, headers = {} }: Parting): boolean {
  const { baseUrl, language, pageHasSession } = wired()
  const text = JSON.stringify(body)
  if (lastToken === null || !pageHasSession() || new Blob([text]).size > largest) return false
  fetch(`${baseUrl}${url}`, {
    method,
    body: text,
    keepalive: true,
    credentials: 'omit',
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      'Accept-Language': language(),
      'X-Request-Id': randomId(),
      Authorization: `Bearer ${lastToken}`,
    },
  }).catch(() => undefined)
  return true
}
