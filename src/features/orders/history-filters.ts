import { isRealDate } from '../../../form-model/tokyo-date.ts'
import { withoutInvisible } from '../../../form-model/visible-text.ts'
import { OrderStatus } from '../../api/generated/api.schemas.ts'
import type { ListOrdersParams } from '../../api/generated/api.schemas.ts'
import { pageSize } from '../../api/paging.ts'
import { normalizeReceiptNumber } from '../../lib/japanese.ts'
import { parseServiceId } from '../../paths.ts'

/** The filters of the history. They are part of the address, so that a filtered list can be bookmarked and shared. */
export type HistoryFilters = {
  q: string
  status: OrderStatus | null
  service: string | null
  /** First and last day of submission, `YYYY-MM-DD`. */
  from: string | null
  to: string | null
}

/** `q` of listOrders in the contract. */
export const longestQuery = 100

/** Reads the filters of an address. Invalid values are ignored. */
export function readHistoryFilters(search: URLSearchParams): HistoryFilters {
  const q = withoutInvisible(search.get('q') ?? '')
    .trim()
    .slice(0, longestQuery)
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
    ...(filters.q !== '' && { q: normalizeReceiptNumber(filters.q) }),
    ...(filters.status !== null && { status: [filters.status] }),
    ...(filters.service !== null && { serviceId: filters.service }),
    ...(filters.from !== null && { from: filters.from }),
    ...(filters.to !== null && { to: filters.to }),
  }
}

/** The query of the address for these filters, without empty ones. */
export function toHistoryQuery({ q, status, service, from, to }: HistoryFilters): Record<string, string> {
  const all = { q, status, service, from, to }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  )
}

/** The number of active filters. */
export function countFilters(filters: HistoryFilters): number {
  const { q, status, service, from, to } = filters
  return [q !== '', status !== null, service !== null, from !== null || to !== null].filter(Boolean).length
}

/**
 * The API would find nothing in a period that ends before it begins. The page reports the mistake instead of an empty
 * list.
 */
export function isPeriodReversed({ from, to }: HistoryFilters): boolean {
  return from !== null && to !== null && from > to
}

function readDay(text: string | null): string | null {
  return text !== null && isRealDate(text) ? text : null
}
