import type { LoaderFunctionArgs, RouterContextProvider, ShouldRevalidateFunctionArgs } from 'react-router-dom'
import { getListDraftsQueryOptions } from '../../api/generated/drafts/drafts.ts'
import { getListOrdersQueryOptions } from '../../api/generated/orders/orders.ts'
import { getListServicesQueryOptions } from '../../api/generated/services/services.ts'
import { queryClientContext, staleTimes, waitForParts } from '../../api/queries.ts'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { Problem } from '../../lib/problem.ts'
import { parseTenantId } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ApplicationListPage.module.css'
import { DraftsSection } from './DraftsSection.tsx'
import { draftParams, inProgressParams, needingActionParams } from './my-orders.ts'
import { InProgressOrders, OrdersNeedingAction } from './OrderSections.tsx'
import { ServiceSearch } from './ServiceSearch.tsx'

/**
 * The sections load in parallel. What has not arrived in time appears one by one. A failed section does not affect the
 * others, and a section from the cache is shown at once.
 */
export async function loader({ context, params }: LoaderFunctionArgs<RouterContextProvider>): Promise<null> {
  const tenantId = parseTenantId(params.tenantId)
  if (tenantId === null) return null
  const client = context.get(queryClientContext)
  const { orders, drafts, services } = staleTimes
  const isCached = client.getQueryData(getListOrdersQueryOptions(needingActionParams).queryKey) !== undefined
  const sections = Promise.allSettled([
    client.query({ ...getListOrdersQueryOptions(needingActionParams), staleTime: orders }),
    client.query({ ...getListOrdersQueryOptions(inProgressParams), staleTime: orders }),
    client.query({ ...getListDraftsQueryOptions(draftParams), staleTime: drafts }),
    client.query({ ...getListServicesQueryOptions(tenantId), staleTime: services }),
  ])
  if (!isCached) await waitForParts(sections)
  return null
}

/** A search filters loaded data. Data is fetched again only for another page or tenant. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlySearch = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return onlySearch ? false : defaultShouldRevalidate
}

export function Component() {
  const t = useText('services')
  const errors = useText('errors')
  return (
    <div className={styles.page}>
      <PageTitle title={t('list.title')} />
      <SectionBoundary
        skeleton={<Skeleton lines={3} />}
        failed={(problem, retry) => (
          <SectionFailed
            title={problem.status === 503 ? errors('application.historyWait') : t('failed.orders')}
            problem={problem}
            onRetry={retry}
          />
        )}
      >
        <OrdersNeedingAction />
        <InProgressOrders />
      </SectionBoundary>
      <SectionBoundary
        skeleton={null}
        failed={(problem, retry) => <SectionFailed title={t('failed.drafts')} problem={problem} onRetry={retry} />}
      >
        <DraftsSection />
      </SectionBoundary>
      <SectionBoundary
        skeleton={<Skeleton lines={5} />}
        failed={(problem, retry) => <SectionFailed title={t('failed.services')} problem={problem} onRetry={retry} />}
      >
        <ServiceSearch />
      </SectionBoundary>
    </div>
  )
}

type SectionFailedProps = { title: string; problem: Problem; onRetry: () => void }

/** Replaces a section that failed, with a retry. The rest of the page stays usable. */
function SectionFailed({ title, problem, onRetry }: SectionFailedProps) {
  const t = useText('services')
  const errors = useText('errors')
  return (
    <Notice tone="warning" title={title} role="status">
      {problem.kind === 'offline' && <p>{errors('kind.offline')}</p>}
      <Button variant="secondary" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </Notice>
  )
}
