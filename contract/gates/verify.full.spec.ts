import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { smallProviderOperations, startSmallProvider } from '../testing/small-provider.ts'
import type { Answer } from '../testing/small-provider.ts'

const verify = join(import.meta.dirname, '..', '..', 'pact', 'verify.ts')
const running: { stop(): Promise<unknown> }[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((provider) => provider.stop()))
})

/** The command that an API team runs against its own server. */
async function verifying(spoil?: (operation: string, answer: Answer) => Answer) {
  const provider = await startSmallProvider(spoil)
  running.push(provider)
  return run(
    '--url',
    provider.url,
    '--states-url',
    provider.statesUrl,
    '--only',
    ['interactions', ...smallProviderOperations].join(),
  )
}

async function run(...options: string[]) {
  const child = spawn(process.execPath, [verify, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

it('reports success for an API that keeps the contract', async () => {
  const { code, output } = await verifying()
  expect(output).toMatch(/ok {3}getCharge 7 of 7 interactions/)
  expect(output).toMatch(/19 of 19 interactions pass at/)
  expect(code).toBe(0)
})

it('names the wrong field in one line', async () => {
  const { code, output } = await verifying((operation, answer) =>
    operation === 'getCharge' && answer.body.status === 'PAID'
      ? { ...answer, body: { ...answer.body, amount: { total: '100', tax: 0, currency: 'JPY' } } }
      : answer,
  )
  expect(output).toMatch(
    /FAIL getCharge 6 of 7 interactions\n +a charge that is paid, with its receipt \(given a charge is paid\)\n/,
  )
  expect(output).toMatch(/the body's \$\.amount\.total is "100" instead of 410/)
  expect(output).toMatch(/ > GET \/app\/web\/o\/charges\/CH-1001\n +< 200 \{"chargeId":"CH-1001",/)
  expect(code).toBe(1)
})

it('names the missing member and the unexpected status', async () => {
  const { output } = await verifying((operation, { status, body }) => {
    const { tenantId, ...rest } = body
    if (operation === 'getTenantInfo' && tenantId === 'yume-suspended') return { status, body: rest }
    return operation === 'declineCharge' && status === 409 ? { status: 400, body } : { status, body }
  })
  expect(output).toMatch(/the body lacks tenantId at \$/)
  expect(output).toMatch(/the status is 400 instead of 409/)
})

it('refuses an unknown operation and an address at which nothing answers', async () => {
  const typo = await run('--only', 'login,getTennantInfo')
  expect(typo.output).toMatch(/^Unknown: getTennantInfo\. --only knows interactions, rules, login, /)
  expect(typo.code).toBe(2)
  const provider = await startSmallProvider()
  await provider.stop()
  const nothing = await run('--url', provider.url)
  expect(nothing.output).toBe(`Nothing answers at ${provider.url}: ECONNREFUSED.\n`)
  expect(nothing.code).toBe(2)
})
