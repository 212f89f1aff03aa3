import { useState } from 'react'
import { staleTimes } from '../../api/queries.ts'
import { Link } from 'react-router-dom'
import type { OrderSummary } from '../../api/generated/api.schemas.ts'
import { useGetCharge, useGetChargeSuspense } from '../../api/generated/charges/charges.ts'
import { useListOrdersSuspense } from '../../api/generated/orders/orders.ts'
import { notify } from '../../feedback/notify.ts'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDate } from '../../lib/dates.ts'
import { formatYen } from '../../lib/display-text.ts'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { ChargeStatusBadge } from '../../order-display/ChargeStatus.tsx'
import { OrderStatusBadge } from '../../order-display/OrderStatus.tsx'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import list from './ApplicationListPage.module.css'
import { decline, isDeclined } from './declined-orders.ts'
import { needingActionParams, inProgressParams, ordersInProgress, ordersNeedingAction } from './my-orders.ts'
import type { RequiredAction } from './my-orders.ts'
import styles from './OrderSections.module.css'
import link from '../../ui/Link.module.css'

const shown = 5

/**
 * Orders that need an action of the user: payments by due date, then returned applications. Without any the section is
 * absent.
 */
export function OrdersNeedingAction() {
  const t = useText('services')
  const { tenantId } = useTenant()
  const { data } = useListOrdersSuspense(needingActionParams, { query: { staleTime: staleTimes.drawn } })
  const [declined, setDeclined] = useState<readonly string[]>([])
  const waiting = ordersNeedingAction(data.items).filter(
    ({ order, demand }) =>
      demand !== 'reapply' || (!declined.includes(order.orderId) && !isDeclined(tenantId, order.orderId)),
  )
  if (waiting.length === 0) return null

  function onDecline({ orderId }: OrderSummary) {
    decline(tenantId, orderId)
    const at = waiting.findIndex(({ order }) => order.orderId === orderId)
    const next = (waiting[at + 1] ?? waiting[at - 1])?.order
    // A browser without storage hides the card until the page is left.
    setDeclined((before) => [...before, orderId])
    notify({ tone: 'success', message: t('waiting.declined') })
    // The button disappears with its card.
    if (next === undefined) requestPageFocus()
    else document.getElementById(linkIdOf(next))?.focus()
  }

  const more = waiting.length > shown || data.nextCursor !== null
  return (
    <section className={list.section} aria-labelledby="waiting-title">
      <h2 id="waiting-title" className={list.title}>
        <span>{t('waiting.title')}</span>
        {!more && <span className={list.count}>{t('waiting.count', { count: waiting.length })}</span>}
      </h2>
      <ul className={list.list}>
        {waiting.slice(0, shown).map(({ order, demand }) => (
          <WaitingCard key={order.orderId} order={order} demand={demand} onDecline={onDecline} />
        ))}
      </ul>
      {more && (
        <p className={list.more}>
          <Link className={link.outsideSentence} to={paths.applicationHistory(tenantId)}>
            {t('waiting.more')}
          </Link>
        </p>
      )}
    </section>
  )
}

type CardProps = { order: OrderSummary; demand: RequiredAction; onDecline: (order: OrderSummary) => void }

function WaitingCard({ order, demand, onDecline }: CardProps) {
  const records = useText('order-display')
  const { tenantId } = useTenant()
  return (
    <li className={styles.card} data-demand={demand}>
      <div className={styles.text}>
        <p className={styles.badge}>
          <OrderStatusBadge status={order.status} />
        </p>
        <h3 className={styles.name}>
          <Link
            id={linkIdOf(order)}
            className={link.outsideSentence}
            to={paths.historyDetails(tenantId, order.orderId)}
          >
            {order.serviceName}
          </Link>
        </h3>
        <p className={styles.meta}>
          <span>{records('receiptNumber')}</span> <span className={styles.number}>{order.receiptNumber}</span>
        </p>
      </div>
      {demand === 'pay' ? (
        <ToPay order={order} charge={order.charge} />
      ) : (
        <Returned order={order} onDecline={onDecline} />
      )}
    </li>
  )
}

function linkIdOf({ orderId }: OrderSummary): string {
  return `waiting-${orderId}`
}

