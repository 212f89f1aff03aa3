import { useEffect, useState } from 'react'
import type { Service } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './StopWarnings.module.css'
import { noteStopWarnings, stopWarnings } from './stop-warnings.ts'

/**
 * Services that stop within seven days, said once per stop and device. The cards keep saying until when they are open,
 * so nothing is lost when the warning is gone.
 */
export function StopWarnings({ services }: { services: readonly Service[] }) {
  const common = useText('common')
  const language = useLanguage()
  const { tenantId } = useTenant()
  // Decided once per visit: marking it as shown must not take it away from the reader's eyes.
  const [warnings, setWarnings] = useState(() => stopWarnings(tenantId, services, serverNow()))
  useEffect(() => noteStopWarnings(tenantId, warnings), [tenantId, warnings])
  if (warnings.length === 0) return null
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
        <Button variant="text" onClick={() => setWarnings([])}>
          {common('button.close')}
        </Button>
      </div>
    </Notice>
  )
}
