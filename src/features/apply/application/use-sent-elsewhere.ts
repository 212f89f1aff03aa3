import type { OrderSummary } from '../../../api/generated/api.schemas.ts'
import { useListOrders } from '../../../api/generated/orders/orders.ts'
import { useApplicationState } from './use-application.ts'
import type { OpenApplication } from './use-application.ts'

/**
 * The order that another device has made of the draft. Null also if this page has answers that the API has never had:
 * then the user decides about them.
 */
export function useSentElsewhere({
  key,
  store,
}: Pick<OpenApplication, 'key' | 'store'>): OrderSummary | 'reading' | null {
  const isGone = useApplicationState(
    store,
    ({ question }) => question?.kind === 'gone' && question.reason === 'unknown',
  )
  const savedAt = isGone ? store.savedAt() : null
  const query = { staleTime: 0, enabled: savedAt !== null }
  const { data, isFetching } = useListOrders({ serviceId: key.serviceId, limit: 20 }, { query })
  if (savedAt === null) return null
  if (isFetching) return 'reading'
  const isSince = ({ submittedAt }: OrderSummary) => Date.parse(submittedAt) >= Date.parse(savedAt)
  return data?.items.find((order) => order.type === key.type && isSince(order)) ?? null
}
