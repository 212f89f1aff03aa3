import { memo } from 'react'
import { Link } from 'react-router-dom'
import type { OrderSummary } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../paths.ts'
import { ChargeStatusBadge } from '../../order-display/ChargeStatusBadge.tsx'
import { OrderStatusBadge } from '../../order-display/OrderStatusBadge.tsx'
import { useTenant } from '../../tenant/tenant-context.tsx'
import styles from './HistoryPage.module.css'

/**
 * One page of the history. Pages are kept as they are while more are added, and rows outside the window are not laid
 * out (content-visibility), so that ten thousand orders scroll like ten.
 */
export const HistoryRows = memo(function HistoryRows({ orders }: { orders: readonly OrderSummary[] }) {
  return orders.map((order) => <HistoryRow key={order.orderId} order={order} />)
})

function HistoryRow({ order }: { order: OrderSummary }) {
  const t = useText('orders')
  const records = useText('records')
  const language = useLanguage()
  const { tenantId } = useTenant()
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <Link className={styles.link} to={paths.historyDetails(tenantId, order.orderId)}>
          {order.serviceName}
        </Link>
        <p className={styles.meta}>
          <span>
            {records('receiptNumber')} <span className={styles.number}>{order.receiptNumber}</span>
          </span>
          <span>{t('history.submitted', { submittedAt: formatDate(order.submittedAt, language) })}</span>
        </p>
      </div>
      <p className={styles.badges}>
        <OrderStatusBadge status={order.status} />
        {order.charge !== undefined && order.charge.status !== 'WAITING' && (
          <span className={styles.charge}>
            <span className={styles.chargeLabel}>{t('history.charge')}</span>
            <ChargeStatusBadge status={order.charge.status} />
          </span>
        )}
      </p>
    </li>
  )
}
