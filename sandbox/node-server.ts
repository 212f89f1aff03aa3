import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A server whose handler is given later, when its own port and those of others are known. */
export type LateServer = {
  server: Server
  port: number
  handle: (handle: Handle) => void
  stop: () => Promise<void>
}

export class PortInUse extends Error {
  override readonly name = 'PortInUse'
  readonly port: number
  constructor(port: number) {
    super(`Port ${port} is in use`)
    this.port = port
  }
}

/** Listens on the own machine only. Rejects with PortInUse if another program has the port. */
export function listen(port: number): Promise<LateServer> {
  let current: Handle = (_incoming, outgoing) => void outgoing.writeHead(503, { 'Retry-After': '1' }).end()
  const server = createServer((incoming, outgoing) => current(incoming, outgoing))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new PortInUse(port) : error),
    )
    server.listen(port, '127.0.0.1', () => {
      resolve({
        server,
        port: (server.address() as AddressInfo).port,
        handle: (handle) => void (current = handle),
        stop: () =>
          new Promise((stopped) => {
            server.close(() => stopped())
            server.closeAllConnections()
          }),
      })
    })
  })
}

/** A fetch function as a handler; `Response.error()` closes the connection without an answer. */
export function handlerOf(fetch: (request: Request) => Promise<Response>): Handle {
  const listener = getRequestListener(
    async (request, { outgoing }) => {
      const response = await fetch(request)
      if (response.type !== 'error') return response
      outgoing.destroy()
      return RESPONSE_ALREADY_SENT
    },
    { overrideGlobalObjects: false },
  )
  return (incoming, outgoing) => void listener(incoming, outgoing)
}
