import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { startQuery } from './queries.ts'

/** The number of rows per request of a list. */
export const pageSize = 30

type Page = { nextCursor: string | null }
type CursorPaging = {
  initialPageParam: string | undefined
  getNextPageParam: (last: Page) => string | undefined
}

/** How a list of the API continues, for the loader that requests it and the hook that renders it. */
export const cursorPaging: CursorPaging = {
  initialPageParam: undefined,
  getNextPageParam: (last) => last.nextCursor ?? undefined,
}

type List<Params, Rows extends Page> = {
  queryKey: QueryKey
  params: Params
  fetchPage: (params: Params & { cursor?: string }, signal: AbortSignal) => Promise<Rows>
  staleTime: number
}

/** Starts to fetch a list in a loader: its first page, or again the pages that were shown before. */
export function startList<Params, Rows extends Page>(client: QueryClient, list: List<Params, Rows>): void {
  const { queryKey, params, fetchPage, staleTime } = list
  forgetLaterPages(client, queryKey)
  const answer = client.infiniteQuery({
    ...cursorPaging,
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ ...params, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    staleTime,
  })
  startQuery(answer)
}

/** The number of pages that are fetched again when a list is opened again. */
const keptPages = 3

/**
 * An infinite query fetches all known pages again, one after another. After paging through 10,000 rows every return
 * would wait for all of them, so only the first pages are kept.
 */
function forgetLaterPages(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryData<InfiniteData<unknown>>(queryKey, (known) =>
    known === undefined || known.pages.length <= keptPages
      ? known
      : { pages: known.pages.slice(0, keptPages), pageParams: known.pageParams.slice(0, keptPages) },
  )
}
