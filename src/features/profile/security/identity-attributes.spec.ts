import { describe, expect, it } from 'vitest'
import { isVerified, toInternationalPhone, toNationalPhone, updatable } from './identity-attributes.ts'

describe('attributes of the identity provider', () => {
  it('are updated without `sub` and without anything that ends in `_verified`', () => {
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
  it('are verified only if the provider says so', () => {
    expect(isVerified({ email: 'a@example.jp', email_verified: 'true' }, 'email')).toBe(true)
    expect(isVerified({ email: 'a@example.jp', email_verified: 'false' }, 'email')).toBe(false)
    expect(isVerified({ email: 'a@example.jp' }, 'email')).toBe(false)
    expect(isVerified({ email_verified: 'true' }, 'phone_number')).toBe(false)
  })
  it('have numbers in the international form', () => {
    expect(toInternationalPhone('09012345678')).toBe('+819012345678')
    expect(toNationalPhone('+819012345678')).toBe('09012345678')
    expect(toNationalPhone('+15551234567')).toBe('+15551234567')
  })
})
