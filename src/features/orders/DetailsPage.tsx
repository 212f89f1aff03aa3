import { useParams } from 'react-router-dom'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { useGetOrderSuspense } from '../../api/generated/orders/orders.ts'
import { staleTimes } from '../../api/queries.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { formatPhone } from '../../lib/japanese.ts'
import { ProblemError } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { useNow } from '../../lib/use-now.ts'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { paths } from '../../paths.ts'
import { FileList } from '../../issued-files/FileList.tsx'
import { OpenInBrowserHint } from '../../line/LineHints.tsx'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { BackLink } from '../../ui/Links.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import {
  ChargePanel,
  ComingSteps,
  DetailsSection,
  NextStep,
  OrderTimeline,
  PaidBefore,
  ShippingDetails,
  StatusPanel,
} from './DetailsSections.tsx'
import { AnswersSection } from './AnswersSection.tsx'
import { AttachmentList } from './AttachmentList.tsx'
import { DetailsActions } from './DetailsActions.tsx'
import styles from './DetailsPage.module.css'
import { HistoryFailed } from './HistoryFailed.tsx'

export function Component() {
  const { orderId = '' } = useParams()
  return (
    <SectionBoundary key={orderId} skeleton={<Skeleton lines={6} />} failed={notReady}>
      <Order orderId={orderId} />
    </SectionBoundary>
  )
}

function notReady(problem: Problem, retry: () => void) {
  if (problem.status !== 503) throw new ProblemError(problem)
  return <NotReady problem={problem} onRetry={retry} />
}

function NotReady({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const t = useText('orders')
  return (
    <div className={styles.page}>
      <PageTitle title={t('wait.title')} />
      <HistoryFailed problem={problem} onRetry={onRetry} />
    </div>
  )
}

const scanPollMs = 10_000

/** The order is read again while the virus scan of a file runs, which gives the file its button. */
function Order({ orderId }: { orderId: string }) {
  const { data: order } = useGetOrderSuspense(orderId, {
    query: {
      staleTime: staleTimes.drawn,
      refetchInterval: ({ state }) =>
        state.data?.attachments.some(({ scan }) => scan === 'PENDING') === true ? scanPollMs : false,
    },
  })
  return (
    <ServiceNoun of={order}>
      <Details order={order} />
    </ServiceNoun>
  )
}

/** The lines that appear on paper only: the date of the copy, and the contact. */
function Printed() {
  const t = useText('orders')
  const language = useLanguage()
  const { displayName, info } = useTenant()
  const phone = info.branding?.contact?.phone
  return (
    <p className={styles.printed}>
      <span>{t('details.printed', { printedAt: formatDateTime(useNow(), language) })}</span>{' '}
      {phone !== undefined && (
        <span>{t('details.printedContact', { tenant: displayName, phone: formatPhone(phone) })}</span>
      )}
    </p>
  )
}

function Details({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const toPay = order.allowedActions.includes('pay')
  const { paidBefore = 0 } = order
  const charges = order.charges.map((charge) => (
    <ChargePanel key={charge.chargeId} charge={charge} service={order.serviceName} mayPay={toPay} />
  ))
  return (
    <article className={styles.page}>
      <BackLink to={paths.applicationHistory(tenantId)}>{t('details.back')}</BackLink>
      <PageTitle
        title={order.serviceName}
        documentTitle={t('details.documentTitle', { service: order.serviceName })}
        lead={
          <span className={styles.lead}>
            <NextStep order={order} />
            <span>
              <span>{records('receiptNumber')}</span> <strong className={styles.number}>{order.receiptNumber}</strong>
            </span>
            <span>
              <span>{records('submittedAt')}</span> <span>{formatDateTime(order.submittedAt, language)}</span>
            </span>
          </span>
        }
      />
      <StatusPanel order={order} />
      {toPay && charges}
      <div className={styles.timeline}>
        <ComingSteps order={order} />
        <DetailsSection title={t('details.timeline')}>
          <OrderTimeline entries={order.timeline} />
        </DetailsSection>
      </div>
      {!toPay && charges}
      {charges.length === 0 && paidBefore > 0 && <PaidBefore order={order} />}
      {order.files.length > 0 && (
        <DetailsSection title={t('details.files')}>
          <OpenInBrowserHint />
          <FileList files={order.files} title="kind" />
        </DetailsSection>
      )}
      <AnswersSection order={order}>
        {order.shippingAddress !== undefined && (
          <DetailsSection title={t('details.shipping')}>
            <ShippingDetails shipping={order.shippingAddress} />
          </DetailsSection>
        )}
        {order.attachments.length > 0 && (
          <DetailsSection title={t('details.attachments')}>
            <AttachmentList attachments={order.attachments} />
          </DetailsSection>
        )}
        <DetailsActions order={order} />
        <Printed />
      </AnswersSection>
    </article>
  )
}
