import type { Service } from '../../api/generated/api.schemas.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { TenantId } from '../../paths.ts'
import { stopToWarnOf } from '../../tenant/service-availability.ts'

export type StopWarning = { serviceId: string; name: string; stopsAt: number }

/** The services whose stop this device has not been told of yet. A stop that was moved counts as another one. */
export function stopWarnings(
  tenantId: TenantId,
  services: readonly Pick<Service, 'serviceId' | 'name' | 'serviceStopAt'>[],
  now: number,
): StopWarning[] {
  return services.flatMap((service) => {
    const stopsAt = stopToWarnOf(service, now)
    if (stopsAt === null) return []
    const { serviceId, name } = service
    return localStore.get(markOf(tenantId, serviceId)) === String(stopsAt) ? [] : [{ serviceId, name, stopsAt }]
  })
}

export function noteStopWarnings(tenantId: TenantId, warnings: readonly StopWarning[]): void {
  for (const { serviceId, stopsAt } of warnings) localStore.set(markOf(tenantId, serviceId), String(stopsAt))
}

function markOf(tenantId: TenantId, serviceId: string): string {
  return `${storageKeys.warned}${tenantId}.service.${serviceId}`
}
