import { useId } from 'react'
import { Link } from 'react-router-dom'
import type {
  Charge,
  OrderDetails,
  OrderReplacement,
  TimelineEntry,
  ShippingAddress,
} from '../../api/generated/api.schemas.ts'
import { useByLanguage } from '../../api/use-by-language.ts'
import { tokyoDate } from '../../../form-model/tokyo-date.ts'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { aboutQuery, stepsAfter } from '../../form-engine/definition/about-texts.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { canPrintAndSave } from '../../line/channel.ts'
import { calendarFile, saveCalendarFile } from '../../order-display/calendar-file.ts'
import { serverNow } from '../../lib/clock.ts'
import { formatDate, formatDateTime } from '../../lib/dates.ts'
import { useConfig } from '../../lib/config-context.ts'
import { formatYen } from '../../lib/display-text.ts'
import { formatPhone, formatPostalCode } from '../../lib/japanese.ts'
import { AmountLines, NothingDue } from '../../order-display/AmountLines.tsx'
import { ChargeCard } from '../../order-display/ChargeCard.tsx'
import { chargeActions, chargeExplanation } from '../../order-display/ChargeStatus.tsx'
import { mayCorrect, orderTone, shownOrderStatus, OrderStatusBadge } from '../../order-display/OrderStatus.tsx'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import timelineStyles from './Timeline.module.css'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import styles from './DetailsPage.module.css'
import { comingSteps, nextStepOf } from './next-step.ts'
import { ReapplyButton } from './ReapplyButton.tsx'
import type { Content, Elements } from '../../ui/elements.ts'

export function DetailsSection({ title, children }: { title: string; children: Elements }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{inPhrases(title)}</h2>
      {children}
    </section>
  )
}

/** One charge of the order: amount, purpose, status, and a link to pay while the API allows it. */
export function ChargePanel({ charge, service, mayPay }: { charge: Charge; service: string; mayPay: boolean }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const confirming = isAttemptInProgress(charge)
  const { key, values } = chargeExplanation(charge, (time) => formatDateTime(time, language), confirming)
  return (
    <DetailsSection title={t('details.charge')}>
      <ChargeCard charge={charge} confirming={confirming}>
        <p>{records(key, values)}</p>
        <AmountLines of={charge} />
        {mayPay && !confirming && chargeActions(charge).canPay && (
          <div className={styles.pay}>
            <LinkButton variant="primary" to={paths.chargePay(tenantId, charge.chargeId)}>
              {t('details.pay')}
            </LinkButton>
            {charge.dueAt !== undefined && canPrintAndSave() && (
              <CalendarButton charge={charge} dueAt={charge.dueAt} service={service} />
            )}
          </div>
        )}
      </ChargeCard>
    </DetailsSection>
  )
}

