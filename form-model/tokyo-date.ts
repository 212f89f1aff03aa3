/** Calendar dates of Japan as `YYYY-MM-DD`; Japan has had no daylight saving since 1951, so the offset is fixed. */
const tokyoOffset = 9 * 60 * 60 * 1000
const dayLength = 24 * 60 * 60 * 1000

/**
 * A moment in ms since the epoch as a Date whose UTC fields show Japan's calendar and clock. A format of Intl would take
 * a phone 10 ms to make.
 */
export function inTokyo(moment: number): Date {
  return new Date(moment + tokyoOffset)
}

/** The date in Asia/Tokyo at a moment in ms since the epoch. */
export function tokyoDate(moment: number): string {
  return inTokyo(moment).toISOString().slice(0, 10)
}

/** A moment in ms since the epoch in RFC 3339, to the second, with Japan's offset: `2026-11-21T10:00:00+09:00`. */
export function tokyoIso(moment: number): string {
  return `${inTokyo(moment).toISOString().slice(0, 19)}+09:00`
}

/** The first moment of a day `YYYY-MM-DD` in Japan, in ms since the epoch; NaN for any other text. */
export function startOfTokyoDay(date: string): number {
  return Date.parse(`${date}T00:00:00+09:00`)
}

/** Whether a text is a day of the calendar in the form `YYYY-MM-DD`. */
export function isRealDate(date: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date)) return false
  const moment = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(moment) && new Date(moment).toISOString().slice(0, 10) === date
}

/** A real date moved by whole days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10)
}

/** `today` → 0, `today+3` → 3, `today-1` → -1; `null` for anything else. */
export function daysFromToday(date: string): number | null {
  const relative = /^today([+-][0-9]{1,5})?$/.exec(date)
  return relative && Number(relative[1] ?? 0)
}

/** A date relative to today or an ISO date → ISO date; `null` for anything else. */
export function resolveRelativeDate(date: string, now: number): string | null {
  const days = daysFromToday(date)
  if (days !== null) return addDays(tokyoDate(now), days)
  return isRealDate(date) ? date : null
}
