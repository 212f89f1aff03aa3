import type { ReactNode } from 'react'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import type { Text } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { CheckboxField } from '../../../ui/fields/CheckboxField.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import styles from '../application/ApplicationPage.module.css'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import type { Refusal } from '../submission/submission-server.ts'

const consentId = 'send-consent'

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

/** Why the application was refused, beside the submit button. All answers are kept. */
export function SubmissionRefused({ application: { tenantId, key, store } }: { application: OpenApplication }) {
  const t = useText('apply')
  const errors = useText('errors')
  const refusal = useApplicationState(store, (state) => state.submission.refusal)
  const refused = useApplicationState(store, (state) => state.serverErrors)
  const question = useApplicationState(store, (state) => state.question)
  if (refusal === null) return null
  if (refusal.kind === 'undecided' && question === null) return null
  // Every refused answer has been corrected since: there is nothing left to show.
  if (refusal.kind === 'fields' && refused.length === 0) return null
  const wrongAddress = refused.some(({ pointer }) => pointer.startsWith('/shippingAddress'))
  // The sign-in dialog opens automatically and returns the focus to the button: this text only stays visible.
  if (refusal.kind === 'unauthenticated') return <Notice tone="warning">{t('submission.unauthenticated')}</Notice>
  const message = words(refusal.kind, t, errors)
  return (
    <ProblemAlert problem={refusal.problem} {...(message === null ? {} : { message })}>
      {refusal.kind === 'duplicate' && (
        <LinkButton variant="secondary" to={paths.applicationHistory(tenantId)}>
          {t('submission.history')}
        </LinkButton>
      )}
      {wrongAddress && (
        <LinkButton variant="secondary" to={paths.shippingAddress(tenantId, key.serviceId, key.type)}>
          {t('shipping.change')}
        </LinkButton>
      )}
    </ProblemAlert>
  )
}

/** Null: the text of the problem's own code is shown. */
function words(kind: Refusal, t: Text<'apply'>, errors: Text<'errors'>): string | null {
  switch (kind) {
    case 'fields':
      return t('submission.fields')
    case 'amount-changed':
      return t('fee.changed')
    case 'too-large':
      return t('submission.tooLarge')
    case 'offline':
      return t('submission.offline')
    case 'undecided':
      return t('submission.undecided')
    case 'general':
      return errors('application.applicationGeneral')
    case 'unauthenticated':
    case 'form-version':
    case 'duplicate':
    case 'infected':
    case 'stopped':
    case 'unknown-form':
      return null
  }
}
