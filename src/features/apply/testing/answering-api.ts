import { http } from 'msw'
import { setupServer } from 'msw/node'
import { wireApi } from '../../../api/wiring.ts'

type Received = { method: string; path: string; headers: Headers; body: unknown }

/** An API that gives the prepared responses, one for each request, and remembers what it received. */
export function answeringApi() {
  const responses: (() => Response)[] = []
  const received: Received[] = []
  const base = 'http://portal.test/app/web'
  const server = setupServer(
    http.all(`${base}/*`, async ({ request }) => {
      const { method, url, headers } = request
      const text = await request.text()
      const body: unknown = text === '' ? null : JSON.parse(text)
      received.push({ method, path: url.slice(base.length), headers, body })
      const respond = responses.shift()
      if (respond === undefined) throw new Error(`No response is prepared for ${method} ${url}`)
      return respond()
    }),
  )
  return {
    received,
    start() {
      server.listen({ onUnhandledFrame: 'error' })
      wireApi({
        baseUrl: base,
        timeoutMs: 2_000,
        language: () => 'ja',
        tenantGate: async () => undefined,
        user: () => 'resident',
        getIdToken: async () => 'token-1',
        refreshSession: async () => null,
        pageHasSession: () => true,
      })
    },
    stop: () => server.close(),
    reset() {
      responses.length = 0
      received.length = 0
    },
    respond(status: number, body: unknown = null, headers: { [name: string]: string } = {}) {
      responses.push(() => new Response(body === null ? null : JSON.stringify(body), { status, headers }))
    },
    /** The connection breaks before a response. */
    breakDown() {
      responses.push(() => Response.error())
    },
  }
}
