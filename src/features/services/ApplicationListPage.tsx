import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { Problem } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ApplicationListPage.module.css'
import { DraftsSection } from './DraftsSection.tsx'
import { InProgressOrders, OrdersNeedingAction } from './OrderSections.tsx'
import { ServiceSearch } from './ServiceSearch.tsx'

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
