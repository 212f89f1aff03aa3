import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StoredObject = { content: Buffer; contentType: string; cacheControl: string }
export type FakeS3 = {
  endpoint: string
  bucket: string
  objects: Map<string, StoredObject>
  /** The keys in the order in which they were written. */
  written: string[]
  stop: () => Promise<void>
}

/** The S3 calls of an upload, path style, with two keys per page so that listing has to continue. */
export async function startFakeS3(): Promise<FakeS3> {
  const bucket = 'portal-site'
  const objects = new Map<string, StoredObject>()
  const written: string[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true
    if (!signed || !url.pathname.startsWith(`/${bucket}`)) return void response.writeHead(403).end()
    const key = decodeURIComponent(url.pathname.slice(bucket.length + 2))
    if (key === '') return list(url.searchParams, response)
    if (request.method === 'PUT') {
      const content = await bodyOf(request)
      const { 'content-type': contentType = '', 'cache-control': cacheControl = '' } = request.headers
      objects.set(key, { content, contentType, cacheControl })
      written.push(key)
      return void response.writeHead(200, { ETag: etagOf(content) }).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (found === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(200, { 'Content-Type': found.contentType }).end(found.content)
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted()
    const page = keys.slice(0, 2)
    const next = keys.length > 2 ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : ''
    const contents = page
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><ETag>${etagOf(objects.get(key)?.content ?? Buffer.from(''))}</ETag></Contents>`,
      )
      .join('')
    response.writeHead(200, { 'Content-Type': 'application/xml' })
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${keys.length > 2}</IsTruncated>${next}${contents}</ListBucketResult>`,
    )
  }

  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    objects,
    written,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function etagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}
