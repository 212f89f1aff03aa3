import { describe, expect, it } from 'vitest'
import type { Confirmation } from '../../api/generated/api.schemas.ts'
import type { Problem } from '../../lib/problem.ts'
import { linkStateAfter, linkStateOf } from './MailedLink.tsx'

const confirmation: Confirmation = {
  type: 'registration',
  status: 'VALID',
  expiresAt: '2026-11-22T10:00:00+09:00',
  maskedEmail: 'h****o@example.jp',
}

describe('a mailed link (R-14)', () => {
  it.each([
    ['VALID', 'valid'],
    ['USED', 'used'],
    ['EXPIRED', 'expired'],
  ] as const)('a mailed link that is %s is mapped to %s', (status, state) => {
    expect(linkStateOf({ ...confirmation, status }, 'registration')).toBe(state)
  })
  it('a mailed link is invalid on the page of another type, with any status', () => {
    expect(linkStateOf(confirmation, 'email_change')).toBe('invalid')
    expect(linkStateOf({ ...confirmation, status: 'USED' }, 'password_reset')).toBe('invalid')
  })
  it.each(['{"type":"registration","status":"constructor"}', '{"type":"toString","status":"VALID"}', '{"id":"x"}'])(
    'stays valid after an unreadable response: %s',
    (answer) => {
      const odd = JSON.parse(answer) as Confirmation
      expect(() => linkStateOf(odd, 'registration')).toThrow('unreadable')
    },
  )
})

describe('a refusal when the link is used', () => {
  const refused = (problem: Partial<Problem>): Problem => ({ kind: 'conflict', fields: [], ...problem })
  it.each([
    [{ kind: 'gone', code: 'SE_CF_0001' }, 'expired'],
    [{ kind: 'conflict', code: 'SE_CF_0002' }, 'used'],
    [{ kind: 'not-found', code: 'SE_CO_0404' }, 'invalid'],
    [{ kind: 'conflict', code: 'SE_RG_0001' }, null],
    [{ kind: 'unavailable', status: 503 }, null],
  ] as const)('%o means %s', (problem, state) => {
    expect(linkStateAfter(refused(problem))).toBe(state)
  })
})
