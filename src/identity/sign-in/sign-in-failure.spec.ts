import { afterEach, describe, expect, it } from 'vitest'
import { AuthProblem } from '../session/auth-problem.ts'
import { noteServerDate } from '../../lib/clock.ts'
import type { Problem } from '../../lib/problem.ts'
import { ProblemError } from '../../lib/problem.ts'
import { signInFailure } from './use-sign-in.ts'

function answered(problem: Partial<Problem>) {
  return new ProblemError({ kind: 'unreadable', fields: [], ...problem })
}

describe('the four login failures of the specification (S-17)', () => {
  it.each([
    ['the code for credentials', { kind: 'unauthenticated', status: 401, code: 'SE_CO_0000' }],
    ['an empty refusal', { kind: 'unauthenticated', status: 401, emptyBody: true }],
    ['a 400 without a body', { kind: 'invalid', status: 400, emptyBody: true }],
    ['a 404 without a body', { kind: 'not-found', status: 404, emptyBody: true }],
  ] as const)('reports a wrong address or password for %s', (_name, problem) => {
    expect(signInFailure(answered(problem))).toEqual({ text: 'login.credentials', then: 'stay' })
  })
  it.each([
    ['an outage', { kind: 'unavailable', status: 503 }],
    ['a refusal by a proxy, whose body has no code', { kind: 'forbidden', status: 403 }],
    ['an unreadable answer', { kind: 'unreadable', status: 200 }],
    ["a firewall's page with 400", { kind: 'invalid', status: 400 }],
    ["a proxy's limit of the size", { kind: 'invalid', status: 413 }],
  ] as const)('asks to contact the administrator for %s', (_name, problem) => {
    expect(signInFailure(answered(problem)).text).toBe('login.system')
  })
  it('explains the form of an address when the API refuses the request', () => {
    for (const refusal of [{ status: 400, code: 'SE_CO_0400' }, { status: 422 }])
      expect(signInFailure(answered({ kind: 'invalid', ...refusal })).text).toBe('login.emailShape')
  })
  it.each([
    [5, 1],
    [90, 2],
    [undefined, 1],
  ])("names the API's time to wait instead of the lock of the identity provider (%s seconds)", (seconds, count) => {
    const refused = answered({
      kind: 'too-many',
      status: 429,
      ...(seconds === undefined ? {} : { retryAfter: seconds }),
    })
    expect(signInFailure(refused)).toEqual({ text: 'login.wait', values: { count }, then: 'stay' })
  })
  it('names full-width characters as the likely cause of a wrong password, and of nothing else', () => {
    const refused = answered({ kind: 'unauthenticated', status: 401, code: 'SE_CO_0000' })
    expect(signInFailure(refused, { password: 'Ｐassw0rd!' }).text).toBe('login.fullWidth')
    expect(signInFailure(new AuthProblem('credentials'), { password: 'Passw0rd！' })).toEqual({
      text: 'login.fullWidth',
      then: 'restart',
    })
    expect(signInFailure(refused, { password: 'Passw0rd!' }).text).toBe('login.credentials')
    expect(signInFailure(new AuthProblem('network'), { password: 'Ｐassw0rd!' }).text).toBe('login.network')
  })
  it('asks to check the connection if there was no response', () => {
    expect(signInFailure(answered({ kind: 'offline' })).text).toBe('login.network')
    expect(signInFailure(answered({ kind: 'timeout' })).text).toBe('login.network')
    expect(signInFailure(new AuthProblem('network')).text).toBe('login.network')
  })
  it('does not claim to know whether a code was accepted if there was no response', () => {
    expect(signInFailure(new AuthProblem('network'), { code: true })).toEqual({ text: 'code.unknown', then: 'stay' })
    expect(signInFailure(new AuthProblem('code-wrong'), { code: true }).text).toBe('code.wrong')
  })
  it('reports wrong login information if the identity provider refuses', () => {
    expect(signInFailure(new AuthProblem('credentials'))).toEqual({ text: 'login.identity', then: 'restart' })
  })
  it('keeps a wrong or expired code on its step and sends an ended sign-in back to the start', () => {
    expect(signInFailure(new AuthProblem('code-wrong')).then).toBe('stay')
    expect(signInFailure(new AuthProblem('code-expired')).then).toBe('stay')
    expect(signInFailure(new AuthProblem('challenge-expired')).then).toBe('restart')
  })
  it('never shows the text of an unknown error', () => {
    expect(signInFailure(new Error('Password attempts exceeded')).text).toBe('login.system')
  })
})

describe("a refusal by the identity provider while the device's clock is wrong", () => {
  const minute = 60_000
  const day = 24 * 60 * minute
  const setDeviceError = (errorMs: number) => noteServerDate(new Date(Date.now() - errorMs).toUTCString())
  afterEach(() => setDeviceError(0))

  it.each([30 * minute, -30 * minute, -day, 3 * day, -400 * day])('names the clock (%i ms)', (errorMs) => {
    setDeviceError(errorMs)
    const named = { text: 'login.clock', then: 'restart' }
    expect(signInFailure(new AuthProblem('credentials'), { password: 'Portal-123' })).toEqual(named)
    expect(signInFailure(new AuthProblem('credentials'), { password: 'Ｐortal-123' })).toEqual(named)
  })
  it('a refusal has the usual message if the clock differs by a few minutes only', () => {
    setDeviceError(4 * minute)
    expect(signInFailure(new AuthProblem('credentials')).text).toBe('login.identity')
  })
  it('no failure other than a refusal names the clock', () => {
    setDeviceError(-day)
    const refused = answered({ kind: 'unauthenticated', status: 401, code: 'SE_CO_0000' })
    expect(signInFailure(refused).text).toBe('login.credentials')
    expect(signInFailure(new AuthProblem('locked')).text).toBe('login.tooMany')
    expect(signInFailure(new AuthProblem('network')).text).toBe('login.network')
    expect(signInFailure(new AuthProblem('unknown')).text).toBe('login.identity')
  })
})
