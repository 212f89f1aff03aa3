import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OrderSubmission } from '../../../api/generated/api.schemas.ts'
import { problemKinds } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { endsApplication, submissionOutcome, submissionServer } from './submission-server.ts'

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00+09:00') }))
afterEach(() => void vi.useRealTimers())

/** What the portal makes of a 202 with this `Retry-After`. */
function answerTo(retryAfter: string | undefined) {
  const response: unknown = { data: { state: 'PROCESSING' }, headers: { 'retry-after': retryAfter } }
  const server = submissionServer(
    async <Answer>() => response as Answer,
    async () => undefined,
  )
  return server.send({} as OrderSubmission, 'key-1')
}

it.each([
  ['30', 30],
  ['Sat, 21 Nov 2026 01:00:20 GMT', 20],
  ['86400', 3_600],
])('polls the outcome of an accepted submission after the delay "%s"', async (retryAfter, seconds) => {
  expect(await answerTo(retryAfter)).toEqual({ kind: 'unknown', problem: null, retryAfter: seconds })
})

it.each([undefined, '', 'soon'])('ignores the wait "%s"', async (retryAfter) => {
  expect(await answerTo(retryAfter)).toEqual({ kind: 'unknown', problem: null })
})

const field = { pointer: '/answers/copy/copies', code: 'maximum' }

function problem(over: Partial<Problem>): Problem {
  return { kind: 'unreadable', fields: [], ...over }
}

describe('what a failed submission means', () => {
  it.each([
    ['the service stopped', { kind: 'gone', status: 410, code: 'SE_AP_0001' }, 'stopped'],
    ['the form is not known', { kind: 'not-found', status: 404, code: 'SE_AP_0002' }, 'unknown-form'],
    ['a refused form version', { kind: 'conflict', status: 409, code: 'SE_AP_0003' }, 'form-version'],
    ['a duplicate', { kind: 'conflict', status: 409, code: 'SE_AP_0004' }, 'duplicate'],
    ['another amount', { kind: 'invalid', status: 422, code: 'SE_AP_0005' }, 'amount-changed'],
    ['a virus', { kind: 'invalid', status: 422, code: 'SE_AT_0001' }, 'infected'],
    ['wrong fields', { kind: 'invalid', status: 422, code: 'SE_CO_0400', fields: [field] }, 'fields'],
    ['a 413 from a proxy', { kind: 'unreadable', status: 413 }, 'too-large'],
    ['an ended session', { kind: 'unauthenticated', status: 401 }, 'unauthenticated'],
    ['no permission', { kind: 'forbidden', status: 403 }, 'general'],
    ['a bare 400', { kind: 'invalid', status: 400 }, 'general'],
    ['a 422 that names no field', { kind: 'invalid', status: 422 }, 'general'],
  ] as const)('is a refusal for %s', (_case, over, outcome) => {
    expect(submissionOutcome(problem({ ...over, fields: 'fields' in over ? [...over.fields] : [] }))).toBe(outcome)
  })

  it.each([
    ['in progress', { kind: 'conflict', status: 409, code: 'SE_CO_0409' }],
    ['a 409 without a code', { kind: 'conflict', status: 409 }],
    ['a key that is bound already', { kind: 'invalid', status: 422, code: 'SE_CO_0422' }],
    ['too many requests', { kind: 'too-many', status: 429 }],
    ['unavailable', { kind: 'unavailable', status: 503 }],
    ['a server fault', { kind: 'unavailable', status: 500 }],
    ['a bad gateway with HTML', { kind: 'unreadable', status: 502 }],
    ['a time-out', { kind: 'timeout' }],
    ['a lost network', { kind: 'offline' }],
    ['an unreadable success', { kind: 'unreadable', status: 200 }],
  ] as const)('is unknown for %s, so nothing is sent again automatically', (_case, over) => {
    expect(submissionOutcome(problem(over))).toBe('unknown')
  })

  it('is defined for every kind of problem', () => {
    for (const kind of problemKinds) expect(submissionOutcome(problem({ kind }))).toBeTypeOf('string')
  })

  it('ends the application only if no correction could help', () => {
    expect(endsApplication('stopped')).toBe(true)
    expect(endsApplication('unknown-form')).toBe(true)
    expect(endsApplication('fields')).toBe(false)
  })
})
