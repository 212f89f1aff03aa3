import { Navigate } from 'react-router-dom'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from './application-layout.module.css'
import type { Place } from './ownership.ts'
import { useResult } from './result.ts'

type Props = {
  place: Exclude<Place, { kind: 'here' | 'unclaimed' }>
  /** Continues in this tab. */
  onContinue: () => void
}

/** Instead of the form while another tab of this browser edits or sends the application. */
export function EditedElsewhere({ place, onContinue }: Props) {
  const t = useText('apply')
  if (place.kind === 'sent') return <SentThere order={place.order} />
  const isSending = place.kind === 'sending'
  return (
    <div className={styles.page}>
      <PageTitle key={place.kind} title={t(isSending ? 'elsewhere.sendingTitle' : 'elsewhere.title')} />
      <p role={isSending ? 'status' : undefined}>{t(isSending ? 'elsewhere.sending' : 'elsewhere.kept')}</p>
      {!isSending && (
        <div className={styles.actions}>
          <Button onClick={onContinue}>{t('elsewhere.continue')}</Button>
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
