import { Link } from 'react-router-dom'
import type { Service } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { useOptionalSession } from '../../identity/port.ts'
import { useNow } from '../../lib/use-now.ts'
import { paths } from '../../paths.ts'
import { serviceAvailability } from '../../tenant/service-availability.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { availabilityText, feeText } from './service-facts.ts'
import styles from './ServiceCard.module.css'

/**
 * One service with its summary, fee and closing date. For a signed-in user an open service with one form is a link to
 * it; with several forms the card lists them. For everybody else each service is a link to the page about it, which
 * says that the sign-in comes before the form.
 */
export function ServiceCard({ service }: { service: Service }) {
  const t = useText('services')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const availability = serviceAvailability(service, useNow())
  const open = availability.kind === 'open' && service.forms.length > 0
  const [only] = service.forms
  const signedIn = useOptionalSession() !== null
  const aboutPath = paths.procedure(tenantId, service.serviceId)
  const form =
    open && only !== undefined && service.forms.length === 1
      ? paths.application(tenantId, service.serviceId, only.type)
      : null
  const target = signedIn ? form : aboutPath
  return (
    <li className={styles.card} data-open={open} data-link={target !== null}>
      <h3 className={styles.name} id={`${service.serviceId}-name`}>
        {target === null ? (
          service.name
        ) : (
          <Link className={styles.link} to={target}>
            {service.name}
          </Link>
        )}
      </h3>
      {target !== null && (
        <span className={styles.chevron}>
          <Icon name="forward" />
        </span>
      )}
      <p className={styles.summary}>{service.summary}</p>
      <p className={styles.facts}>
        <span className={styles.fee}>{feeText(service.fee, language, t)}</span>
        <span className={styles.when} data-kind={availability.kind}>
          {availabilityText(availability, language, t)}
        </span>
      </p>
      {signedIn && (
        <p>
          <Link className={styles.about} to={aboutPath} aria-describedby={`${service.serviceId}-name`}>
            {t('card.about')}
          </Link>
        </p>
      )}
      {signedIn && open && form === null && (
        <div className={styles.choice}>
          <p className={styles.choose} id={`${service.serviceId}-types`}>
            {t('card.chooseType')}
          </p>
          <ul className={styles.types} aria-labelledby={`${service.serviceId}-types`}>
            {service.forms.map((form) => (
              <li key={form.type}>
                <Link className={styles.type} to={paths.application(tenantId, service.serviceId, form.type)}>
                  <span>{form.title}</span>
                  <Icon name="forward" />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}
