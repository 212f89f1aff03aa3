/** What the steps of a rule work with: provider states, requests by the names of the document, and expectations. */
import { isDeepStrictEqual } from 'node:util'
import { valueAt } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import type { Operation } from '../openapi/document.ts'
import { operationOf } from '../pact/pact-file.ts'
import type { Interaction } from '../pact/pact-file.ts'
import { reasonOf } from '../pact/reachable.ts'
import { setState } from '../pact/set-state.ts'
import type { StateValues } from '../pact/set-state.ts'
import type { StateName, StateParams } from '../pact/states.ts'
import { states } from '../pact/states.ts'
import type { Target } from '../pact/verification.ts'
import type { Exchange } from '../report/check.ts'
import type { Answer, Violation } from './answer.ts'
import { addressOf, requestOf } from './request.ts'
import type { Request } from './request.ts'
import type { StageHosts } from './stage-hosts.ts'
import { Shown } from './things.ts'
import type { Facts } from './things.ts'

export type Send = (request: Request) => Promise<Answer>

/** A user in a state. */
export type Scene = { send: Send; token: string | null; example: Request; tenantId: string | undefined }

/** The provider to verify, the operations of the document, and the interactions whose requests the rules send. */
export type Provider = {
  target: Target
  /** Those of the portal's configuration, or null if it is unknown. */
  hosts: StageHosts | null
  operations: ReadonlyMap<string, Operation>
  interactions: readonly Interaction[]
  factsOf: Facts
}

/** The provider breaks the rule. */
export class Broken extends Error {
  override readonly name = 'Broken'
  readonly exchange: Exchange
  constructor(reason: string, { exchange }: Pick<Answer, 'exchange'>) {
    super(reason)
    this.exchange = exchange
  }
}

/** The rule could not run, for this reason. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
}

export class StateNotSet extends Error {
  override readonly name = 'StateNotSet'
}

const requestTimeoutMs = 15_000
const jsonType = 'application/json'

export class Play {
  readonly provider: Provider
  #reverting: { state: string; params: unknown }[] = []
  readonly #onAnswer: (answer: Answer) => void
  readonly #shown: Shown
  readonly #keys = new Set<string>()
  /** The changes that were sent, and how many of them have no answer yet. */
  readonly #changes = { sent: 0, open: 0 }

  constructor(provider: Provider, onAnswer: (answer: Answer) => void) {
    this.provider = provider
    this.#shown = new Shown(provider.factsOf)
    this.#onAnswer = onAnswer
  }

  /** Sets the state of an interaction; its request is the scene's example. */
  async given(description: string, changes: Readonly<Record<string, unknown>> = {}): Promise<Scene> {
    const interaction = this.provider.interactions.find((one) => one.description === description)
    if (interaction === undefined) throw new Error(`The pact has no interaction "${description}"`)
    const [state] = interaction.providerStates
    if (state === undefined) throw new Error(`The interaction "${description}" has no state`)
    const params: Record<string, unknown> = { ...state.params, ...changes }
    const values = await this.#set(state.name, params)
    const operation = this.#operation(operationOf(interaction))
    const tenantId = typeof params.tenantId === 'string' ? params.tenantId : undefined
    return { ...this.#scene(values), example: requestOf(interaction, operation, values), tenantId }
  }

  /** Another user of the same tenant, or the user of the same id of another tenant. */
  async stranger(of: 'the same tenant' | 'another tenant'): Promise<string> {
    const changes = of === 'the same tenant' ? { userId: 'pact-other' } : { tenantId: 'aozora-water' }
    return this.tokenOf('a user is signed in', changes, `token of a user of ${of}`)
  }

  /** The token of a state; not that of the command line, which is of one user. */
  async tokenOf<Name extends StateName>(
    name: Name,
    changes: Partial<StateParams<Name>> | Readonly<Record<string, string>>,
    what: string,
  ): Promise<string> {
    const { token } = await this.#set(name, { ...states[name].example, ...changes }, true)
    if (token === undefined || token === '') throw new NotVerified(`the state "${name}" returns no ${what}`)
    return token
  }

  async revert(): Promise<void> {
    for (const { state, params } of this.#reverting.splice(0).toReversed())
      await setState(this.provider.target, { state, params, action: 'teardown' }).catch((error: unknown) => {
        throw new StateNotSet(`the state "${state}" could not be reverted: ${reasonOf(error)}`)
      })
  }

  async #set(state: string, params: unknown, withoutToken = false): Promise<StateValues> {
    const { token: _, ...others } = this.provider.target
    const target = withoutToken ? others : this.provider.target
    this.#reverting.push({ state, params })
    this.#shown.forget()
    return setState(target, { state, params, action: 'setup' }).catch((error: unknown) => {
      throw new StateNotSet(`the state "${state}" could not be set: ${reasonOf(error)}`)
    })
  }

  #scene(values: StateValues): Omit<Scene, 'example' | 'tenantId'> {
    const token = values.token ?? null
    return { token, send: (request) => this.#send({ token, ...request }) }
  }

  #operation(operationId: string): Operation {
    const operation = this.provider.operations.get(operationId)
    if (operation === undefined) throw new Error(`The document has no operation ${operationId}`)
    return operation
  }

  async #send(request: Request): Promise<Answer> {
    const operation = this.#operation(request.operation)
    const { method } = operation
    const path = addressOf(request, operation)
    const body = sentBody(request.body)
    const headers = headersOf(request, operation)
    const isJson = headers['Content-Type'] === jsonType
    const exchange = { method, path, sent: isJson ? Buffer.from(body ?? '').toString() : '' }
    const change = method === 'GET' ? 0 : 1
    this.#changes.open += change
    this.#changes.sent += change
    const { sent: sentSoFar } = this.#changes
    const { response, bytes } = await answerTo(new URL(path, this.provider.target.url), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    }).catch((error: unknown) => {
      throw new Broken(`no answer: ${reasonOf(error)}`, { exchange: { ...exchange, status: 0, answer: '' } })
    })
    this.#changes.open -= change
    const text = new TextDecoder().decode(bytes)
    const received = {
      operation: operation.operationId,
      requestId: headers['X-Request-Id'] ?? '',
      headers: response.headers,
      body: parsed(text),
      bytes,
      receivedAt: Date.now(),
      exchange: { ...exchange, status: response.status, answer: text },
    }
    const isAlone = this.#changes.open === 0 && this.#changes.sent === sentSoFar
    const json = typeof body === 'string' ? request.body : undefined
    const answer = { ...received, differences: this.#differences([received, json], request, isAlone) }
    this.#onAnswer(answer)
    return answer
  }

  /** A refused request changes nothing; a repeated one gets its first answer, whatever has changed since. */
  #differences([answer, sent]: Parameters<Facts>, request: Request, isAlone: boolean): Violation[] {
    const { method, status } = answer.exchange
    const { token = null, language = 'ja', key = null } = request
    if (method !== 'GET' && (status < 400 || status >= 500)) this.#shown.forgetWhatChanges()
    const isRepeated = key !== null && this.#keys.has(key)
    if (key !== null) this.#keys.add(key)
    return this.#shown.differences([answer, isRepeated ? undefined : sent], {
      reader: `${token ?? ''} ${language}`,
      what: isAlone && !isRepeated ? 'all' : 'lasting',
    })
  }
}

