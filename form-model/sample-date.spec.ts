import { expect, it } from 'vitest'
import { resolveSampleDate, sampleDate } from './sample-date.ts'

/** A Wednesday. */
const now = Date.parse('2026-11-25T12:00:00+09:00')

it.each([
  ['today+3', '2026-11-28'],
  ['workday', '2026-11-25'],
  ['workday+3', '2026-11-30'],
  ['workday+5', '2026-11-30'],
  ['workday+6', '2026-12-01'],
  ['dayoff', '2026-11-28'],
  ['dayoff+4', '2026-11-29'],
  ['workday+x', null],
  ['weekday', null],
])('resolves %s in a sample to %s', (text, date) => expect(resolveSampleDate(text, now)).toBe(date))

it.each([
  ['{{workday+3}}', 'workday+3'],
  ['{{today}}', 'today'],
  ['{{name}}', undefined],
])('reads %s of a sample', (text, inside) => expect(sampleDate.exec(text)?.[1]).toBe(inside))
