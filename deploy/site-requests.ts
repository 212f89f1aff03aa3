import { headersFor, missingFileHeaders, resourceKind } from './headers.ts'
import type { HeaderConfig, Headers, ResourceKind } from './headers.ts'

/** A file of the sample site in `testing/sample-site.ts` and of every real one. */
export type SiteRequest = {
  name: string
  path: string
  method?: 'GET' | 'HEAD'
  /** Encodings that the browser accepts; servers may choose among them. */
  accept?: 'br' | 'gzip' | 'identity'
  /** Sends a second request with the ETag of the first response. */
  revalidate?: true
  /** The file is there, but nobody gets it. No stage has one, so that only a sample site shows whether it is refused. */
  exists?: true
  expected: {
    status: number
    /** Whether the body is `index.html`, the file of the path, an error text or nothing. */
    body: 'index' | 'file' | 'error' | 'none'
    type?: string
  }
}

const hashed = '/assets/app-1a2b3c4d.js'
const form = '/forms/minato-city/bulky-waste/individual/0123456789ab'
const html = 'text/html'
const script = 'text/javascript'
const json = 'application/json'

/**
 * What the portal's origin answers to each kind of request. One table for nginx, the sandbox, the CDN function and
 * `deploy:check`, so that they cannot differ.
 */
export const siteRequests: readonly SiteRequest[] = [
  { name: 'the start page', path: '/', expected: { status: 200, body: 'index', type: html } },
  { name: 'the document by its file name', path: '/index.html', expected: { status: 200, body: 'index', type: html } },
  { name: 'a deep link', path: '/login/minato-city', expected: { status: 200, body: 'index', type: html } },
  {
    name: 'a deep link with a query',
    path: '/callbacks/payment_success?tenantId=minato-city',
    expected: { status: 200, body: 'index', type: html },
  },
  { name: 'a deep link with a dot', path: '/minato-city/a.b', expected: { status: 200, body: 'index', type: html } },
  { name: 'an encoded path', path: '/login/%2e%2e%2fadmin', expected: { status: 200, body: 'index', type: html } },
  { name: 'the document, head only', path: '/', method: 'HEAD', expected: { status: 200, body: 'none', type: html } },
  { name: 'the document again', path: '/', revalidate: true, expected: { status: 304, body: 'none' } },
  { name: 'the document, brotli', path: '/', accept: 'br', expected: { status: 200, body: 'index', type: html } },
  { name: 'the document, gzip', path: '/', accept: 'gzip', expected: { status: 200, body: 'index', type: html } },
  { name: 'a hashed asset', path: hashed, expected: { status: 200, body: 'file', type: script } },
  { name: 'an asset, brotli', path: hashed, accept: 'br', expected: { status: 200, body: 'file', type: script } },
  { name: 'an asset, gzip', path: hashed, accept: 'gzip', expected: { status: 200, body: 'file', type: script } },
  { name: 'an asset again', path: hashed, revalidate: true, expected: { status: 304, body: 'none' } },
  { name: 'an asset, head only', path: hashed, method: 'HEAD', expected: { status: 200, body: 'none', type: script } },
  { name: 'a missing asset', path: '/assets/app-gone.js', expected: { status: 404, body: 'error' } },
  { name: 'a missing file at the root', path: '/favicon.ico', expected: { status: 404, body: 'error' } },
  { name: 'a file at the root', path: '/robots.txt', expected: { status: 200, body: 'file', type: 'text/plain' } },
  { name: 'the configuration', path: '/config.json', expected: { status: 200, body: 'file', type: json } },
  { name: 'the release', path: '/version.json', expected: { status: 200, body: 'file', type: json } },
  {
    name: 'the manifest of a tenant',
    path: '/forms/minato-city/manifest.json',
    expected: { status: 200, body: 'file', type: json },
  },
  {
    name: 'a form definition',
    path: `${form}/definition.json`,
    accept: 'gzip',
    expected: { status: 200, body: 'file', type: json },
  },
  { name: 'a script among forms', path: `${form}/added.js`, exists: true, expected: { status: 404, body: 'error' } },
  { name: 'a page among forms', path: '/forms/added.html', exists: true, expected: { status: 404, body: 'error' } },
  { name: 'a missing form', path: `${form}/gone.json`, expected: { status: 404, body: 'error' } },
  { name: 'a missing manifest', path: '/forms/nowhere/manifest.json', expected: { status: 404, body: 'error' } },
]

/** The headers of the expected response, without those that a server generates (dates, lengths, tags). */
export function expectedHeaders({ path, expected }: SiteRequest, config: HeaderConfig): Headers {
  return expected.status === 404 ? missingFileHeaders(config) : headersFor(pathOf(path), config)
}

/** The kind of the requested path. */
export function kindOf({ path }: SiteRequest): ResourceKind {
  return resourceKind(pathOf(path))
}

function pathOf(path: string): string {
  return path.replace(/\?.*$/, '')
}
