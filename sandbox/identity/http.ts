import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Identity } from './identity.ts'

/**
 * The emulator over HTTP, to be mounted at `/_identity`: every POST is an action named by `x-amz-target`, and
 * `/{poolId}/.well-known/jwks.json` has the public keys.
 */
export function createIdentityApp(identity: Identity): Hono {
  const app = new Hono()
  app.use('*', cors({ origin: '*', allowMethods: ['GET', 'POST'], maxAge: 600 }))
  app.get('/:poolId/.well-known/jwks.json', async (c) =>
    c.req.param('poolId') === identity.poolId ? c.json(await identity.jwks()) : c.json({ message: 'Not found' }, 404),
  )
  app.post('*', async (c) => {
    const text = await c.req.text()
    const { status, body } = await answer(identity, c.req.header('x-amz-target') ?? '', text, c.req.raw.signal)
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'cache-control': 'no-store' },
    })
  })
  return app
}

function answer(identity: Identity, target: string, text: string, signal: AbortSignal) {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { status: 400, body: { __type: 'SerializationException', message: 'The body is not JSON' } }
  }
  return identity.handle(target, body, signal)
}
