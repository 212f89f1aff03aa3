import { useEffect } from 'react'
import { useLoaderData, Link } from 'react-router-dom'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Answers } from '../../../form-model/definition.ts'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { useGetOrderSuspense, useListOrdersSuspense } from '../../api/generated/orders/orders.ts'
import { appointmentOf, bookingQuery } from '../../form-engine/definition/booking.ts'
import type { Appointment } from '../../form-engine/definition/booking.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { calendarFile, saveCalendarFile } from '../../order-display/calendar-file.ts'
import { serverNow } from '../../lib/clock.ts'
import { useConfig } from '../../lib/config-context.ts'
import { formatDateTime, formatDay } from '../../lib/dates.ts'
import { formatYen } from '../../lib/display-text.ts'
import type { Language } from '../../lib/language.ts'
import { canPrintAndSave } from '../../line/channel.ts'
import { BackToChat } from '../../line/LineHints.tsx'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { recallOrder, resultShown } from '../../payment/remembered-order.ts'
import { NothingDue } from '../../order-display/AmountLines.tsx'
import { OrderBadges } from '../../order-display/OrderBadges.tsx'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { paths } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { MetaLine } from '../../ui/MetaLine.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import { ChargeResult } from './ChargeResult.tsx'
import styles from './ResultFrame.module.css'
import { NextSteps, ResultFrame } from './ResultFrame.tsx'
import { latestParams } from './result-target.ts'
import type { ResultTarget } from './result-target.ts'

type Props = {
  returnedFrom: PaymentReturn
  /** What the page is about: the application (first payment, or no fee), or a charge that was paid later. */
  subject: 'order' | 'charge'
}

/** One of the four result pages. All show the state the API reports; only the wording differs. */
export function ResultPage({ returnedFrom, subject }: Props) {
  const target = useLoaderData<ResultTarget>()
  const { tenantId } = useTenant()
  useEffect(() => {
    const sent = recallOrder(tenantId)
    if (sent !== null) resultShown(sent.orderId)
  }, [tenantId])
  switch (target.kind) {
    case 'charge':
      return <ChargeResult key={target.chargeId} chargeId={target.chargeId} {...{ returnedFrom, subject }} />
    case 'order':
      return subject === 'order' ? <OrderComplete orderId={target.orderId} /> : <UnknownResult />
    case 'nothing':
      return <UnknownResult />
  }
}

/** Confirms an application without a fee. The receipt number comes from the API, not from the previous page (P-03). */
function OrderComplete({ orderId }: { orderId: string }) {
  const { tenantId } = useTenant()
  const { formsBase } = useConfig()
  const { data: order } = useGetOrderSuspense(orderId)
  const { serviceId, type, formVersion, answers } = order
  const { data: rule } = useSuspenseQuery(bookingQuery({ formsBase, tenantId, serviceId, type, formVersion }))
  const appointment = rule === null ? null : appointmentOf(rule, answers as Answers)
  const noun = order.orderNoun ?? (rule === null ? undefined : 'booking')
  return (
    <ServiceNoun of={{ orderNoun: noun }}>
      <CompleteFrame order={order} appointment={appointment} />
    </ServiceNoun>
  )
}

type CompleteProps = { order: OrderDetails; appointment: Appointment | null }

function CompleteFrame({ order, appointment }: CompleteProps) {
  const t = useText('charges')
  const common = useText('common')
  const records = useText('order-display')
  const language = useLanguage()
  const { tenantId, info } = useTenant()
  const { orderId, receiptNumber, serviceName, paidBefore = 0 } = order
  function saveAppointment(time: Appointment) {
    const note = t('result.calendarNote', { receiptNumber })
    const event = { id: `${orderId}@${tenantId}`, ...time, title: serviceName, note }
    saveCalendarFile(t('result.calendarFile', { receiptNumber }), calendarFile(event, serverNow()))
  }
  return (
    <ResultFrame
      tone="success"
      title={t('result.orderTitle')}
      body={t('result.orderBody', { receiptNumber: order.receiptNumber })}
      receiptNumber={order.receiptNumber}
      facts={[
        { term: t('result.service'), description: order.serviceName },
        ...(appointment === null
          ? []
          : [{ term: t('result.appointment'), description: appointmentText(appointment, language) }]),
        { term: records('submittedAt'), description: formatDateTime(order.submittedAt, language) },
        ...(paidBefore === 0
          ? []
          : [{ term: records('amount.carriedOver'), description: formatYen(paidBefore, language) }]),
      ]}
      actions={
        <>
          <LinkButton variant="primary" to={paths.applicationHistory(tenantId)}>
            {t('result.history')}
          </LinkButton>
          <LinkButton variant="text" to={paths.historyDetails(tenantId, orderId)}>
            {t('result.details')}
          </LinkButton>
          {appointment !== null && canPrintAndSave() && (
            <Button variant="text" onClick={() => saveAppointment(appointment)}>
              {t('result.calendar')}
            </Button>
          )}
          {canPrintAndSave() && (
            <Button variant="text" onClick={() => window.print()}>
              {common('button.print')}
            </Button>
          )}
        </>
      }
    >
      {paidBefore > 0 && (
        <div>
          <NothingDue order={order} />
        </div>
      )}
      <NextSteps orderId={orderId} receipt={false} />
      <BackToChat accountUrl={info.branding?.line?.officialAccountUrl} />
    </ResultFrame>
  )
}

function appointmentText({ day, time }: Appointment, language: Language): string {
  return time === undefined ? formatDay(day, language) : formatDateTime(`${day}T${time}:00+09:00`, language)
}

/** Shown if it is unknown which payment or application is meant: the status of the latest applications. */
function UnknownResult() {
  const t = useText('charges')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { data } = useListOrdersSuspense(latestParams)
  return (
    <ResultFrame
      tone="attention"
      title={t('result.unconfirmedTitle')}
      body={t('result.unconfirmedBody')}
      actions={
        <LinkButton variant="primary" to={paths.applicationHistory(tenantId)}>
          {t('result.history')}
        </LinkButton>
      }
    >
      <section className={styles.recent}>
        <h2>{inPhrases(t('result.recent'))}</h2>
        {data.items.length === 0 ? (
          <p>{t('result.recentNone')}</p>
        ) : (
          <ul>
            {data.items.map((order) => (
              <li key={order.orderId}>
                <Link to={paths.historyDetails(tenantId, order.orderId)}>{order.serviceName}</Link>
                <MetaLine>
                  <span>{order.receiptNumber}</span>
                  <span>{formatDateTime(order.submittedAt, language)}</span>
                </MetaLine>
                <OrderBadges
                  order={order}
                  confirming={order.charge !== undefined && isAttemptInProgress(order.charge)}
                  chargeLabel={t('result.fee')}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
    </ResultFrame>
  )
}
