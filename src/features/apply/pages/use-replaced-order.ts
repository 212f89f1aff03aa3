import { useCallback, useMemo } from 'react'
import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import { useGetOrder } from '../../../api/generated/orders/orders.ts'
import { staleTimes } from '../../../api/queries.ts'
import { useText } from '../../../i18n/use-text.ts'
import { orderInForm } from '../application/received-version.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'

type InForm = Pick<OpenApplication, 'form' | 'store'>

/** The returned application, in the form's version, that the open application corrects; undefined without one, and until it is loaded. */
export function useReplacedOrder(application: InForm): OrderDetails | undefined {
  return useReplacedOrderQuery(application).data
}

/** `isLoading` ends with a failure, too: the form can be continued without the returned application. */
export function useReplacedOrderQuery({ store, form: { definition } }: InForm) {
  const reapplyOf = useApplicationState(store, (state) => state.content.reapplyOf)
  const select = useCallback((order: OrderDetails) => orderInForm(order, definition), [definition])
  const query = { staleTime: staleTimes.orders, enabled: reapplyOf !== null, select }
  return useGetOrder(reapplyOf ?? '', { query })
}

/** What was paid for a returned application and for those before it, in yen; null if the API does not say it. */
export function paidWith({ charges, reapplyOf, paidBefore }: OrderDetails): number | null {
  // Absent if nothing was paid, but also from an API of an older version.
  if (reapplyOf !== undefined && paidBefore === undefined) return null
  return charges.reduce((sum, { status, amount }) => sum + (status === 'PAID' ? amount.total : 0), paidBefore ?? 0)
}

/** The reason of the return at each answer that is to be corrected: the notice above the form may be far from them. */
export function useReturnNotes(application: InForm): ReadonlyMap<string, string> {
  const t = useText('apply')
  const { returnReason: reason, returnFields } = useReplacedOrder(application) ?? {}
  return useMemo(() => {
    if (reason === undefined) return new Map()
    return new Map(returnFields?.map((pointer) => [pointer, t('draft.returnNote', { reason })]))
  }, [reason, returnFields, t])
}
