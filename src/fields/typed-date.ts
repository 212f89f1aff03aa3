import { isRealDate } from '../../form-model/tokyo-date.ts'
import { isBlank, withoutInvisible } from '../../form-model/visible-text.ts'
import { eraOfYear, parseYear } from '../lib/era.ts'
import { normalizeDatePart } from '../lib/japanese.ts'

/** A day typed into three fields; the year Western or Japanese, in any width. */
export type TypedDate = { year: string; month: string; day: string }

/** The fields of an `answerOfTypedDate`: `1990-04-01` → `{1990, 4, 1}`; empty fields for anything else. */
export function typedDate(date: string | undefined): TypedDate {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})-0?(\d{1,2})-0?(\d{1,2})$/.exec(date ?? '') ?? unfinished.exec(date ?? '') ?? []
  return { year, month, day }
}

/** A text that no format accepts as a date; a year that was typed with slashes stays in one field. */
const unfinished = /^(.*)\/([^/\n]*)\/([^/\n]*)$/

/** `YYYY-MM-DD`; `''` if nothing is typed; `year/month/day` as typed if the text is not a calendar date. */
export function answerOfTypedDate(typed: TypedDate): string {
  return readTypedDate(typed) ?? [typed.year, typed.month, typed.day].map(withoutInvisible).join('/')
}

/** `YYYY-MM-DD`; `''` if nothing is typed, null if the text is not a calendar date. */
export function readTypedDate({ year, month, day }: TypedDate): string | null {
  if ([year, month, day].every(isBlank)) return ''
  const [y, m, d] = [parseYear(year), normalizeDatePart(month), normalizeDatePart(day)]
  if (y === null || y < 1000 || !/^\d{1,2}$/.test(m) || !/^\d{1,2}$/.test(d)) return null
  const date = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
  return isRealDate(date) ? date : null
}

/** The era of the typed text so far, e.g. `昭和60年`; null if there is none. */
export function eraOfTypedDate(typed: TypedDate): string | null {
  const year = parseYear(typed.year)
  if (year === null) return null
  const date = readTypedDate(typed)
  return eraOfYear(year, date === null || date === '' ? undefined : date.slice(5))
}

/** Each part in its stored form; unreadable text stays. */
export function tidyTypedDate({ year, month, day }: TypedDate): TypedDate {
  return { year: tidyDatePart('year', year), month: tidyDatePart('month', month), day: tidyDatePart('day', day) }
}

/** `S60` → `1985`, `０４` → `4`: a part in its stored form; unreadable text stays. */
export function tidyDatePart(part: keyof TypedDate, text: string): string {
  if (part === 'year') {
    const year = parseYear(text)
    return year === null ? withoutInvisible(text) : String(year)
  }
  const digits = normalizeDatePart(text)
  return /^\d+$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : withoutInvisible(text)
}
