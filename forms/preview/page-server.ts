import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'

export const previewRoute = '/_preview'

export type PageRequest = {
  request: IncomingMessage
  /** The address, relative to the route. */
  url: URL
  /** Whether a page of this server sends the request. A navigation or a program sends no `Origin`. */
  origin: 'none' | 'same' | 'other'
  send: (status: number, type: string, body: string) => true
  /** Sends a page whose script is a file of this project, by its absolute path. */
  sendPage: (title: string, entry: string) => Promise<true>
}

/** Adds pages below the route of the preview. If `answer` returns false for a request, the next handler gets it. */
export function servePages(server: ViteDevServer, answer: (request: PageRequest) => Promise<boolean>): void {
  const respond = async (request: IncomingMessage, response: ServerResponse, next: (cause?: unknown) => void) => {
    try {
      if (!(await answer(pageRequest(server, request, response)))) next()
    } catch (cause) {
      next(cause)
    }
  }
  server.middlewares.use(previewRoute, (request, response, next) => {
    respond(request, response, next).catch((cause: unknown) => server.config.logger.error(String(cause)))
  })
}

function pageRequest(server: ViteDevServer, request: IncomingMessage, response: ServerResponse): PageRequest {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const { origin, host } = request.headers
  const send: PageRequest['send'] = (status, type, body) => {
    response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
    response.end(body)
    return true
  }
  return {
    request,
    url,
    origin: origin === undefined ? 'none' : isSameHost(origin, host) ? 'same' : 'other',
    send,
    async sendPage(title, entry) {
      const nonce = randomBytes(16).toString('base64')
      const html = await server.transformIndexHtml(`${previewRoute}${url.pathname}`, pageHtml(title, entry, nonce))
      response.setHeader('Content-Security-Policy', policy(nonce, host))
      // Vite adds scripts of its own to the page.
      return send(200, 'text/html', html.replaceAll('<script', `<script nonce="${nonce}"`))
    },
  }
}

/** A page with an opaque origin sends `null`, which is not a valid URL. */
function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

/**
 * The policy is as strict as the portal's: a form is data from somebody else, and must not run or load anything. Vite
 * connects by WebSocket.
 */
function policy(nonce: string, host = ''): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self' ws://${host}`,
    "img-src 'self' data: blob:",
    'worker-src blob:',
    "font-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // The rules of this policy are in trusted-texts.ts.
    'trusted-types default',
  ].join('; ')
}

function pageHtml(title: string, entry: string, nonce: string): string {
  return `<!doctype html>
<html lang="ja">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta property="csp-nonce" nonce="${nonce}" />
    <link rel="icon" href="data:," />
    <title>${title}</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/@fs${entry}"></script>
  </body>
</html>
`
}
