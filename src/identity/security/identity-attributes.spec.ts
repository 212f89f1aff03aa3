import { describe, expect, it } from 'vitest'
import {
  isVerified,
  toInternationalPhone,
  toNationalPhone,
  updatable,
  factorStates,
  unconfirmedAddress,
} from './identity-attributes.ts'

describe('attributes of the identity provider', () => {
  it('attributes are updated without `sub` and `*_verified`', () => {
    expect(
      updatable({
        sub: '1',
        email: 'a@example.jp',
        email_verified: 'true',
        phone_number: '+81312345678',
        phone_number_verified: 'true',
      }),
    ).toEqual({ email: 'a@example.jp', phone_number: '+81312345678' })
  })
  it('an attribute is verified only if the identity provider reports it', () => {
    expect(isVerified({ email: 'a@example.jp', email_verified: 'true' }, 'email')).toBe(true)
    expect(isVerified({ email: 'a@example.jp', email_verified: 'false' }, 'email')).toBe(false)
    expect(isVerified({ email: 'a@example.jp' }, 'email')).toBe(false)
    expect(isVerified({ email_verified: 'true' }, 'phone_number')).toBe(false)
  })
  it('the identity provider has phone numbers in the international format', () => {
    expect(toInternationalPhone('09012345678')).toBe('+819012345678')
    expect(toNationalPhone('+819012345678')).toBe('09012345678')
    expect(toNationalPhone('+15551234567')).toBe('+15551234567')
  })
})

describe('the address that waits for its code', () => {
  const confirmed = { phone_number: '+819000000001', phone_number_verified: 'true' }
  const sent = { address: '+819000000002', before: '+819000000001' }
  it.each([
    ['an unconfirmed attribute', { ...confirmed, phone_number_verified: 'false' }, null, '+819000000001'],
    ['the new number beside the confirmed old one', confirmed, sent, '+819000000002'],
    ['the new number that the pool has taken over', { phone_number: '+819000000002' }, sent, '+819000000002'],
    ['the first number of a user', {}, { ...sent, before: '' }, '+819000000002'],
    ['none, because it was confirmed elsewhere', confirmed, { ...sent, address: '+819000000001' }, null],
    [
      'none, because another tab has confirmed a third one',
      { ...confirmed, phone_number: '+819000000003' },
      sent,
      null,
    ],
    ['none, because no code was sent', confirmed, null, null],
    ['none without a number', {}, null, null],
  ])('the address that waits for its code is %s', (_case, attributes, code, expected) => {
    expect(unconfirmedAddress(attributes, 'phone_number', code)).toBe(expected)
  })
})

const verified = {
  email: 'h@example.jp',
  email_verified: 'true',
  phone_number: '+819012345678',
  phone_number_verified: 'true',
}
const none = { enabled: [], preferred: null }

describe('the second factors', () => {
  it('the second factors are listed with the safest first and are disabled at the start', () => {
    expect(factorStates(none, verified).map(({ factor, on }) => [factor, on])).toEqual([
      ['totp', false],
      ['sms', false],
      ['email', false],
    ])
  })
  it('codes by SMS need a verified phone number', () => {
    const needOf = (attributes: Record<string, string>) =>
      factorStates(none, attributes).find(({ factor }) => factor === 'sms')?.needs
    expect(needOf({})).toBe('setUp')
    expect(needOf({ phone_number: '+819012345678', phone_number_verified: 'false' })).toBe('verify')
    expect(needOf(verified)).toBeNull()
  })
  it('a preference is offered only if there is a choice, and never for the preferred factor', () => {
    expect(factorStates({ enabled: ['sms'], preferred: null }, verified).some(({ canPrefer }) => canPrefer)).toBe(false)
    const both = factorStates({ enabled: ['sms', 'totp'], preferred: 'totp' }, verified)
    expect(both.filter(({ canPrefer }) => canPrefer).map(({ factor }) => factor)).toEqual(['sms'])
    expect(both.filter(({ preferred }) => preferred).map(({ factor }) => factor)).toEqual(['totp'])
  })
  it('a preference for a disabled factor is ignored', () => {
    expect(factorStates({ enabled: [], preferred: 'sms' }, verified).some(({ preferred }) => preferred)).toBe(false)
  })
})
