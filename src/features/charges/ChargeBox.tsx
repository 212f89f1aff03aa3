import type { Charge } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatYen } from '../../lib/display-text.ts'
import { AmountLines } from '../../order-display/AmountLines.tsx'
import { ChargeStatusBadge, shownChargeStatus } from '../../order-display/ChargeStatus.tsx'
import styles from './ChargeBox.module.css'

type Props = {
  charge: Charge
  /** If another part of the page shows the number. */
  withoutNumber?: boolean
}

/** What is paid: the amount in large type, its purpose and its due date. */
export function ChargeBox({ charge, withoutNumber = false }: Props) {
  const t = useText('charges')
  const records = useText('records')
  const language = useLanguage()
  const shown = shownChargeStatus(charge.status)
  const dueAt = shown === 'WAITING' && charge.dueAt !== undefined ? charge.dueAt : null
  return (
    <section className={styles.box} data-status={shown} aria-label={t('pay.amount')}>
      <p className={styles.label}>{t('pay.amount')}</p>
      <div className={styles.head}>
        <p className={styles.amount}>{formatYen(charge.amount.total, language)}</p>
        <ChargeStatusBadge status={charge.status} />
      </div>
      <AmountLines lines={charge.lines} amount={charge.amount} />
      {(!withoutNumber || dueAt !== null) && (
        <dl className={styles.facts}>
          {!withoutNumber && (
            <div>
              <dt>{records('receiptNumber')}</dt>
              <dd>{charge.receiptNumber}</dd>
            </div>
          )}
          {dueAt !== null && (
            <div>
              <dt>{t('pay.due')}</dt>
              <dd>{formatDateTime(dueAt, language)}</dd>
            </div>
          )}
        </dl>
      )}
    </section>
  )
}
