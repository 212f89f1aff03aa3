import { useEffect } from 'react'
import type { OrderSummary, Service } from '../../../api/generated/api.schemas.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { PageTitle } from '../../../ui/PageTitle.tsx'
import styles from './application-layout.module.css'
import type { ApplicationStore } from './application-store.ts'

type Props = { store: ApplicationStore; service: Service; order: OrderSummary }

/** Instead of the form after another device has sent all that this one has: nothing is left to be decided. */
export function SentElsewhere({ store, service, order }: Props) {
  const t = useText('apply')
  const { tenantId } = useTenant()
  useEffect(() => void store.discard(), [store])
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
