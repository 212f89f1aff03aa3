import { describe, expect, it } from 'vitest'
import { newTotpSecret, totpCode, totpMatches } from './totp.ts'

// RFC 6238, appendix B: the ASCII secret 12345678901234567890, the last six of eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('TOTP', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('makes the code of RFC 6238 at %d s', (seconds, code) => {
    expect(totpCode(secret, seconds * 1000)).toBe(code)
  })

  it('accepts the code of the step before and after, but no other', () => {
    const now = 1_000_000_000_000
    const code = (steps: number) => totpCode(secret, now + steps * 30_000)
    expect([-2, -1, 0, 1, 2].map((steps) => totpMatches(secret, code(steps), [now]))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('makes secrets of 160 bits that differ', () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(newTotpSecret())
  })
})
