import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Charge } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryKey, useGetChargeSuspense } from '../../api/generated/charges/charges.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { canPrintAndSave } from '../../line/channel.ts'
import { BackToChat, OpenInBrowserHint } from '../../line/LineHints.tsx'
import { chargeActions } from '../../order-display/ChargeStatus.tsx'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { paths } from '../../paths.ts'
import { nextPoll, paymentResult } from '../../payment/payment-result.ts'
import type { PaymentReturn, PaymentResult } from '../../payment/payment-result.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { ChargeBox, readByLoader } from './ChargeBox.tsx'
import { NextSteps, ResultFrame } from './ResultFrame.tsx'
import { resultTexts } from './result-texts.ts'

type Props = { chargeId: string; returnedFrom: PaymentReturn; subject: 'order' | 'charge' }

/** The result of a payment, from the state of the charge. It updates while that state can still change. */
export function ChargeResult({ chargeId, returnedFrom, subject }: Props) {
  const followed = useChargeResult(chargeId, returnedFrom)
  return (
    <ServiceNoun of={followed.charge}>
      <FollowedCharge {...followed} subject={subject} />
    </ServiceNoun>
  )
}

function FollowedCharge({ charge, result, refresh, subject }: FollowedResult & Pick<Props, 'subject'>) {
  const t = useText('charges')
  const common = useText('common')
  const language = useLanguage()
  const { tenantId, info } = useTenant()
  const { chargeId, receiptNumber, orderId } = charge
  const decided = result !== 'confirming' && result !== 'unknown'
  const canPay = decided && chargeActions(charge).canPay
  const texts = resultTexts(result, subject, canPay)
  const details = paths.historyDetails(tenantId, orderId)
  const paidFor = [
    { term: t('result.fee'), description: charge.title },
    ...(charge.paidAt === undefined
      ? []
      : [{ term: t('result.paidAt'), description: formatDateTime(charge.paidAt, language) }]),
  ]
  return (
    <ResultFrame
      tone={texts.tone}
      title={t(texts.title)}
      body={t(texts.body, { receiptNumber })}
      help={charge.lastAttempt?.state === 'FAILED' && canPay ? t('result.failedHelp') : undefined}
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
          {result === 'paid' && canPrintAndSave() && (
            <Button variant="text" onClick={() => window.print()}>
              {common('button.print')}
            </Button>
          )}
        </>
      }
    >
      {result === 'confirming' && <p>{t('result.polling')}</p>}
      {result !== 'confirming' && result !== 'unknown' && <ChargeBox charge={charge} withoutNumber />}
      {result === 'paid' && <NextSteps orderId={orderId} receipt={charge.receipt !== undefined} />}
      {canPay && <OpenInBrowserHint />}
      {result === 'paid' && <BackToChat accountUrl={info.branding?.line?.officialAccountUrl} />}
    </ResultFrame>
  )
}

type FollowedResult = {
  charge: Charge
  result: PaymentResult
  /** Reads the charge again and restarts the minute of polling. */
  refresh: () => void
}

/**
 * Polls a charge until its payment is decided or one minute has passed. The query polls, not an effect. A failed
 * request counts as a poll; the last known state stays on the screen.
 */
function useChargeResult(chargeId: string, returnedFrom: PaymentReturn): FollowedResult {
  const queryClient = useQueryClient()
  const queryKey = getGetChargeQueryKey(chargeId)
  const asked = () => {
    const state = queryClient.getQueryState(queryKey)
    return state === undefined ? 0 : state.dataUpdateCount + state.errorUpdateCount
  }
  // The request that opened the page does not count as a poll.
  const [askedBefore, setAskedBefore] = useState(() => Math.max(asked(), 1))
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = useGetChargeSuspense(chargeId, {
    query: {
      ...readByLoader,
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) =>
        state.data === undefined
          ? false
          : nextPoll(state.data, returnedFrom, state.dataUpdateCount + state.errorUpdateCount - askedBefore),
    },
  })
  // Reading the times renders the page after each response, also after one without a change.
  const polls = dataUpdatedAt + errorUpdatedAt > 0 ? asked() - askedBefore : 0
  return {
    charge: data,
    result: paymentResult(data, returnedFrom, polls),
    refresh: () => {
      setAskedBefore(asked() + 1)
      void refetch()
    },
  }
}
