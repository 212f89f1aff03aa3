import { useNavigate, useParams } from 'react-router-dom'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import type { Charge } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import { parseChargeId, paths } from '../../paths.ts'
import { rememberOrder } from '../../payment/remembered-order.ts'
import { useProceed } from '../../payment/use-proceed.ts'
import { LineHint } from '../../line/OpenInBrowserHint.tsx'
import { chargeActions } from '../../order-display/charge-status.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { BackLink } from '../../ui/BackLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { ChargeBox } from './ChargeBox.tsx'
import styles from './ChargePage.module.css'
import { ChargeStateNotice } from './ChargeStateNotice.tsx'
import { ProceedAlert } from './ProceedAlert.tsx'
import { useFollowedCharge } from './use-followed-charge.ts'

export async function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const chargeId = parseChargeId(params.chargeId)
  if (chargeId === null) return null
  await context.get(queryClientContext).query({ ...getGetChargeQueryOptions(chargeId), staleTime: staleTimes.charges })
  return null
}

export function Component() {
  const { chargeId = '' } = useParams()
  const { data: charge, refetch } = useFollowedCharge(chargeId)
  return <Pay charge={charge} onRefresh={() => void refetch()} />
}

function Pay({ charge, onRefresh }: { charge: Charge; onRefresh: () => void }) {
  const t = useText('charges')
  const language = useLanguage()
  const navigate = useNavigate()
  const { tenantId, displayName } = useTenant()
  const { paymentHosts } = useConfig()
  const { chargeId, orderId } = charge
  const { proceed, continueAttempt, state, outcome } = useProceed({
    tenantId,
    repayment: true,
    locale: language,
    allowedHosts: paymentHosts,
  })
  const { canPay, canDecline } = chargeActions(charge)

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
          <LineHint />
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
