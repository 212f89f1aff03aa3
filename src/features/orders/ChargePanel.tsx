import type { Charge } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatYen } from '../../lib/display-text.ts'
import { paths } from '../../paths.ts'
import { AmountLines } from '../../order-display/AmountLines.tsx'
import { ChargeStatusBadge } from '../../order-display/ChargeStatusBadge.tsx'
import { chargeActions, shownChargeStatus } from '../../order-display/charge-status.ts'
import { chargeExplanation } from '../../order-display/charge-explanation.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './ChargePanel.module.css'
import { DetailsSection } from './DetailsSection.tsx'

/** One charge of the order: how much, what for, where it stands, and the way to pay while the API allows it. */
export function ChargePanel({ charge, mayPay }: { charge: Charge; mayPay: boolean }) {
  const t = useText('orders')
  const records = useText('records')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { key, values } = chargeExplanation(charge, (time) => formatDateTime(time, language))
  return (
    <DetailsSection title={t('details.charge')}>
      <div className={styles.panel} data-status={shownChargeStatus(charge.status)}>
        <div className={styles.head}>
          <p className={styles.amount}>{formatYen(charge.amount.total, language)}</p>
          <ChargeStatusBadge status={charge.status} />
        </div>
        <p>{records(key, values)}</p>
        <AmountLines lines={charge.lines} amount={charge.amount} />
        {mayPay && chargeActions(charge).canPay && (
          <p className={styles.pay}>
            <LinkButton variant="primary" to={paths.chargePay(tenantId, charge.chargeId)}>
              {t('details.pay')}
            </LinkButton>
          </p>
        )}
      </div>
    </DetailsSection>
  )
}
