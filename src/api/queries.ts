import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router-dom'

/** Where loaders find the query client: `context.get(queryClientContext).query({ ...getGetOrderQueryOptions(id), staleTime })`. */
export const queryClientContext = createContext<QueryClient>()

/** Filter for every query whose answer belongs to the signed-in user: their paths begin with `/o`. */
export const userQueries = { queryKey: ['o'] } as const

/** How old an answer may be, in milliseconds, before it is asked for again. What people pay or decide by is always asked for. */
export const staleTimes = {
  /** For lists that the loader of a page has asked for and its parts draw: they must not ask a second time. */
  drawn: 5_000,
  tenant: 60_000,
  services: 60_000,
  profile: 0,
  charges: 0,
  orders: 0,
  confirmations: 0,
  drafts: 0,
  files: 0,
} as const

/**
 * Starts a query in a loader without waiting for it, so that the page appears at once and each part of it with its own
 * answer. A failure is kept in the query cache and thrown by the hook that reads it, inside that part's boundary.
 */
export function startQuery(answer: Promise<unknown>): void {
  answer.then(noop, noop)
}

function noop(): void {
  return undefined
}

/** Before another try at something that could not be drawn: its answer must not come from memory again. */
export function forgetUnreadable(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries({ refetchType: 'none' })
}
