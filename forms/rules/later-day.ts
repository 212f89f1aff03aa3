import { daysFromToday, isRealDate } from '../../form-model/tokyo-date.ts'

/** Whether a day is after another one at any time: both are fixed, or both are counted from today. */
export function isLaterDay(day: unknown, other: unknown): day is string {
  if (typeof day !== 'string' || typeof other !== 'string') return false
  if (isRealDate(day) && isRealDate(other)) return day > other
  const [days, otherDays] = [daysFromToday(day), daysFromToday(other)]
  return days !== null && otherDays !== null && days > otherDays
}
