import { Link } from 'react-router-dom'
import { useListOrdersSuspense } from '../../api/generated/orders/orders.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../paths.ts'
import { OrderStatusBadge } from '../../order-display/OrderStatusBadge.tsx'
import { useTenant } from '../../tenant/tenant-context.tsx'
import list from './ApplicationListPage.module.css'
import { underWayParams } from './list-queries.ts'
import { underWay } from './my-orders.ts'

const shown = 5

/** What the provider is working on, each one a way into its details. */
export function UnderWaySection() {
  const t = useText('services')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { data } = useListOrdersSuspense(underWayParams)
  const orders = underWay(data.items)
  if (orders.length === 0) return null
  return (
    <section className={list.section} aria-labelledby="under-way-title">
      <h2 id="under-way-title" className={list.title}>
        {t('underWay.title')}
      </h2>
      <ul className={list.rows}>
        {orders.slice(0, shown).map((order) => (
          <li key={order.orderId} className={list.row}>
            <div className={list.rowText}>
              <Link className={list.rowLink} to={paths.historyDetails(tenantId, order.orderId)}>
                {order.serviceName}
              </Link>
              <p className={list.meta}>
                <OrderStatusBadge status={order.status} />
                <span>{t('underWay.submitted', { submittedAt: formatDate(order.submittedAt, language) })}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <p className={list.more}>
        <Link to={paths.applicationHistory(tenantId)}>{t('underWay.all')}</Link>
      </p>
    </section>
  )
}