function ToPay({ order, charge }: { order: OrderSummary; charge: OrderSummary['charge'] }) {
  const t = useText('services')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { serviceName: service, receiptNumber } = order
  const details = useGetCharge(charge?.chargeId ?? '', { query: { enabled: charge !== undefined } }).data
  // The API allows a payment but names no single charge. The details page lists all of them.
  if (charge === undefined) {
    return <LinkButton to={paths.historyDetails(tenantId, order.orderId)}>{t('waiting.pay')}</LinkButton>
  }
  const confirming = details !== undefined && isAttemptInProgress(details)
  return (
    <div className={styles.demand}>
      <p className={styles.fee}>
        <SectionBoundary
          skeleton={<span className={styles.amountSkeleton} />}
          failed={() => <span className={styles.due}>{t('waiting.amountUnknown')}</span>}
        >
          <ChargeAmount chargeId={charge.chargeId} />
        </SectionBoundary>
        {!confirming && charge.dueAt !== undefined && (
          <span className={styles.due}>{t('waiting.due', { dueAt: formatDate(charge.dueAt, language) })}</span>
        )}
      </p>
      {confirming && <ChargeStatusBadge status={charge.status} confirming />}
      {!confirming && (
        <LinkButton
          variant="primary"
          to={paths.chargePay(tenantId, charge.chargeId)}
          aria-label={t('waiting.payNamed', { service, receiptNumber })}
        >
          {t('waiting.pay')}
        </LinkButton>
      )}
    </div>
  )
}

function ChargeAmount({ chargeId }: { chargeId: string }) {
  const language = useLanguage()
  const { data } = useGetChargeSuspense(chargeId)
  return <strong className={styles.amount}>{formatYen(data.amount.total, language)}</strong>
}

function Returned({ order, onDecline }: Omit<CardProps, 'demand'>) {
  const t = useText('services')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { orderId, serviceName: service, receiptNumber, updatedAt } = order
  return (
    <div className={styles.demand}>
      <p className={styles.fee}>
        <span className={styles.due}>{t('waiting.returned', { updatedAt: formatDate(updatedAt, language) })}</span>
      </p>
      <div className={styles.choices}>
        <Button
          variant="text"
          aria-label={t('waiting.declineNamed', { service, receiptNumber })}
          onClick={() => onDecline(order)}
        >
          {t('waiting.decline')}
        </Button>
        <LinkButton
          variant="secondary"
          to={paths.historyDetails(tenantId, orderId)}
          aria-label={t('waiting.readReasonNamed', { service, receiptNumber })}
        >
          {t('waiting.readReason')}
        </LinkButton>
      </div>
    </div>
  )
}

const shownInProgress = 5

/** Orders that the tenant is processing, each with a link to its details. */
export function InProgressOrders() {
  const t = useText('services')
  const { tenantId } = useTenant()
  const { data } = useListOrdersSuspense(inProgressParams, { query: { staleTime: staleTimes.drawn } })
  const orders = ordersInProgress(data.items)
  if (orders.length === 0) return null
  return (
    <section className={list.section} aria-labelledby="under-way-title">
      <h2 id="under-way-title">{inPhrases(t('underWay.title'))}</h2>
      <ul className={list.rows}>
        {orders.slice(0, shownInProgress).map((order) => (
          <li key={order.orderId} className={list.row}>
            <div className={list.rowText}>
              <Link className={list.rowLink} to={paths.historyDetails(tenantId, order.orderId)}>
                {order.serviceName}
              </Link>
              <p className={list.meta}>
                <OrderStatusBadge status={order.status} />
                <ServiceNoun of={order}>
                  <SubmittedOn submittedAt={order.submittedAt} />
                </ServiceNoun>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className={list.more}>
        <Link className={link.outsideSentence} to={paths.applicationHistory(tenantId)}>
          {t('underWay.all')}
        </Link>
      </p>
    </section>
  )
}

function SubmittedOn({ submittedAt }: { submittedAt: string }) {
  const t = useText('services')
  const language = useLanguage()
  return <span>{t('underWay.submitted', { submittedAt: formatDate(submittedAt, language) })}</span>
}
