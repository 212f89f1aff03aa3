import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createPlainServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeCertificate } from '../testing/certificate.ts'
import { freePort, programs } from '../testing/nginx-server.ts'
import { checkStage } from './check-stage.ts'
import { certificateProblem, connectionProblem, connectTo } from './connection.ts'
import { openStage } from './stage.ts'

const dayMs = 24 * 60 * 60 * 1000
const date = /\d{4}-\d{2}-\d{2}/
const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const each of cleanUp.splice(0)) each()
})

/** A server with its own certificate; returns its port. */
async function serve(certificate: { days?: number; name?: string }): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
  const files = makeCertificate(programs().openssl, folder, certificate)
  const server = createServer({
    cert: readFileSync(files.certificate),
    key: readFileSync(files.certificateKey),
  }).listen(0, 'localhost')
  await once(server, 'listening')
  cleanUp.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

/** What the check of a stage reports if its server cannot be used. */
async function findings(origin: string) {
  return checkStage(openStage(origin), { tenants: ['minato-city'] })
}

describe('the check of a stage to which no browser can connect', () => {
  it('names the date on which the certificate has expired', async () => {
    const port = await serve({ days: 0 })
    const [found, ...others] = await findings(`https://localhost:${port}`)
    expect(others).toEqual([])
    expect(found?.problem).toMatch(`the certificate of localhost:${port} has expired on `)
    expect(found?.problem).toMatch(date)
    expect(found?.fix).toMatch(/Renew/)
  })

  it("names an untrusted CA, and how to trust one's own CA", async () => {
    const port = await serve({})
    const [found, ...others] = await findings(`https://localhost:${port}`)
    expect(others).toEqual([])
    expect(found?.problem).toMatch(/issued by "localhost", is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/)
    expect(found?.fix).toMatch(/fullchain\.pem.+NODE_EXTRA_CA_CERTS/)
  })

  it('reports that no server listens', async () => {
    const port = await freePort()
    const [found] = await findings(`https://localhost:${port}`)
    expect(found).toMatchObject({ problem: `nothing listens at localhost:${port}` })
    expect(found?.fix).toMatch(/Start the server/)
  })

  it('reports that the port does not offer TLS', async () => {
    const server = createPlainServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, 'localhost')
    await once(server, 'listening')
    cleanUp.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const [found] = await findings(`https://localhost:${port}`)
    expect(found?.problem).toMatch(/does not offer TLS/)
  })
})

describe('the problem of a certificate', () => {
  const url = 'https://stage.example.jp'
  const now = Date.parse('2026-11-22T03:00:00Z')
  const certificate = {
    validFrom: now - dayMs,
    validTo: now + 90 * dayMs,
    names: 'stage.example.jp',
    issuer: 'Example CA',
  }

  it('finds no problem in a valid certificate', () => {
    expect(certificateProblem({ error: null, certificate }, url, now)).toBeNull()
  })

  it('names the other host of a certificate, as Node.js reports it', async () => {
    const port = await serve({ name: 'other.example.jp' })
    const connection = await connectTo(`https://localhost:${port}`)
    expect(connection.certificate?.names).toBe('other.example.jp')
    // A certificate of an unknown CA is reported as untrusted; this one would be trusted.
    const trusted = { ...connection, error: 'ERR_TLS_CERT_ALTNAME_INVALID' }
    expect(connectionProblem(trusted, url, Date.now())).toMatchObject({
      problem: 'the certificate of stage.example.jp is for other.example.jp',
      fix: 'Install a certificate for stage.example.jp, or correct the host name.',
    })
  })

  it('reports a certificate that expires within 14 days', () => {
    const soon = { error: null, certificate: { ...certificate, validTo: now + 13 * dayMs } }
    expect(certificateProblem(soon, url, now)).toMatchObject({
      problem: 'the certificate of stage.example.jp expires on 2026-12-05',
    })
  })

  it('reports a certificate that starts in the future, which a wrong clock may cause', () => {
    const early = { error: 'CERT_NOT_YET_VALID', certificate: { ...certificate, validFrom: now + dayMs } }
    expect(certificateProblem(early, url, now)?.problem).toMatch(/not valid before 2026-11-23/)
    expect(certificateProblem(early, url, now)?.fix).toMatch(/clock/)
  })

  it.each([
    ['ENOTFOUND', /stage\.example\.jp has no address in DNS/, /DNS entry/],
    ['EAI_AGAIN', /DNS does not respond/, /network/],
    ['ETIMEDOUT', /does not respond within 15 s/, /firewall/],
    ['ECONNRESET', /does not respond \(ECONNRESET\)/, /log/],
  ])('blames DNS or the network, not the certificate, for %s', (error, problem, fix) => {
    const found = connectionProblem({ error, certificate: null }, url, now)
    expect(found.problem).toMatch(problem)
    expect(found.fix).toMatch(fix)
  })
})
