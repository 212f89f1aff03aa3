import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { TenantId } from '../../paths.ts'

/**
 * Whether the user decided on this device not to correct a returned application. The API knows no such decision: the
 * history still shows the application, and another device still asks for it.
 */
export function isDeclined(tenantId: TenantId, orderId: string): boolean {
  return localStore.get(keyOf(tenantId, orderId)) !== null
}

export function decline(tenantId: TenantId, orderId: string): void {
  localStore.set(keyOf(tenantId, orderId), 'declined')
}

function keyOf(tenantId: TenantId, orderId: string): string {
  return `${storageKeys.warned}${tenantId}.returned.${orderId}`
}
