import { isRecord } from '../../form-model/record.ts'
import { parseChargeId, parseOrderId } from '../paths.ts'
import type { ChargeId, OrderId, TenantId } from '../paths.ts'
import { sessionStore } from '../lib/safe-storage.ts'
import { readJson } from '../lib/shape.ts'
import { createListeners } from '../lib/signal.ts'
import { storageKeys } from '../lib/storage-keys.ts'

/**
 * What the result pages show: the submitted application, with its charge if there is a fee. `attemptId` is the payment
 * for which this tab left last.
 */
export type RememberedOrder = { orderId: OrderId; chargeId: ChargeId | null; attemptId: string | null }

function orderKey(tenantId: TenantId) {
  return `${storageKeys.order}${tenantId}`
}
function hintKey(tenantId: TenantId) {
  return `${storageKeys.chargeHint}${tenantId}`
}

/**
 * Stores the application for the result pages, in this tab only. The key contains the tenant, so that a return to
 * another tenant never shows it. Call it before leaving for the card provider, or before going to the success page.
 */
export function rememberOrder(tenantId: TenantId, orderId: string, chargeId?: string, attemptId?: string): void {
  sessionStore.remove(hintKey(tenantId))
  sessionStore.set(orderKey(tenantId), JSON.stringify({ orderId, chargeId, attemptId }))
}

export function recallOrder(tenantId: TenantId): RememberedOrder | null {
  const kept = readJson(sessionStore.get(orderKey(tenantId)), isRecord) ?? {}
  const orderId = parseOrderId(kept.orderId)
  if (orderId === null) return null
  const { attemptId } = kept
  const chargeId = parseChargeId(kept.chargeId)
  return { orderId, chargeId, attemptId: typeof attemptId === 'string' ? attemptId : null }
}

/** Removes what this user may not see: the order of a previous user of the tab. */
export function forgetOrder(tenantId: TenantId): void {
  sessionStore.remove(orderKey(tenantId))
  sessionStore.remove(hintKey(tenantId))
}

/**
 * Stores the charge that the callback of the card provider names. It is used only if no order was remembered; the API
 * checks whose it is.
 */
export function keepChargeHint(tenantId: TenantId, chargeId: ChargeId): void {
  sessionStore.set(hintKey(tenantId), chargeId)
}

/** The charge for a result page: the one this tab left for, or else the one the callback named. */
export function chargeToShow(tenantId: TenantId): ChargeId | null {
  const remembered = recallOrder(tenantId)
  return remembered === null ? parseChargeId(sessionStore.get(hintKey(tenantId))) : remembered.chargeId
}

/** `resultShown`: call when a page shows the result of an application. Until then, its record leads there. */
export const { notify: resultShown, subscribe: onResultShown } = createListeners<[orderId: string]>()
