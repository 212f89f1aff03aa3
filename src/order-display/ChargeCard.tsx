import type { Charge } from '../api/generated/api.schemas.ts'
import { useLanguage } from '../i18n/use-text.ts'
import { formatYen } from '../lib/display-text.ts'
import styles from './ChargeCard.module.css'
import { ChargeStatusBadge, shownChargeStatus } from './ChargeStatus.tsx'
import type { Elements } from '../ui/elements.ts'

type Props = {
  charge: Charge
  /** Shown above the amount. */
  label?: string
  /** Whether an attempt to pay may still succeed. */
  confirming?: boolean
  children: Elements
}

/** A charge: its amount in large type, its status, and what the page adds. */
export function ChargeCard({ charge, label, confirming = false, children }: Props) {
  const language = useLanguage()
  return (
    <div className={styles.card} data-status={shownChargeStatus(charge.status)}>
      {label !== undefined && <p className={styles.label}>{label}</p>}
      <div className={styles.head}>
        <p className={styles.amount}>{formatYen(charge.amount.total, language)}</p>
        <ChargeStatusBadge status={charge.status} confirming={confirming} />
      </div>
      {children}
    </div>
  )
}
