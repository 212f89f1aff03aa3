import fc from 'fast-check'
import { basePath, createConformance } from '../openapi/conformance.ts'
import { operationsOf, readDocument } from '../openapi/document.ts'
import type { Operation } from '../openapi/document.ts'
import { corrupted, valuesOf } from './arbitrary.ts'

export type FuzzTarget = {
  fetch: (request: Request) => Promise<Response>
  token: string
  /** Existing values for some parameters, so that not every request ends with 404. */
  known: Readonly<Record<string, readonly string[]>>
}
export type FuzzOptions = { runs: number; seed: number; only?: readonly string[] }
export type FuzzResult = { requests: number; statuses: Map<number, number>; failures: string[] }

type Sent = {
  path: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
}

const origin = 'http://portal.test'
const document = readDocument()
const conformance = createConformance(document)

/** Sends valid and corrupted requests generated from the document; shrinks a failure to its smallest request. */
export async function fuzz(target: FuzzTarget, { runs, seed, only }: FuzzOptions): Promise<FuzzResult> {
  const result: FuzzResult = { requests: 0, statuses: new Map(), failures: [] }
  const operations = operationsOf(document)
    .filter(({ operationId }) => only?.includes(operationId) ?? true)
    .toSorted((one, other) => Number(endsSession(one)) - Number(endsSession(other)))
  for (const operation of operations) {
    const valid = requestsOf(operation, target.known)
    for (const [kind, requests] of [
      ['valid', valid],
      ['corrupted', corruptedRequestsOf(valid)],
    ] as const) {
      const { failed, errorInstance, counterexample } = await fc.check(
        fc.asyncProperty(requests, async (sent) => {
          result.requests += 1
          const findings = await send(operation, sent, target, result.statuses)
          if (findings.length > 0) throw new Error(findings.join('; '))
        }),
        { numRuns: runs, seed, interruptAfterTimeLimit: 20_000 },
      )
      if (failed) {
        const smallest = JSON.stringify(counterexample)
        result.failures.push(`${operation.operationId} (${kind}): ${String(errorInstance)}\n    ${smallest}`)
      }
    }
  }
  return result
}

/** Comes last: afterwards every other request of the user is refused. */
function endsSession({ operationId }: Operation): boolean {
  return operationId === 'deleteAccount'
}

async function send(
  { method, path, owned, body }: Operation,
  sent: Sent,
  { fetch, token }: FuzzTarget,
  statuses: Map<number, number>,
): Promise<string[]> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent.path[name])))
  const url = new URL(`${origin}${basePath}${filled}`)
  // Clients resolve dot segments, so a path of dots would become another path.
  if (conformance.operationAt(method, url.href) === null) return []
  for (const [name, value] of Object.entries(sent.query)) {
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  const headers = new Headers(owned ? { Authorization: `Bearer ${token}` } : {})
  for (const [name, value] of Object.entries(sent.headers)) {
    if (typeof value === 'string') headers.set(name, value.replaceAll(/[^\x20-\x7e]/g, '?'))
  }
  const multipart = body !== null && 'multipart/form-data' in body.content
  const content =
    body === null || sent.body === undefined ? null : multipart ? form(sent.body) : JSON.stringify(sent.body)
  if (content !== null && !multipart) headers.set('Content-Type', 'application/json')
  const response = await fetch(new Request(url, { method, headers, body: method === 'GET' ? null : content }))
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
  const answered = {
    method,
    url: url.href,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
  return conformance.findings(answered)
}

function form(body: unknown): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(Object(body) as object)) {
    data.append(name, name === 'file' ? new File([String(value)], 'x.jpg', { type: 'image/jpeg' }) : String(value))
  }
  return data
}

function requestsOf({ parameters, body }: Operation, known: FuzzTarget['known']): fc.Arbitrary<Sent> {
  const parts = (place: string) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    const arbitraries = here.map(({ name, schema }) => [
      name,
      known[name] ? fc.constantFrom(...known[name]) : valuesOf(document, schema),
    ])
    return fc.record(Object.fromEntries(arbitraries) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: here.filter(({ required }) => required === true).map(({ name }) => name),
    })
  }
  const schema = body === null ? null : Object.values(body.content)[0]?.schema
  return fc.record({
    path: parts('path'),
    query: parts('query'),
    headers: parts('header'),
    body: schema === null ? fc.constant(undefined) : valuesOf(document, schema),
  })
}

function corruptedRequestsOf(requests: fc.Arbitrary<Sent>): fc.Arbitrary<Sent> {
  const noise = fc.dictionary(fc.constantFrom('limit', 'cursor', 'status', 'from', 'postalCode', 'x'), fc.string(), {
    maxKeys: 3,
  })
  const pathNoise = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('..', '%2F', '__', "' OR 1=1", '𠮷野家'))
  return fc
    .tuple(requests, noise, pathNoise, fc.nat({ max: 5 }), corrupted(requests.map(({ body }) => body)))
    .map(([request, query, segment, which, body]) => ({
      ...request,
      body: which === 5 ? undefined : body,
      query: which === 0 ? { ...request.query, ...query } : request.query,
      headers: which === 1 ? {} : request.headers,
      path: which === 2 ? Object.fromEntries(Object.keys(request.path).map((name) => [name, segment])) : request.path,
    }))
}
