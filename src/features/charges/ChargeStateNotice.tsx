import type { Charge } from '../../api/generated/api.schemas.ts'
import { useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { isAttemptUnderWay } from '../../payment/payment-result.ts'
import { chargeActions, shownChargeStatus } from '../../order-display/charge-status.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Why a charge cannot be paid, in the order of certainty; nothing for one that can (P-07). */
export function ChargeStateNotice({ charge, onRefresh }: { charge: Charge; onRefresh: () => void }) {
  const t = useText('charges')
  const errors = useText('errors')
  const records = useText('records')
  switch (shownChargeStatus(charge.status)) {
    case 'PAID':
      return <Notice tone="success">{errors('code.SE_CH_0001')}</Notice>
    case 'CANCELLED':
      return <Notice tone="info">{errors('code.SE_CH_0002')}</Notice>
    case 'unknown':
      return <Notice tone="info">{records('charge.unknown.explanation')}</Notice>
    case 'WAITING':
      break
  }
  if (isAttemptUnderWay(charge)) {
    return (
      <Notice tone="info">
        <p>{t('pay.underWay')}</p>
        <Button variant="secondary" onClick={onRefresh}>
          {t('pay.refresh')}
        </Button>
      </Notice>
    )
  }
  if (chargeActions(charge).canPay) return null
  const pastDue = charge.dueAt !== undefined && Date.parse(charge.dueAt) <= serverNow()
  return <Notice tone="warning">{pastDue ? errors('code.SE_CH_0004') : t('pay.noActions')}</Notice>
}
