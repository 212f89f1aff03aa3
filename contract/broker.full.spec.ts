import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPact } from './pact/pact-file.ts'

type Call = { request: string; authorization: string | undefined; body: unknown }

let server: Server
let calls: Call[]
const world = { deployable: true }

/** The part of a broker's HTTP interface that the portal's pipeline uses. */
beforeEach(async () => {
  calls = []
  world.deployable = true
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request
      calls.push({
        request: `${method} ${url}`,
        authorization: headers.authorization,
        body: body === '' ? null : JSON.parse(body),
      })
      const answers: Record<string, unknown> = {
        '/contracts/publish': { notices: [] },
        '/environments': { _embedded: { environments: [{ name: 'production', uuid: 'e-1' }] } },
        '/can-i-deploy': {
          summary: {
            deployable: world.deployable,
            reason: world.deployable ? 'All verified.' : 'No verification yet.',
          },
        },
      }
      const answer = answers[url.split('?')[0] ?? ''] ?? (url.startsWith('/pacticipants/') ? {} : null)
      response.writeHead(answer === null ? 404 : 200, { 'Content-Type': 'application/hal+json' })
      response.end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

async function broker(args: string[], withBroker = true) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const child = spawn(process.execPath, [join(import.meta.dirname, 'broker.ts'), ...args], {
    env: { ...process.env, PACT_BROKER_BASE_URL: withBroker ? url : '', PACT_BROKER_TOKEN: 'broker-token' },
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  return { output: out + err, code }
}

it('publishes the committed pact for a version and a branch', async () => {
  const { code } = await broker(['publish', '--version', 'abc123', '--branch', 'main'])
  expect(code).toBe(0)
  const [{ request, authorization, body } = { request: '', authorization: '', body: null }] = calls
  expect([request, authorization]).toEqual(['POST /contracts/publish', 'Bearer broker-token'])
  expect(body).toMatchObject({ pacticipantVersionNumber: 'abc123', branch: 'main' })
  const { contracts } = body as { contracts: { content: string }[] }
  expect(JSON.parse(Buffer.from(contracts[0]?.content ?? '', 'base64').toString())).toEqual(readPact())
})

it('asks whether a version may be deployed, and fails with the reason if not', async () => {
  const question = ['can-i-deploy', '--version', 'abc123', '--environment', 'production']
  expect(await broker(question)).toEqual({ code: 0, output: 'All verified.\n' })
  world.deployable = false
  expect(await broker(question)).toEqual({ code: 1, output: 'No verification yet.\n' })
  expect(calls[0]?.request).toBe('GET /can-i-deploy?pacticipant=tenant-portal&version=abc123&environment=production')
})

it('records a deployment to an environment in the broker', async () => {
  const { code } = await broker(['record-deployment', '--version', 'a/b', '--environment', 'production'])
  expect(code).toBe(0)
  expect(calls.at(-1)?.request).toBe(
    'POST /pacticipants/tenant-portal/versions/a%2Fb/deployed-versions/environment/e-1',
  )
  const unknown = await broker(['record-deployment', '--version', 'a', '--environment', 'moon'])
  expect(unknown).toEqual({ code: 1, output: 'The broker has no environment moon.\n' })
})

it('does nothing without a broker and names the missing options', async () => {
  expect(await broker(['publish'], false)).toEqual({
    code: 0,
    output: 'PACT_BROKER_BASE_URL is not set: nothing to do.\n',
  })
  expect(await broker(['publish', '--version', 'a'])).toEqual({ code: 1, output: '--branch is needed.\n' })
  expect((await broker(['unpublish'])).code).toBe(2)
  expect(calls).toHaveLength(0)
})
