import type { Service } from '../api/generated/api.schemas.ts'
import { useListServicesSuspense } from '../api/generated/services/services.ts'
import { staleTimes } from '../api/queries.ts'
import { serverNow } from '../lib/clock.ts'
import { readTime } from './availability.ts'
import { useTenant } from './tenant-context.tsx'

const minuteMs = 60_000
/** A timer cannot wait for months. */
const longestMs = 24 * 60 * minuteMs

/** The services of the tenant. The API may name the forms of one only from its opening on: then they are fetched again. */
export function useServices(): Service[] {
  const { tenantId } = useTenant()
  const refetchInterval = ({ state }: { state: { data: Service[] | undefined } }) => untilForms(state.data)
  return useListServicesSuspense(tenantId, { query: { staleTime: staleTimes.services, refetchInterval } }).data
}

function untilForms(services: readonly Service[] = []): number | false {
  const now = serverNow()
  const waits = services.flatMap(({ acceptance: { state, opensAt }, forms }) => {
    const opening = state === 'NOT_YET' && forms.length === 0 ? readTime(opensAt) : null
    return opening === null ? [] : [opening > now ? opening - now : minuteMs]
  })
  return waits.length > 0 && Math.min(...waits, longestMs)
}
