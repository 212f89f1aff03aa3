import { useParams } from 'react-router-dom'
import type { Charge } from '../../api/generated/api.schemas.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { paymentHostsOf } from '../../lib/config.ts'
import { useConfig } from '../../lib/config-context.ts'
import { formatYen } from '../../lib/display-text.ts'
import { useNow } from '../../lib/use-now.ts'
import { OpenInBrowserHint } from '../../line/LineHints.tsx'
import { chargeActions, shownChargeStatus } from '../../order-display/ChargeStatus.tsx'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { paths } from '../../paths.ts'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { unexpired, useProceed } from '../../payment/use-proceed.ts'
import type { OpenAttempt, ProceedOutcome } from '../../payment/use-proceed.ts'
import { rememberOrder } from '../../payment/remembered-order.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { BackLink, LinkButton } from '../../ui/Links.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ChargeBox, usePolledCharge } from './ChargeBox.tsx'
import styles from './ChargePage.module.css'
import { useNavigateFromHere } from '../../lib/use-navigate-from-here.ts'

export function Component() {
  const { chargeId = '' } = useParams()
  const { data: charge, refetch } = usePolledCharge(chargeId)
  return (
    <ServiceNoun of={charge}>
      <Pay charge={charge} onRefresh={() => void refetch()} />
    </ServiceNoun>
  )
}

/** A payment that is being confirmed forbids another one and a withdrawal, whatever the API allows. */
const noActions = { canPay: false, canDecline: false }

function Pay({ charge, onRefresh }: { charge: Charge; onRefresh: () => void }) {
  const t = useText('charges')
  const language = useLanguage()
  const navigate = useNavigateFromHere()
  const { tenantId, displayName } = useTenant()
  const allowedHosts = paymentHostsOf(useConfig(), tenantId)
  const { chargeId, orderId } = charge
  const { proceed, continueAttempt, state, outcome } = useProceed({
    tenantId,
    repayment: true,
    locale: language,
    allowedHosts,
  })
  const { canPay, canDecline } = isAttemptInProgress(charge) ? noActions : chargeActions(charge)

  async function onPay() {
    const stopped = await proceed({ chargeId, orderId })
    if (stopped?.kind !== 'already-paid') return
    rememberOrder(tenantId, orderId, chargeId)
    await navigate(paths.chargeSuccess(tenantId))
  }

  return (
    <div className={styles.page}>
      <BackLink to={paths.historyDetails(tenantId, orderId)}>{t('pay.back')}</BackLink>
      <PageTitle title={t('pay.title')} above={charge.title} />
      <div role="status" className={styles.state}>
        <ChargeStateNotice charge={charge} onRefresh={onRefresh} />
      </div>
      <ChargeBox charge={charge} />
      {outcome !== null && (
        <ProceedAlert
          outcome={outcome}
          charge={charge}
          onContinue={(attempt) => continueAttempt({ chargeId, orderId }, attempt)}
          onRefresh={onRefresh}
        />
      )}
      {canPay && (
        <>
          <OpenInBrowserHint />
          <p className={styles.next}>{t('pay.next', { tenant: displayName })}</p>
        </>
      )}
      <div className={styles.buttons}>
        {canPay && (
          <Button variant="primary" busy={state !== 'idle'} onClick={() => void onPay()}>
            {state === 'idle' ? t('pay.submit') : t(state === 'starting' ? 'pay.starting' : 'pay.leaving')}
          </Button>
        )}
        {canDecline && (
          <LinkButton variant="text" to={paths.chargeCancel(tenantId, chargeId)}>
            {t('pay.decline')}
          </LinkButton>
        )}
        {!canPay && (
          <LinkButton variant="secondary" to={paths.historyDetails(tenantId, orderId)}>
            {t('pay.details')}
          </LinkButton>
        )}
      </div>
    </div>
  )
}

/** Why a charge cannot be paid, the most certain reason first. Renders nothing if it can be paid (P-07). */
function ChargeStateNotice({ charge, onRefresh }: { charge: Charge; onRefresh: () => void }) {
  const t = useText('charges')
  const errors = useText('errors')
  const records = useText('order-display')
  const now = useNow()
  switch (shownChargeStatus(charge.status)) {
    case 'PAID':
      return (
        <Notice tone="success">
          <p>{errors('code.SE_CH_0001')}</p>
        </Notice>
      )
    case 'CANCELLED':
      return (
        <Notice tone="info">
          <p>{errors('code.SE_CH_0002')}</p>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="info">
          <p>{records('charge.unknown.explanation')}</p>
        </Notice>
      )
    case 'WAITING':
      break
  }
  if (isAttemptInProgress(charge)) {
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
  const pastDue = charge.dueAt !== undefined && Date.parse(charge.dueAt) <= now
  return (
    <Notice tone="warning">
      <p>{pastDue ? errors('code.SE_CH_0004') : t('pay.noActions')}</p>
    </Notice>
  )
}

type ProceedAlertProps = {
  outcome: ProceedOutcome
  charge: Charge
  onContinue: (attempt: OpenAttempt) => void
  onRefresh: () => void
}

/** Why a click on 支払う did not leave the page, and what to do next. */
function ProceedAlert({ outcome, charge, onContinue, onRefresh }: ProceedAlertProps) {
  const t = useText('charges')
  const language = useLanguage()
  const now = useNow()
  if (outcome.kind === 'not-left') {
    return (
      <Notice tone="danger" role="alert">
        <p>{t('pay.notLeft')}</p>
      </Notice>
    )
  }
  const attempt = outcome.kind === 'attempt-open' ? unexpired(outcome.attempt, now) : null
  return (
    <ProblemAlert problem={outcome.problem}>
      {outcome.kind === 'amount-changed' && (
        <p>{t('pay.amountChanged', { amount: formatYen(charge.amount.total, language) })}</p>
      )}
      {outcome.kind === 'attempt-open' && (
        <p className={styles.alertButtons}>
          {attempt !== null && (
            <Button variant="secondary" onClick={() => onContinue(attempt)}>
              {t('pay.continue')}
            </Button>
          )}
          <Button variant="text" onClick={onRefresh}>
            {t('pay.refresh')}
          </Button>
        </p>
      )}
    </ProblemAlert>
  )
}
