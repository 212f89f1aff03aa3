import { describe, expect, it } from 'vitest'
import { AuthProblem } from '../session/auth-problem.ts'
import { authProblems } from '../session/cognito.ts'
import { ProblemError } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { accountErrorText } from './account-error.ts'

function answered(problem: Partial<Problem>) {
  return new ProblemError({ kind: 'unreadable', fields: [], ...problem })
}

describe('the message of a refused action on the account', () => {
  it('every reason of the identity provider has a text', () => {
    for (const { reason } of authProblems) expect(accountErrorText(new AuthProblem(reason))).toMatch(/^fault\./)
  })
  it('distinguishes a wrong code, an expired code and a wrong password', () => {
    expect(accountErrorText(new AuthProblem('code-wrong'))).toBe('fault.codeWrong')
    expect(accountErrorText(new AuthProblem('code-expired'))).toBe('fault.codeExpired')
    expect(accountErrorText(new AuthProblem('credentials'))).toBe('fault.wrongPassword')
  })
  it.each([
    ['the code for credentials', { kind: 'unauthenticated', status: 401, code: 'SE_CO_0000' }, 'fault.wrongPassword'],
    ['an empty refusal', { kind: 'unauthenticated', status: 401 }, 'fault.wrongPassword'],
    ['no answer', { kind: 'offline' }, 'fault.network'],
    ['too many tries', { kind: 'too-many', status: 429, code: 'SE_CO_0429' }, 'fault.limit'],
    ['an outage', { kind: 'unavailable', status: 503, code: 'SE_CO_0503' }, 'fault.system'],
  ] as const)('reads %s of the API', (_name, problem, text) => {
    expect(accountErrorText(answered(problem))).toBe(text)
  })
  it('never shows the text of an unknown error', () => {
    expect(accountErrorText(new Error('Attempt limit exceeded'))).toBe('fault.system')
  })
})
