import { useLoaderData, Link, replace } from 'react-router-dom'
import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Answers } from '../../../form-model/definition.ts'
import type { ListOrdersParams, OrderDetails } from '../../api/generated/api.schemas.ts'
import { getGetChargeQueryOptions } from '../../api/generated/charges/charges.ts'
import {
  useGetOrderSuspense,
  useListOrdersSuspense,
  getGetOrderQueryOptions,
  getListOrdersQueryOptions,
} from '../../api/generated/orders/orders.ts'
import { queryClientContext, staleTimes, startQuery } from '../../api/queries.ts'
import { appointmentOf, bookingQuery } from '../../form-engine/definition/booking.ts'
import type { Appointment } from '../../form-engine/definition/booking.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { calendarFile, saveCalendarFile } from '../../order-display/calendar-file.ts'
import { serverNow } from '../../lib/clock.ts'
import { useConfig } from '../../lib/config-context.ts'
import { formatDateTime, formatDay } from '../../lib/dates.ts'
import { formatYen } from '../../lib/display-text.ts'
import type { Language } from '../../lib/language.ts'
import { problemOf } from '../../lib/problem.ts'
import { BackToChat } from '../../line/LineHints.tsx'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { NothingDue } from '../../order-display/AmountLines.tsx'
import { OrderBadges } from '../../order-display/OrderBadges.tsx'
import { isCancelled } from '../../order-display/OrderStatus.tsx'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { paths, parseTenantId } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import type { PaymentReturn } from '../../payment/payment-result.ts'
import { chargeToShow, forgetOrder, recallOrder } from '../../payment/remembered-order.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { MetaLine } from '../../ui/MetaLine.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import { ChargeResult } from './ChargeResult.tsx'
import styles from './ResultFrame.module.css'
import { NextSteps, ResultFrame } from './ResultFrame.tsx'

/** What the page is about: the application (first payment, or no fee), or a charge that was paid later. */
type Subject = 'order' | 'charge'

/** One of the four result pages. All show the state the API reports; only the wording differs. */
export function resultPage(returnedFrom: PaymentReturn, subject: Subject) {
  return { loader: resultLoader, Component: () => <ResultPage returnedFrom={returnedFrom} subject={subject} /> }
}

function ResultPage({ returnedFrom, subject }: { returnedFrom: PaymentReturn; subject: Subject }) {
  const target = useLoaderData<ResultTarget>()
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
  const records = useText('records')
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
          {appointment !== null && (
            <Button variant="text" onClick={() => saveAppointment(appointment)}>
              {t('result.calendar')}
            </Button>
          )}
          <Button variant="text" onClick={() => window.print()}>
            {common('button.print')}
          </Button>
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

/** What a result page shows. `nothing`: it was opened without an application or charge of this user. */
type ResultTarget = { kind: 'charge'; chargeId: string } | { kind: 'order'; orderId: string } | { kind: 'nothing' }

const latestParams: ListOrdersParams = { scope: 'all', limit: 5 }

/** The charge this tab went to pay, else the one named by the callback, else the order this tab sent, else nothing. */
async function resultLoader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<ResultTarget> {
  const tenantId = parseTenantId(params.tenantId)
  if (tenantId === null) return { kind: 'nothing' }
  const client = context.get(queryClientContext)
  const target = await findTarget(client, tenantId)
  if (target.kind === 'nothing') {
    startQuery(client.query({ ...getListOrdersQueryOptions(latestParams), staleTime: staleTimes.orders }))
  }
  return target
}

async function findTarget(client: QueryClient, tenantId: TenantId): Promise<ResultTarget> {
  try {
    const chargeId = chargeToShow(tenantId)
    if (chargeId !== null) {
      await client.query({ ...getGetChargeQueryOptions(chargeId), staleTime: staleTimes.charges })
      return { kind: 'charge', chargeId }
    }
    const remembered = recallOrder(tenantId)
    if (remembered === null) return { kind: 'nothing' }
    const { orderId } = remembered
    const order = await client.query({ ...getGetOrderQueryOptions(orderId), staleTime: staleTimes.orders })
    const charge = order.charge?.chargeId ?? order.charges.at(-1)?.chargeId
    // The page of the application shows its state, e.g. after the user has withdrawn it and returns by the address.
    if (charge === undefined && isCancelled(order)) throw replace(paths.historyDetails(tenantId, orderId))
    if (charge === undefined) return { kind: 'order', orderId }
    await client.query({ ...getGetChargeQueryOptions(charge), staleTime: staleTimes.charges })
    return { kind: 'charge', chargeId: charge }
  } catch (error) {
    // The charge or order belongs to another user of this tab, or the hint was forged.
    if (problemOf(error)?.kind !== 'not-found') throw error
    forgetOrder(tenantId)
    return { kind: 'nothing' }
  }
}
