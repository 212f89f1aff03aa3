import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import type { TenantInfo } from '../api/generated/api.schemas.ts'
import { parseTenantId } from '../paths.ts'
import { refetchTenantInfo, tenantQueryOptions } from './tenant-query.ts'

afterEach(() => vi.useRealTimers())

/** A page that shows the loaded data of its tenant, and its requests. */
function page() {
  vi.useFakeTimers()
  const tenantId = parseTenantId('minato-city')
  if (tenantId === null) throw new Error('no id')
  const client = new QueryClient()
  const ask = vi.fn(async (): Promise<TenantInfo> => {
    await new Promise((resolve) => setTimeout(resolve, 200))
    return { tenantId, state: 'ACTIVE', features: { webApplication: { enabled: true } } }
  })
  const stop = new QueryObserver(client, { ...tenantQueryOptions(tenantId), queryFn: ask }).subscribe(() => {})
  return { client, ask, stop }
}

it('several refused requests of a page refetch the tenant info once', async () => {
  const { client, ask, stop } = page()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ask).toHaveBeenCalledTimes(1)
  for (let refused = 1; refused <= 3; refused++) {
    void refetchTenantInfo(client)
    await vi.advanceTimersByTimeAsync(90)
  }
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ask).toHaveBeenCalledTimes(2)
  void refetchTenantInfo(client)
  await vi.advanceTimersByTimeAsync(200)
  expect(ask, 'a later refusal').toHaveBeenCalledTimes(3)
  stop()
})

it('a refusal refetches tenant info of the same second once that info is a second old', async () => {
  const { client, ask, stop } = page()
  await vi.advanceTimersByTimeAsync(900)
  for (let refused = 1; refused <= 2; refused++) void refetchTenantInfo(client)
  await vi.advanceTimersByTimeAsync(299)
  expect(ask).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})
