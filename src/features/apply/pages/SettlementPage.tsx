import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { arrivalFocus } from '../../../feedback/arrival-focus.ts'
import { paymentHostsOf } from '../../../lib/config.ts'
import { useConfig } from '../../../lib/config-context.ts'
import { formatYen } from '../../../lib/display-text.ts'
import { recallOrder } from '../../../payment/remembered-order.ts'
import { useProceed } from '../../../payment/use-proceed.ts'
import type { Proceed } from '../../../payment/use-proceed.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import { AcceptedOrder, Leaving, RecalledOrder } from './AcceptedOrder.tsx'
import { AfterSubmission, SendConsent, SubmissionRefused, useConsent, useSubmit, useWayToCause } from './Sending.tsx'
import { ApplicationEnded } from '../application/ApplicationEnded.tsx'
import { ApplicationFoot } from './ApplicationFoot.tsx'
import styles from '../application/application-layout.module.css'
import pageStyles from './pages.module.css'
import { ApplicationProgress, positionId } from './ApplicationProgress.tsx'
import { DraftNotices } from './DraftNotices.tsx'
import { FeeBox, NoAmount } from './FeeBox.tsx'
import { fieldWithLostFile, pageCount, pathOfPage, reviewPage } from './form-pages.ts'
import { OrderPage } from './OrderPage.tsx'
import { ReviewSections } from './ReviewSections.tsx'
import { refusals } from '../submission/submission-server.ts'
import type { Submission } from '../application/application-types.ts'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import { useFileStates } from './use-file-states.ts'
import { useFormProgress } from './use-form-progress.ts'
import type { FormProgress } from './use-form-progress.ts'
import { useQuote } from './use-quote.ts'
import { useUncountedAnswers } from './use-running-total.ts'
import { paidWith, useReplacedOrder } from './use-replaced-order.ts'
import { useShipping } from '../delivery/use-shipping.ts'
import { useViewFocus } from '../application/use-view-focus.ts'

/** `/order/payment/{tenantId}/{serviceId}?type=`: the items, the amount, everything again, send and pay. */
export function Component() {
  return <OrderPage to={paths.settlement}>{(application) => <CurrentState application={application} />}</OrderPage>
}

type View =
  /** The application is sent and no payment is due. */
  | 'sent'
  | 'leaving'
  | 'payment'
  | 'unknown-outcome'
  | 'ended'
  /** Back from the card provider after a reload: the application is sent, and there is nothing to fill in. */
  | 'recalled'
  | 'form'
  | 'settlement'

type Conditions = {
  submission: Submission
  leaving: boolean
  recalled: boolean
  /** A step is unfinished, or there is no fee. */
  notYet: boolean
}

/** The content of the page, by the phase of the submission. */
function viewOf({ submission: { phase, order, refusal }, leaving, recalled, notYet }: Conditions): View {
  switch (phase) {
    case 'done':
      if (order?.charge?.status !== 'WAITING') return 'sent'
      return leaving ? 'leaving' : 'payment'
    case 'waiting':
    case 'not-arrived':
      return 'unknown-outcome'
    case 'editing':
    case 'sending':
      if (refusal !== null && refusals[refusal.kind] === 'none') return 'ended'
      if (recalled) return 'recalled'
      return notYet ? 'form' : 'settlement'
  }
}

function CurrentState({ application }: { application: OpenApplication }) {
  const { tenantId, key, service, store } = application
  const submission = useApplicationState(store, (state) => state.submission)
  useFileStates(application)
  useWayToCause(application)
  const progress = useFormProgress(application)
  const allowedHosts = paymentHostsOf(useConfig(), tenantId)
  const proceed = useProceed({ tenantId, repayment: false, locale: useLanguage(), allowedHosts })
  const [handingOver, setHandingOver] = useState(false)
  const { order, refusal } = submission
  const recalled = store.isUntouched() ? recallOrder(tenantId) : null
  const step = progress.unfinished?.id ?? reviewPage
  const lost = fieldWithLostFile(store.uploads.unfinished(), step, progress.pages)
  const toForm = (
    <Navigate
      replace
      to={paths.application(tenantId, key.serviceId, key.type, { step })}
      state={lost === null ? null : arrivalFocus(lost)}
    />
  )

  const view = viewOf({
    submission,
    leaving: handingOver || proceed.state !== 'idle',
    recalled: recalled !== null,
    notYet: progress.unfinished !== null || service.fee.kind === 'NONE',
  })
  useViewFocus(view)
  useEffect(() => {
    if (view === 'leaving' || view === 'payment') store.resultShown()
  }, [view, store])
  switch (view) {
    case 'leaving':
      return order && <Leaving application={application} order={order} />
    case 'payment':
      return order && <AcceptedOrder application={application} order={order} proceed={proceed} />
    case 'sent':
    case 'unknown-outcome':
      return <AfterSubmission application={application} />
    case 'ended':
      return <ApplicationEnded service={service} reason={refusal?.kind === 'stopped' ? 'closed' : 'missing'} kept />
    case 'recalled':
      return (
        recalled && (
          <RecalledOrder application={application} orderId={recalled.orderId} proceed={proceed} otherwise={toForm} />
        )
      )
    case 'form':
      return toForm
    case 'settlement':
      return (
        <Settlement application={application} progress={progress} proceed={proceed} onHandingOver={setHandingOver} />
      )
  }
}

