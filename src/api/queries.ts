import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { createContext } from 'react-router-dom'
import { withTimeLimit } from '../lib/clock.ts'

/**
 * Where loaders find the query client: `context.get(queryClientContext).query({ ...getGetOrderQueryOptions(id),
 * staleTime })`.
 */
export const queryClientContext = createContext<QueryClient>()

/** Where loaders find the path of the published forms. */
export const formsBaseContext = createContext<string>()

/** Filter for every query that belongs to the signed-in user: their paths begin with `/o`. */
export const userQueries = { queryKey: ['o'] } as const

/**
 * How old data may be, in milliseconds, before it is fetched again. Data for payments and decisions is fetched
 * again by every page.
 */
export const staleTimes = {
  /** What the loader of a page requests and its parts render, which must not request it a second time. */
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
 * Starts a query in a loader without waiting for it, so that the page appears at once and each part as soon as its own
 * response arrives. A failure is kept in the query cache and thrown by the hook that reads it, inside that part's
 * boundary.
 */
export function startQuery(answer: Promise<unknown>): void {
  answer.then(noop, noop)
}

function noop(): void {
  return undefined
}

/**
 * Waits up to a second for the data of a page, so that a late part does not push down what follows it. A failure is
 * thrown by the hook that reads the data.
 */
export async function waitForParts(answer: Promise<unknown>): Promise<void> {
  await withTimeLimit(answer, 1_000).catch(noop)
}

/**
 * Stores what a change has returned. A request sent before the change may still be under way: its response is ignored.
 */
export async function storeResponse(queryClient: QueryClient, queryKey: QueryKey, response: unknown): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, response)
}

/** Call before another attempt to render a failed part: its data must not come from the cache again. */
export function forgetUnreadable(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries({ refetchType: 'none' })
}
