import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { useIsLate } from '../../../feedback/use-is-late.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { hasWaitingFiles } from '../attachments/upload-record.ts'
import styles from './application-layout.module.css'
import type { Place } from './ownership.ts'
import { useResult } from './result.ts'

type Props = {
  /** The application as `applicationName` names it. */
  name: string
  place: Exclude<Place, { kind: 'here' | 'unclaimed' }>
  onContinue: () => void
}

/** Instead of the form while another tab of this browser edits or sends the application. */
export function EditedElsewhere({ name, place, onContinue }: Props) {
  const t = useText('apply')
  // Read when this tab gave it away: the other one may upload them.
  const [isInterrupted] = useState(() => hasWaitingFiles(name))
  if (place.kind === 'sent') return <SentThere order={place.order} />
  if (place.kind === 'sending') return <SendingThere />
  return (
    <div className={styles.page}>
      <PageTitle key={place.kind} title={t('elsewhere.title')} />
      <p>{t('elsewhere.kept')}</p>
      {isInterrupted && <p>{t('elsewhere.upload')}</p>}
      <div className={styles.actions}>
        <Button onClick={onContinue}>{t('elsewhere.continue')}</Button>
      </div>
    </div>
  )
}

/** The other tab stays as it is, with what was typed there. */
function SendingThere() {
  const t = useText('apply')
  const common = useText('common')
  const { tenantId } = useTenant()
  const late = useIsLate(true)
  return (
    <div className={styles.page}>
      <PageTitle key="sending" title={t('elsewhere.sendingTitle')} />
      <p role="status">{t(late ? 'elsewhere.sendingLate' : 'elsewhere.sending')}</p>
      {late && (
        <div className={styles.actions}>
          <LinkButton to={paths.applicationList(tenantId)}>{common('button.toTop')}</LinkButton>
        </div>
      )}
    </div>
  )
}

/** The result, as the tab shows it that has sent the application. A fee is paid there, or from the history. */
function SentThere({ order }: { order: SubmittedOrder }) {
  const { tenantId } = useTenant()
  useResult(order)
  const { orderId, charge } = order
  const page = charge?.status === 'WAITING' ? paths.historyDetails(tenantId, orderId) : paths.orderSuccess(tenantId)
  return <Navigate replace to={page} />
}