type Props = {
  application: OpenApplication
  progress: FormProgress
  proceed: Proceed
  onHandingOver: (handingOver: boolean) => void
}

function Settlement({ application, progress, proceed, onHandingOver }: Props) {
  const { tenantId, key, form, store } = application
  const t = useText('apply')
  const language = useLanguage()
  const navigate = useNavigate()
  const shipping = useShipping(application)
  const uncounted = useUncountedAnswers(application)
  const isCounted = uncounted.length === 0
  const quote = useQuote(application, shipping, isCounted)
  const submit = useSubmit(application, shipping)
  const replaced = useReplacedOrder(application)
  const paid = replaced === undefined ? null : paidWith(replaced)
  const phase = useApplicationState(store, (state) => state.submission.phase)
  const sending = phase === 'sending'
  const total = quote.isFetching || quote.isError ? null : (quote.data?.amount.total ?? null)
  /** The fee as shown, also while it is requested again. */
  const shownTotal = quote.isError ? null : (quote.data?.amount.total ?? null)
  const consent = useConsent(application, shownTotal)
  const button = total === 0 ? t('review.send') : t('settlement.send')

  if (shipping.kind === 'missing') {
    return <Navigate replace to={paths.shippingAddress(tenantId, key.serviceId, key.type)} />
  }

  async function onSend() {
    if (!consent.isGiven() || total === null) return
    onHandingOver(true)
    const view = await submit(total)
    const charge = view?.order?.charge
    if (view?.order && charge?.status === 'WAITING') {
      await proceed.proceed({ orderId: view.order.orderId, chargeId: charge.chargeId })
    }
    if (view?.refusal?.kind === 'amount-changed') await quote.refetch()
    if (view !== null) onHandingOver(false)
  }

  return (
    <div className={styles.page}>
      <ApplicationProgress application={application} progress={progress} current={reviewPage} />
      <PageTitle
        describedBy={positionId}
        title={t('settlement.title')}
        lead={t('settlement.lead')}
        documentTitle={t('step.documentTitle', {
          step: t('settlement.title'),
          current: pageCount(progress.pages),
          total: pageCount(progress.pages),
          form: form.texts.title,
        })}
      />
      <DraftNotices application={application} />
      {!isCounted ? (
        <>
          <NoAmount application={application} pointers={uncounted} />
          <ReviewSections application={application} shipping={shipping} locked={sending} />
        </>
      ) : quote.isPending ? (
        <div className={pageStyles.untilFee}>
          <FeeBox application={application} quote={quote} title={t('settlement.bought')} paid={paid} />
        </div>
      ) : (
        <>
          <FeeBox application={application} quote={quote} title={t('settlement.bought')} paid={paid} />
          <ReviewSections application={application} shipping={shipping} locked={sending} />
          <SendConsent {...consent.props}>
            {shownTotal !== null && shownTotal > 0 && (
              <p>{t('settlement.duty', { button, amount: formatYen(shownTotal, language) })}</p>
            )}
          </SendConsent>
        </>
      )}
      <SubmissionRefused application={application} />
      <ApplicationFoot
        store={store}
        back={sending ? null : () => void navigate(pathOfPage(application, progress.pages.at(-1)?.id ?? reviewPage))}
      >
        {isCounted &&
          (quote.isError && !quote.isFetching ? (
            <Button wide onClick={() => void quote.refetch()}>
              {t('fee.again')}
            </Button>
          ) : (
            <Button wide busy={sending || total === null} onClick={() => void onSend()}>
              {sending ? t('review.sending') : button}
            </Button>
          ))}
      </ApplicationFoot>
    </div>
  )
}
