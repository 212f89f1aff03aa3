import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { OrderStatus } from '../../api/generated/api.schemas.ts'
import type { ListOrdersParams, OrderPage } from '../../api/generated/api.schemas.ts'
import { getListOrdersInfiniteQueryKey } from '../../api/generated/orders/orders.ts'
import { parseServiceId } from '../../paths.ts'

/** What the history is narrowed to; it stands in the address, so that a filtered list can be kept and shared. */
export type HistoryFilters = {
  q: string
  status: OrderStatus | null
  service: string | null
  /** First and last day of submission, `YYYY-MM-DD`. */
  from: string | null
  to: string | null
}

export const pageSize = 30

/** Reads the filters of an address; what cannot be read is left out instead of failing the page. */
export function readHistoryFilters(search: URLSearchParams): HistoryFilters {
  const q = (search.get('q') ?? '').trim().slice(0, 100)
  const status = search.get('status')
  return {
    q,
    status: Object.values(OrderStatus).find((known) => known === status) ?? null,
    service: parseServiceId(search.get('service')),
    from: readDay(search.get('from')),
    to: readDay(search.get('to')),
  }
}

export function toListOrdersParams(filters: HistoryFilters): ListOrdersParams {
  return {
    scope: 'all',
    limit: pageSize,
    ...(filters.q !== '' && { q: filters.q }),
    ...(filters.status !== null && { status: [filters.status] }),
    ...(filters.service !== null && { serviceId: filters.service }),
    ...(filters.from !== null && { from: filters.from }),
    ...(filters.to !== null && { to: filters.to }),
  }
}

/** The query of the address that shows these filters; what is not set is left out. */
export function toHistoryQuery({ q, status, service, from, to }: HistoryFilters): Record<string, string> {
  const all = { q, status, service, from, to }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  )
}

/** How many filters narrow the list. */
export function countFilters(filters: HistoryFilters): number {
  const { q, status, service, from, to } = filters
  return [q !== '', status !== null, service !== null, from !== null || to !== null].filter(Boolean).length
}

/** A period that ends before it begins finds nothing, which looks like an empty history: say so instead. */
export function isPeriodReversed({ from, to }: HistoryFilters): boolean {
  return from !== null && to !== null && from > to
}

function readDay(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text ? null : text
}

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
