import { QueryClient } from '@tanstack/react-query'
import type { InfiniteData } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { loadList } from './paging.ts'

const queryKey = ['o', 'list']
const lastPage = 4

function start(client: QueryClient) {
  const asked: (string | undefined)[] = []
  const fetchPage = ({ cursor }: { limit: number; cursor?: string }) => {
    asked.push(cursor)
    const page = Number(cursor ?? 0)
    return Promise.resolve({ items: [page], nextCursor: page === lastPage ? null : String(page + 1) })
  }
  const loaded = loadList(client, { queryKey, params: { limit: 30 }, fetchPage, staleTime: 0 })
  return { asked, loaded, done: vi.waitUntil(() => client.isFetching() === 0) }
}

function pages(client: QueryClient) {
  return client.getQueryData<InfiniteData<{ items: number[] }>>(queryKey)?.pages.flatMap(({ items }) => items)
}

it('a list that is opened for the first time requests its first page, and its page waits for it', async () => {
  const client = new QueryClient()
  const { asked, loaded } = start(client)
  await loaded
  expect(asked).toEqual([undefined])
  expect(pages(client)).toEqual([0])
})

it('a list requests only its first three pages again after more were shown, which are on the screen meanwhile', async () => {
  const client = new QueryClient()
  const known = [0, 1, 2, 3, lastPage]
  client.setQueryData(queryKey, {
    pages: known.map((page) => ({ items: [page], nextCursor: page === lastPage ? null : String(page + 1) })),
    pageParams: known.map((page) => (page === 0 ? undefined : String(page))),
  })
  const { asked, loaded, done } = start(client)
  await loaded
  expect(client.isFetching()).toBe(1)
  await done
  expect(asked).toEqual([undefined, '1', '2'])
  expect(pages(client)).toEqual([0, 1, 2])
})
