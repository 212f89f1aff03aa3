import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatDate, formatDateTime, formatDateWithEra, formatTime } from './dates.ts'

describe('dates use the calendar and the clock of Japan', () => {
  it('writes a moment as day, weekday and time', () => {
    expect(formatDateTime('2026-11-21T05:30:00Z', 'ja')).toBe('2026年11月21日（土） 14:30')
    expect(formatDateTime('2026-11-21T14:30:00+09:00', 'en')).toBe('Sat, 21 Nov 2026, 14:30')
  })
  it('shows the next day if it has already begun in Japan', () => {
    expect(formatDate('2026-11-21T15:00:00Z', 'ja')).toBe('2026年11月22日（日）')
    expect(formatTime('2026-11-21T15:00:00Z', 'ja')).toBe('00:00')
  })
  it('agrees with Intl at every moment since the clocks of Japan stopped changing', () => {
    const options = {
      timeZone: 'Asia/Tokyo',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      weekday: 'short',
    } as const
    const intl = new Intl.DateTimeFormat('ja-JP', options)
    const clock = new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', timeStyle: 'short' })
    const moment = fc.date({ min: new Date('1952-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, (value) => {
        const shown = formatDate(value, 'ja').replace(/^(\d+)年(\d+)月(\d+)日（(.)）$/, '$1/$2/$3($4)')
        expect(shown).toBe(intl.format(value))
        expect(formatTime(value, 'ja')).toBe(clock.format(value).padStart(5, '0'))
      }),
    )
  })
  it.each([
    ['1990-04-01', '1990年（平成2年）4月1日'],
    ['1989-01-07', '1989年（昭和64年）1月7日'],
    ['1989-01-08', '1989年（平成元年）1月8日'],
    ['2019-05-01', '2019年（令和元年）5月1日'],
    ['1926-12-25', '1926年（昭和元年）12月25日'],
  ])('names the era of %s', (day, expected) => {
    expect(formatDateWithEra(day, 'ja')).toBe(expected)
  })
  it('names the era of every day that Intl names', () => {
    const intl = new Intl.DateTimeFormat('ja-JP-u-ca-japanese', { timeZone: 'UTC', era: 'long', year: 'numeric' })
    const day = fc.date({ min: new Date('1869-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (date) => {
        expect(formatDateWithEra(date.toISOString().slice(0, 10), 'ja')).toContain(`（${intl.format(date)}）`)
      }),
    )
  })
  it('writes a birth date in English without an era', () => {
    expect(formatDateWithEra('1990-04-01', 'en')).toBe('1 April 1990')
  })
  it('shows a dash for an invalid date', () => {
    expect(formatDateTime('soon', 'ja')).toBe('-')
    expect(formatDateWithEra('1990-4-1', 'ja')).toBe('-')
  })
})

describe('a device whose clock does not show the time of Japan', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('names the time of Japan beside each time of day', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(formatDateTime('2026-11-21T05:30:00Z', 'ja')).toBe('2026年11月21日（土） 14:30（日本時間）')
    expect(formatDateTime('2026-11-21T05:30:00Z', 'ja-simple')).toBe('2026年11月21日（土） 14:30（日本時間）')
    expect(formatDateTime('2026-11-21T05:30:00Z', 'en')).toBe('Sat, 21 Nov 2026, 14:30 (Japan Standard Time)')
    expect(formatTime('2026-11-21T05:30:00Z', 'ja')).toBe('14:30（日本時間）')
  })
  it('names it beside no day', () => {
    vi.stubEnv('TZ', 'America/Los_Angeles')
    expect(formatDate('2026-11-21T05:30:00Z', 'ja')).toBe('2026年11月21日（土）')
  })
  it('names it nowhere if the clock agrees with that of Japan', () => {
    vi.stubEnv('TZ', 'Asia/Seoul')
    expect(formatDateTime('2026-11-21T05:30:00Z', 'ja')).toBe('2026年11月21日（土） 14:30')
  })
})
