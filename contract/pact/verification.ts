import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quietTools } from '../../scripts/quiet-tools.ts'
import type { Check, Exchange } from '../report/check.ts'
import { harmOf } from './harm.ts'
import { operationOf } from './pact-file.ts'
import type { Pact } from './pact-file.ts'

/** A provider to verify: its origin, the address that sets its states, and a token if the states do not return one. */
export type Target = { url: string; statesUrl: string; token?: string }
export type VerifierRequest = Target & { file: string; states: string[] }
export type VerifierResult = {
  /** Null if every interaction passes. */
  report: string | null
  unset: [state: string, reason: string][]
  exchanges: [requestId: string, exchange: Exchange][]
}

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

export type VerifierProcess = { verify(pact: Pact, target: Target): Promise<Check[]>; output(): string; stop(): void }

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
      writeFileSync(file, JSON.stringify(withRequestIds(pact)))
      const states = [
        ...new Set(pact.interactions.flatMap(({ providerStates }) => providerStates.map(({ name }) => name))),
      ]
      const request: VerifierRequest = { ...target, file, states }
      const answered = once(child, 'message').then(([message]) => message as VerifierResult)
      child.send(request)
      const result = await Promise.race([answered, ended])
      return checksOf(pact, result)
    },
    output: () => output.join(''),
    stop() {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Each request has an id of its own, by which its answer and the provider's log lines are found. */
function withRequestIds({ interactions, ...pact }: Pact): Pact {
  return {
    ...pact,
    interactions: interactions.map((interaction, index) => {
      const { request } = interaction
      return { ...interaction, request: { ...request, headers: { ...request.headers, 'X-Request-Id': [idOf(index)] } } }
    }),
  }
}

function idOf(index: number): string {
  return `pact-${index + 1}`
}

function checksOf({ interactions }: Pact, { report, unset, exchanges }: VerifierResult): Check[] {
  const failures = failuresOf(report)
  const notSet = new Map(unset)
  const answers = new Map(exchanges)
  return interactions.map((interaction, index): Check => {
    const { description } = interaction
    const states = interaction.providerStates.map(({ name }) => name)
    const unsetStates = states.flatMap((state) => {
      const reason = notSet.get(state)
      return reason === undefined ? [] : [`the state "${state}" could not be set: ${reason}`]
    })
    const isUnset = unsetStates.length > 0
    const reasons = isUnset ? unsetStates : (failures.get(description) ?? [])
    const exchange = answers.get(idOf(index))
    return {
      kind: 'interaction',
      operation: operationOf(interaction),
      name: description,
      state: states.join(', '),
      harm: harmOf(interaction),
      result: reasons.length === 0 ? 'passed' : 'failed',
      reasons,
      ...(isUnset ? { isUnset } : {}),
      ...(exchange === undefined ? {} : { exchange }),
    }
  })
}

/** The problems of each interaction that failed, by its description. */
function failuresOf(report: string | null): Map<string, string[]> {
  if (report === null) return new Map()
  const failed = (parseReport(report)?.interactionResults ?? []).filter(({ result }) => result !== 'OK')
  if (failed.length === 0) throw new Error(`The verification failed without a result:\n${report.slice(0, 500)}`)
  return new Map(
    failed.map(({ description, mismatch }) => [
      description,
      mismatch?.mismatches?.map(inWords) ?? [mismatch?.message ?? mismatch?.error ?? 'no answer'],
    ]),
  )
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
    case 'BodyTypeMismatch':
      return `the body is ${show(actual)} instead of ${show(expected)}`
    case 'BodyMismatch':
      if (missing !== undefined) return `the body lacks ${missing} at ${path}`
      return `the body's ${path} is ${show(actual)} instead of ${show(expected)}${rule(mismatch)}`
    default:
      return mismatch === '' ? type : `${mismatch} ("expected" is the contract, "actual" your API)`
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
