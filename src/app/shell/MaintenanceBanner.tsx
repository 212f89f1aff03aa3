import { useEffect, useState } from 'react'
import { useLanguage } from '../../i18n/use-language.ts'
import { useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { availabilityOf } from '../../tenant/availability.ts'
import type { MaintenanceWarning } from '../../tenant/availability.ts'
import { noteWarned, wasWarned } from '../../tenant/maintenance-mark.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import type { Tenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './MaintenanceBanner.module.css'

/** Warns of the coming maintenance: once per maintenance and device, until it is closed or the page is left. */
export function MaintenanceBanner() {
  const t = useText('common')
  const language = useLanguage()
  const tenant = useTenant()
  const [closed, setClosed] = useState<number | null>(null)
  const [shown, setShown] = useState<MaintenanceWarning | null>(null)
  const due = dueWarning(tenant)
  // What was new when it was first rendered stays until it is closed, although it is marked as shown at once.
  if (due !== null && due.suspendAt !== shown?.suspendAt && !wasWarned(tenant.tenantId, due)) setShown(due)
  useEffect(() => {
    if (shown) noteWarned(tenant.tenantId, shown)
  }, [shown, tenant.tenantId])
  if (shown === null || shown.suspendAt === closed || due === null) return null

  const { suspendAt, restartAt, message } = shown
  const suspend = formatDateTime(suspendAt, language)
  const standard =
    restartAt === null
      ? t('maintenance.preOpenEnd', { suspendAt: suspend })
      : t('maintenance.pre', { suspendAt: suspend, restartAt: formatDateTime(restartAt, language) })
  return (
    <aside className={styles.banner} aria-label={t('maintenance.preTitle')}>
      <Notice tone="warning" role="status" title={t('maintenance.preTitle')}>
        <p className={styles.message}>{message ?? standard}</p>
        <Button variant="text" onClick={() => setClosed(suspendAt)}>
          {t('button.close')}
        </Button>
      </Notice>
    </aside>
  )
}

function dueWarning({ info }: Tenant): MaintenanceWarning | null {
  const state = availabilityOf(info, serverNow())
  return state.kind === 'open' ? state.warning : null
}
