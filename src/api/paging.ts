import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { startQuery, waitForParts } from './queries.ts'

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

/**
 * Fetches a list in a loader: its first page, or again the pages that were shown before. React shows nothing in the 0.3 s
 * after a skeleton, so the first list is not preceded by one if it arrives soon.
 */
export async function loadList<Params, Rows extends Page>(
  client: QueryClient,
  list: List<Params, Rows>,
): Promise<void> {
  const { queryKey, params, fetchPage, staleTime } = list
  // With other parameters it is on the screen now: its page shows the filter at once.
  const isKnown = client.getQueriesData({ queryKey: queryKey.slice(0, -1) }).some(([, data]) => data !== undefined)
  forgetLaterPages(client, queryKey)
  const answer = client.infiniteQuery({
    ...cursorPaging,
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ ...params, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    staleTime,
  })
  if (isKnown) startQuery(answer)
  else await waitForParts(answer)
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
