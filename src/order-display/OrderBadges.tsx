import type { OrderSummary } from '../api/generated/api.schemas.ts'
import { ChargeStatusBadge } from './ChargeStatus.tsx'
import styles from './OrderBadges.module.css'
import { OrderStatusBadge } from './OrderStatus.tsx'

type Props = {
  order: OrderSummary
  /** The name of the charge; null if its status is not shown. */
  chargeLabel: string | null
  /** The result of a payment is open. */
  confirming: boolean
  /** Places the badges at the end of a row, after the text, on wide screens. */
  atEnd?: boolean
}

/** The status of an application in a list, and of its charge. A payment whose result is open replaces both. */
export function OrderBadges({ order, chargeLabel, confirming, atEnd = false }: Props) {
  return (
    <p className={atEnd ? `${styles.badges} ${styles.atEnd}` : styles.badges}>
      {confirming ? <ChargeStatusBadge status="WAITING" confirming /> : <OrderStatusBadge status={order.status} />}
      {order.charge !== undefined && chargeLabel !== null && !confirming && (
        <span className={styles.charge}>
          <span className={styles.label}>{chargeLabel}</span>
          <ChargeStatusBadge status={order.charge.status} />
        </span>
      )}
    </p>
  )
}
