import { useGetChargeSuspense } from '../../../api/generated/charges/charges.ts'
import { useGetOrderSuspense } from '../../../api/generated/orders/orders.ts'
import type { Charge, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { staleTimes } from '../../../api/queries.ts'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { isAttemptInProgress } from '../../../payment/payment-result.ts'
import type { Proceed } from '../../../payment/use-proceed.ts'
import { paths } from '../../../paths.ts'
import { AmountLines } from '../../../order-display/AmountLines.tsx'
import { OpenInBrowserHint } from '../../../line/LineHints.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import type { OpenApplication } from '../application/use-application.ts'
import type { Elements } from '../../../ui/elements.ts'

type Accepted = Pick<SubmittedOrder, 'orderId' | 'receiptNumber'>

/** The application is accepted and the browser is navigating to the card provider. */
export function Leaving({ application: { form }, order }: { application: OpenApplication; order: Accepted }) {
  const t = useText('apply')
  return (
    <div className={styles.page}>
      <PageTitle above={form.texts.title} title={t('settlement.acceptedTitle')} />
      <p>{t('settlement.accepted', { receiptNumber: order.receiptNumber })}</p>
      <p role="status">{t('settlement.leaving')}</p>
      <Skeleton lines={2} />
    </div>
  )
}

type RecalledProps = { application: OpenApplication; orderId: string; proceed: Proceed; otherwise: Elements }

/**
 * Shows the application that this tab sent before it left for the card provider, if it was of this form; else
 * `otherwise`.
 */
export function RecalledOrder({ application, orderId, proceed, otherwise }: RecalledProps) {
  const { data: order } = useGetOrderSuspense(orderId, { query: { staleTime: staleTimes.drawn } })
  const { serviceId, type } = application.key
  const charge = order.charge
  if (order.serviceId !== serviceId || order.type !== type || charge === undefined) return otherwise
  return <AcceptedOrder application={application} order={{ ...order, charge }} proceed={proceed} />
}

type AcceptedProps = {
  application: OpenApplication
  order: Accepted & { charge?: { chargeId: string } }
  proceed: Proceed
}

/** Shows an application that was sent but not paid: the state that the API reports, and a button to pay. */
export function AcceptedOrder({ application: { tenantId, key, form }, order, proceed }: AcceptedProps) {
  const t = useText('apply')
  const { data: charge } = useGetChargeSuspense(order.charge?.chargeId ?? '', {
    query: { staleTime: staleTimes.drawn },
  })
  const { receiptNumber, orderId } = order
  const confirming = isAttemptInProgress(charge)
  const payable = charge.allowedActions.includes('proceed') && !confirming
  const texts: { [status in Charge['status']]: string } = {
    WAITING: t(
      confirming ? 'settlement.acceptedConfirming' : payable ? 'settlement.accepted' : 'settlement.acceptedOnly',
      { receiptNumber },
    ),
    PAID: t('settlement.acceptedPaid', { receiptNumber }),
    CANCELLED: t('settlement.acceptedCancelled', { receiptNumber }),
  }
  const elsewhere = proceed.outcome?.kind === 'attempt-open' && proceed.outcome.attempt !== null
  const target = { orderId, chargeId: charge.chargeId }
  return (
    <div className={styles.page}>
      <PageTitle above={form.texts.title} title={t('settlement.acceptedTitle')} />
      <Notice tone="success">
        <p>{texts[charge.status] ?? receiptNumber}</p>
      </Notice>
      <AmountLines of={charge} />
      <ProceedOutcome proceed={proceed} target={target} />
      {payable && <OpenInBrowserHint />}
      <div className={styles.actions}>
        {payable && !elsewhere && (
          <Button busy={proceed.state !== 'idle'} onClick={() => void proceed.proceed(target)}>
            {t('settlement.pay')}
          </Button>
        )}
        <LinkButton variant={payable ? 'secondary' : 'primary'} to={paths.historyDetails(tenantId, orderId)}>
          {t('settlement.details')}
        </LinkButton>
        <LinkButton variant="text" to={paths.application(tenantId, key.serviceId, key.type)}>
          {t('settlement.another')}
        </LinkButton>
      </div>
      {payable && <p className={pageStyles.small}>{t('settlement.later')}</p>}
    </div>
  )
}

function ProceedOutcome({ proceed, target }: { proceed: Proceed; target: { orderId: string; chargeId: string } }) {
  const t = useText('apply')
  const { outcome } = proceed
  if (outcome === null) return null
  if (outcome.kind === 'not-left') {
    return (
      <Notice tone="danger" role="alert">
        <p>{t('settlement.notLeft')}</p>
      </Notice>
    )
  }
  const attempt = outcome.kind === 'attempt-open' ? outcome.attempt : null
  return (
    <ProblemAlert problem={outcome.problem}>
      {attempt !== null && (
        <Button onClick={() => proceed.continueAttempt(target, attempt)}>{t('settlement.continueAttempt')}</Button>
      )}
    </ProblemAlert>
  )
}
