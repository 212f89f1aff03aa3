import type { BrowserContext, Frame, Request } from '@playwright/test'
import { reportPath } from './start-site.ts'

/** What no address and no Referer may contain: a token, a password of the sandbox, an e-mail address. */
const secrets = [
  { name: 'a token', pattern: /eyJ[\w-]{20,}\.eyJ/ },
  { name: 'a password', pattern: /2026!/ },
  { name: 'an e-mail address', pattern: /[\w.+-]+@[\w-]+\.[a-z]/i },
]

/** All that a report of an error or a Web Vital may contain (docs/deploying.md). */
const reportKeys = new Set([
  'kind',
  'code',
  'place',
  'value',
  'navigation',
  'route',
  'tenant',
  'stage',
  'release',
  'reference',
])

const ownerOperations = '/app/web/o/'
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Watches every request and every address of a browser: the bearer token is sent to the owner's operations of the API
 * only (S-10), a request that changes something could not be made by a foreign form, and no cookie is set (S-23). The
 * sandbox's own pages are not part of the product.
 */
export function watchSecrecy(
  context: BrowserContext,
  portal: { readonly url: string; readonly apiUrl: string },
): () => Promise<string[]> {
  const findings = new Set<string>()

  function look(what: string, address: string): void {
    if (address.startsWith(`${portal.url}/_sandbox/`) || !/^https?:/.test(address)) return
    for (const { name, pattern } of secrets)
      if (pattern.test(decoded(address))) findings.add(`${name} in ${what} ${address}`)
  }

  /** A report is for the operator: it never contains what identifies a user or was typed by one. */
  function lookAtReport(body: string): void {
    for (const { name, pattern } of secrets) if (pattern.test(body)) findings.add(`${name} in a report ${body}`)
    const foreign = Object.keys(JSON.parse(body) as object).filter((key) => !reportKeys.has(key))
    if (foreign.length > 0) findings.add(`${foreign.join(', ')} in a report`)
  }

  context.on('request', (request) => {
    if (new URL(request.url()).pathname === reportPath) lookAtReport(request.postData() ?? '')
    look('the address', request.url())
    look('the Referer', request.headers().referer ?? '')
    for (const finding of headerFindings(request, portal.apiUrl)) findings.add(finding)
  })
  const lookAtFrame = (frame: Frame): void => look('the address of the page', frame.url())
  context.on('page', (page) => page.on('framenavigated', lookAtFrame))

  return async () => {
    for (const { name, domain } of await context.cookies()) findings.add(`the cookie ${name} of ${domain}`)
    return [...findings]
  }
}

function headerFindings(request: Request, apiUrl: string): string[] {
  const url = request.url()
  const headers = request.headers()
  const line = `${request.method()} ${url}`
  const found: string[] = []
  if (headers.authorization !== undefined && !url.startsWith(apiUrl + ownerOperations))
    found.push(`Authorization at ${line}`)
  if (!url.startsWith(`${apiUrl}/app/web/`) || !changing.has(request.method())) return found
  // A form of another site could send any other type without a preflight (a simple request).
  const type = headers['content-type'] ?? ''
  // Another site cannot set this header, the only protection of a request without a body.
  if (type === '' && headers.authorization !== undefined) return found
  const isUpload = new URL(url).pathname === `${ownerOperations}attachments` && type.startsWith('multipart/form-data')
  if (!/^application\/(?:json|merge-patch\+json)\b/.test(type) && !isUpload)
    found.push(`content type "${type}" at ${line}`)
  return found
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
