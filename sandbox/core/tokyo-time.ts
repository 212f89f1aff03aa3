import { addDays, startOfTokyoDay, tokyoDate, tokyoIso } from '../../form-model/tokyo-date.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** 23:59:59 of the day in Japan that is that many days after `ms`. */
export function endOfTokyoDay(ms: number, daysLater = 0): number {
  return startOfTokyoDay(addDays(tokyoDate(ms), daysLater + 1)) - 1_000
}

/** `2026年11月21日 10:00`, for mails and receipts. */
export function toJapaneseText(ms: number): string {
  const [date = '', time = ''] = tokyoIso(ms).split('T')
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  return `${year}年${month}月${dayOfMonth}日 ${time.slice(0, 5)}`
}
