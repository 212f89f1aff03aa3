import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quietTools } from '../../scripts/quiet-tools.ts'
import type { Pact } from './pact-file.ts'

/** A provider to verify: its origin, the address that sets its states, and a token if the states do not return one. */
export type Target = { url: string; statesUrl: string; token?: string }
export type VerifierRequest = Target & { file: string; states: string[] }
export type VerifierResult = { report: string | null; unset: [state: string, reason: string][] }

/** The problems of one interaction, one line each. */
export type Failure = { description: string; state: string; lines: string[] }
export type Outcome = { interactions: number; failures: Failure[]; unset: VerifierResult['unset'] }

type Mismatch = {
  /** BodyMismatch, StatusMismatch, HeaderMismatch or another of pact's. */
  type: string
  path?: string
  key?: string
  actual?: unknown
  expected?: unknown
  mismatch?: string
}
type Report = {
  interactionResults?: {
    description: string
    providerStates: string[]
    result: string
    mismatch?: { mismatches?: Mismatch[]; message?: string; error?: string }
  }[]
}

export type VerifierProcess = { verify(pact: Pact, target: Target): Promise<Outcome>; output(): string; stop(): void }

export function startVerifier(): VerifierProcess {
  const folder = mkdtempSync(join(tmpdir(), 'verification-'))
  const child: ChildProcess = fork(fileURLToPath(import.meta.resolve('./verifier-process.ts')), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...quietTools, NO_COLOR: '1' },
  })
  const output: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`The verifier ended with ${String(code)}:\n${output.join('')}`)
  })
  ended.catch(() => undefined)
  let count = 0

  return {
    async verify(pact, target) {
      const file = join(folder, `${(count += 1)}.json`)
      writeFileSync(file, JSON.stringify(pact))
      const states = [
        ...new Set(pact.interactions.flatMap(({ providerStates }) => providerStates.map(({ name }) => name))),
      ]
      const request: VerifierRequest = { ...target, file, states }
      const answered = once(child, 'message').then(([message]) => message as VerifierResult)
      child.send(request)
      const result = await Promise.race([answered, ended])
      return { interactions: pact.interactions.length, failures: failuresOf(result.report), unset: result.unset }
    },
    output: () => output.join(''),
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function failuresOf(report: string | null): Failure[] {
  if (report === null) return []
  const results = parseReport(report)?.interactionResults
  const failed = (results ?? []).filter(({ result }) => result !== 'OK')
  if (failed.length === 0) return [{ description: 'the verification itself', state: '', lines: [report.slice(0, 500)] }]
  return failed.map(({ description, providerStates, mismatch }) => ({
    description,
    state: providerStates.join(', '),
    lines: mismatch?.mismatches?.map(inWords) ?? [mismatch?.message ?? mismatch?.error ?? 'no answer'],
  }))
}

function parseReport(text: string): Report | null {
  try {
    return JSON.parse(text) as Report
  } catch {
    return null
  }
}

/** A mismatch as a sentence: the place, the received and the expected value. */
function inWords({ type, path = '$', key = '', actual, expected, mismatch = '' }: Mismatch): string {
  const missing = /missing the following keys: (.+)$/.exec(mismatch)?.[1]
  switch (type) {
    case 'StatusMismatch':
      return `the status is ${String(actual)} instead of ${String(expected)}`
    case 'HeaderMismatch':
      return actual === '' || actual === undefined
        ? `the header ${key} is missing`
        : `the header ${key} is ${show(actual)} instead of ${show(expected)}`
    case 'BodyMismatch':
      if (missing !== undefined) return `the body lacks ${missing} at ${path}`
      return `the body's ${path} is ${show(actual)} instead of ${show(expected)}${rule(mismatch)}`
    default:
      return mismatch === '' ? type : mismatch
  }
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}

/** The rule of the comparison, if it was not by value. */
function rule(mismatch: string): string {
  const pattern = /to match '(.+)'$/.exec(mismatch)?.[1]
  if (pattern !== undefined) return ` (must match ${pattern})`
  const type = /to be the same type as .+\((\w+)\)$/.exec(mismatch)?.[1]
  return type === undefined ? '' : ` (must be of the type ${type})`
}
