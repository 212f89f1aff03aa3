/**
 * Generated from User web API of the tenant portal 3.3.1 by contract/openapi/limits.ts: do not edit.
 */
export const limitsOfNewPerson = {
  familyName: { minLength: 1, maxLength: 60 },
  givenName: { maxLength: 60 },
  familyNameKana: { minLength: 1, maxLength: 120 },
  givenNameKana: { maxLength: 120 },
  phone: { pattern: '^0\\d{9,10}$' },
} as const

export const limitsOfNewCorporation = {
  corporateNumber: { pattern: '^[1-9]\\d{12}$' },
  corporationName: { minLength: 1, maxLength: 120 },
  corporationNameKana: { minLength: 1, maxLength: 120 },
  department: { maxLength: 60 },
  contactName: { minLength: 1, maxLength: 60 },
  contactNameKana: { minLength: 1, maxLength: 120 },
  phone: { pattern: '^0\\d{9,10}$' },
} as const

export const limitsOfAddress = {
  postalCode: { pattern: '^\\d{7}$' },
  prefecture: { minLength: 1, maxLength: 10 },
  city: { minLength: 1, maxLength: 60 },
  town: { maxLength: 100 },
  street: { minLength: 1, maxLength: 100 },
  building: { maxLength: 100 },
} as const

export const limitsOfShippingAddress = {
  recipient: { minLength: 1, maxLength: 120 },
  phone: { pattern: '^0\\d{9,10}$' },
} as const

export const limitsOfWithdrawal = {
  reason: { maxLength: 500 },
} as const
