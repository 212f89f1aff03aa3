import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { paths } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { LineHint } from '../../line/OpenInBrowserHint.tsx'
import { LineReturn } from '../../line/BackToChat.tsx'
import { chargeActions } from '../../order-display/charge-status.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ChargeBox } from './ChargeBox.tsx'
import { NextSteps } from './NextSteps.tsx'
import { ResultFrame } from './ResultFrame.tsx'
import { resultWords } from './result-words.ts'
import { useChargeResult } from './use-charge-result.ts'

type Props = { chargeId: string; back: PaymentReturn; of: 'order' | 'charge' }

/** What became of a payment, as the charge tells it and for as long as it may still change. */
export function ChargeResult({ chargeId, back, of }: Props) {
  const t = useText('charges')
  const common = useText('common')
  const language = useLanguage()
  const { tenantId, info } = useTenant()
  const { charge, result, refresh } = useChargeResult(chargeId, back)
  const { receiptNumber, orderId } = charge
  const decided = result !== 'confirming' && result !== 'unknown'
  const canPay = decided && chargeActions(charge).canPay
  const words = resultWords(result, of, canPay)
  const details = paths.historyDetails(tenantId, orderId)
  const paidFor = [
    { term: t('result.fee'), description: charge.title },
    ...(charge.paidAt === undefined
      ? []
      : [{ term: t('result.paidAt'), description: formatDateTime(charge.paidAt, language) }]),
  ]
  return (
    <ResultFrame
      tone={words.tone}
      title={t(words.title)}
      body={t(words.body, { receiptNumber })}
      receiptNumber={receiptNumber}
      {...(result === 'paid' && { facts: paidFor })}
      actions={
        <>
          {canPay && (
            <LinkButton variant="primary" to={paths.chargePay(tenantId, chargeId)}>
              {t(result === 'unpaid' ? 'result.payFirst' : 'result.pay')}
            </LinkButton>
          )}
          {result === 'unknown' && (
            <Button variant="secondary" onClick={refresh}>
              {t('result.refresh')}
            </Button>
          )}
          <LinkButton variant={result === 'paid' ? 'primary' : 'secondary'} to={paths.applicationHistory(tenantId)}>
            {t('result.history')}
          </LinkButton>
          <LinkButton variant="text" to={details}>
            {t('result.details')}
          </LinkButton>
          {result === 'paid' && (
            <Button variant="text" onClick={() => window.print()}>
              {common('button.print')}
            </Button>
          )}
        </>
      }
    >
      {result === 'confirming' && <p>{t('result.polling')}</p>}
      {result !== 'confirming' && result !== 'unknown' && <ChargeBox charge={charge} withoutNumber />}
      {result === 'paid' && <NextSteps receipt={charge.receipt !== undefined} />}
      {canPay && <LineHint />}
      {result === 'paid' && <LineReturn accountUrl={info.branding?.line?.officialAccountUrl} />}
    </ResultFrame>
  )
}
