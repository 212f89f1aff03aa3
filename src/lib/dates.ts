import { isJapanese } from '../../form-model/language-tag.ts'
import { inTokyo, startOfTokyoDay } from '../../form-model/tokyo-date.ts'
import { eraOfYear } from './era.ts'
import type { Language } from './language.ts'

const timeZone = 'Asia/Tokyo'
/** As `getTimezoneOffset` counts. */
const japanOffsetMinutes = -9 * 60
const weekdays = '日月火水木金土'

type Options = Intl.DateTimeFormatOptions
const formats = new Map<string, Intl.DateTimeFormat>()

function format(locale: string, options: Options): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formats.set(key, made)
  return made
}

function instant(value: string | number | Date): Date | null {
  const date = value instanceof Date ? value : new Date(value)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The day comes first, as everywhere but in America. */
function intlLocale(language: Language): string {
  return language === 'en' ? 'en-GB' : language
}

/** `2026年11月21日（土）` / `Sat, 21 Nov 2026`, by the calendar of Japan. `-` for an invalid date. */
export function formatDate(value: string | number | Date, language: Language): string {
  const date = instant(value)
  if (!date) return '-'
  if (!isJapanese(language))
    return format(intlLocale(language), { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(
      date,
    )
  const day = inTokyo(date.getTime())
  return `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日（${weekdays.charAt(day.getUTCDay())}）`
}

/** `14:30`, by the clock of Japan; with the name of its time if the clock of the device shows another one. */
export function formatTime(value: string | number | Date, language: Language): string {
  const date = instant(value)
  if (!date) return '-'
  const clock = inTokyo(date.getTime())
  const time = [clock.getUTCHours(), clock.getUTCMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  return namedTime(time, language, date)
}

/** A text that is a time of day in Japan, with the name of that time if the clock of the device shows another one. */
export function namedTime(time: string, language: Language, at = new Date()): string {
  if (at.getTimezoneOffset() === japanOffsetMinutes) return time
  return isJapanese(language) ? `${time}（日本時間）` : `${time} (${nameOfJapanTime(language)})`
}

function nameOfJapanTime(language: Language): string {
  const parts = format(intlLocale(language), { timeZoneName: 'long' }).formatToParts()
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** `2026年11月21日（土） 14:30` / `Sat, 21 Nov 2026, 14:30`, with what `formatTime` adds abroad. */
export function formatDateTime(value: string | number | Date, language: Language): string {
  const date = instant(value)
  if (!date) return '-'
  return `${formatDate(date, language)}${isJapanese(language) ? '' : ','} ${formatTime(date, language)}`
}

/** The first moment in Japan of a day `YYYY-MM-DD`; null for any other text. */
function startOfDay(day: string): Date | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? instant(startOfTokyoDay(day)) : null
}

/** A calendar day (`YYYY-MM-DD`) as `formatDate` shows a moment. */
export function formatDay(day: string, language: Language): string {
  const date = startOfDay(day)
  return date ? formatDate(date, language) : '-'
}

/**
 * A calendar day such as a birth date, with the Japanese era: `1990年（平成2年）4月1日` / `1 April 1990`.
 * @param day `YYYY-MM-DD`
 */
export function formatDateWithEra(day: string, language: Language): string {
  const date = startOfDay(day)
  if (!date) return '-'
  if (!isJapanese(language))
    return format(intlLocale(language), { day: 'numeric', month: 'long', year: 'numeric' }).format(date)
  const [year = 0, month, dayOfMonth] = day.split('-').map(Number)
  const era = eraOfYear(year, day.slice(5))
  return `${year}年${era === null ? '' : `（${era}）`}${month}月${dayOfMonth}日`
}
