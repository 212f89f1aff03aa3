import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

export type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** A server on this machine only; its handler is set later, when all ports are known. */
export type LateServer = {
  /** Receives the upgrade requests of both addresses. */
  server: Server
  port: number
  /** The addresses: `127.0.0.1`, and `::1` if this machine has IPv6. */
  addresses: readonly string[]
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

const maxPortTries = 5

/**
 * Listens on both loopback addresses, because `localhost` may mean either. Rejects with PortInUse if another program
 * has the port on one of them. `behind` is the origin of a web server in front, which forwards its own `Host`.
 */
export async function listen(port: number, behind: string | null = null): Promise<LateServer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await listenOnce(port, behind)
    } catch (error) {
      // A port that is free on one address may be in use on the other; then the next free one is tried.
      if (port !== 0 || !(error instanceof PortInUse) || tries === maxPortTries) throw error
    }
  }
}

async function listenOnce(wanted: number, behind: string | null): Promise<LateServer> {
  let current: Handle = (_incoming, outgoing) => void outgoing.writeHead(503, { 'Retry-After': '1' }).end()
  const front = behind === null ? null : new URL(behind).host
  const receive: Handle = (incoming, outgoing) =>
    isLoopbackName(incoming.headers.host) || incoming.headers.host === front
      ? current(incoming, outgoing)
      : refuseHost(outgoing)
  const server = createServer(receive)
  await listening(server, '127.0.0.1', wanted)
  const { port } = server.address() as AddressInfo
  const second = createServer(receive)
  second.on('upgrade', (...upgrade) => server.emit('upgrade', ...upgrade))
  const hasSecond = await listening(second, '::1', port).catch(async (error: unknown) => {
    await stopped(server)
    throw error
  })
  return {
    server,
    port,
    addresses: hasSecond ? ['127.0.0.1', '::1'] : ['127.0.0.1'],
    handle: (handle) => void (current = handle),
    stop: async () => void (await Promise.all([stopped(server), ...(hasSecond ? [stopped(second)] : [])])),
  }
}

/** Whether the server listens; false if the machine does not have this address. */
function listening(server: Server, address: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? new PortInUse(port) : error)
    })
    server.listen(port, address, () => resolve(true))
  })
}

function stopped(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/**
 * Whether a `Host` can only mean this machine. A page whose domain resolves to a loopback address (DNS rebinding) has
 * the same origin as the responses here, but still sends its own domain.
 */
function isLoopbackName(host: string | undefined): boolean {
  return host !== undefined && /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host)
}

function refuseHost(outgoing: ServerResponse): void {
  outgoing.writeHead(421, { 'Content-Type': 'text/plain' }).end('The sandbox answers on localhost only.\n')
}

/** A fetch function as a handler; `Response.error()` closes the connection without a response. */
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
