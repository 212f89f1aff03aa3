import type { BrowserContext, Frame, Request } from '@playwright/test'

/** What no address and no Referer may carry: a token, a password of the sandbox, an e-mail address. */
const secrets = [
  { name: 'a token', pattern: /eyJ[\w-]{20,}\.eyJ/ },
  { name: 'a password', pattern: /2026!/ },
  { name: 'an e-mail address', pattern: /[\w.+-]+@[\w-]+\.[a-z]/i },
]

const ownerOperations = '/app/web/o/'
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Watches every request and every address of a browser: the bearer token goes to the owner's operations of the API and
 * nowhere else (S-10), what changes something is no request a foreign form could make, and no cookie is set (S-23).
 * The sandbox's own pages are no part of the product.
 */
export function watchSecrecy(context: BrowserContext, portalUrl: () => string): () => Promise<string[]> {
  const findings = new Set<string>()

  function look(what: string, address: string): void {
    if (address.startsWith(`${portalUrl()}/_sandbox/`) || !/^https?:/.test(address)) return
    for (const { name, pattern } of secrets)
      if (pattern.test(decoded(address))) findings.add(`${name} in ${what} ${address}`)
  }

  context.on('request', (request) => {
    look('the address', request.url())
    look('the Referer', request.headers().referer ?? '')
    for (const finding of headerFindings(request, portalUrl())) findings.add(finding)
  })
  const lookAtFrame = (frame: Frame): void => look('the address of the page', frame.url())
  context.on('page', (page) => page.on('framenavigated', lookAtFrame))

  return async () => {
    for (const { name, domain } of await context.cookies()) findings.add(`the cookie ${name} of ${domain}`)
    return [...findings]
  }
}

function headerFindings(request: Request, portalUrl: string): string[] {
  const url = request.url()
  const headers = request.headers()
  const line = `${request.method()} ${url}`
  const found: string[] = []
  if (headers.authorization !== undefined && !url.startsWith(portalUrl + ownerOperations))
    found.push(`Authorization at ${line}`)
  if (!url.startsWith(`${portalUrl}/app/web/`) || !changing.has(request.method())) return found
  // Any other type could be sent by a form of another site without asking (a simple request).
  const type = headers['content-type'] ?? ''
  // Nor could it set this header, which is all that a request without a body has.
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
