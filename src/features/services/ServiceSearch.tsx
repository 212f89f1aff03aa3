import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router-dom'
import { useText } from '../../i18n/use-text.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { useServices } from '../../tenant/use-services.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import { controlClass } from '../../ui/fields/control.ts'
import { useFieldText } from '../../ui/fields/use-field-text.ts'
import list from './ApplicationListPage.module.css'
import styles from './ServiceSearch.module.css'
import { ServiceCard } from './ServiceCard.tsx'
import { categoriesOf, findServices, searchExamples } from './find-services.ts'
import { tidyQuery } from './search-key.ts'
import { ContactPhone } from './ContactPhone.tsx'
import { StopWarnings } from './StopWarnings.tsx'

/** Delay after the last key before the search is written into the address. */
const typingDelayMs = 400

/** All services of the tenant, filtered by words and category. Both are part of the address. */
export function ServiceSearch() {
  const t = useText('services')
  const { info } = useTenant()
  const services = useServices()
  const contact = info.branding?.contact
  const [search, setSearch] = useSearchParams()
  const category = search.get('category') ?? ''
  const inAddress = search.get('q') ?? ''
  const [query, setQuery] = useState(inAddress)
  const { key } = useLocation()
  const [known, setKnown] = useState({ key, written: inAddress })
  // After another link to this page, or Back, the field shows the search in the address, unless the field itself wrote
  // it. The addresses themselves are not enough: React may skip the one that the field wrote.
  if (key !== known.key) {
    setKnown({ key, written: inAddress })
    if (inAddress !== known.written) setQuery(inAddress)
  }
  const field = useId()
  const control = useFieldText<HTMLInputElement>(query, onQuery)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { location: next } = useNavigation()
  // Writing the address would cancel a navigation that has begun, or return here after it.
  useEffect(() => {
    if (next !== undefined) clearTimeout(timer.current)
  }, [next])
  useEffect(() => () => clearTimeout(timer.current), [])
  // Wrapped in a function, because a state setter calls any function it receives.
  const [romaji, setRomaji] = useState<{ toKana: (text: string) => string } | null>(null)
  const isLatin = /[a-z]/i.test(query.normalize('NFKC'))
  useEffect(() => {
    if (!isLatin) return
    // If loading fails, Latin letters only find texts in Latin letters.
    import('./romaji.ts').then(({ romajiToKana }) => setRomaji({ toKana: romajiToKana })).catch(() => undefined)
  }, [isLatin])
  const found = findServices(services, useDeferredValue(query), category, romaji?.toKana)

  if (services.length === 0) return <EmptyState title={t('find.emptyTitle')} />

  function onQuery(next: string) {
    setQuery(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => keepInAddress(next), typingDelayMs)
  }

  function keepInAddress(next: string) {
    clearTimeout(timer.current)
    setKnown((now) => ({ ...now, written: tidyQuery(next) }))
    setSearch((former) => narrowed(former, 'q', tidyQuery(next)), { replace: true, preventScrollReset: true })
  }

  // Runs before a link is followed, so that Back shows the same results.
  function onBlur() {
    if (tidyQuery(query) !== inAddress) keepInAddress(query)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    keepInAddress(query)
  }

  function onShowAll() {
    clearTimeout(timer.current)
    setQuery('')
    setSearch((former) => narrowed(narrowed(former, 'q', ''), 'category', ''), {
      replace: true,
      preventScrollReset: true,
    })
  }

  return (
    <section className={list.section} aria-labelledby="find-title">
      <h2 id="find-title">{inPhrases(t('find.title'))}</h2>
      <StopWarnings services={services} />
      <div role="search">
        <Categories
          categories={categoriesOf(services)}
          chosen={category}
          search={narrowed(search, 'q', tidyQuery(query))}
        />
        <form method="get" className={styles.form} onSubmit={onSubmit}>
          <label className={styles.label} htmlFor={field}>
            {t('find.search')}
          </label>
          <p className={styles.help} id={`${field}-help`}>
            {t('find.searchHelp', { examples: searchExamples(services).join(t('find.exampleSeparator')) })}
          </p>
          <div className={styles.box}>
            <Icon name="search" />
            <input
              id={field}
              className={controlClass()}
              type="search"
              name="q"
              enterKeyHint="search"
              autoComplete="off"
              aria-describedby={`${field}-help`}
              {...control}
              onBlur={onBlur}
            />
          </div>
        </form>
      </div>
      <p className={styles.found} role="status">
        {t(found.services.length === 0 ? 'find.noneTitle' : found.similar ? 'find.similar' : 'find.found', {
          count: found.services.length,
        })}
      </p>
      {found.services.length === 0 ? (
        <EmptyState
          title={t('find.noneBody')}
          action={
            <>
              {contact?.phone !== undefined && (
                <p>
                  <span>{t('find.askByPhone')}</span> <ContactPhone {...contact} phone={contact.phone} />
                </p>
              )}
              <Button variant="secondary" onClick={onShowAll}>
                {t('find.showAll')}
              </Button>
            </>
          }
        />
      ) : (
        <ul className={list.cards}>
          {found.services.map((service) => (
            <ServiceCard key={service.serviceId} service={service} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Categories({ categories, chosen, search }: { categories: string[]; chosen: string; search: URLSearchParams }) {
  const t = useText('services')
  if (categories.length < 2) return null
  return (
    <nav aria-label={t('find.categories')}>
      <ul className={styles.chips}>
        {['', ...categories].map((category) => (
          <li key={category}>
            <Link
              className={styles.chip}
              to={{ search: narrowed(search, 'category', category).toString() }}
              replace
              preventScrollReset
              aria-current={category === chosen ? 'true' : undefined}
            >
              {category === '' ? t('find.all') : category}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function narrowed(former: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(former)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}
