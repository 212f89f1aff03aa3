import { useEffect, useState } from 'react'
import type { Service } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { TenantId } from '../../paths.ts'
import { stopToWarnOf } from '../../tenant/service-availability.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import styles from './StopWarnings.module.css'

/**
 * Services that stop within seven days, shown once per stop and device. The service cards always show the closing date,
 * so closing the warning loses nothing.
 */
export function StopWarnings({ services }: { services: readonly Service[] }) {
  const common = useText('common')
  const language = useLanguage()
  const { tenantId } = useTenant()
  // Read once per visit, so that marking the warnings as shown does not hide them.
  const [warnings, setWarnings] = useState(() => stopWarnings(tenantId, services, serverNow()))
  useEffect(() => markStopWarningsShown(tenantId, warnings), [tenantId, warnings])
  if (warnings.length === 0) return null

  function close() {
    setWarnings([])
    // The button disappears with its notice.
    requestPageFocus()
  }

  return (
    <Notice tone="warning" role="status">
      <div className={styles.line}>
        <ul className={styles.list}>
          {warnings.map(({ serviceId, name, stopsAt }) => (
            <li key={serviceId}>
              {common('service.preStop', { serviceName: name, stopAt: formatDateTime(stopsAt, language) })}
            </li>
          ))}
        </ul>
        <Button variant="text" onClick={close}>
          {common('button.close')}
        </Button>
      </div>
    </Notice>
  )
}

type StopWarning = { serviceId: string; name: string; stopsAt: number }

/** The services whose stop was not yet shown on this device. A stop with a new date is shown again. */
function stopWarnings(
  tenantId: TenantId,
  services: readonly Pick<Service, 'serviceId' | 'name' | 'serviceStopAt'>[],
  now: number,
): StopWarning[] {
  return services.flatMap((service) => {
    const stopsAt = stopToWarnOf(service, now)
    if (stopsAt === null) return []
    const { serviceId, name } = service
    return localStore.get(shownKey(tenantId, serviceId)) === String(stopsAt) ? [] : [{ serviceId, name, stopsAt }]
  })
}

function markStopWarningsShown(tenantId: TenantId, warnings: readonly StopWarning[]): void {
  for (const { serviceId, stopsAt } of warnings) localStore.set(shownKey(tenantId, serviceId), String(stopsAt))
}

function shownKey(tenantId: TenantId, serviceId: string): string {
  return `${storageKeys.warned}${tenantId}.service.${serviceId}`
}
