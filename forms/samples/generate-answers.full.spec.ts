import path from 'node:path'
import { expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { testForm } from '../check/test-form.ts'

const dayMs = 24 * 60 * 60 * 1000
const folder = path.resolve(import.meta.dirname, '../../schemas/minato-city/childcare-consultation/individual')
/** Noon in Japan, before the holidays of New Year. */
const start = Date.parse('2026-12-20T12:00:00+09:00')

it('generated answers are accepted on every day, although a working day within 60 days of today is asked for', () => {
  const days = Array.from({ length: 21 }, (_, index) => start + index * dayMs)
  const refusedOn = days.filter((now) => {
    const generated = testForm(checkForm(folder, { now }), now)?.generated
    return generated === undefined || generated.accepted < generated.tried
  })
  expect(refusedOn.map((now) => new Date(now).toISOString())).toEqual([])
})
