import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import { useGetOrder } from '../../../api/generated/orders/orders.ts'
import { staleTimes } from '../../../api/queries.ts'
import type { ApplicationStore } from '../application/application-store.ts'
import { useApplicationState } from '../application/use-application.ts'

/** The returned application that this one replaces; undefined without one, and until it is loaded. */
export function useReplacedOrder(store: ApplicationStore): OrderDetails | undefined {
  const reapplyOf = useApplicationState(store, (state) => state.content.reapplyOf)
  const query = { staleTime: staleTimes.orders, enabled: reapplyOf !== null }
  return useGetOrder(reapplyOf ?? '', { query }).data
}
