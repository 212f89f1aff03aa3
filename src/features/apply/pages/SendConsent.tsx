import type { ReactNode } from 'react'
import { useText } from '../../../i18n/use-text.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import styles from '../application/ApplicationPage.module.css'

export const consentId = 'send-consent'

type Props = { checked: boolean; onChange: (checked: boolean) => void; missing: boolean; children?: ReactNode }

/** The last step before sending: the user confirms that the answers were checked. */
export function SendConsent({ checked, onChange, missing, children }: Props) {
  const t = useText('apply')
  const { info } = useTenant()
  return (
    <section className={styles.box} aria-labelledby="consent-title">
      <h2 id="consent-title">{t('review.consentTitle')}</h2>
      {children}
      {info.branding?.links?.privacy !== undefined && <p className={styles.small}>{t('review.privacy')}</p>}
      <CheckboxField
        id={consentId}
        label={t('review.consent')}
        required
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        error={missing ? t('review.consentMissing') : null}
      />
    </section>
  )
}

/** Whether the checkbox is ticked; if not, it gets the focus. */
export function hasConsent(checked: boolean): boolean {
  if (!checked) document.getElementById(consentId)?.focus()
  return checked
}
