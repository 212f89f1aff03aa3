/**
 * Reads a recording that a browser has exported (HAR 1.2, http://www.softwareishard.com/blog/har-12-spec/). Chrome,
 * Firefox, Safari and Playwright differ: bodies in base64 or missing, names of headers in any case, the pseudo headers
 * of HTTP/2, answers from the cache.
 */
import { isRecord } from '../../form-model/record.ts'
import { configTextIn } from '../../deploy/inline-config.ts'
import { ConfigError, parseConfig } from '../../src/lib/config.ts'
import type { PortalConfig } from '../../src/lib/config.ts'

/** The file cannot be replayed; the message is one line. */
export class NoRecording extends Error {
  override readonly name = 'NoRecording'
}

export type HarEntry = {
  /** JSON Pointer into the file. */
  place: string
  method: string
  url: URL
  startedAt: number
  endedAt: number
  /** Null if the recording has none. */
  sentHeaders: Headers | null
  /** Undefined if the recording does not have it, empty without one. */
  sentBody: string | undefined
  /** 0 without an answer. */
  status: number
  headers: Headers
  /** As `sentBody`. */
  body: string | undefined
  /** Answered by the browser itself, not by the server. */
  isOfBrowser: boolean
}

/** Requests that ended without an answer or were answered by the browser keep their place. */
export function entriesOf(text: string): HarEntry[] {
  const file = parsed(text)
  const log = isRecord(file) ? file.log : undefined
  if (!isRecord(log) || !Array.isArray(log.entries))
    throw new NoRecording('it is not a HAR: it has no list log.entries. Export it in the network tab of a browser.')
  return log.entries.flatMap((entry: unknown, index) => entryOf(entry, `/log/entries/${index}`) ?? [])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\u{FEFF}/u, ''))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new NoRecording(
      /^\s*\{/.test(text) && !/\}\s*$/.test(text)
        ? 'it is cut off: the JSON does not end. Export it again.'
        : 'it is not a HAR: it is not JSON. Export it in the network tab of a browser.',
    )
  }
}

function entryOf(entry: unknown, place: string): HarEntry | null {
  if (!isRecord(entry) || !isRecord(entry.request) || !isRecord(entry.response)) return null
  const { request, response } = entry
  const method = String(request.method).toUpperCase()
  const address = String(request.url)
  if (method === 'OPTIONS' || !/^https?:/.test(address) || !URL.canParse(address)) return null
  const startedAt = Date.parse(String(entry.startedDateTime))
  const sentHeaders = headersOf(request.headers)
  const headers = headersOf(response.headers)
  const content = isRecord(response.content) ? response.content : {}
  const status = Number(response.status) || 0
  return {
    place,
    method,
    url: new URL(address),
    startedAt,
    endedAt: startedAt + Math.max(0, Number(entry.time) || 0),
    sentHeaders: [...sentHeaders].length === 0 ? null : sentHeaders,
    sentBody: textOf(request.postData, request.bodySize),
    status,
    headers,
    body: status === 204 && typeof content.text !== 'string' ? '' : textOf(content, headers.get('content-length')),
    isOfBrowser: isOfBrowser(entry, response, headers),
  }
}

/** A body without text was sent or received empty only if its size says so; browsers leave out many. */
function textOf(body: unknown, size: unknown): string | undefined {
  if (!isRecord(body) || typeof body.text !== 'string')
    return size !== null && Number(size) === 0 && !isRecord(body) ? '' : undefined
  return body.encoding === 'base64' ? Buffer.from(body.text, 'base64').toString() : body.text
}

/** Names of HTTP/2 that begin with a colon are no headers. */
function headersOf(list: unknown): Headers {
  const headers = new Headers()
  for (const header of Array.isArray(list) ? (list as unknown[]) : []) {
    if (!isRecord(header) || !/^[\w!#$%&'*+.^`|~-]+$/.test(String(header.name))) continue
    headers.append(String(header.name), String(header.value).replaceAll(/[^\t\u{20}-\u{7E}\u{80}-\u{FF}]+/gu, ' '))
  }
  return headers
}

/**
 * From its cache (`_fromCache` of Chrome, `_fetchType` of Safari, an unknown `afterRequest` of Firefox, 304), by a
 * worker, or the redirect of HSTS.
 */
function isOfBrowser(entry: Record<string, unknown>, response: Record<string, unknown>, headers: Headers): boolean {
  return (
    typeof entry._fromCache === 'string' ||
    (isRecord(entry.cache) && entry.cache.afterRequest === null) ||
    (typeof response._fetchType === 'string' && /cache|service worker/i.test(response._fetchType)) ||
    response._fetchedViaServiceWorker === true ||
    response.status === 304 ||
    headers.has('non-authoritative-reason')
  )
}

/** The configuration of the portal that was recorded, from `config.json` or from the document; null without one. */
export function configIn(entries: readonly HarEntry[]): { config: PortalConfig; origin: string } | null {
  for (const { url, body = '' } of entries) {
    const text = url.pathname.endsWith('/config.json') ? body : configTextIn(body)
    const config = text === '' ? null : readable(text)
    if (config !== null) return { config, origin: url.origin }
  }
  return null
}

/** A configuration that the portal itself refuses is not one. */
function readable(text: string): PortalConfig | null {
  try {
    return parseConfig(JSON.parse(text))
  } catch (error) {
    if (error instanceof ConfigError || error instanceof SyntaxError) return null
    throw error
  }
}
