import { queryOptions } from '@tanstack/react-query'
import type { Answers, BookingRule } from '../../../form-model/definition.ts'
import { valuesAt } from '../../../form-model/field-path.ts'
import { isRealDate } from '../../../form-model/tokyo-date.ts'
import { withTimeLimit } from '../../lib/clock.ts'
import { isString, optional, shape } from '../../lib/shape.ts'
import { versionUrl } from './version-url.ts'
import type { FormAddress } from './version-url.ts'

/** How long the page after sending waits for the definition, which the form has usually left in the browser's cache. */
const maxWaitMs = 3_000

const hasBooking = shape({ booking: shape({ date: isString, time: optional(isString) }) })

/**
 * The rule of a form that books an appointment, from its published definition. Null for any other form, and if the
 * definition cannot be fetched in time: the page after sending must appear in any case.
 */
export function bookingQuery(address: FormAddress) {
  const { tenantId, serviceId, type, formVersion } = address
  return queryOptions({
    queryKey: ['booking', tenantId, serviceId, type, formVersion],
    queryFn: ({ signal }) =>
      withTimeLimit(loadBooking(`${versionUrl(address)}/definition.json`, signal), maxWaitMs).catch(() => null),
    staleTime: Infinity,
  })
}

async function loadBooking(url: string, signal: AbortSignal): Promise<BookingRule | null> {
  const response = await fetch(url, { signal })
  const definition: unknown = response.ok ? await response.json() : null
  return hasBooking(definition) ? definition.booking : null
}

export type Appointment = { day: string; time?: string }

/** The booked day and time; null if the answers have no day. */
export function appointmentOf(rule: BookingRule, answers: Answers): Appointment | null {
  const day = valuesAt(answers, rule.date)[0]?.value
  const time = rule.time === undefined ? undefined : valuesAt(answers, rule.time)[0]?.value
  if (typeof day !== 'string' || !isRealDate(day)) return null
  return typeof time === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? { day, time } : { day }
}
