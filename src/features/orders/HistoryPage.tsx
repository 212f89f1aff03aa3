import { memo, useCallback, useEffect, useRef } from 'react'
import { useNavigation, useSearchParams, Link } from 'react-router-dom'
import type { OrderSummary } from '../../api/generated/api.schemas.ts'
import { useListOrdersSuspenseInfinite } from '../../api/generated/orders/orders.ts'
import { cursorPaging } from '../../api/paging.ts'
import { staleTimes } from '../../api/queries.ts'
import { announce } from '../../feedback/Announcer.tsx'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { useText, useLanguage } from '../../i18n/use-text.ts'
import { formatDate } from '../../lib/dates.ts'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { OrderBadges } from '../../order-display/OrderBadges.tsx'
import { mayCorrect } from '../../order-display/OrderStatus.tsx'
import { ServiceNoun } from '../../tenant/ServiceNoun.tsx'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { MetaLine } from '../../ui/MetaLine.tsx'
import { MoreButton, useMoreRows } from '../../ui/MoreButton.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ActiveFilters, FilterForm } from './FilterForm.tsx'
import { countFilters, isPeriodReversed, readHistoryFilters, toListOrdersParams } from './history-filters.ts'
import { HistoryFailed } from './HistoryFailed.tsx'
import styles from './HistoryPage.module.css'

export function Component() {
  const t = useText('orders')
  const [search] = useSearchParams()
  const loading = useNavigation().state === 'loading'
  const filters = readHistoryFilters(search)
  const filtered = useRef(false)
  const unannounced = useRef(false)
  const expectFilters = () => {
    filtered.current = true
    unannounced.current = true
  }
  // A list with other filters is a new element, whose status no screen reader reads.
  const announceFiltered = useCallback((shown: string) => {
    if (unannounced.current) announce(shown)
    unannounced.current = false
  }, [])
  return (
    <div className={styles.page}>
      <PageTitle title={t('history.title')} lead={t('history.lead')} />
      <FilterForm
        key={search.toString()}
        filters={filters}
        onApply={expectFilters}
        summaryRef={(summary) => {
          // The form is rendered again with the list. Its summary shows how many filters are active.
          if (!filtered.current || summary === null) return
          filtered.current = false
          summary.focus()
        }}
      />
      <ActiveFilters filters={filters} onRemove={expectFilters} />
      {!isPeriodReversed(filters) && (
        <div aria-busy={loading || undefined} className={styles.results}>
          <SectionBoundary
            key={search.toString()}
            skeleton={<Skeleton lines={6} />}
            failed={(problem, retry) => <HistoryFailed problem={problem} onRetry={retry} />}
          >
            <Results onShown={announceFiltered} />
          </SectionBoundary>
        </div>
      )}
    </div>
  )
}

function Results({ onShown }: { onShown: (shown: string) => void }) {
  const t = useText('orders')
  const [search] = useSearchParams()
  const filters = readHistoryFilters(search)
  const { data, ...next } = useListOrdersSuspenseInfinite(toListOrdersParams(filters), {
    query: { ...cursorPaging, staleTime: staleTimes.drawn },
  })
  const count = data.pages.reduce((sum, page) => sum + page.items.length, 0)
  const { list, more } = useMoreRows<HTMLUListElement>(count, next)
  const filtered = countFilters(filters) > 0
  const none = filtered ? t('history.noneTitle') : t('history.emptyTitle')
  const shown = count === 0 ? none : t('history.shown', { count })
  useEffect(() => onShown(shown), [onShown, shown])
  if (count === 0) return <NoOrders filtered={filtered} />
  return (
    <>
      <p className={styles.count} role="status">
        {shown}
      </p>
      <ul ref={list} className={styles.list}>
        {data.pages.map((page, index) => (
          <HistoryRows key={index} orders={page.items} />
        ))}
      </ul>
      {next.hasNextPage ? (
        <MoreButton
          {...more}
          texts={{ more: t('history.more'), loading: t('history.loadingMore'), failed: t('history.moreFailed') }}
        />
      ) : (
        data.pages.length > 1 && <p className={styles.end}>{t('history.end')}</p>
      )}
    </>
  )
}

function NoOrders({ filtered }: { filtered: boolean }) {
  const t = useText('orders')
  const { tenantId } = useTenant()
  return filtered ? (
    <EmptyState
      title={t('history.noneTitle')}
      action={
        <>
          <p>{t('history.noneBody')}</p>
          <LinkButton variant="secondary" to={paths.applicationHistory(tenantId)}>
            {t('filter.clear')}
          </LinkButton>
        </>
      }
    />
  ) : (
    <EmptyState
      title={t('history.emptyTitle')}
      action={
        <>
          <p>{t('history.emptyBody')}</p>
          <LinkButton variant="primary" to={paths.applicationList(tenantId)}>
            {t('history.toServices')}
          </LinkButton>
        </>
      }
    />
  )
}

/**
 * One page of the history. Memoized, so that a further page does not render it again; rows outside the viewport are not
 * laid out (content-visibility). Lists of 10,000 orders stay smooth.
 */
export const HistoryRows = memo(function HistoryRows({ orders }: { orders: readonly OrderSummary[] }) {
  return orders.map((order) => (
    <ServiceNoun key={order.orderId} of={order}>
      <HistoryRow order={order} />
    </ServiceNoun>
  ))
})

function HistoryRow({ order }: { order: OrderSummary }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  const { tenantId } = useTenant()
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <Link className={styles.link} to={paths.historyDetails(tenantId, order.orderId)}>
          {order.serviceName}
        </Link>
        <MetaLine>
          <span>
            <span>{records('receiptNumber')}</span> <span className={styles.number}>{order.receiptNumber}</span>
          </span>
          <span>{t('history.submitted', { submittedAt: formatDate(order.submittedAt, language) })}</span>
          {mayCorrect(order) && <strong>{t('history.correct')}</strong>}
        </MetaLine>
      </div>
      <OrderBadges
        order={order}
        confirming={order.charge !== undefined && isAttemptInProgress(order.charge)}
        chargeLabel={order.charge?.status === 'WAITING' ? null : t('history.charge')}
        atEnd
      />
    </li>
  )
}
