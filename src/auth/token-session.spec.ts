import { describe, expect, it } from 'vitest'
import { tokenClaims, tokenSession } from './token-session.ts'

function token(claims: unknown) {
  return `${btoa('{}')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

describe('the session of an ID token', () => {
  it('splits the user name at the first double underscore', () => {
    const claims = { 'cognito:username': 'minato-city__a__b', exp: 200, auth_time: 100, email: 'a@example.jp' }
    expect(tokenSession(token(claims))).toEqual({
      username: 'minato-city__a__b',
      tenantId: 'minato-city',
      userId: 'a__b',
      email: 'a@example.jp',
      signedInAt: 100_000,
      expiresAt: 200_000,
    })
  })

  it('converts its times to the clock of the device', () => {
    const claims = { 'cognito:username': 'a__b', exp: 200, auth_time: 100 }
    expect(tokenSession(token(claims), 60_000)).toMatchObject({ signedInAt: 40_000, expiresAt: 140_000, email: null })
  })

  it.each(['hanako', '__hanako', 'minato-city__', ''])('is missing for the user name "%s"', (username) => {
    expect(tokenSession(token({ 'cognito:username': username, exp: 1 }))).toBeNull()
  })

  it.each(['', 'a', 'a.b.c', `a.${btoa('"text"')}.c`, `a.${btoa('null')}.c`])(
    'is missing for the text "%s"',
    (text) => {
      expect(tokenSession(text)).toBeNull()
    },
  )

  it('reads names in any script', () => {
    expect(tokenClaims(token({ name: '港 花子😀' }))).toEqual({ name: '港 花子😀' })
  })
})