/** Shown instead of a charge if nothing more is due: the payment for the returned application counts for this order. */
export function PaidBefore({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  return (
    <DetailsSection title={t('details.charge')}>
      <DescriptionList
        items={[{ term: records('amount.carriedOver'), description: formatYen(order.paidBefore ?? 0, language) }]}
      />
      <NothingDue order={order} />
    </DetailsSection>
  )
}

type CalendarProps = { charge: Charge; dueAt: string; service: string }

function CalendarButton({ charge, dueAt, service }: CalendarProps) {
  const t = useText('orders')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { receiptNumber, chargeId } = charge
  function onSave() {
    const event = {
      id: `${chargeId}@${tenantId}`,
      day: tokyoDate(Date.parse(dueAt)),
      title: t('calendar.title', { service }),
      note: t('calendar.note', { amount: formatYen(charge.amount.total, language), receiptNumber }),
    }
    saveCalendarFile(t('calendar.file', { receiptNumber }), calendarFile(event, serverNow()))
  }
  return (
    <Button variant="text" onClick={onSave}>
      {t('calendar.add')}
    </Button>
  )
}

/** The summary in one line, before everything else on the page. */
export function NextStep({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const language = useLanguage()
  if (order.replacedBy !== undefined) return <SentAgain replacedBy={order.replacedBy} />
  const step = nextStepOf(order)
  if (step === null) return null
  const charge = order.charges.at(-1)
  const values = {
    amount: formatYen(charge?.amount.total ?? 0, language),
    dueAt: charge?.dueAt === undefined ? '' : formatDate(charge.dueAt, language),
  }
  return (
    <span className={styles.next}>
      <strong>{t('next.label')}</strong> <span>{t(`next.${step}`, values)}</span>
    </span>
  )
}

/** A returned application that was corrected needs nothing more: a second correction would be a second application. */
function SentAgain({ replacedBy: { orderId, submittedAt } }: { replacedBy: OrderReplacement }) {
  const t = useText('orders')
  const language = useLanguage()
  const { tenantId } = useTenant()
  return (
    <span className={styles.next}>
      <span>{t('replaced.sent', { submittedAt: formatDate(submittedAt, language) })}</span>{' '}
      <Link to={paths.historyDetails(tenantId, orderId)}>{t('replaced.show')}</Link>
    </span>
  )
}

/** Receives the focus after an action that changes the status. */
export const statusPanelId = 'order-status'

/** The status of the application with an explanation. For a returned one also the reason and the next step. */
export function StatusPanel({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const shown = shownOrderStatus(order.status)
  const isOver = shown === 'CANCELLED_BY_TENANT' && (order.replacedBy !== undefined || !mayCorrect(order))
  return (
    <section id={statusPanelId} tabIndex={-1} className={styles.status} data-tone={orderTone(order.status)}>
      <h2>
        <VisuallyHidden>{t('details.status')}</VisuallyHidden>
      </h2>
      <p className={styles.statusLine}>
        <OrderStatusBadge status={order.status} />
        <span className={styles.updated}>
          {t('details.updated', { updatedAt: formatDateTime(order.updatedAt, language) })}
        </span>
      </p>
      {shown !== 'unknown' && <p>{isOver ? t('replaced.explanation') : records(`order.${shown}.explanation`)}</p>}
      {/* The returned application allows another correction, unless it was corrected again since. */}
      {shown === 'CANCELLED_BY_USER' && order.reapplyOf !== undefined && (
        <p>
          <Link to={paths.historyDetails(tenantId, order.reapplyOf)}>{t('replaced.returned')}</Link>
        </p>
      )}
      {order.returnReason !== undefined && (
        <div className={styles.reason}>
          <h3>{inPhrases(t('details.returnReason'))}</h3>
          <p className={styles.words}>{order.returnReason}</p>
        </div>
      )}
      <ReapplyButton order={order} />
    </section>
  )
}

/** The history of the order, newest entry first. The oldest entry is the submission. */
export function OrderTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  const items = entries.map((entry, index) => ({
    key: `${index} ${entry.at}`,
    title: index === 0 ? t('timeline.submitted') : records(`order.${shownOrderStatus(entry.status)}.label`),
    time: `${formatDateTime(entry.at, language)} · ${t(`timeline.actor.${shownActor(entry.actor)}`)}`,
    current: index === entries.length - 1,
    ...(entry.note !== undefined && { note: <p className={styles.words}>{entry.note}</p> }),
  }))
  return <Timeline items={items.toReversed()} />
}

/** The remaining steps: the payment until its due date, then what the author of the form describes. */
export function ComingSteps({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  if (comingSteps(order.status).length === 0) return null
  return (
    <div className={styles.coming}>
      <DetailsSection title={t('coming.title')}>
        <SectionBoundary
          skeleton={<div className={styles.comingWait} />}
          failed={() => <ComingTimeline order={order} lines={null} />}
        >
          <AuthoredSteps order={order} />
        </SectionBoundary>
      </DetailsSection>
    </div>
  )
}

function AuthoredSteps({ order }: { order: OrderDetails }) {
  const { formsBase } = useConfig()
  const { tenantId } = useTenant()
  const { serviceId, type, formVersion } = order
  const address = { formsBase, tenantId, serviceId, type, formVersion }
  const about = useByLanguage((language) => aboutQuery(address, language))
  return <ComingTimeline order={order} lines={stepsAfter(about, order)} />
}

/** @param lines what happens after the payment; null if the author does not describe it */
function ComingTimeline({ order, lines }: { order: OrderDetails; lines: readonly string[] | null }) {
  const t = useText('orders')
  const language = useLanguage()
  const dueAt = order.charges.at(-1)?.dueAt
  const times = {
    payment: dueAt === undefined ? '' : t('coming.paymentUntil', { dueAt: formatDate(dueAt, language) }),
    check: '',
    finish: t('coming.finishThen'),
  }
  const steps = comingSteps(order.status).filter((step) => step === 'payment' || lines === null)
  return (
    <Timeline
      items={[
        ...steps.map((step) => ({ key: step, title: t(`coming.${step}`), time: times[step] })),
        ...(lines ?? []).map((line) => ({ key: line, title: line, time: '' })),
      ]}
    />
  )
}

function shownActor(actor: string): TimelineEntry['actor'] | 'other' {
  return actor === 'USER' || actor === 'TENANT' || actor === 'SYSTEM' ? actor : 'other'
}

export function ShippingDetails({ shipping: { recipient, phone, address } }: { shipping: ShippingAddress }) {
  const t = useText('orders')
  const { postalCode, prefecture, city, town = '', street, building = '' } = address
  return (
    <DescriptionList
      items={[
        { term: t('details.recipient'), description: recipient },
        {
          term: t('details.address'),
          description: (
            <>
              <span>{formatPostalCode(postalCode)}</span>
              <br />
              <span>{`${prefecture}${city}${town}${street}`}</span>
              {building !== '' && (
                <>
                  <br />
                  <span>{building}</span>
                </>
              )}
            </>
          ),
        },
        { term: t('details.phone'), description: formatPhone(phone) },
      ]}
    />
  )
}

type TimelineProps = {
  /** Entries in the order of display. */
  items: readonly { key: string; time: Content; title: Content; note?: Content; current?: boolean }[]
}

function Timeline({ items }: TimelineProps) {
  return (
    <ol className={timelineStyles.list}>
      {items.map(({ key, time, title, note, current = false }) => (
        <li
          key={key}
          className={current ? timelineStyles.current : timelineStyles.item}
          aria-current={current ? 'step' : undefined}
        >
          <p className={timelineStyles.title}>{title}</p>
          {time !== '' && <p className={timelineStyles.time}>{time}</p>}
          {note !== undefined && note !== null && <div className={timelineStyles.note}>{note}</div>}
        </li>
      ))}
    </ol>
  )
}
