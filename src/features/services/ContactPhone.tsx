import type { BrandingContact } from '../../api/generated/api.schemas.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatPhone } from '../../lib/japanese.ts'
import { useNow } from '../../lib/use-now.ts'
import { isPhoneAnswered } from '../../tenant/phone-hours.ts'
import styles from './ContactPhone.module.css'

type Props = Pick<BrandingContact, 'hours' | 'openingHours'> & { phone: string }

/** A phone number with its hours, and whether it is answered now. */
export function ContactPhone({ phone, hours, openingHours }: Props) {
  const t = useText('services')
  const now = useNow()
  const isAnswered = openingHours === undefined ? null : isPhoneAnswered(openingHours, now)
  return (
    <>
      <a href={`tel:${phone}`} className={styles.number}>
        {formatPhone(phone)}
      </a>
      {hours !== undefined && <span>{t('phone.hours', { hours })}</span>}
      {isAnswered !== null && (
        <>
          <br />
          <span>{t(isAnswered ? 'phone.answered' : 'phone.closed')}</span>
        </>
      )}
    </>
  )
}
