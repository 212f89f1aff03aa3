import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  isDueForRenewal,
  isOfTenant,
  isSameUser,
  sessionOf,
  tokenClaims,
  tokenHolder,
  tokenSession,
  usernameOf,
} from './token-session.ts'

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

  it.each(['hanako', '__hanako', 'minato-city__', ''])('a token has no session for the user name "%s"', (username) => {
    expect(tokenSession(token({ 'cognito:username': username, exp: 1 }))).toBeNull()
  })

  it.each(['', 'a', 'a.b.c', `a.${btoa('"text"')}.c`, `a.${btoa('null')}.c`])(
    'the text "%s" has no session',
    (text) => {
      expect(tokenSession(text)).toBeNull()
    },
  )

  it.each(['a', 'a.%.c', `a.${btoa('no JSON')}.c`])('the text "%s" has no claims', (text) => {
    expect(tokenClaims(text)).toBeNull()
  })

  it('reads names in any script', () => {
    expect(tokenClaims(token({ name: '港 花子😀' }))).toEqual({ name: '港 花子😀' })
  })
})

describe('the holder of a token', () => {
  const hanako = { tenantId: 'Minato-city', userId: 'U-1' }

  it('a holder has no session without tokens, a name or an end', () => {
    const claims = { 'cognito:username': 'a__b', exp: 200 }
    expect(sessionOf(null)).toBeNull()
    expect(sessionOf({ idToken: token(claims), clockDrift: '60000' })).toMatchObject({
      userId: 'b',
      expiresAt: 140_000,
    })
    expect(tokenHolder({ exp: 200 }, 0)).toBeNull()
    expect(tokenHolder({ 'cognito:username': 'a__b' }, 0)).toBeNull()
    expect(tokenSession(token(claims)), 'without its start').toMatchObject({ signedInAt: 200_000 })
  })

  it('belongs to one tenant, in any case of its letters', () => {
    expect(isOfTenant(hanako, 'minato-CITY')).toBe(true)
    expect(isOfTenant({ ...hanako, tenantId: 'STRASSE' }, 'straße'), 'only the case differs').toBe(false)
    for (const other of ['aozora-water', null, undefined]) expect(isOfTenant(hanako, other)).toBe(false)
    expect(isOfTenant(null, 'minato-city')).toBe(false)
    expect(isOfTenant(null, undefined)).toBe(false)
  })

  it('a holder is the same user in any case of the letters', () => {
    expect(usernameOf(hanako)).toBe('Minato-city__U-1')
    expect(isSameUser(hanako, { tenantId: 'minato-city', userId: 'u-1' })).toBe(true)
    expect(isSameUser(hanako, { ...hanako, userId: 'U-2' })).toBe(false)
    expect(isSameUser(hanako, { ...hanako, tenantId: 'aozora-water' })).toBe(false)
  })

  it('reads the characters that base64url replaces', () => {
    const text = '?>?>?>~~~ÿÿÿ'
    const encoded = token({ name: text })
    expect(encoded).toMatch(/[-_]/)
    expect(tokenClaims(encoded)).toEqual({ name: text })
  })
})

describe('a token', () => {
  afterEach(() => void vi.useRealTimers())

  it('a token is renewed half a minute before its end', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const holder = { tenantId: 'a', userId: 'b', username: 'a__b' }
    const isDue = (expiresAt: number) => isDueForRenewal({ ...holder, expiresAt })
    expect([1_030_001, 1_030_000, 999_999].map(isDue)).toEqual([false, true, true])
  })
})
