import { Link } from 'react-router-dom'
import { useListOrdersSuspense } from '../../api/generated/orders/orders.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { paths } from '../../paths.ts'
import { ChargeStatusBadge } from '../../order-display/ChargeStatusBadge.tsx'
import { OrderStatusBadge } from '../../order-display/OrderStatusBadge.tsx'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './ResultFrame.module.css'
import { latestParams } from './result-loader.ts'
import { ResultFrame } from './ResultFrame.tsx'

/** The page cannot tell what it was opened for: it claims nothing and shows how the latest applications stand. */
export function Unconfirmed() {
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
        <h2>{t('result.recent')}</h2>
        {data.items.length === 0 ? (
          <p>{t('result.recentNone')}</p>
        ) : (
          <ul>
            {data.items.map((order) => (
              <li key={order.orderId}>
                <Link to={paths.historyDetails(tenantId, order.orderId)}>{order.serviceName}</Link>
                <p className={styles.meta}>
                  <span>{order.receiptNumber}</span>
                  <span>{formatDateTime(order.submittedAt, language)}</span>
                </p>
                <p className={styles.badges}>
                  <OrderStatusBadge status={order.status} />
                  {order.charge !== undefined && (
                    <span className={styles.charge}>
                      {t('result.fee')} <ChargeStatusBadge status={order.charge.status} />
                    </span>
                  )}
                </p>
              </li>
            ))}
          </ul>
        )}
      </section>
    </ResultFrame>
  )
}
