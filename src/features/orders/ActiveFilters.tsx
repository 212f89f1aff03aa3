import { Link } from 'react-router-dom'
import { useListServices } from '../../api/generated/services/services.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './FilterForm.module.css'
import { toHistoryQuery } from './history-filters.ts'
import type { HistoryFilters } from './history-filters.ts'

/** What the list is narrowed to, in words; a click removes one. */
export function ActiveFilters({ filters, onRemove }: { filters: HistoryFilters; onRemove: () => void }) {
  const t = useText('orders')
  const records = useText('records')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { data: services = [] } = useListServices(tenantId)
  const { q, status, service, from, to } = filters
  const chips: { name: keyof HistoryFilters; text: string }[] = []
  if (q !== '') chips.push({ name: 'q', text: q })
  if (status !== null) chips.push({ name: 'status', text: records(`order.${status}.label`) })
  if (service !== null) {
    const known = services.find(({ serviceId }) => serviceId === service)
    chips.push({ name: 'service', text: known?.name ?? service })
  }
  if (from !== null) chips.push({ name: 'from', text: t('filter.sinceDay', { from: formatDate(from, language) }) })
  if (to !== null) chips.push({ name: 'to', text: t('filter.untilDay', { to: formatDate(to, language) }) })
  if (chips.length === 0) return null
  return (
    <ul className={styles.active} aria-label={t('filter.active')}>
      {chips.map(({ name, text }) => (
        <li key={name}>
          <Link
            className={styles.chip}
            onClick={onRemove}
            to={paths.applicationHistory(tenantId, toHistoryQuery({ ...filters, [name]: name === 'q' ? '' : null }))}
            aria-label={t('filter.remove', { filter: text })}
          >
            {text}
            <Icon name="cross" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
