import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { isAccountDeleted, problemOf, temporary } from '../lib/problem.ts'
import type { Problem } from '../lib/problem.ts'
import { TenantClosedError, isTenantInfo } from '../tenant/tenant-query.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What shows a failure: the app as a notice (the default), or the page itself. */
      problem?: 'notify' | 'inline'
    }
  }
}

export type ErrorHandlers = {
  /** The session is over; the page stays, and the user can sign in again in a dialog. */
  onUnauthenticated: () => void
  /** There is no account any more to sign in to. */
  onAccountDeleted: () => void
  /** The tenant may have closed while the page was open. */
  onUnavailable: () => void
  onTenantClosed: () => void
  /** Every other failure, shown or not. */
  onFailure: (error: Error) => void
  /** A failed mutation that no page shows. */
  onProblem: (problem: Problem) => void
}

const maxRetries = 2
const longestWaitSeconds = 5

/** Timeouts are not retried automatically; the user decides. */
export function mayRetry(failures: number, error: Error): boolean {
  if (failures >= maxRetries || error instanceof TenantClosedError) return false
  const problem = problemOf(error)
  if (problem === null || temporary[problem.kind]?.isRetried !== true) return false
  return (problem.retryAfter ?? 0) <= longestWaitSeconds
}

export function retryDelay(failures: number, error: Error): number {
  const asked = problemOf(error)?.retryAfter
  return asked === undefined ? 500 * 2 ** failures : asked * 1_000
}

/** Queries are retried, mutations never: only a click of the user repeats them. */
export function createQueryClient(handlers: ErrorHandlers): QueryClient {
  function react(error: Error, asked?: QueryKey): Problem | null {
    if (error instanceof TenantClosedError) {
      handlers.onTenantClosed()
      return null
    }
    const problem = problemOf(error)
    if (problem?.kind === 'unauthenticated') {
      if (isAccountDeleted(problem)) handlers.onAccountDeleted()
      else handlers.onUnauthenticated()
      return null
    }
    // A refused request for tenant info must not cause another one: that would be a loop.
    if (problem?.status === 503 && !(asked && isTenantInfo(asked))) handlers.onUnavailable()
    handlers.onFailure(error)
    return problem ?? { kind: 'unreadable', fields: [] }
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { queryKey }) => void react(error, queryKey) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        const problem = react(error)
        if (problem !== null && mutation.meta?.problem !== 'inline') handlers.onProblem(problem)
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: mayRetry,
        retryDelay,
        // What failed without a connection comes back with it, without a button; nothing else is asked for again.
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      mutations: { networkMode: 'always', retry: 0 },
    },
  })
}
