import { addDays } from './tokyo-date.ts'

/** Days `MM-DD` of the Act on National Holidays, as amended in 2018. */
const fixedHolidays = new Set([
  '01-01',
  '02-11',
  '02-23',
  '04-29',
  '05-03',
  '05-04',
  '05-05',
  '08-11',
  '11-03',
  '11-23',
])

/** Month → which of its Mondays is a holiday. */
const mondayHolidays: { readonly [month: string]: number } = { '01': 2, '07': 3, '09': 3, '10': 2 }

/** Days on which public offices are closed besides weekends and holidays (Act on Holidays of Administrative Organs). */
const yearEnd = new Set(['12-29', '12-30', '12-31', '01-01', '01-02', '01-03'])

/**
 * Whether public offices of Japan are open on a real date: no Saturday, Sunday, national holiday, nor a day from
 * 29 December to 3 January. Holidays follow the rules of the law in force since 2020; a holiday that is moved for one
 * year only, as in 2020 and 2021, is not known.
 */
export function isWorkingDay(date: string): boolean {
  const weekday = weekdayOf(date)
  return weekday !== 0 && weekday !== 6 && !yearEnd.has(date.slice(5)) && !isHoliday(date)
}

function isHoliday(date: string): boolean {
  return isNamedHoliday(date) || isSubstituteHoliday(date) || isBetweenHolidays(date)
}

/** The first other day after a holiday on a Sunday. */
function isSubstituteHoliday(date: string): boolean {
  let before = addDays(date, -1)
  while (isNamedHoliday(before)) {
    if (weekdayOf(before) === 0) return true
    before = addDays(before, -1)
  }
  return false
}

function isBetweenHolidays(date: string): boolean {
  return isNamedHoliday(addDays(date, -1)) && isNamedHoliday(addDays(date, 1))
}

function isNamedHoliday(date: string): boolean {
  const [year = '', month = '', day = ''] = date.split('-')
  if (fixedHolidays.has(`${month}-${day}`)) return true
  if (weekdayOf(date) === 1 && mondayHolidays[month] === Math.ceil(Number(day) / 7)) return true
  return (month === '03' || month === '09') && Number(day) === equinoxDay(Number(year), month)
}

/** The day of an equinox in Japan, by the usual approximation for 1980 to 2099. */
function equinoxDay(year: number, month: '03' | '09'): number {
  const years = year - 1980
  return Math.floor((month === '03' ? 20.8431 : 23.2488) + 0.242194 * years - Math.floor(years / 4))
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay()
}
