import { lazy } from 'react'
import type { OrderDetails } from '../../api/generated/api.schemas.ts'
import { loadNamespaces } from '../../i18n/texts.ts'
import { useText } from '../../i18n/use-text.ts'
import { SectionBoundary } from '../../feedback/SectionBoundary.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DetailsSection } from './DetailsSections.tsx'

/** The form engine and the form load after the rest of the page, which does not wait for them. */
const OrderAnswers = lazy(async () => {
  const [module] = await Promise.all([import('./OrderAnswers.tsx'), loadNamespaces(['form-engine'])])
  return { default: module.OrderAnswers }
})

/** The submitted answers, in the version of the form they were given in. */
export function AnswersSection({ order }: { order: OrderDetails }) {
  const t = useText('orders')
  return (
    <DetailsSection title={t('details.answers')}>
      <SectionBoundary
        skeleton={<Skeleton lines={4} />}
        failed={(_problem, retry) => (
          <Notice tone="warning" title={t('details.answersFailed')} role="status">
            <Button variant="secondary" onClick={retry}>
              {t('details.answersRetry')}
            </Button>
          </Notice>
        )}
      >
        <OrderAnswers order={order} />
      </SectionBoundary>
    </DetailsSection>
  )
}
