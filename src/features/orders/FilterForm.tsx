import { staleTimes } from '../../api/queries.ts'
import { useId, useState } from 'react'
import type { FormEvent, RefCallback } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { OrderStatus } from '../../api/generated/api.schemas.ts'
import { useListServices } from '../../api/generated/services/services.ts'
import { useText, useLanguage } from '../../i18n/use-text.ts'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { controlClass } from '../../ui/fields/control.ts'
import { Folded } from '../../ui/Folded.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './FilterForm.module.css'
import { countFilters, isPeriodReversed, longestQuery, toHistoryQuery } from './history-filters.ts'
import type { HistoryFilters } from './history-filters.ts'
import type { Elements } from '../../ui/elements.ts'

type Props = {
  filters: HistoryFilters
  /** Called before the navigation to the filtered list. */
  onApply: () => void
  summaryRef: RefCallback<HTMLElement>
}

/**
 * The filters as a plain form that writes the query of the address. It is collapsed, since most users come for the
 * list, and drawn when it is first opened, since its two date inputs delay the list by up to 0.4 s on a phone. If the
 * list of services could not be loaded, a service from the address is still offered.
 */
export function FilterForm({ filters, onApply, summaryRef }: Props) {
  const t = useText('orders')
  const records = useText('order-display')
  const { tenantId } = useTenant()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const id = useId()
  const [isUsed, setIsUsed] = useState(isPeriodReversed(filters))
  const { data: services = [] } = useListServices(tenantId, { query: { staleTime: staleTimes.services } })
  const count = countFilters(filters)
  const chosen = filters.service
  const chosenIsListed = chosen === null || services.some(({ serviceId }) => serviceId === chosen)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const entered = [...new FormData(event.currentTarget)].filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].trim() !== '',
    )
    onApply()
    const path = paths.applicationHistory(tenantId, Object.fromEntries(entered))
    // Another entry for the list that is shown would be a Back that does nothing.
    void navigate(path, { replace: path === pathname + search })
  }

  return (
    <Folded
      title={count === 0 ? t('filter.title') : t('filter.titleActive', { count })}
      open={isPeriodReversed(filters)}
      onToggle={() => setIsUsed(true)}
      className={styles.filters}
      summaryRef={summaryRef}
    >
      {isUsed && (
        <form method="get" className={styles.form} onSubmit={onSubmit}>
          <Field id={`${id}q`} label={t('filter.q')}>
            <input
              id={`${id}q`}
              className={controlClass()}
              type="search"
              name="q"
              maxLength={longestQuery}
              autoComplete="off"
              defaultValue={filters.q}
            />
          </Field>
          <Field id={`${id}status`} label={t('filter.status')}>
            <select id={`${id}status`} className={controlClass()} name="status" defaultValue={filters.status ?? ''}>
              <option value="">{t('filter.statusAll')}</option>
              {Object.values(OrderStatus).map((status) => (
                <option key={status} value={status}>
                  {records(`order.${status}.label`)}
                </option>
              ))}
            </select>
          </Field>
          <Field id={`${id}service`} label={t('filter.service')}>
            <select id={`${id}service`} className={controlClass()} name="service" defaultValue={chosen ?? ''}>
              <option value="">{t('filter.serviceAll')}</option>
              {!chosenIsListed && <option value={chosen}>{chosen}</option>}
              {services.map(({ serviceId, name }) => (
                <option key={serviceId} value={serviceId}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          <Period id={id} filters={filters} />
          <div className={styles.buttons}>
            <Button variant="secondary" type="submit">
              {t('filter.apply')}
            </Button>
            {count > 0 && (
              <Link to={paths.applicationHistory(tenantId)} onClick={onApply}>
                {t('filter.clear')}
              </Link>
            )}
          </div>
        </form>
      )}
    </Folded>
  )
}

function Period({ id, filters }: { id: string; filters: HistoryFilters }) {
  const t = useText('orders')
  const reversed = isPeriodReversed(filters)
  const errorId = `${id}period-error`
  return (
    <fieldset className={styles.period}>
      <legend>{t('filter.period')}</legend>
      <div className={styles.days}>
        <Field id={`${id}from`} label={t('filter.from')}>
          <input
            id={`${id}from`}
            className={controlClass()}
            type="date"
            name="from"
            defaultValue={filters.from ?? ''}
          />
        </Field>
        <Field id={`${id}to`} label={t('filter.to')}>
          <input
            id={`${id}to`}
            className={controlClass()}
            type="date"
            name="to"
            defaultValue={filters.to ?? ''}
            aria-invalid={reversed || undefined}
            aria-describedby={reversed ? errorId : undefined}
          />
        </Field>
      </div>
      {reversed && (
        <p id={errorId} role="alert" className={styles.error}>
          {t('filter.reversed')}
        </p>
      )}
    </fieldset>
  )
}

function Field({ id, label, children }: { id: string; label: string; children: Elements }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  )
}

/** The active filters as chips. A click removes one. */
export function ActiveFilters({ filters, onRemove }: { filters: HistoryFilters; onRemove: () => void }) {
  const t = useText('orders')
  const records = useText('order-display')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const { data: services = [] } = useListServices(tenantId, { query: { staleTime: staleTimes.services } })
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
            <span>{text}</span>
            <Icon name="cross" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
