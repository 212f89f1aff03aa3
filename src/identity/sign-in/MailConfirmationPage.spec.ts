import { describe, expect, it } from 'vitest'
import { mailConfirmationTarget } from './mail-confirmation-route.ts'

function target(query: string) {
  return mailConfirmationTarget(new URLSearchParams(query))
}

describe('the redirect of mailed links', () => {
  it.each([
    ['password_reset', '/password-reset/minato-city/abc123'],
    ['registration', '/registration/minato-city/abc123'],
    ['email_change', '/email-change/minato-city/abc123'],
  ])('redirects %s', (type, path) => {
    expect(target(`type=${type}&tenantId=minato-city&id=abc123`)).toBe(path)
  })
  it.each(['', 'type=', 'type=other', 'type=constructor', 'type=PASSWORD_RESET'])(
    'shows the page itself for %j',
    (query) => {
      expect(target(`${query}&tenantId=minato-city&id=abc123`)).toBeNull()
    },
  )
  it.each([
    'tenantId=..&id=abc',
    'tenantId=minato-city',
    'id=abc',
    'tenantId=minato-city&id=a%2Fb',
    'tenantId=a__b&id=c',
  ])('refuses %s', (query) => {
    expect(target(`type=registration&${query}`)).toBe('invalid')
  })
})
