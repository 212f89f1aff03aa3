import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { contentTypes, isCompressible } from '../../deploy/content-types.ts'

/** `file` is null if its text was changed: the build's compressed copies are outdated then. */
type Served = {
  file: string | null
  modified: number
  etag: string
  plain: Buffer
  encoded: Map<Encoding, Promise<Buffer>>
}

type Encoding = 'br' | 'gzip'
const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const served = new Map<string, Served>()

/** A replacement in the text of a file. The same key always makes the same change. */
type Change = { key: string; apply: (text: string) => string }

/**
 * Responds with a file below a folder, in an encoding that the browser accepts, and revalidates it by its ETag; 404 for
 * a missing file. The caller adds the headers of the path.
 */
export async function serveFile(
  request: Request,
  folder: string,
  name: string,
  change: Change | null = null,
): Promise<Response> {
  const file = path.join(folder, path.posix.normalize(`/${decoded(name)}`))
  const known = await load(file, change)
  if (known === null) return new Response('Not found\n', { status: 404, headers: { 'Content-Type': 'text/plain' } })
  const type = contentTypes[path.extname(file)] ?? 'application/octet-stream'
  const headers = new Headers({ 'Content-Type': type, ETag: known.etag, Vary: 'Accept-Encoding' })
  if (request.headers.get('If-None-Match') === known.etag) return new Response(null, { status: 304, headers })
  const encoding = isCompressible(type) ? encodingFor(request) : null
  const content = encoding === null ? known.plain : await compressed(known, encoding)
  if (encoding !== null) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(content.byteLength))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(content), { headers })
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}

async function load(file: string, change: Change | null): Promise<Served | null> {
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile()) return null
  const id = change === null ? file : `${file}\n${change.key}`
  const known = served.get(id)
  if (known?.modified === found.mtimeMs) return known
  const content = await readFile(file)
  const plain = change === null ? content : Buffer.from(change.apply(content.toString()))
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const loaded: Served = {
    file: change === null ? file : null,
    modified: found.mtimeMs,
    etag,
    plain,
    encoded: new Map(),
  }
  served.set(id, loaded)
  return loaded
}

function encodingFor(request: Request): Encoding | null {
  const accepted = request.headers.get('Accept-Encoding') ?? ''
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

function compressed(file: Served, encoding: Encoding): Promise<Buffer> {
  const known = file.encoded.get(encoding)
  if (known !== undefined) return known
  const made = precompressed(file, encoding).then((content) => content ?? compress(file.plain, encoding))
  file.encoded.set(encoding, made)
  return made
}

/** Copies that the build has compressed at the highest level, as a web server would serve them. */
async function precompressed({ file, modified }: Served, encoding: Encoding): Promise<Buffer | null> {
  if (file === null) return null
  const packed = file + endings[encoding]
  const found = await stat(packed).catch(() => null)
  return found !== null && found.mtimeMs >= modified ? readFile(packed) : null
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) : toGzip(plain)
}
