import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { OrderPage } from '../../api/generated/api.schemas.ts'
import { getListOrdersInfiniteQueryKey } from '../../api/generated/orders/orders.ts'
import { toListOrdersParams } from './history-filters.ts'
import type { HistoryFilters } from './history-filters.ts'

type Paging = { initialPageParam: string | undefined; getNextPageParam: (last: OrderPage) => string | undefined }

/** How the history goes from page to page; the same for the loader and for the hook. */
export const historyPaging: Paging = {
  initialPageParam: undefined,
  getNextPageParam: (last) => last.nextCursor ?? undefined,
}

/** Pages that are read again when the history is opened again. */
const keptPages = 3

/**
 * A list is read again page after page. Someone who once went through all of their 10,000 orders would wait for all of
 * them at each return, so only the first pages stay.
 */
export function forgetLaterPages(client: QueryClient, filters: HistoryFilters): void {
  const key = getListOrdersInfiniteQueryKey(toListOrdersParams(filters))
  client.setQueryData<InfiniteData<OrderPage, string | undefined>>(key, (known) =>
    known === undefined || known.pages.length <= keptPages
      ? known
      : { pages: known.pages.slice(0, keptPages), pageParams: known.pageParams.slice(0, keptPages) },
  )
}
