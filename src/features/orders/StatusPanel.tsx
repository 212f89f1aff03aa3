import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { OrderStatusBadge } from '../../order-display/OrderStatusBadge.tsx'
import { orderTone, shownOrderStatus } from '../../order-display/order-status.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './DetailsPage.module.css'
import { ReapplyButton } from './ReapplyButton.tsx'

/** Takes the focus after an action that changes the status. */
export const statusPanelId = 'order-status'

/** Where the application stands, in a word and a sentence; for a returned one the reason and the way on. */
export function StatusPanel({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const records = useText('records')
  const language = useLanguage()
  const shown = shownOrderStatus(order.status)
  return (
    <section id={statusPanelId} tabIndex={-1} className={styles.status} data-tone={orderTone(order.status)}>
      <h2>
        <VisuallyHidden>{t('details.status')}</VisuallyHidden>
      </h2>
      <p className={styles.statusLine}>
        <OrderStatusBadge status={order.status} />
        <span className={styles.updated}>
          {t('details.updated', { updatedAt: formatDateTime(order.updatedAt, language) })}
        </span>
      </p>
      {shown !== 'unknown' && <p>{records(`order.${shown}.explanation`)}</p>}
      {order.returnReason !== undefined && (
        <div className={styles.reason}>
          <h3>{t('details.returnReason')}</h3>
          <p className={styles.words}>{order.returnReason}</p>
        </div>
      )}
      {order.allowedActions.includes('reapply') && <ReapplyButton order={order} />}
    </section>
  )
}
