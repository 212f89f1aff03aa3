import { BrandingContactOpeningHoursDays } from '../api/generated/api.schemas.ts'
import type { BrandingContactOpeningHours } from '../api/generated/api.schemas.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import { isWorkingDay } from '../../form-model/working-days.ts'

/** Whether the tenant's phone is answered at a moment of the API's time (ms since 1970); null for unknown days. */
export function isPhoneAnswered({ days, from, to }: BrandingContactOpeningHours, now: number): boolean | null {
  if (!Object.hasOwn(BrandingContactOpeningHoursDays, days)) return null
  const [day = '', clock = ''] = tokyoIso(now).split('T')
  const time = clock.slice(0, 5)
  return from <= time && time < to && (days === 'every-day' || isWorkingDay(day))
}
