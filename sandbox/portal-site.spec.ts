import { createServer, request } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headersFor, missingFileHeaders } from '../deploy/headers.ts'
import type { HeaderConfig } from '../deploy/headers.ts'
import { siteRequests } from '../deploy/site-requests.ts'
import { expectAnswer } from '../deploy/testing/expect-site.ts'
import { writeSampleSite } from '../deploy/testing/sample-site.ts'
import type { Sandbox } from './create-sandbox.ts'
import { PortInUse, handlerOf, listen } from './node-server.ts'
import { readOptions } from './options.ts'
import { createPortalSite } from './portal-site.ts'
import { serveFile } from './core/serve-file.ts'
import { currentVersion } from './testing/fixture-forms.ts'
import { trySandbox } from './testing/test-sandbox.ts'

let sandbox: Sandbox
let fetchSite: (request: Request) => Promise<Response>

beforeAll(async () => {
  ;({ sandbox } = await trySandbox())
  const dist = mkdtempSync(path.join(tmpdir(), 'dist-'))
  mkdirSync(path.join(dist, 'assets'))
  writeFileSync(
    path.join(dist, 'index.html'),
    '<!doctype html><title>Portal</title><script type="application/json" id="portal-config"></script>',
  )
  writeFileSync(path.join(dist, 'assets', 'app-1a2b3c.js'), 'export {}')
  writeFileSync(path.join(dist, '..', 'secret.txt'), 'secret')
  fetchSite = createPortalSite(dist, sandbox).fetch
})
afterAll(() => sandbox.close())

function get(pathname: string, init: RequestInit = {}) {
  return fetchSite(new Request(`http://portal.test${pathname}`, init))
}

it('puts the configuration into the document, which saves the portal a request', async () => {
  const html = await (await get('/login/minato-city')).text()
  const [, content = ''] = /id="portal-config">([^<]*)</.exec(html) ?? []
  expect(JSON.parse(content)).toEqual(sandbox.config())
})

const form = `/forms/minato-city/residence-certificate/individual/${currentVersion}/definition.json`

describe('S-18: the portal’s origin', () => {
  it.each(['/', '/login/minato-city', '/login/%2e%2e', '/assets/app-1a2b3c.js', '/config.json', form])(
    'serves %s with exactly the headers of the table',
    async (pathname) => {
      const response = await get(pathname)
      expect(response.status).toBe(200)
      for (const [name, value] of Object.entries(headersFor(pathname, sandbox.config())))
        expect(response.headers.get(name), name).toBe(value)
    },
  )

  it.each(['/assets/app-old.js', '/favicon.ico', '/forms/minato-city/nothing.json', '/assets/..%2f..%2fsecret.txt'])(
    'answers 404 for the missing file %s, not the page',
    async (pathname) => {
      const response = await get(pathname)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toMatch(/Portal|secret/)
      for (const [name, value] of Object.entries(missingFileHeaders(sandbox.config())))
        expect(response.headers.get(name), name).toBe(value)
    },
  )

  it('leaves the API its own headers', async () => {
    const response = await get('/app/web/p/tenants/minato-city/info')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Content-Security-Policy')).toBeNull()
  })

  it('compresses text, and does not send again what the browser has', async () => {
    const response = await get('/', { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(response.headers.get('Content-Encoding')).toBe('br')
    expect(brotliDecompressSync(await response.bytes()).toString()).toContain('Portal')
    const again = await get('/', { headers: { 'If-None-Match': response.headers.get('ETag') ?? '' } })
    expect(again.status).toBe(304)
  })

  it('accepts no other method', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(405)
  })
})

/** The status of `/config.json` with headers that `fetch` does not let a caller set. */
function statusFor(port: number, headers: { [name: string]: string }): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/config.json', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

/** Listens on a free port of `::1`; null if the machine has no IPv6. */
function ipv6PortOf(server: Server): Promise<number | null> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(0, '::1', () => resolve((server.address() as AddressInfo).port))
  })
}

describe('the portal’s origin, by the table that every server must match (S-18)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  const config: HeaderConfig = { apiBase: '/app/web', auth: { region: 'ap-northeast-1' }, paymentHosts: [] }
  const site = createPortalSite(folder, {
    fetch: async (request) => serveFile(request, folder, new URL(request.url).pathname),
    config: () => config,
  })
  beforeAll(() => writeSampleSite(folder))

  it.each(siteRequests)('answers $name ($path) as in the table', async (request) => {
    const answer = await expectAnswer(request, config, async (place, method, headers) => {
      const response = await site.fetch(new Request(`http://portal.test${place}`, { method, headers }))
      return {
        status: response.status,
        headers: new Map(response.headers),
        body: Buffer.from(await response.arrayBuffer()),
      }
    })
    expect(answer.status).toBe(request.expected.status)
  })
})

