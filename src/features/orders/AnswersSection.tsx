import { lazy } from 'react'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { loadNamespaces } from '../../i18n/texts.ts'
import { useText } from '../../i18n/use-text.ts'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DetailsSection } from './DetailsSections.tsx'
import { withStyleSheets } from '../../lib/style-sheets.ts'
import type { Elements } from '../../ui/elements.ts'

/** The form engine and the form load after the rest of the page, which does not wait for them. */
const OrderAnswers = lazy(async () => {
  const [module] = await Promise.all([
    withStyleSheets(() => import('./OrderAnswers.tsx')),
    loadNamespaces(['form-engine']),
  ])
  return { default: module.OrderAnswers }
})

type Props = {
  order: OrderDetails
  /** What follows the answers. */
  children: Elements
}

/**
 * The submitted answers, in the version of the form they were given in. What follows them is shown with them or with
 * their failure: a button that the answers push down would miss a click that is under way.
 */
export function AnswersSection({ order, children }: Props) {
  const t = useText('orders')
  const title = t('details.answers')
  return (
    <SectionBoundary
      skeleton={
        <DetailsSection title={title}>
          <Skeleton lines={4} />
        </DetailsSection>
      }
      failed={(_problem, retry) => (
        <>
          <DetailsSection title={title}>
            <Notice tone="warning" title={t('details.answersFailed')} role="status">
              <Button variant="secondary" onClick={retry}>
                {t('details.answersRetry')}
              </Button>
            </Notice>
          </DetailsSection>
          {children}
        </>
      )}
    >
      <DetailsSection title={title}>
        <OrderAnswers order={order} />
      </DetailsSection>
      {children}
    </SectionBoundary>
  )
}
