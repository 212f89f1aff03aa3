import { isRecord } from '../../form-model/record.ts'
import { parseChargeId, parseOrderId } from '../paths.ts'
import type { ChargeId, OrderId, TenantId } from '../paths.ts'
import { sessionStore } from '../lib/safe-storage.ts'
import { readJson } from '../lib/shape.ts'
import { storageKeys } from '../lib/storage-keys.ts'

/**
 * What the result pages should show: the application just sent, with its charge if there is a fee. `attemptId` is the
 * payment this tab left for last.
 */
export type RememberedOrder = { orderId: OrderId; chargeId: ChargeId | null; attemptId: string | null }

function orderKey(tenantId: TenantId) {
  return `${storageKeys.order}${tenantId}`
}
function hintKey(tenantId: TenantId) {
  return `${storageKeys.chargeHint}${tenantId}`
}

/**
 * Keeps the application for the result pages, in this tab only; the tenant is part of the key, so that a return of
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

/** Forgets what cannot be shown to this user: the order of somebody who used the tab before. */
export function forgetOrder(tenantId: TenantId): void {
  sessionStore.remove(orderKey(tenantId))
  sessionStore.remove(hintKey(tenantId))
}

/** A charge that the provider's callback named. Only asked for when nothing was remembered; the API says whose it is. */
export function keepChargeHint(tenantId: TenantId, chargeId: ChargeId): void {
  sessionStore.set(hintKey(tenantId), chargeId)
}

/** The charge to show on a result page: the one this tab left for, else the callback's hint. */
export function chargeToShow(tenantId: TenantId): ChargeId | null {
  const remembered = recallOrder(tenantId)
  return remembered === null ? parseChargeId(sessionStore.get(hintKey(tenantId))) : remembered.chargeId
}
