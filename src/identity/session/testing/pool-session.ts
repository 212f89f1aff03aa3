import { afterAll, beforeAll } from 'vitest'
import {
  clientId,
  password,
  poolId,
  region,
  servePool,
  testPool,
} from '../../../../sandbox/identity/testing/identity-pool.ts'
import type { SessionChange } from '../session-port.ts'
import { createSession } from '../session.ts'
import type { SessionOptions } from '../session.ts'
import { memoryStore, tabGroup } from './memory-tab.ts'

export { clientId, password, poolId, region }

export const pool = testPool()
export const server = servePool(pool)

/** Answers at Amazon's own address while the tests of a file run. */
export function listenAsPool(): void {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterAll(() => server.close())
}

/** One tab with a session at the pool, and its reports. */
export function openTab(
  auth: Partial<SessionOptions['auth']> = {},
  stores = { local: memoryStore(), session: memoryStore() },
  group = tabGroup(),
  limitMs = 5_000,
  page?: EventTarget,
) {
  const port = createSession({
    auth: { region, poolId, clientId, flow: 'USER_PASSWORD_AUTH', tokenStorage: 'session', ...auth },
    limits: { signOutTimeoutMs: 300, requestTimeoutMs: limitMs },
    stores,
    tabs: group.open(),
    page,
  })
  const changes: SessionChange[] = []
  port.onChange((change) => changes.push(change))
  return { port, stores, group, changes }
}
