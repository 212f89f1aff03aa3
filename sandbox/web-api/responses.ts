import { randomUUID } from 'node:crypto'
import { cors } from '../../contract/openapi/cors.ts'
import type { ProblemAnswer } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { Answer } from './call.ts'

/** The request's own id if it is valid by the contract, else a new one. */
export function requestIdOf(headers: Headers): string {
  const sent = headers.get('X-Request-Id')
  return sent !== null && /^[A-Za-z0-9_-]{1,64}$/.test(sent) ? sent : randomUUID()
}

/** No response at all: the server in front closes the connection. */
export function noAnswer() {
  return Response.error()
}

function commonHeaders(backend: Pick<Backend, 'clock'>, requestId: string): Headers {
  return new Headers({
    Date: new Date(backend.clock.now()).toUTCString(),
    'X-Request-Id': requestId,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': cors.exposedHeaders.join(', '),
  })
}

export function toResponse(backend: Pick<Backend, 'clock'>, answer: Answer, requestId: string): Response {
  const headers = commonHeaders(backend, requestId)
  for (const [name, value] of Object.entries(answer.headers ?? {})) headers.set(name, value)
  if (answer.bytes !== undefined) return new Response(answer.bytes.slice(), { status: answer.status, headers })
  if (answer.body === undefined) return new Response(null, { status: answer.status, headers })
  headers.set('Content-Type', 'application/json; charset=utf-8')
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers })
}

/** Any refusal in the format of the contract; 429 and 503 always have `Retry-After`. */
export function problemResponse(
  backend: Pick<Backend, 'clock'>,
  { problem, retryAfter }: Pick<ProblemAnswer, 'problem' | 'retryAfter'>,
  requestId: string,
): Response {
  const response = failureResponse(backend, problem.status, problem, requestId)
  const wait = retryAfter ?? (problem.status === 429 || problem.status === 503 ? 30 : undefined)
  if (wait !== undefined) response.headers.set('Retry-After', String(wait))
  return response
}

export function failureResponse(
  backend: Pick<Backend, 'clock'>,
  status: number,
  body: object,
  requestId: string,
): Response {
  const headers = commonHeaders(backend, requestId)
  headers.set('Content-Type', 'application/problem+json; charset=utf-8')
  return new Response(JSON.stringify(body), { status, headers })
}

/** The response to a CORS preflight, which browsers send before requests with our headers. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': cors.methods.join(', '),
      'Access-Control-Allow-Headers': cors.requestHeaders.join(', '),
      'Access-Control-Max-Age': '600',
    },
  })
}