describe('the server', () => {
  it('closes the connection if the sandbox returns no answer', async () => {
    const late = await listen(0)
    late.handle(handlerOf(fetchSite))
    const url = `http://127.0.0.1:${late.port}/app/web/p/tenants/minato-city/info`
    sandbox.backend.faults.add({ kind: 'reset', times: 1 })
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    expect((await fetch(url)).status).toBe(200)
    await late.stop()
  })

  it.each(['evil.test', 'evil.test:80', 'localhost.evil.test', '127.0.0.1.evil.test'])(
    'refuses requests for the host "%s", which may be a site that rebinds its name to this machine',
    async (host) => {
      const late = await listen(0)
      late.handle(handlerOf(fetchSite))
      expect(await statusFor(late.port, { host, origin: `http://${host}` })).toBe(421)
      await late.stop()
    },
  )

  it.each(['localhost', '127.0.0.1', '[::1]', 'portal.localhost'])(
    'accepts requests for the host "%s"',
    async (name) => {
      const late = await listen(0)
      late.handle(handlerOf(fetchSite))
      expect(await statusFor(late.port, { host: `${name}:${late.port}` })).toBe(200)
      await late.stop()
    },
  )

  it('accepts requests for the host of the web server in front, and no other', async () => {
    const late = await listen(0, 'https://portal.example.jp')
    late.handle(handlerOf(fetchSite))
    expect(await statusFor(late.port, { host: 'portal.example.jp' })).toBe(200)
    expect(await statusFor(late.port, { host: 'evil.test' })).toBe(421)
    await late.stop()
  })

  it('listens on each loopback address of the machine', async () => {
    const late = await listen(0)
    late.handle(handlerOf(fetchSite))
    for (const address of late.addresses) {
      const name = address.includes(':') ? `[${address}]` : address
      expect((await fetch(`http://${name}:${late.port}/config.json`)).status).toBe(200)
    }
    await late.stop()
  })

  it('detects another program on the IPv6 address of the port', async () => {
    const other = createServer()
    const port = await ipv6PortOf(other)
    const outcome: unknown = await listen(port ?? 0).then(
      (late) => late.stop(),
      (error: unknown) => error,
    )
    other.close()
    expect(outcome).toEqual(port === null ? undefined : new PortInUse(port))
  })

  it('names a port that is in use', async () => {
    const first = await listen(0)
    await expect(listen(first.port)).rejects.toEqual(new PortInUse(first.port))
    await first.stop()
  })
})

describe('the options', () => {
  it('use the next port for the card provider', () => {
    expect(readOptions(['--port', '6000'], '/root')).toMatchObject({ port: 6000, cardPort: 6001, reset: false })
    expect(readOptions(['--port', '0'], '/root')).toMatchObject({ port: 0, cardPort: 0 })
    expect(readOptions([], '/root')).toMatchObject({ port: 5173, cardPort: 5174, origin: null })
  })

  it('accept the address of a web server in front', () => {
    expect(readOptions(['--origin', 'https://portal.example.jp/'], '/root')).toMatchObject({
      origin: 'https://portal.example.jp',
    })
    expect(() => readOptions(['--origin', 'https://portal.example.jp/x'], '/root')).toThrow('--origin needs')
    expect(() => readOptions(['--origin', 'portal.example.jp'], '/root')).toThrow('--origin needs')
  })

  it('refuses invalid options with a message that names them', () => {
    expect(() => readOptions(['--port', 'x'], '/root')).toThrow('--port needs a number')
    expect(() => readOptions(['--port', '1', '--card-port', '1'], '/root')).toThrow('must differ')
    expect(() => readOptions(['--prot', '1'], '/root')).toThrow('--prot')
  })

  it.each(['--card-port=1', '--origin=http://localhost:1', '--reset', '--db=x'])(
    'refuses %s without the sandbox, where it would have no effect',
    (option) => {
      const [name = ''] = option.split('=')
      expect(() => readOptions(['--dev', '--mocks', option], '/root')).toThrow(`${name} belongs to the sandbox`)
      expect(readOptions(['--dev', option], '/root')).toMatchObject({ mocks: false })
    },
  )
})
