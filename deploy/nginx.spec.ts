import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect } from 'node:http2'
import type { ClientHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect as connectSecurely } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectTo, weakTls } from './check/connection.ts'
import type { HeaderConfig } from './headers.ts'
import { addressesFor, exampleOptions, nginxConfig } from './nginx.ts'
import { siteRequests } from './site-requests.ts'
import { expectAnswer } from './testing/expect-site.ts'
import type { Ask, SiteAnswer } from './testing/expect-site.ts'
import { makeCertificate } from './testing/certificate.ts'
import { programs, startNginx } from './testing/nginx-server.ts'
import type { RunningNginx } from './testing/nginx-server.ts'
import { writeSampleSite } from './testing/sample-site.ts'

const config = JSON.parse(readFileSync(path.join(import.meta.dirname, 'config.example.json'), 'utf8')) as HeaderConfig
const folder = mkdtempSync(path.join(tmpdir(), 'nginx-site-'))
const sample = { siteRoot: path.join(folder, 'site'), stageRoot: path.join(folder, 'stage') }
let nginx: RunningNginx
let session: ClientHttp2Session

beforeAll(async () => {
  await writeSampleSite(path.join(folder, 'site'))
  mkdirSync(path.join(folder, 'stage'))
  for (const name of ['config.json', 'forms'])
    renameSync(path.join(folder, 'site', name), path.join(folder, 'stage', name))
  nginx = await startNginx(config, sample)
  session = connect(nginx.origin, { ca: nginx.certificate })
})
afterAll(async () => {
  session.close()
  await nginx.stop()
})

const ask: Ask = (place, method, headers) => askOver(session)(place, method, headers)

function askOver(over: ClientHttp2Session): Ask {
  return (place, method, headers) =>
    new Promise<SiteAnswer>((resolve, reject) => {
      const stream = over.request({ ':path': place, ':method': method, ...headers })
      const parts: Buffer[] = []
      let status = 0
      let answered = new Map<string, string>()
      stream.on('response', (fields) => {
        status = Number(fields[':status'])
        answered = new Map(Object.entries(fields).map(([name, value]) => [name, String(value)]))
      })
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => resolve({ status, headers: answered, body: Buffer.concat(parts) }))
      stream.on('error', reject)
      stream.end()
    })
}

/** Over a connection of its own: nginx closes one that is idle for long. */
async function askOnce({ origin, certificate }: RunningNginx, ...request: Parameters<Ask>): Promise<SiteAnswer> {
  const own = connect(origin, { ca: certificate })
  const answer = await askOver(own)(...request)
  own.close()
  return answer
}

