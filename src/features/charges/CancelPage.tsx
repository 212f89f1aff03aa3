import { useParams } from 'react-router-dom'
import { useQueryClient } from '@tanstack/react-query'
import type { Charge } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryKey, useDeclineCharge } from '../../api/generated/charges/charges.ts'
import { storeResponse } from '../../api/queries.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useIdempotencyKey } from '../../lib/idempotency.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { chargeActions } from '../../order-display/ChargeStatus.tsx'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { BackLink, LinkButton } from '../../ui/Links.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'
import { ChargeBox, usePolledCharge } from './ChargeBox.tsx'
import styles from './ChargePage.module.css'
import { ResultFrame } from './ResultFrame.tsx'

export function Component() {
  const { chargeId = '' } = useParams()
  const { data: charge } = usePolledCharge(chargeId)
  return (
    <ServiceNoun of={charge}>
      {charge.status === 'CANCELLED' ? <Declined charge={charge} /> : <Decline charge={charge} />}
    </ServiceNoun>
  )
}

/** The user has paid for the returned application already, and this charge is the rest. */
function wasPaidBefore({ carriedOver = 0 }: Charge): boolean {
  return carriedOver > 0
}

/** The page itself asks for the confirmation, so it opens no dialog. */
function Decline({ charge }: { charge: Charge }) {
  const t = useText('charges')
  const errors = useText('errors')
  const records = useText('order-display')
  const queryClient = useQueryClient()
  const { tenantId } = useTenant()
  const { key } = useIdempotencyKey()
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useDeclineCharge({ mutation: { meta: { problem: 'inline' } } })
  const { chargeId, orderId } = charge
  // A payment that is being confirmed forbids a withdrawal, whatever the API allows.
  const canDecline = chargeActions(charge).canDecline && !isAttemptInProgress(charge)

  function onDecline(): Promise<void> {
    return submit(
      async () => {
        const declined = await mutateAsync({ chargeId, headers: { 'Idempotency-Key': key } })
        expectPageTitle()
        await storeResponse(queryClient, getGetChargeQueryKey(chargeId), declined)
      },
      (found) => {
        // The charge may be declined although this request failed: the response was lost, or another tab declined it
        // first.
        expectPageTitle()
        void queryClient.invalidateQueries({ queryKey: getGetChargeQueryKey(chargeId) })
        return found
      },
    )
  }

  return (
    <div className={styles.page}>
      <BackLink to={paths.historyDetails(tenantId, orderId)}>{t('pay.back')}</BackLink>
      <PageTitle title={t('cancel.title')} above={charge.title} {...(canDecline && { lead: t('cancel.lead') })} />
      <div role="status" className={styles.state}>
        {!canDecline && (
          <Notice tone={charge.status === 'PAID' ? 'success' : 'warning'}>
            <p>
              {charge.status === 'PAID'
                ? errors('code.SE_CH_0001')
                : isAttemptInProgress(charge)
                  ? t('pay.underWay')
                  : t('cancel.notPossible')}
            </p>
          </Notice>
        )}
      </div>
      <ChargeBox charge={charge} />
      {canDecline && wasPaidBefore(charge) && <p>{records('amount.refund')}</p>}
      {problem !== null && <ProblemAlert problem={problem} />}
      <div className={styles.buttons}>
        {canDecline && (
          <Button variant="danger" busy={busy} onClick={() => void onDecline()}>
            {busy ? t('cancel.busy') : t('cancel.submit')}
          </Button>
        )}
        <LinkButton variant="secondary" to={paths.historyDetails(tenantId, orderId)}>
          {canDecline ? t('cancel.keep') : t('pay.details')}
        </LinkButton>
      </div>
    </div>
  )
}

/** `charge-cancelled`: the state the API reports, also on later visits. */
function Declined({ charge }: { charge: Charge }) {
  const t = useText('charges')
  const { tenantId } = useTenant()
  return (
    <ResultFrame
      tone="neutral"
      title={t('cancel.doneTitle')}
      body={t('cancel.done')}
      receiptNumber={charge.receiptNumber}
      actions={
        <>
          <LinkButton variant="primary" to={paths.applicationList(tenantId)}>
            {t('result.top')}
          </LinkButton>
          <LinkButton variant="secondary" to={paths.historyDetails(tenantId, charge.orderId)}>
            {t('result.details')}
          </LinkButton>
        </>
      }
    />
  )
}
