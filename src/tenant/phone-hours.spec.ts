import { expect, it } from 'vitest'
import type { BrandingContactOpeningHours } from '../api/generated/api.schemas.ts'
import { isPhoneAnswered } from './phone-hours.ts'

it.each([
  ['working-days', '2026-11-25T08:30:00+09:00', true],
  ['working-days', '2026-11-25T08:29:59+09:00', false],
  ['working-days', '2026-11-25T17:14:59+09:00', true],
  ['working-days', '2026-11-25T17:15:00+09:00', false],
  // A Sunday and a holiday.
  ['working-days', '2026-11-29T10:00:00+09:00', false],
  ['working-days', '2026-11-23T10:00:00+09:00', false],
  ['every-day', '2026-11-29T10:00:00+09:00', true],
  // Monday in Japan, still Sunday in UTC.
  ['working-days', '2026-11-29T23:45:00Z', true],
] as const)('the phone with hours on %s is answered at %s: %s', (days, at, answered) =>
  expect(isPhoneAnswered({ days, from: '08:30', to: '17:15' }, Date.parse(at))).toBe(answered),
)

it('isPhoneAnswered returns null for days that the portal does not know', () => {
  const hours = { days: 'market-days', from: '08:30', to: '17:15' } as unknown as BrandingContactOpeningHours
  expect(isPhoneAnswered(hours, Date.parse('2026-11-25T10:00:00+09:00'))).toBeNull()
})
