import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { isSameHost, pageHtml, previewRoute } from '../preview/vite-plugin.ts'
import { answerStudio } from './studio-server.ts'
import type { StudioOptions } from './studio-server.ts'

/** Serves the form studio on a Vite server that serves the preview of the same folders, whose frame it shows. */
export function formsStudio({ folders, publishTo }: StudioOptions): Plugin {
  const options = { folders: folders.map((folder) => path.resolve(folder)), publishTo: path.resolve(publishTo) }
  return {
    name: 'forms-studio',
    apply: 'serve',
    // Otherwise Vite discovers the libraries of this page one by one, and reloads the open page for each.
    config: () => ({ optimizeDeps: { entries: ['forms/studio/main.tsx'] } }),
    configureServer(server) {
      const respond = async (request: IncomingMessage, response: ServerResponse, next: (cause?: unknown) => void) => {
        try {
          if (!(await answer(server, options, request, response))) next()
        } catch (cause) {
          next(cause)
        }
      }
      server.middlewares.use(previewRoute, (request, response, next) => {
        respond(request, response, next).catch((cause: unknown) => server.config.logger.error(String(cause)))
      })
    },
  }
}

async function answer(
  server: ViteDevServer,
  options: StudioOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const send = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
    response.end(body)
    return true
  }
  if (/^\/studio\/?$/.test(url.pathname)) {
    const page = pageHtml('フォームスタジオ', path.join(import.meta.dirname, 'main.tsx'))
    return send(200, 'text/html', await server.transformIndexHtml(`${previewRoute}${url.pathname}`, page))
  }
  const { origin, host } = request.headers
  const found = await answerStudio(options, url, request, isSameHost(origin, host))
  return found !== null && send(found.status, 'application/json', JSON.stringify(found.body))
}
