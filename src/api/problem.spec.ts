import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ProblemError, problemKinds } from '../lib/problem.ts'
import { toProblem } from './problem.ts'

afterEach(() => {
  vi.useRealTimers()
})

function answer(status: number, data: unknown, headers: Record<string, string> = {}): unknown {
  return { isAxiosError: true, response: { status, data, headers }, config: { headers: { 'X-Request-Id': 'sent' } } }
}

describe('toProblem', () => {
  it.each([
    [400, 'invalid'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [408, 'timeout'],
    [409, 'conflict'],
    [410, 'gone'],
    [412, 'conflict'],
    [413, 'invalid'],
    [415, 'invalid'],
    [422, 'invalid'],
    [429, 'too-many'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unavailable'],
    [302, 'unreadable'],
    [418, 'unreadable'],
  ])('maps %i to %s', (status, kind) => {
    expect(toProblem(answer(status, { code: 'SE_CO_0400' }))).toMatchObject({ kind, status, code: 'SE_CO_0400' })
  })
  it("takes a gateway's 504, which has no code, for a timeout", () => {
    expect(toProblem(answer(504, 'upstream request timeout'))).toMatchObject({ kind: 'timeout', status: 504 })
  })
  it('reads the fields of a refused body', () => {
    const body = {
      code: 'SE_CO_0400',
      errors: [{ pointer: '/email', code: 'format', message: 'x' }, { pointer: 3, code: 'x' }, null, 'x'],
    }
    expect(toProblem(answer(422, body)).fields).toEqual([{ pointer: '/email', code: 'format' }])
  })
  it('keeps the order that comes with a conflict, unless it has no id', () => {
    const problem = (orderId: unknown) => toProblem(answer(409, { code: 'SE_AP_0006', orderId }))
    expect(problem('OR-1').orderId).toBe('OR-1')
    for (const orderId of ['', 7, null]) expect(problem(orderId)).not.toHaveProperty('orderId')
  })

  it('keeps the open attempt that comes with a conflict', () => {
    const attempt = { attemptId: 'a', url: 'https://card.test' }
    expect(toProblem(answer(409, { code: 'SE_CH_0003', attempt })).attempt).toEqual(attempt)
  })
  it.each([
    ['the HTML of a proxy', '<html><body>502 Bad Gateway</body></html>'],
    ['a truncated body', '{"code":"SE_CO_04'],
    ['a list', []],
    ['a code that is none', { code: '<b>' }],
    ['a foreign type of code', { code: 500 }],
  ])('accepts %s', (_name, data) => {
    expect(toProblem(answer(502, data))).toEqual({ kind: 'unavailable', status: 502, fields: [], requestId: 'sent' })
  })
  it.each(['', undefined, null])('marks a response whose body is %j as empty', (data) => {
    expect(toProblem(answer(502, data))).toMatchObject({ kind: 'unavailable', emptyBody: true })
  })
  it('reads a bare code, also from an unparsed body', () => {
    expect(toProblem(answer(401, { code: 'SE_CO_0000' })).code).toBe('SE_CO_0000')
    expect(toProblem(answer(409, '{"code":"SE_CH_0001"}')).code).toBe('SE_CH_0001')
  })
  it('prefers the reference echoed by the API', () => {
    expect(toProblem(answer(500, '', { 'x-request-id': 'echoed' })).requestId).toBe('echoed')
  })
  it('reads both forms of Retry-After', () => {
    expect(toProblem(answer(503, '', { 'retry-after': '120' })).retryAfter).toBe(120)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00.000Z') })
    expect(toProblem(answer(503, '', { 'retry-after': 'Thu, 26 Nov 2026 10:02:00 GMT' })).retryAfter).toBe(120)
    expect(toProblem(answer(503, '', { 'retry-after': 'soon' })).retryAfter).toBeUndefined()
    expect(toProblem(answer(503, '', { 'retry-after': new Date(0).toUTCString() })).retryAfter).toBe(0)
  })
  it('distinguishes a broken connection from a timeout', () => {
    expect(toProblem({ isAxiosError: true, code: 'ERR_NETWORK' }).kind).toBe('offline')
    expect(toProblem({ isAxiosError: true, code: 'ECONNABORTED' }).kind).toBe('timeout')
  })
  it('returns the problem of a ProblemError', () => {
    const problem = { kind: 'gone', fields: [] } as const
    expect(toProblem(new ProblemError({ ...problem, fields: [] }))).toEqual(problem)
  })
  it('never throws and always returns a kind', () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer(), fc.anything(), (thrown, status, data) => {
        expect(problemKinds).toContain(toProblem(thrown).kind)
        expect(problemKinds).toContain(toProblem(answer(status, data)).kind)
      }),
    )
  })
})
