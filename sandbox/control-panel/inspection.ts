import type { Backend } from '../rules/backend.ts'
import { attemptState } from '../rules/order-views.ts'
import type { LoggedCall } from '../web-api/request-state.ts'
import { PanelError } from '../core/panel-input.ts'

/** Everything that the API has stored about a user: a test compares it with the screen when no request is pending. */
export function stateOfUser(backend: Backend, tenantId: string, userId: string) {
  const owner = { tenantId, userId }
  const resident = backend.residents.find(tenantId, userId)
  if (resident === null) throw new PanelError(`${tenantId} has no user ${userId}`)
  const now = backend.clock.now()
  const orders = backend.orders.query({ ...owner, limit: 10_000 })
  const charges = orders.flatMap(({ orderId }) => backend.charges.ofOrder(orderId))
  return {
    resident,
    orders,
    charges: charges.map((charge) => ({
      ...charge,
      attempts: backend.attempts
        .ofCharge(charge.chargeId)
        .map((attempt) => ({ ...attempt, state: attemptState(attempt, now) })),
    })),
    drafts: backend.drafts.live(owner, now),
    files: backend.files.page(owner, null, 1000),
  }
}

/** The changes by requests, one entry per effect; `perKey` counts them by Idempotency-Key. */
export function effects(backend: Backend, filter: { userId?: string | undefined; key?: string | undefined }) {
  const list = backend.effects.list(filter)
  const perKey: { [key: string]: number } = {}
  for (const { key } of list) if (key !== undefined) perKey[key] = (perKey[key] ?? 0) + 1
  return { effects: list, perKey }
}

/** All requests that arrived, whatever their outcome. */
export function callsOf(
  calls: readonly LoggedCall[],
  { operation, userId, key }: { operation?: string | undefined; userId?: string | undefined; key?: string | undefined },
) {
  return calls.filter(
    (call) =>
      (operation === undefined || call.operation === operation) &&
      (userId === undefined || call.userId === userId) &&
      (key === undefined || call.key === key),
  )
}