async function answerTo(url: URL, request: RequestInit): Promise<{ response: Response; bytes: Uint8Array }> {
  const response = await fetch(url, {
    ...request,
    redirect: 'manual',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

function headersOf(request: Request, { owned, parameters }: Operation): Record<string, string> {
  const needsKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const key = request.key === undefined ? (needsKey ? newKey() : null) : request.key
  const { token = null, ifMatch, language = 'ja', body, contentType = jsonType } = request
  return {
    'X-Request-Id': `rule-${newKey().slice(0, 13)}`,
    'Accept-Language': language,
    ...(owned && token !== null ? { Authorization: `Bearer ${token}` } : {}),
    ...(key === null ? {} : { 'Idempotency-Key': key }),
    ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    ...(body === undefined ? {} : { 'Content-Type': contentType }),
  }
}

function sentBody(body: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function newKey(): string {
  return crypto.randomUUID()
}

/** The members of the example's body, with these changed. */
export function withBody(example: Request, changes: object): Request {
  return { ...example, body: { ...Object(example.body), ...changes } }
}

/** A member of an answer's body, by JSON Pointer. */
export function at({ body }: Answer, pointer: string): unknown {
  return valueAt(body, pointer)
}

export function textAt(answer: Answer, pointer: string): string {
  const value = at(answer, pointer)
  if (typeof value !== 'string') throw new Broken(`the answer has no ${pointer}`, answer)
  return value
}

export function tagOf(answer: Answer): string {
  const tag = answer.headers.get('ETag')
  if (tag === null) throw new Broken('the answer has no ETag', answer)
  return tag
}

export function listAt(answer: Answer, pointer: string): unknown[] {
  const value = at(answer, pointer)
  if (!Array.isArray(value)) throw new Broken(`the answer has no list ${pointer}`, answer)
  return value
}

/** The values of a member anywhere in an answer, each once; not in answers to a form, which may use any name. */
export function valuesOf(body: unknown, member: string): string[] {
  if (Array.isArray(body)) return [...new Set(body.flatMap((item) => valuesOf(item, member)))]
  if (!isRecord(body)) return []
  const own = body[member]
  const inner = Object.entries(body).flatMap(([name, value]) => (name === 'answers' ? [] : valuesOf(value, member)))
  return [...new Set(typeof own === 'string' ? [own, ...inner] : inner)]
}

export function expectStatus(answer: Answer, wanted: number, code?: string): Answer {
  const { status } = answer.exchange
  if (status !== wanted) throw new Broken(`the status is ${status} instead of ${wanted}`, answer)
  if (code !== undefined) expectSame(at(answer, '/code'), code, 'the code', answer)
  return answer
}

export function expectSame(actual: unknown, wanted: unknown, what: string, answer: Answer): void {
  if (!isDeepStrictEqual(actual, wanted))
    throw new Broken(`${what} is ${JSON.stringify(actual) ?? 'missing'} instead of ${JSON.stringify(wanted)}`, answer)
}

/** At most this far from the time of the answer: a clock may be wrong, a time zone may not. */
export const clockToleranceMs = 10 * 60_000

export function expectNow(answer: Answer, pointer: string): void {
  const time = textAt(answer, pointer)
  if (!(Math.abs(Date.parse(time) - answer.receivedAt) <= clockToleranceMs))
    throw new Broken(`${pointer} is ${time}, which is not the time of the request`, answer)
}

/** Of requests that were sent at the same time, one succeeds and the others are refused with 409 or 412. */
export function expectOneOf(answers: readonly Answer[], wanted: number): Answer {
  const [first, second] = answers.filter(({ exchange: { status } }) => status !== 409 && status !== 412)
  if (second !== undefined) throw new Broken('more than one of the requests at the same time is accepted', second)
  const [refused] = answers
  if (first === undefined) throw new Broken('none of the requests at the same time is accepted', refused as Answer)
  return expectStatus(first, wanted)
}

export function expectOther(actual: unknown, old: unknown, what: string, answer: Answer): void {
  if (isDeepStrictEqual(actual, old)) throw new Broken(`${what} is still ${JSON.stringify(old)}`, answer)
}
