import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { TenantId } from '../paths.ts'
import type { MaintenanceWarning } from './availability.ts'

/** Whether this device has been warned of this maintenance; one that was moved counts as another. */
export function wasWarned(tenantId: TenantId, { suspendAt }: MaintenanceWarning): boolean {
  return localStore.get(markOf(tenantId)) === String(suspendAt)
}

export function noteWarned(tenantId: TenantId, { suspendAt }: MaintenanceWarning): void {
  localStore.set(markOf(tenantId), String(suspendAt))
}

function markOf(tenantId: TenantId): string {
  return `${storageKeys.warned}${tenantId}`
}
