/**
 * One interaction of the pact = one test, run through the generated function and the real mutators against pact's mock
 * server. The common parts of every request of the portal (token, reference, language, Idempotency-Key) are pinned
 * here, from the document; the test adds its own parts.
 */
import { basePath } from '../openapi/conformance.ts'
import { join } from 'node:path'
import { PactV4 } from '@pact-foundation/pact'
import { test } from 'vitest'
import { Locale } from '../../src/api/generated/api.schemas.ts'
import { wireApi } from '../../src/api/wiring.ts'
import type { Headers, Query, ResponseBuilder, StateMap } from './builders.ts'
import { documentFile, operationsOf, readDocument } from '../openapi/document.ts'
import { fromState, freshKey, like, matching, oneOf, retryAfter } from './matchers.ts'
import { multipart } from './multipart.ts'
import type { Parts } from './multipart.ts'
import { states } from './states.ts'
import type { Params, StateName, StateParams } from './states.ts'

export const pactFolder = join(import.meta.dirname, '..', '..', 'pact', 'pacts')
export const consumer = 'tenant-portal'
export const provider = 'user-web-api'

/** The key that the tests send; the verifier replaces it by a new one. */
export const key = '0b8f8a52-6f5e-4a39-8f0a-5e5e0a6c1d01'
export const withKey = { 'Idempotency-Key': key } as const

type Template = Readonly<Record<string, unknown>>
type Given = { name: StateName; params: StateMap; answers: readonly string[] }

export type Expected = {
  operation: string
  given: Given
  /** Path parameters. A value from the state's response uses {@link fromState} with the whole path. */
  path?: Readonly<Record<string, string>>
  /** Path parameters that the provider state decides, e.g. the id of a signed link: name → pattern. */
  pathFromState?: Readonly<Record<string, RegExp>>
  query?: Template
  headers?: Template
  /** A key of the state; without it the verifier creates one. */
  key?: string
  body?: unknown
  parts?: Parts
  status: number
  answer?: { headers?: Template; body?: unknown; file?: { contentType: string; bytes: Buffer } }
  /** The code of the problem that is returned, with further members. */
  problem?: { code: string } & Template
}

/** The assertions are in the `act` of each interaction. */
const pactTest = test.extend({})
const pact = new PactV4({ consumer, provider, dir: pactFolder, logLevel: 'error' })
const operations = new Map(
  operationsOf(readDocument(documentFile)).map((operation) => [operation.operationId, operation]),
)

/** A state with its parameters: those of the map unless the interaction needs others. */
export function given<Name extends StateName>(name: Name, changes: Partial<StateParams<Name>> = {}): Given {
  const { example, answers } = states[name]
  const params: Params = { ...example, ...changes }
  return { name, params: params as StateMap, answers }
}

/** Registers the test of one interaction. The description must be unique in the whole pact: pact merges by it. */
export function interaction(description: string, expected: Expected, act: () => Promise<void>): void {
  const operation = operations.get(expected.operation)
  if (operation === undefined) throw new Error(`The contract has no operation ${expected.operation}`)
  const { name, params, answers } = expected.given
  pactTest(description, async () => {
    await pact
      .addInteraction()
      .given(name, params)
      .uponReceiving(description)
      .reference('OpenAPI', 'operationId', expected.operation)
      .withRequest(operation.method, pathOf(operation.path, expected), (request) => {
        request.headers({
          'X-Request-Id': matching(/^[A-Za-z0-9_-]{1,64}$/, '6f1c2a34-0000-4000-8000-000000000001'),
          'Accept-Language': oneOf(Locale, 'ja'),
          ...(operation.owned ? { Authorization: token(answers) } : {}),
          ...(operation.parameters.some((parameter) => parameter.name === 'Idempotency-Key')
            ? { 'Idempotency-Key': expected.key ?? freshKey(key) }
            : {}),
          ...expected.headers,
        } as Headers)
        if (expected.query) request.query(expected.query as Query)
        if (expected.body !== undefined) request.jsonBody(expected.body)
        if (expected.parts) multipart(request, expected.parts)
      })
      .willRespondWith(expected.status, (response) =>
        respond(response, expected, operation.responses.get(expected.status)?.headers?.['Cache-Control'] !== undefined),
      )
      .executeTest(async ({ url }) => {
        connect(url)
        await act()
      })
  })
}

function respond(response: ResponseBuilder, { answer, problem, status }: Expected, isPersonal: boolean): void {
  const headers = {
    ...(problem
      ? { 'Content-Type': matching(/^application\/problem\+json(?:;.*)?$/, 'application/problem+json') }
      : {}),
    ...(status === 429 || status === 503 ? { 'Retry-After': retryAfter() } : {}),
    ...(isPersonal ? { 'Cache-Control': matching(/no-store/, 'no-store') } : {}),
    ...answer?.headers,
  }
  if (Object.keys(headers).length > 0) response.headers(headers as Headers)
  if (problem) response.jsonBody(problem)
  if (answer?.body !== undefined) response.jsonBody(answer.body)
  if (answer?.file) response.body(answer.file.contentType, answer.file.bytes)
}

function pathOf(template: string, { path = {}, pathFromState = {} }: Expected) {
  const fill = (value: (name: string) => string) =>
    basePath + template.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name))
  const example = fill((name) => encodeURIComponent(path[name] ?? ''))
  if (Object.keys(pathFromState).length === 0) return example
  const pattern = fill((name) => pathFromState[name]?.source ?? path[name] ?? '')
  return fromState(
    fill((name) => (name in pathFromState ? `\${${name}}` : (path[name] ?? ''))),
    new RegExp(`^${pattern}$`),
    example,
  )
}

/** Without a token from the state the session has ended, and the provider must refuse the request. */
function token(answers: readonly string[]) {
  const pattern = /^Bearer \S+$/
  return answers.includes('token')
    ? fromState('Bearer ${token}', pattern, 'Bearer pact-token')
    : matching(pattern, 'Bearer expired-token')
}

function connect(url: string): void {
  wireApi({
    baseUrl: `${url}${basePath}`,
    timeoutMs: 5_000,
    language: () => 'ja',
    tenantGate: () => Promise.resolve(),
    user: () => 'pact-user',
    getIdToken: () => Promise.resolve('pact-token'),
    refreshSession: () => Promise.resolve(null),
    pageHasSession: () => true,
  })
}

/** A refused field of a problem. */
export function fieldError(pointer: string, code: string) {
  return { pointer, code, message: like('正しく入力してください。') }
}
