import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { ensureBuilt } from '../../scripts/build.ts'

export type RunningSandbox = { url: string; stop(): Promise<void> }

/** Runs between a request and the sandbox: the mutation check breaks responses here. */
export type Tampering = (request: Request, answer: (request: Request) => Promise<Response>) => Promise<Response>

/** The sandbox over HTTP on a free port, its data in memory. */
export async function startSandbox(tamper: Tampering = (request, answer) => answer(request)): Promise<RunningSandbox> {
  await ensureBuilt({ only: 'forms' })
  const starting: { answer: (request: Request) => Promise<Response> } = {
    answer: () => Promise.resolve(new Response(null, { status: 503 })),
  }
  const server = serve({
    fetch: (request) => starting.answer(request),
    port: 0,
    hostname: '127.0.0.1',
    // Specs after this one in the process would get other classes for requests and responses.
    overrideGlobalObjects: false,
  })
  const port = await new Promise<number>((resolve) => {
    server.once('listening', () => resolve((server.address() as AddressInfo).port))
  })
  const url = `http://127.0.0.1:${port}`
  const sandbox = await createSandbox({
    db: ':memory:',
    formsDir: join(import.meta.dirname, '..', '..', '.local', 'forms'),
    origin: url,
    cardOrigin: 'http://localhost:5174',
  })
  starting.answer = (request) => tamper(request, (passed) => sandbox.fetch(passed))
  return {
    url,
    async stop() {
      await new Promise((resolve) => server.close(resolve))
      sandbox.close()
    },
  }
}
