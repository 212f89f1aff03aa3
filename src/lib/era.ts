import { withoutInvisible } from '../../form-model/visible-text.ts'

/** Japanese eras, newest first: name, letter, and the first day as `YYYY-MM-DD`. */
const eras = [
  { name: '令和', letter: 'R', from: '2019-05-01' },
  { name: '平成', letter: 'H', from: '1989-01-08' },
  { name: '昭和', letter: 'S', from: '1926-12-25' },
  { name: '大正', letter: 'T', from: '1912-07-30' },
  { name: '明治', letter: 'M', from: '1868-01-25' },
] as const

function yearOf(day: string) {
  return Number(day.slice(0, 4))
}

/**
 * A Western year from user input: `1985`, `S60`, `昭60`, `昭和60年`, `令和元`, full width too. `null` for anything else, and
 * for a year that the era never reached.
 */
export function parseYear(text: string): number | null {
  const plain = withoutInvisible(text)
    .normalize('NFKC')
    .replace(/[\s年.]/g, '')
  if (/^\d{4}$/.test(plain)) return Number(plain)
  const match = /^(令和?|平成?|昭和?|大正?|明治?|[RHSTMrhstm])(元|\d{1,2})$/.exec(plain)
  if (!match) return null
  const [, sign = '', count = ''] = match
  const index = eras.findIndex(({ name, letter }) => name.startsWith(sign) || letter === sign.toUpperCase())
  const era = eras[index]
  const number = count === '元' ? 1 : Number(count)
  if (!era || number < 1) return null
  const year = yearOf(era.from) + number - 1
  const next = eras[index - 1]
  return next && year > yearOf(next.from) ? null : year
}

/** `YYYY-MM` from user input: `2026年4月`, `令和8年4月`, `R8.4`, `2026/4`, `4/2026`, `202604`, full width too. `null` for anything else. */
export function parseMonth(text: string): string | null {
  const plain = withoutInvisible(text)
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/[‐‑‒–—―−ー]/g, '-')
  const parts =
    /^(?<year>\d{4})(?<month>\d{2})$/.exec(plain) ??
    /^(?<month>\d{1,2})[-/.](?<year>\d{4})$/.exec(plain) ??
    /^(?<year>[^-/.年]+)[-/.年](?<month>\d{1,2})月?$/.exec(plain)
  const { year = '', month = '' } = parts?.groups ?? {}
  const number = parseYear(year)
  if (number === null || Number(month) < 1 || Number(month) > 12) return null
  return `${number}-${month.padStart(2, '0')}`
}

/** The era of a year, or of a day in it (`昭和60年`); both eras of a year in which one began (`昭和64年・平成元年`). */
export function eraOfYear(year: number, monthAndDay?: string): string | null {
  const matching = eras.filter(({ from }, index) => {
    const next = eras[index - 1]
    if (monthAndDay !== undefined) {
      const day = `${year}-${monthAndDay}`
      return day >= from && (next === undefined || day < next.from)
    }
    return year >= yearOf(from) && (next === undefined || year <= yearOf(next.from))
  })
  if (matching.length === 0) return null
  return matching
    .toReversed()
    .map(({ name, from }) => {
      const number = year - yearOf(from) + 1
      return `${name}${number === 1 ? '元' : number}年`
    })
    .join('・')
}
