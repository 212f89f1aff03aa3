import { addDays, resolveRelativeDate } from './tokyo-date.ts'
import { isWorkingDay } from './working-days.ts'

/** `{{today+5}}`, `{{workday+5}}` or `{{dayoff+5}}` in a sample of a form; the group is for `resolveSampleDate`. */
export const sampleDate = /\{\{((?:today|workday|dayoff)[^{}]*)\}\}/

/**
 * A date of a sample as an ISO date: as `resolveRelativeDate`, or the first working day (`workday`) or other day
 * (`dayoff`) from then on; `null` for anything else.
 */
export function resolveSampleDate(text: string, now: number): string | null {
  const wanted = /^(?:workday|dayoff)/.exec(text)?.[0]
  if (wanted === undefined) return resolveRelativeDate(text, now)
  let date = resolveRelativeDate(text.replace(wanted, 'today'), now)
  while (date !== null && isWorkingDay(date) !== (wanted === 'workday')) date = addDays(date, 1)
  return date
}
