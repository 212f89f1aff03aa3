import { describe, expect, it } from 'vitest'
import { AuthProblem } from '../../auth/auth-problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { ProblemError } from '../../lib/problem.ts'
import { signInFault } from './sign-in-fault.ts'

function answered(problem: Partial<Problem>) {
  return new ProblemError({ kind: 'unreadable', fields: [], ...problem })
}

describe('the four login failures of the specification (S-17)', () => {
  it.each([
    ['the code for credentials', { kind: 'unauthenticated', status: 401, code: 'SE_CO_0000' }],
    ['an empty refusal', { kind: 'unauthenticated', status: 401 }],
    ['a bare 400', { kind: 'invalid', status: 400 }],
  ] as const)('says the address or password is wrong for %s', (_name, problem) => {
    expect(signInFault(answered(problem))).toEqual({ text: 'login.credentials', then: 'stay' })
  })
  it.each([
    ['an outage', { kind: 'unavailable', status: 503 }],
    ['another code', { kind: 'invalid', status: 422, code: 'SE_CO_0400' }],
    ['an unreadable answer', { kind: 'unreadable', status: 200 }],
  ] as const)('asks to contact the administrator for %s', (_name, problem) => {
    expect(signInFault(answered(problem)).text).toBe('login.system')
  })
  it('asks to check the connection when there was no answer', () => {
    expect(signInFault(answered({ kind: 'offline' })).text).toBe('login.network')
    expect(signInFault(answered({ kind: 'timeout' })).text).toBe('login.network')
    expect(signInFault(new AuthProblem('network')).text).toBe('login.network')
  })
  it('says the login information is wrong when the identity provider refuses', () => {
    expect(signInFault(new AuthProblem('credentials'))).toEqual({ text: 'login.identity', then: 'restart' })
  })
  it('keeps a wrong or expired code on its step and sends an ended sign-in back to the start', () => {
    expect(signInFault(new AuthProblem('code-wrong')).then).toBe('stay')
    expect(signInFault(new AuthProblem('code-expired')).then).toBe('stay')
    expect(signInFault(new AuthProblem('challenge-expired')).then).toBe('restart')
  })
  it('never lets an unknown error through as it is', () => {
    expect(signInFault(new Error('Password attempts exceeded')).text).toBe('login.system')
  })
})
