import type { OrderSummary } from '../api/generated/api.schemas.ts'
import { ChargeStatusBadge } from './ChargeStatus.tsx'
import styles from './OrderBadges.module.css'
import { OrderStatusBadge } from './OrderStatus.tsx'

type Props = {
  order: OrderSummary
  /** The name of the charge; null if its status is not shown. */
  chargeLabel: string | null
  /** In a row with the text on the left, on wide screens. */
  atEnd?: boolean
}

/** The status of an application in a list, and of its charge. */
export function OrderBadges({ order, chargeLabel, atEnd = false }: Props) {
  return (
    <p className={atEnd ? `${styles.badges} ${styles.atEnd}` : styles.badges}>
      <OrderStatusBadge status={order.status} />
      {order.charge !== undefined && chargeLabel !== null && (
        <span className={styles.charge}>
          <span className={styles.label}>{chargeLabel}</span>
          <ChargeStatusBadge status={order.charge.status} />
        </span>
      )}
    </p>
  )
}
