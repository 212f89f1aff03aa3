import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { announce } from '../../feedback/Announcer.tsx'
import { notify } from '../../feedback/notify.ts'
import { problemMessage } from '../../feedback/ProblemAlert.tsx'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { useOffline } from '../../lib/network.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { TenantId } from '../../paths.ts'
import { availabilityOf } from '../../tenant/availability.ts'
import type { MaintenanceWarning } from '../../tenant/availability.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import type { Tenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import { usePortal } from '../portal/portal-context.ts'
import styles from './notices.module.css'

/** A line while the device is offline; the return of the network is only announced to screen readers. */
export function OfflineBar() {
  const t = useText('common')
  const offline = useOffline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (wasOffline.current && !offline) announce(t('connection.online'))
    wasOffline.current = offline
  }, [offline, t])
  return <output className={offline ? styles.line : styles.none}>{offline ? t('connection.offline') : ''}</output>
}

/** Whether this device has shown a warning of this maintenance; a rescheduled one counts as another. */
function wasWarned(tenantId: TenantId, { suspendAt }: MaintenanceWarning): boolean {
  return localStore.get(markOf(tenantId)) === String(suspendAt)
}

function noteWarned(tenantId: TenantId, { suspendAt }: MaintenanceWarning): void {
  localStore.set(markOf(tenantId), String(suspendAt))
}

function markOf(tenantId: TenantId): string {
  return `${storageKeys.warned}${tenantId}`
}

/** Warns of the coming maintenance: once per maintenance and device, until it is closed or the page is left. */
export function MaintenanceBanner() {
  const t = useText('common')
  const language = useLanguage()
  const tenant = useTenant()
  const [closed, setClosed] = useState<number | null>(null)
  const [shown, setShown] = useState<MaintenanceWarning | null>(null)
  const due = dueWarning(tenant)
  // A warning that was new at its first render stays until it is closed, although it is marked as shown at once.
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
  function close() {
    setClosed(suspendAt)
    // The button disappears with its notice.
    requestPageFocus()
  }

  return (
    <aside className={styles.banner} aria-label={t('maintenance.preTitle')}>
      <Notice tone="warning" role="status" title={t('maintenance.preTitle')}>
        <p className={styles.message}>{message ?? standard}</p>
        <Button variant="text" onClick={close}>
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

/** Shows failures that no page shows itself, in the language and with the noun of the page. */
export function MutationProblems() {
  const { problems } = usePortal()
  const t = useText('errors')
  const say = useEffectEvent(() => {
    const problem = problems.get()
    if (problem) notify({ tone: 'failure', message: problemMessage(problem, t) })
  })
  useEffect(() => problems.subscribe(() => say()), [problems])
  return null
}
