import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { getGetTenantInfoQueryKey } from '../api/generated/tenant/tenant.ts'
import { ProblemError } from '../lib/problem.ts'
import type { Problem } from '../lib/problem.ts'
import { parseTenantId } from '../paths.ts'
import { TenantClosedError } from '../tenant/tenant-query.ts'
import { createQueryClient, mayRetry, retryDelay } from './query-client.ts'
import type { ErrorHandlers } from './query-client.ts'

function failure(problem: Partial<Problem>) {
  return new ProblemError({ kind: 'unavailable', fields: [], ...problem })
}

function closed(): TenantClosedError {
  const tenantId = parseTenantId('acme')
  if (tenantId === null) throw new Error('acme is a tenant id')
  return new TenantClosedError(tenantId, { kind: 'disabled' })
}

function watched() {
  const handlers = {
    onUnauthenticated: vi.fn<() => void>(),
    onAccountDeleted: vi.fn<() => void>(),
    onUnavailable: vi.fn<() => void>(),
    onTenantClosed: vi.fn<() => void>(),
    onFailure: vi.fn<(error: Error) => void>(),
    onProblem: vi.fn<(problem: Problem) => void>(),
  } satisfies ErrorHandlers
  return { handlers, client: createQueryClient(handlers) }
}

async function press(
  client: ReturnType<typeof createQueryClient>,
  error: Error,
  meta?: { problem: 'notify' | 'inline' },
) {
  const mutationFn = vi.fn<() => Promise<never>>(() => Promise.reject(error))
  const mutation = client.getMutationCache().build(client, { mutationFn, ...(meta === undefined ? {} : { meta }) })
  await mutation.execute(undefined).catch(() => undefined)
  return mutationFn
}

describe('retries (P-12)', () => {
  it('a query is retried at most twice, and only for temporary failures', () => {
    expect([0, 1, 2].map((failures) => mayRetry(failures, failure({ kind: 'offline' })))).toEqual([true, true, false])
    expect(mayRetry(0, failure({ kind: 'not-found' }))).toBe(false)
    expect(mayRetry(0, failure({ kind: 'timeout' })), 'the wait was long enough').toBe(false)
    expect(mayRetry(0, failure({ kind: 'unauthenticated' }))).toBe(false)
    expect(mayRetry(0, new TypeError('a bug'))).toBe(false)
    expect(mayRetry(0, closed())).toBe(false)
  })
  it('a retry waits for Retry-After, and leaves long waits to the user', () => {
    expect(retryDelay(0, failure({ retryAfter: 3 }))).toBe(3_000)
    expect(mayRetry(0, failure({ retryAfter: 30 }))).toBe(false)
    expect([0, 1].map((failures) => retryDelay(failures, failure({})))).toEqual([500, 1_000])
  })
  it('a returning connection retries only what had failed', async () => {
    const { client } = watched()
    client.mount()
    const failed = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(failure({ kind: 'not-found' }))
      .mockResolvedValue('the fee')
    const known = vi.fn<() => Promise<string>>().mockResolvedValue('the list')
    const observers = [
      new QueryObserver(client, { queryKey: ['failed'], queryFn: failed }),
      new QueryObserver(client, { queryKey: ['known'], queryFn: known }),
    ]
    const ends = observers.map((observer) => observer.subscribe(() => undefined))
    await vi.waitFor(() => expect(observers.map((one) => one.getCurrentResult().status)).toEqual(['error', 'success']))
    onlineManager.setOnline(false)
    onlineManager.setOnline(true)
    await vi.waitFor(() => expect(observers[0]?.getCurrentResult().data).toBe('the fee'))
    expect(known).toHaveBeenCalledOnce()
    for (const end of ends) end()
    client.unmount()
  })
  it('never repeat a mutation', async () => {
    const { client } = watched()
    expect(await press(client, failure({ kind: 'offline' }))).toHaveBeenCalledOnce()
  })
})

describe('a failure is handled', () => {
  it('the app handles a failure unless the page shows it', async () => {
    const { client, handlers } = watched()
    await press(client, failure({ code: 'SE_CH_0010' }))
    expect(handlers.onProblem).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'SE_CH_0010' }))
    await press(client, failure({}), { problem: 'inline' })
    expect(handlers.onProblem).toHaveBeenCalledOnce()
  })
  it('the sign-in dialog handles the end of the session, on any page', async () => {
    const { client, handlers } = watched()
    await press(client, failure({ kind: 'unauthenticated' }), { problem: 'inline' })
    await press(client, failure({ kind: 'unauthenticated' }))
    expect(handlers.onUnauthenticated).toHaveBeenCalledTimes(2)
    expect(handlers.onProblem).not.toHaveBeenCalled()
  })
  it('the session ends if the account was deleted', async () => {
    const { client, handlers } = watched()
    await press(client, failure({ kind: 'unauthenticated', code: 'SE_AC_0002' }))
    expect(handlers.onAccountDeleted).toHaveBeenCalledOnce()
    expect(handlers.onUnauthenticated).not.toHaveBeenCalled()
    expect(handlers.onProblem).not.toHaveBeenCalled()
  })
  it('the guard handles a closed tenant, which may also be the reason of a 503', async () => {
    const { client, handlers } = watched()
    await press(client, closed())
    expect(handlers.onTenantClosed).toHaveBeenCalledOnce()
    await press(client, failure({ status: 503 }))
    expect(handlers.onUnavailable).toHaveBeenCalledOnce()
  })
  it('a refusal of tenant info does not refetch tenant info', async () => {
    const { client, handlers } = watched()
    const ask = (queryKey: readonly string[]) =>
      client
        .query({ queryKey, queryFn: () => Promise.reject(failure({ status: 503, retryAfter: 30 })) })
        .catch(() => undefined)
    await ask(getGetTenantInfoQueryKey('acme'))
    expect(handlers.onUnavailable).not.toHaveBeenCalled()
    await ask(['o', 'orders'])
    expect(handlers.onUnavailable).toHaveBeenCalledOnce()
  })
  it('a bug of the portal shows a message', async () => {
    const { client, handlers } = watched()
    await press(client, new TypeError('x is undefined'))
    expect(handlers.onProblem).toHaveBeenCalledExactlyOnceWith({ kind: 'unreadable', fields: [] })
  })
})