describe('nginx with the generated configuration, by HTTP/2 over TLS (S-18)', () => {
  it.each(siteRequests)('answers $name ($path) as in the table', async (request) => {
    const answer = await expectAnswer(request, config, ask)
    expect(answer.status).toBe(request.expected.status)
  })

  it('sends the copies that the build has compressed', async () => {
    const asset = '/assets/app-1a2b3c4d.js'
    const length = (copy: string) => statSync(path.join(folder, 'site', `${asset}.${copy}`)).size
    const gzip = await ask(asset, 'GET', { 'accept-encoding': 'gzip' })
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    expect(gzip.body.length).toBe(length('gz'))
    const both = await ask(asset, 'GET', { 'accept-encoding': 'gzip, br' })
    expect(both.headers.get('content-encoding')).toBe(nginx.hasBrotli ? 'br' : 'gzip')
    expect(both.body.length).toBe(length(nginx.hasBrotli ? 'br' : 'gz'))
  })

  it('answers a part of a file', async () => {
    const answer = await ask('/assets/app-1a2b3c4d.js', 'GET', { range: 'bytes=0-9' })
    expect([answer.status, answer.body.length]).toEqual([206, 10])
  })

  it('does not allow its refusal of another method to be stored', async () => {
    const answer = await ask('/assets/app-1a2b3c4d.js', 'POST', {})
    expect(answer.status).toBe(405)
    expect(answer.headers.get('cache-control')).toBeUndefined()
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('does not reveal its version', async () => {
    expect((await ask('/', 'GET', {})).headers.get('server')).toBe('nginx')
  })

  it('redirects an unencrypted request to its own name, whatever host the visitor names', async () => {
    const { port } = new URL(nginx.plainOrigin)
    const answer = await getAsHost(port, 'evil.example', '/login/minato-city?x=1')
    expect(answer.statusCode).toBe(301)
    expect(answer.headers.location).toBe('https://localhost/login/minato-city?x=1')
  })

  it('answers and redirects as the hosts of single tenants, too', async () => {
    const hosted = await startNginx({ ...config, tenants: { 'minato-city': { hosts: ['apply.example.jp'] } } }, sample)
    const { port } = new URL(hosted.plainOrigin)
    const locations = await Promise.all(
      ['localhost', 'apply.example.jp', 'evil.example'].map(
        async (host) => (await getAsHost(port, host, '/login')).headers.location,
      ),
    )
    await hosted.stop()
    expect(locations).toEqual(['https://localhost/login', 'https://apply.example.jp/login', 'https://localhost/login'])
  })

  it('refuses to start with a configuration that nginx -t refuses', async () => {
    const broken = startNginx(config, { siteRoot: folder, stageRoot: folder, listen: ['127.0.0.1:1 nonsense'] })
    await expect(broken).rejects.toThrow(/nonsense/)
  })
})

async function getAsHost(port: string, host: string, path: string): Promise<IncomingMessage> {
  const request = get({ port, path, headers: { host } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer.resume()
}

describe('the log of nginx', () => {
  const id = 'cf-secret-1001'

  it.each([
    [`/password-reset/minato-city/${id}`, '/password-reset/-'],
    [`/email-change/minato-city/${id}?utm=1`, '/email-change/-'],
    [`/registration/minato-city/${id}/more`, '/registration/-'],
    [`/registration/${id}`, '/registration/-'],
    ['/minato-city//applicationlist', '/minato-city/'],
    [`/app/web/p/tenants/minato-city/confirmations/${id}`, '/app/web/p/tenants/minato-city/confirmations/-'],
    [`/app/web/p/tenants/minato-city/files/${id}`, '/app/web/p/tenants/minato-city/files/-'],
    [`/callbacks/payment_success?tenantId=minato-city&token=${id}`, '/callbacks/payment_success'],
    [`/?${id}`, '/'],
    ['/assets/app-gone.js', '/assets/app-gone.js'],
    ['/minato-city/applicationlist', '/minato-city/applicationlist'],
  ])('writes %s as %s', async (requested, logged) => {
    const before = nginx.log().length
    await askOnce(nginx, requested, 'GET', {
      referer: `https://localhost/password-reset/minato-city/${id}`,
      'user-agent': 'tester',
    })
    await vi.waitFor(() => expect(nginx.log().slice(before)).toMatch(/\n$/))
    const line = nginx.log().slice(before)
    expect(line).toContain(` GET ${logged} `)
    expect(line).toContain('"tester"')
    expect(line).not.toContain('secret')
  })

  it('writes no id of a mailed link, in whatever spelling', async () => {
    const before = nginx.log()
    const own = connect(nginx.origin, { ca: nginx.certificate })
    const addresses = [
      `/password-reset/minato-city/${id}`,
      `/email-change/${id}/`,
      `/app/web/p/tenants/minato-city/confirmations/${id}`,
      `/app/web/p/tenants/minato-city/files/${id}`,
    ]
    const requested = fc.sample(fc.constantFrom(...addresses).chain(spelled), { numRuns: 200, seed: 1 })
    for (const address of requested) await askOver(own)(address, 'GET', {})
    own.close()
    const written = () => nginx.log().slice(before.length).split('\n').slice(0, -1)
    await vi.waitFor(() => expect(written()).toHaveLength(requested.length))
    expect(written().filter((line) => /secret/i.test(decodeURIComponent(line)))).toEqual([])
  })

  it('writes no query of a request that is redirected to https', async () => {
    const before = nginx.log().length
    await getAsHost(new URL(nginx.plainOrigin).port, 'localhost', `/password-reset/minato-city/${id}?x=${id}`)
    await vi.waitFor(() => expect(nginx.log().slice(before)).toContain(' GET /password-reset/- 301 '))
    expect(nginx.log().slice(before)).not.toContain('secret')
  })
})

/** The same address with letters in another case, escapes, and segments that mean nothing. */
function spelled(address: string): fc.Arbitrary<string> {
  const characters = address
    .slice(1)
    .split('')
    .map((character) => {
      const others = character === '/' ? ['//', '/./', '/x/../'] : [character.toUpperCase(), escaped(character)]
      return fc.oneof({ weight: 40, arbitrary: fc.constant(character) }, fc.constantFrom(...others))
    })
  return fc.tuple(...characters).map((parts) => `/${parts.join('')}`)
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16)}`
}

describe('nginx with a path for reports about the policy', () => {
  it('counts them without their content', async () => {
    const counting = await startNginx({ ...config, policyReportTo: '/policy-reports' }, sample)
    const page = await askOnce(counting, '/', 'GET', {})
    const answer = await askOnce(counting, '/policy-reports', 'POST', { 'content-type': 'application/reports+json' })
    await vi.waitFor(() => expect(counting.log()).toContain(' POST /policy-reports 204 '))
    await counting.stop()
    expect(page.headers.get('reporting-endpoints')).toBe('policy="/policy-reports"')
    expect(answer.status).toBe(204)
  })

  it('leaves them to the receiver behind a proxy', () => {
    const text = nginxConfig(
      { ...config, policyReportTo: '/reports/policy' },
      { ...exampleOptions, proxies: { '/reports/': 'http://127.0.0.1:9000' } },
    )
    expect(text).not.toContain('location = /reports/policy')
  })
})

describe('TLS of nginx with the generated configuration', () => {
  it('offers nothing that the check of a stage refuses', async () => {
    expect(await weakTls(connectTo, nginx.origin)).toEqual([])
    expect((await connectTo(nginx.origin)).suite).toMatch(/TLSv1\.3/)
    expect((await connectTo(nginx.origin, { maxVersion: 'TLSv1.2' })).suite).toMatch(/^ECDHE-ECDSA-AES/)
  })

  it('hands out no session ticket', async () => {
    const socket = connectSecurely({ ...portOf(nginx.origin), ca: nginx.certificate, maxVersion: 'TLSv1.2' })
    await once(socket, 'secureConnect')
    expect(socket.getTLSTicket()).toBeUndefined()
    socket.destroy()
  })

  it.each([
    [
      'without its lines, as with the defaults of a distribution',
      '',
      [
        /accepts AES\d+\S+ \(TLSv1\.2\), which has no forward secrecy/,
        /accepts ECDHE-\S+ \(TLSv1\.2\), which has no authenticated encryption/,
      ],
    ],
    [
      'with an old protocol',
      'ssl_protocols TLSv1.1; ssl_ciphers ALL:@SECLEVEL=0;',
      [/accepts \S+ \(TLSv1\.1\), which is older than TLS 1\.2$/],
    ],
  ])('fails the check of a stage %s', async (_name, lines, expected) => {
    const careless = await startNginx(config, {
      ...sample,
      ...makeCertificate(programs().openssl, mkdtempSync(path.join(tmpdir(), 'rsa-')), { rsa: true }),
      edit: (text) => text.replace(/ssl_protocols.+\n\s*ssl_ciphers.+/, lines),
    })
    const problems = (await weakTls(connectTo, careless.origin)).map(({ problem }) => problem)
    await careless.stop()
    expect(problems).toHaveLength(expected.length)
    expected.forEach((pattern, index) => expect(problems[index]).toMatch(pattern))
  })
})

function portOf(origin: string): { host: string; port: number } {
  const { hostname: host, port } = new URL(origin)
  return { host, port: Number(port) }
}

describe('the addresses of nginx', () => {
  it.each([
    ['the usual ones', { http2: true, ipv6: true }, ['443 ssl http2', '[::]:443 ssl http2'], ['80', '[::]:80']],
    ['an nginx without HTTP/2', { http2: false, ipv6: true }, ['443 ssl', '[::]:443 ssl'], ['80', '[::]:80']],
    ['a machine without IPv6', { http2: true, ipv6: false }, ['443 ssl http2'], ['80']],
  ])('listens on the right addresses for %s', (_name, options, listen, redirectListen) => {
    expect(addressesFor(options)).toEqual({ listen, redirectListen })
  })
})

/** The response to one request through nginx in front of an API. */
async function askThrough(api: string, place: string): Promise<SiteAnswer> {
  const proxied = await startNginx(config, {
    ...sample,
    proxies: { '/app/web/': api },
  })
  const answer = await askOnce(proxied, place, 'GET', { 'accept-encoding': 'gzip, br' })
  await proxied.stop()
  return answer
}

describe('nginx in front of an API', () => {
  it('passes requests and strong ETags through, also of an API that compresses for those who accept it', async () => {
    const api = createServer(({ url, headers }, response) => {
      const text = JSON.stringify({ path: url, host: headers.host, padding: 'x'.repeat(5_000) })
      const compresses = String(headers['accept-encoding']).includes('gzip')
      response.setHeader('ETag', compresses ? 'W/"1"' : '"1"').setHeader('Content-Type', 'application/json')
      if (compresses) response.setHeader('Content-Encoding', 'gzip')
      response.end(compresses ? gzipSync(text) : text)
    }).listen(0, '127.0.0.1')
    await once(api, 'listening')
    const { port } = api.address() as AddressInfo
    const answer = await askThrough(`http://127.0.0.1:${port}`, '/app/web/o/profile')
    api.close()
    expect(answer.headers.get('etag')).toBe('"1"')
    expect(answer.headers.get('content-encoding')).toBeUndefined()
    expect(JSON.parse(answer.body.toString())).toMatchObject({ path: '/app/web/o/profile', host: 'localhost' })
  })

  it('names the host of an API with https in the TLS handshake', async () => {
    const certificates = mkdtempSync(path.join(tmpdir(), 'api-'))
    const { certificate, certificateKey } = makeCertificate(programs().openssl, certificates)
    const api = createSecureServer(
      { cert: readFileSync(certificate), key: readFileSync(certificateKey) },
      ({ socket }, response) => response.end(String((socket as TLSSocket).servername)),
    ).listen(0, 'localhost')
    await once(api, 'listening')
    const { port } = api.address() as AddressInfo
    const answer = await askThrough(`https://localhost:${port}`, '/app/web/p/services')
    api.close()
    expect(answer.body.toString()).toBe('localhost')
  })
})
