import { MutationObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { userQueries } from './queries.ts'

/** How to make a request outside of a component's hook. */
export type Call = <Answer>(request: () => Promise<Answer>) => Promise<Answer>

/** Errors go to the caller only. */
export const silentCall: Call = (request) => request()

/** As a query of the portal's query client: retried where that may help, and an ended session opens the sign-in dialog. */
export function runAsQuery(queryClient: QueryClient): Call {
  return (request) =>
    queryClient.query({
      queryKey: [...userQueries.queryKey, 'asked', crypto.randomUUID()],
      queryFn: request,
      staleTime: 0,
      gcTime: 0,
    })
}

/** As a mutation of the portal's query client, so that an ended session opens the sign-in dialog over the page. */
export function runAsMutation(queryClient: QueryClient): Call {
  return (request) =>
    new MutationObserver(queryClient, { mutationFn: request, meta: { problem: 'inline' }, retry: 0 }).mutate()
}
