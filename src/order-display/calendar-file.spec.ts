import { describe, expect, it } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const now = Date.parse('2026-11-22T10:00:00.123Z')

describe('the calendar file', () => {
  it('contains one event of the whole day', () => {
    const day = { id: 'CH-1@minato-city', day: '2026-12-05', title: 'お支払い期限', note: '410円' }
    expect(calendarFile(day, now)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//tenant-portal//JA',
        'BEGIN:VEVENT',
        'UID:CH-1@minato-city',
        'DTSTAMP:20261122T100000Z',
        'DTSTART;VALUE=DATE:20261205',
        'SUMMARY:お支払い期限',
        'DESCRIPTION:410円',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  it('contains an event that begins at a time in Japan', () => {
    const text = calendarFile({ id: 'a', day: '2026-12-05', time: '08:30', title: '相談', note: '' }, now)
    expect(text).toContain('DTSTART:20261204T233000Z')
  })

  it('escapes characters with a meaning in the format, so that a text cannot add a line', () => {
    const text = calendarFile({ id: 'a', day: '2026-12-05', title: 'a;b,c\\d\nATTENDEE:x', note: 'a\rb\r\nc' }, now)
    expect(text).toContain(String.raw`SUMMARY:a\;b\,c\\d\nATTENDEE:x`)
    expect(text).not.toMatch(/^ATTENDEE/m)
    expect(text).toContain(String.raw`DESCRIPTION:a\nb\nc`)
    expect(text).not.toMatch(/\r(?!\n)/)
  })

  it('folds long lines at 75 bytes without cutting a character', () => {
    const title = '髙'.repeat(60)
    const text = calendarFile({ id: 'a', day: '2026-12-05', title, note: '' }, now)
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
  })
})
