import { Link } from 'react-router-dom'
import type { Service } from '../../api/generated/api.schemas.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { paths } from '../../paths.ts'
import { serviceAvailability } from '../../tenant/service-availability.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { availabilityText, feeText } from './service-facts.ts'
import styles from './ServiceCard.module.css'

/**
 * One service with its summary, fee and closing date. An open service with one form is a link; with several forms the
 * card lists them. A closed service has no link.
 */
export function ServiceCard({ service }: { service: Service }) {
  const t = useText('services')
  const language = useLanguage()
  const { tenantId } = useTenant()
  const availability = serviceAvailability(service, serverNow())
  const open = availability.kind === 'open' && service.forms.length > 0
  const [only] = service.forms
  const single = open && service.forms.length === 1 && only !== undefined
  return (
    <li className={styles.card} data-open={open} data-single={single}>
      <h3 className={styles.name} id={`${service.serviceId}-name`}>
        {single ? (
          <Link className={styles.link} to={paths.application(tenantId, service.serviceId, only.type)}>
            {service.name}
          </Link>
        ) : (
          service.name
        )}
      </h3>
      {single && (
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
      <p>
        <Link
          className={styles.about}
          to={paths.procedure(tenantId, service.serviceId)}
          aria-describedby={`${service.serviceId}-name`}
        >
          {t('card.about')}
        </Link>
      </p>
      {open && !single && (
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
