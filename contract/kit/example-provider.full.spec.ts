import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { isBlank } from '../../form-model/visible-text.ts'
import { portalConfig } from '../../sandbox/core/portal-config.ts'
import { writeKit } from './write-kit.ts'

const root = path.join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(path.join(tmpdir(), 'example-'))
const kit = path.join(folder, 'kit')
const config = path.join(folder, 'config.json')
/** The operations of the example; each group is verified in a part of the time limit of a test. */
const groups = [
  'getTenantInfo,getCharge,declineCharge,proceedCharge',
  'listOrders,submitOrder,getOrder,getSubmission',
  'listDrafts,getDraft,saveDraft,deleteDraft',
]
/** The example, and the verification of a test that has failed before its end. */
const running = new Set<ChildProcess>()

beforeAll(async () => {
  await writeKit(kit)
  writeFileSync(config, JSON.stringify(portalConfig('https://pay.example.jp', {})))
})
afterEach(async () => {
  for (const child of running) {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
})

/** A program that is still running at the end of its test is ended. */
function start(program: string, args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { cwd: kit })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

function python(): string {
  const note = path.join(root, '.local', 'python.json')
  if (!existsSync(note))
    execFileSync(process.execPath, [path.join(root, 'scripts', 'ensure-python.mjs')], { stdio: 'inherit' })
  return (JSON.parse(readFileSync(note, 'utf8')) as { program: string }).program
}

/** Starts the example as its README says, on a free port. */
async function startExample(): Promise<string> {
  const child = start(python(), ['example-provider/provider.py', '--port', '0'])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return /http:\S+/.exec(line.toString())?.[0] ?? ''
}

const verifyAll = path.join(root, 'pact', 'verify.ts')
const verifyRules = path.join(kit, 'verify-rules.mjs')

async function verify(url: string, only: string, program = verifyAll) {
  // On a busy machine the first answer takes longer than the verification waits without `--wait`.
  const target = [
    '--url',
    url,
    '--states-url',
    `${url}/_pact/states`,
    '--config',
    config,
    '--only',
    only,
    '--wait',
    '30',
  ]
  const child = start(process.execPath, [program, ...target])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

function selfTest() {
  const { status, stdout } = spawnSync(python(), ['example-provider/self_test.py'], { cwd: kit, encoding: 'utf8' })
  return { status, stdout }
}

/** The example with another text in one of its files, until the returned function is called. */
function broken(file: string, from: string, to: string): () => void {
  const place = path.join(kit, 'example-provider', file)
  const text = readFileSync(place, 'utf8')
  expect(text.split(from)).toHaveLength(2)
  writeFileSync(place, text.replace(from, to))
  return () => writeFileSync(place, text)
}

it.each(groups)('passes the interactions of %s', async (group) => {
  const { code, output } = await verify(await startExample(), `interactions,${group}`)
  expect(output).toMatch(/\n(\d{2}) of \1 interactions pass at /)
  expect(code, output).toBe(0)
})

it('passes the rules of all its operations', async () => {
  const { code, output } = await verify(await startExample(), groups.join(), verifyRules)
  expect(output).toMatch(/\n(\d{3}) of \1 rules pass at /)
  expect(code, output).toBe(0)
})

it('fails the verification with a defect', async () => {
  const revert = broken('api.py', 'call.user.accepted[key] =', '_ =')
  const { code, output } = await verify(await startExample(), 'submitOrder,listOrders', verifyRules)
  revert()
  expect(output).toContain('A resident whose connection breaks while sending applies twice and is asked to pay twice.')
  expect(code).toBe(1)
})

it('keeps the address of a service that always delivers', async () => {
  const [definition = ''] = globSync(path.join(kit, 'forms/*/residence-certificate/*/*/definition.json'))
  const text = readFileSync(definition, 'utf8')
  const { delivery, ...alwaysDelivering } = JSON.parse(text) as Record<string, unknown>
  expect(delivery).toBeDefined()
  writeFileSync(definition, JSON.stringify(alwaysDelivering))
  const { code, output } = await verify(await startExample(), 'submitOrder,getOrder', verifyRules)
  writeFileSync(definition, text)
  expect(code, output).toBe(0)
})

/** What a statement prints that has the modules of the example. */
function printed(statement: string): unknown {
  const code = `import json, sys; sys.path.insert(0, 'example-provider'); import answers; print(json.dumps(${statement}))`
  return JSON.parse(execFileSync(python(), ['-c', code], { cwd: kit, encoding: 'utf8' }))
}

it('drops the texts that the portal takes for blank, but no character of a newer Unicode', () => {
  const points = [0x20, 0x378, 0x2065, 0x180b, 0x3000, 0xad, 0x3042, 0xfdd0, 0xfe0f, 0xffff, 0x1faff, 0xe0100, 0xe0fff]
  expect(printed(`[answers._is_empty(chr(point)) for point in ${JSON.stringify(points)}]`)).toEqual(
    points.map((point) => isBlank(String.fromCodePoint(point))),
  )
})

it('names every error of a text that is too long', () => {
  const schema = '{"maxLength": 3, "pattern": "^a+$", "format": "date"}'
  expect(printed(`list(answers._text_errors(${schema}, "bbbb"))`)).toEqual(['maxLength', 'pattern', 'format'])
})

it('agrees with every token and every vector of the kit, unless a check is missing', () => {
  expect(selfTest()).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^\d+ tokens and \d+ vectors, 0 wrong\n$/) as string,
  })
  const revertSignature = broken('tokens.py', 'return hmac.compare_digest(', 'return True or (')
  expect(selfTest()).toEqual({
    status: 1,
    stdout: expect.stringMatching(/^a foreign key: None instead of SE_CO_0401\nchanged claims: /) as string,
  })
  revertSignature()
  const revertDays = broken('answers.py', 'day.weekday() < 5 and ', '')
  expect(selfTest().stdout).toContain('invalid/closed.json: ')
  revertDays()
})
