const tokyoOffset = 9 * 60 * 60 * 1000
export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** RFC 3339 with Japan's offset, to the second: `2026-11-21T10:00:00+09:00`. */
export function toTokyoIso(ms: number): string {
  return `${new Date(ms + tokyoOffset).toISOString().slice(0, 19)}+09:00`
}

/** The first moment of a calendar day (`YYYY-MM-DD`) in Japan. */
export function startOfTokyoDay(date: string): number {
  return Date.parse(`${date}T00:00:00+09:00`)
}

/** 23:59:59 of the day in Japan that is that many days after `ms`. */
export function endOfTokyoDay(ms: number, daysLater = 0): number {
  const date = new Date(ms + tokyoOffset + daysLater * day).toISOString().slice(0, 10)
  return Date.parse(`${date}T23:59:59+09:00`)
}

/** `2026年11月21日 10:00`, for mails and receipts. */
export function toJapaneseText(ms: number): string {
  const [date = '', time = ''] = toTokyoIso(ms).split('T')
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return `${year}年${month}月${dayOfMonth}日 ${time.slice(0, 5)}`
}
