import { useText } from '../i18n/use-text.ts'
import { Notice } from '../ui/Notice.tsx'

/** A mail with a link is on its way, and what to do if it does not arrive. */
export function MailSent() {
  const t = useText('account')
  return (
    <Notice tone="success" role="status">
      <p>{t('mailSent')}</p>
    </Notice>
  )
}
