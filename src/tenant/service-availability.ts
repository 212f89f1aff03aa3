import type { Service } from '../api/generated/api.schemas.ts'
import { readTime, warningPeriodMs } from './availability.ts'

/** Whether a service accepts applications now, with the next change if there is one (milliseconds since 1970). */
export type ServiceAvailability =
  | { kind: 'open'; until: number | null }
  | { kind: 'not-yet'; from: number | null }
  | { kind: 'closed' }

type Dates = Pick<Service, 'acceptance' | 'serviceStopAt' | 'forms'>

/**
 * @param service as the API has returned it: its opening and its end may have passed since. The API may name its forms
 *   only from the opening on
 * @param now the API's time; an unreadable moment is ignored, as in the rules of maintenance
 */
export function serviceAvailability({ acceptance, serviceStopAt, forms }: Dates, now: number): ServiceAvailability {
  const opensAt = readTime(acceptance.opensAt)
  const until = earlier(readTime(serviceStopAt), readTime(acceptance.closesAt))
  if (until !== null && now >= until) return { kind: 'closed' }
  switch (acceptance.state) {
    case 'OPEN':
      return { kind: 'open', until }
    case 'NOT_YET':
      return opensAt !== null && now >= opensAt && forms.length > 0
        ? { kind: 'open', until }
        : { kind: 'not-yet', from: opensAt }
    case 'CLOSED':
    default:
      return { kind: 'closed' }
  }
}

/** When the service stops, if that is within the warning period, otherwise null. */
export function stopToWarnOf(service: Pick<Service, 'serviceStopAt'>, now: number): number | null {
  const stopsAt = readTime(service.serviceStopAt)
  if (stopsAt === null || now >= stopsAt) return null
  return stopsAt - now <= warningPeriodMs ? stopsAt : null
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other
  return Math.min(one, other)
}
