import { useEffect } from 'react'
import type { OrderSummary, Service } from '../../../api/generated/api.schemas.ts'
import { useListOrders } from '../../../api/generated/orders/orders.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from './application-layout.module.css'
import type { ApplicationStore } from './application-store.ts'
import { useApplicationState } from './use-application.ts'
import type { OpenApplication } from './use-application.ts'

type Props = { store: ApplicationStore; service: Service; order: OrderSummary }

/** Instead of the form after another device has sent all that this one has: nothing is left to be decided. */
export function SentElsewhere({ store, service, order }: Props) {
  const t = useText('apply')
  const { tenantId } = useTenant()
  useEffect(() => store.discard(), [store])
  return (
    <div className={styles.page}>
      <PageTitle above={service.name} title={t('sent.elsewhereTitle')} />
      <p role="status">{t('sent.elsewhere', { receiptNumber: order.receiptNumber })}</p>
      <div className={styles.actions}>
        <LinkButton to={paths.historyDetails(tenantId, order.orderId)}>{t('sent.details')}</LinkButton>
      </div>
    </div>
  )
}

/** Null also if this page has answers that the API has never had: then the user decides about them. */
export function useSentElsewhere({
  key,
  store,
}: Pick<OpenApplication, 'key' | 'store'>): OrderSummary | 'reading' | null {
  const isGone = useApplicationState(store, ({ question }) => question?.kind === 'gone' && question.received === null)
  const savedAt = isGone ? store.savedAt() : null
  const query = { staleTime: 0, enabled: savedAt !== null }
  const { data, isFetching } = useListOrders({ serviceId: key.serviceId, limit: 20 }, { query })
  if (savedAt === null) return null
  if (isFetching) return 'reading'
  const isSince = ({ submittedAt }: OrderSummary) => Date.parse(submittedAt) >= Date.parse(savedAt)
  return data?.items.find((order) => order.type === key.type && isSince(order)) ?? null
}
