import { headersFor, missingFileHeaders, resourceKind } from '../deploy/headers.ts'
import type { Headers as HeaderTable, HeaderConfig } from '../deploy/headers.ts'
import { withConfig } from '../deploy/inline-config.ts'
import { serveFile } from './core/serve-file.ts'

/** Paths that belong to the backend, not to the portal. */
const providerPaths = /^\/(?:app\/web|_identity|_sandbox)(?:\/|$)/
const publishedPaths = /^\/(?:forms\/|config\.json$)/

export type PortalSite = {
  /** Whether the sandbox handles this path, instead of serving a file of the portal. */
  isProviders: (pathname: string) => boolean
  fetch: (request: Request) => Promise<Response>
}

/** The portal's origin as in production: the built files and the published definitions with the production headers. */
export function createPortalSite(
  dist: string,
  sandbox: { fetch: (request: Request) => Promise<Response>; config: () => HeaderConfig },
): PortalSite {
  return {
    isProviders: (pathname) => providerPaths.test(pathname) || publishedPaths.test(pathname),
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (providerPaths.test(pathname)) return sandbox.fetch(request)
      const isPublished = publishedPaths.test(pathname) && resourceKind(pathname) !== 'refused'
      const response = isPublished ? await sandbox.fetch(request) : await ownFile(request, pathname)
      const config = sandbox.config()
      return withHeaders(
        response,
        response.ok || response.status === 304 ? headersFor(pathname, config) : missingFileHeaders(config),
      )
    },
  }

  async function ownFile(request: Request, pathname: string): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Method not allowed\n', { status: 405, headers: { Allow: 'GET, HEAD' } })
    const kind = resourceKind(pathname)
    if (kind !== 'document') return serveFile(request, dist, kind === 'refused' ? '' : pathname)
    const config = sandbox.config()
    const change = { key: JSON.stringify(config), apply: (html: string) => withConfig(html, config) }
    return serveFile(request, dist, 'index.html', change)
  }
}

function withHeaders(response: Response, table: HeaderTable): Response {
  if (response.type === 'error') return response
  for (const [name, value] of Object.entries(table)) response.headers.set(name, value)
  return response
}
