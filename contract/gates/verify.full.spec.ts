import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parse } from 'yaml'
import { portalConfig } from '../../sandbox/core/portal-config.ts'
import { SmallProvider, smallPaymentHost, smallProviderOperations } from '../testing/small-provider.ts'

const verify = join(import.meta.dirname, '..', '..', 'pact', 'verify.ts')
/** The small provider has the states of these only. */
const withInteractions = ['getTenantInfo', 'getCharge', 'declineCharge']
const config = join(mkdtempSync(join(tmpdir(), 'config-')), 'config.json')
writeFileSync(config, JSON.stringify(portalConfig(`https://${smallPaymentHost}`, {})))

let small: SmallProvider
let target: string[]

beforeEach(async () => {
  small = new SmallProvider()
  const { url, statesUrl } = await small.start()
  target = ['--url', url, '--states-url', statesUrl, '--config', config]
})
afterEach(() => small.stop())

/** The command that an API team runs against its own server. */
async function run(...options: string[]) {
  const child = spawn(process.execPath, [verify, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

it('reports success for an API that keeps the contract', async () => {
  const interactions = await run(...target, '--only', withInteractions.join())
  expect(interactions.output).toMatch(/ok {3}getCharge 7 of 7 interactions, \d+ of \d+ rules/)
  expect(interactions.output).toMatch(/19 of 19 interactions, (\d+) of \1 rules pass at /)
  expect(interactions.code).toBe(0)
  const rules = await run(...target, '--only', ['rules', ...smallProviderOperations].join())
  expect(rules.output).toMatch(/\n(\d+) of \1 rules pass at .+\nRules left out, .+ not in --only: \d+\n$/)
  expect(rules.code).toBe(0)
})

it('names the wrong field in one line', async () => {
  small.breakBy('amounts have fractions')
  const { code, output } = await run(...target, '--only', 'interactions,getCharge')
  expect(output).toMatch(/FAIL getCharge 3 of 7 interactions\n/)
  expect(output).toMatch(/ a charge that is waiting \(given a charge is waiting\)\n/)
  expect(output).toMatch(/the body's \$\.amount\.total is 410\.5 instead of 410/)
  expect(output).toMatch(/ > GET \/app\/web\/o\/charges\/CH-1001\n +< 200 \{"chargeId":"CH-1001",/)
  expect(code).toBe(1)
})

it('finds a missing Retry-After by an interaction', async () => {
  small.breakBy('the header Retry-After is missing')
  const { code, output } = await run(...target, '--only', 'interactions,getTenantInfo')
  expect(output).toMatch(/the header Retry-After is missing\n/)
  expect(output).toMatch(/ < 503 SE_CO_0503\n/)
  expect(code).toBe(1)
})

it('finds an unlimited type of files by an interaction', async () => {
  small.breakBy('files of any type are accepted')
  const { code, output } = await run(...target, '--only', 'interactions,uploadAttachment')
  expect(output).toMatch(
    /the upload of a file of a type that is not taken .+\n(?: .+\n)+? +the status is 201 instead of 415\n/,
  )
  expect(code).toBe(1)
})

it('names what a resident would suffer', async () => {
  small.breakBy('a key creates an order at each request')
  const { code, output } = await run(...target, '--only', 'rules,submitOrder,listOrders')
  expect(output).toMatch(/ a key creates one order\n +A resident whose connection breaks while sending applies twice/)
  expect(output).toMatch(/ > POST \/app\/web\/o\/orders \{.+\n +< 201 \{"orderId"/)
  expect(code).toBe(1)
})

it('fails if a rule could not run, unless that is allowed', async () => {
  const withoutConfig = [...target.slice(0, 4), '--only', 'rules,proceedCharge']
  const { code, output } = await run(...withoutConfig)
  expect(output).toContain(
    'Not verified: the allowed payment hosts are unknown without --config.\n       proceedCharge: the payment page',
  )
  expect(code).toBe(1)
  expect((await run(...withoutConfig, '--allow-unverified')).code).toBe(0)
})

it('refuses an unknown operation and an address at which nothing answers', async () => {
  const typo = await run('--only', 'login,getTennantInfo')
  expect(typo.output).toMatch(/^Unknown: getTennantInfo\. --only knows interactions, rules, login, /)
  expect(typo.code).toBe(2)
  const other = new SmallProvider()
  const { url } = await other.start()
  await other.stop()
  const nothing = await run('--url', url)
  expect(nothing.output).toBe(`Nothing answers at ${url}: ECONNREFUSED.\n`)
  expect(nothing.code).toBe(2)
})

it('refuses a file of the report that it could not write in the end', async () => {
  const { code, output } = await run(...target, '--only', 'rules,getTenantInfo', '--junit', join(config, 'pact.xml'))
  expect(output).toMatch(/^--junit \S+ cannot be written\. This is a file\. .+\n$/)
  expect(code).toBe(2)
})

const ciSteps = [...readFileSync('docs/contract.md', 'utf8').matchAll(/```yaml\n([^]*?)```/g)].map(
  ([, yaml = '']): string => scriptOf(parse(yaml)),
)

function scriptOf(job: unknown): string {
  if (Array.isArray(job)) return (job as { run: string }[]).map(({ run: lines }) => lines).join('\n')
  return (job as { verify: { script: string[] } }).verify.script.join('\n')
}

const lateServer = fileURLToPath(import.meta.resolve('../testing/start-small-provider.ts'))

/** Runs the lines of a CI as it does, with a server that is broken in this way. */
async function runStep(lines: string, defect: string) {
  const port = await freePort()
  const server = `${process.execPath} ${lateServer} ${port} ${defect}`
  const script = lines
    .replaceAll('./start-your-server', server)
    .replaceAll('localhost:8080', `127.0.0.1:${port}`)
    .replaceAll('npm run pact:verify --', `${process.execPath} ${verify} --only rules,saveDraft,getDraft,listDrafts`)
    // A server that does not start is named before this test ends.
    .replaceAll('--wait 60', '--wait 30')
    .replaceAll('pact.xml', join(tmpdir(), `pact-${port}.xml`))
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], { detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve))
  endGroup(child.pid)
  return { code, output, report: readFileSync(join(tmpdir(), `pact-${port}.xml`), 'utf8') }
}

/** A CI ends the server with the machine of the job. */
function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Below the ports that the system gives to the servers of other specs, which could take a free one before the step does. */
async function freePort(port = 20_000 + (process.pid % 10_000)): Promise<number> {
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort(port + 1)
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('documents lines for two CIs', () => {
  expect(ciSteps).toHaveLength(2)
})

it.each(ciSteps)('fails and passes as the API does, by the documented lines:\n%s', async (lines) => {
  const good = await runStep(lines, '')
  expect(good.code, good.output).toBe(0)
  expect(good.report).toMatch(/<testsuites tests="\d+" failures="0" skipped="0">/)
  const bad = await runStep(lines, '"saveDraft stores nothing"')
  expect(bad.code, bad.output).toBe(1)
  expect(bad.report).toContain('A resident who continues later finds none of the answers.')
})
