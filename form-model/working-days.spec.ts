import { describe, expect, it } from 'vitest'
import { addDays } from './tokyo-date.ts'
import { isWorkingDay } from './working-days.ts'

/** The days of a year, Monday to Friday, on which offices are closed. */
function closedWeekdays(year: number): string[] {
  const days: string[] = []
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday > 0 && weekday < 6 && !isWorkingDay(day)) days.push(day.slice(5))
  }
  return days
}

describe('working days', () => {
  // The national holidays are those of the Cabinet Office's list, without weekends: https://www8.cao.go.jp/chosei/shukujitsu/gaiyou.html
  it.each([
    [
      2024,
      '01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-30 12-31',
    ],
    [
      2025,
      '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-29 12-30 12-31',
    ],
    [
      2026,
      '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-29 12-30 12-31',
    ],
    [
      2027,
      '01-01 01-11 02-11 02-23 03-22 04-29 05-03 05-04 05-05 07-19 08-11 09-20 09-23 10-11 11-03 11-23 12-29 12-30 12-31',
    ],
  ])('excludes the holidays of %s from the working days', (year, days) => {
    expect(closedWeekdays(year)).toEqual(days.split(' '))
  })

  it.each(['2026-11-28', '2026-11-29'])('excludes a weekend (%s) from the working days', (day) => {
    expect(isWorkingDay(day)).toBe(false)
  })
})
