import { isRecord } from '../../form-model/record.ts'
import { serverNow } from '../lib/clock.ts'
import { ProblemError } from '../lib/problem.ts'
import type { FieldError, Problem, ProblemKind } from '../lib/problem.ts'
import { isString, readJson, shape } from '../lib/shape.ts'

/**
 * Converts anything that can be thrown to a {@link Problem}: a response of the API or of a proxy in front of it, a
 * broken connection, a bug. Pure and total. Keeps only codes, never a text of the API.
 */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem
  if (!isRecord(thrown)) return { kind: 'unreadable', fields: [] }
  const response = thrown.response
  if (isRecord(response)) return fromAnswer(response, requestIdOf(thrown))
  if (thrown.isAxiosError !== true) return { kind: 'unreadable', fields: [] }
  const code = thrown.code
  if (code === 'ERR_NETWORK') return { kind: 'offline', fields: [] }
  const kind: ProblemKind = code === 'ECONNABORTED' || code === 'ETIMEDOUT' ? 'timeout' : 'unreadable'
  return withRequestId({ kind, fields: [] }, requestIdOf(thrown))
}

/** The problem of a response with a success status that does not conform to the contract. */
export function unreadableAnswer(status: number, requestId: string | undefined): ProblemError {
  return new ProblemError(withRequestId({ kind: 'unreadable', status, fields: [] }, requestId))
}

type Bag = Record<string, unknown>

const isFieldError = shape({ pointer: isString, code: isString })

function fromAnswer(response: Bag, sentId: string | undefined): Problem {
  const status = typeof response.status === 'number' ? response.status : 0
  const headers = isRecord(response.headers) ? response.headers : {}
  const body = readBody(response.data)
  const code = body.code
  const retryAfter = readRetryAfter(headers['retry-after'])
  const echoed = headers['x-request-id']
  return withRequestId(
    {
      kind: kindOf(status, typeof code === 'string'),
      status,
      ...(isEmpty(response.data) ? { emptyBody: true as const } : {}),
      ...(typeof code === 'string' && /^[A-Z]{2}_[A-Z]{2}_\d{4}$/.test(code) ? { code } : {}),
      ...(retryAfter === null ? {} : { retryAfter }),
      fields: readFields(body.errors),
      ...(isRecord(body.attempt) ? { attempt: body.attempt } : {}),
      ...(isString(body.orderId) && body.orderId !== '' ? { orderId: body.orderId } : {}),
    },
    typeof echoed === 'string' && echoed !== '' ? echoed : sentId,
  )
}

function kindOf(status: number, hasCode: boolean): ProblemKind {
  // A gateway's own time limit: AWS's is 29 s, so it comes before the portal's. One with a code is the API's own answer.
  if (status === 504 && !hasCode) return 'timeout'
  if (status >= 500) return 'unavailable'
  return kinds[status] ?? 'unreadable'
}

const kinds: Partial<Record<number, ProblemKind>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  412: 'conflict',
  413: 'invalid',
  415: 'invalid',
  422: 'invalid',
  429: 'too-many',
}

function isEmpty(data: unknown): boolean {
  return data === undefined || data === null || data === ''
}

/** Bodies arrive parsed, as text (a proxy's HTML, truncated JSON) or not at all. */
function readBody(data: unknown): Bag {
  if (typeof data === 'string') return readJson(data, isRecord) ?? {}
  return isRecord(data) ? data : {}
}

function readFields(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return []
  return errors.filter(isFieldError).map(({ pointer, code }) => ({ pointer, code }))
}

const longestWait = 3_600

/** `Retry-After`, in either form, as seconds from now. */
export function readRetryAfter(header: unknown): number | null {
  if (typeof header !== 'string' || header === '') return null
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - serverNow()) / 1_000)
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), longestWait)
}

function requestIdOf(thrown: Bag): string | undefined {
  const config = thrown.config
  const headers = isRecord(config) ? config.headers : null
  const sent = isRecord(headers) ? headers['X-Request-Id'] : null
  return typeof sent === 'string' && sent !== '' ? sent : undefined
}

function withRequestId(problem: Problem, requestId: string | undefined): Problem {
  return requestId === undefined ? problem : { ...problem, requestId }
}
