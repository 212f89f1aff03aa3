import { replace } from 'react-router-dom'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { mailConfirmationTarget } from './mail-confirmation.ts'
import styles from './SignInFlow.module.css'

/** Leads a mailed link on before anything is shown; the link itself is not used up by being opened. */
export function loader({ request }: LoaderFunctionArgs): null {
  const target = mailConfirmationTarget(new URL(request.url).searchParams)
  if (target === 'invalid') throw new Response(null, { status: 404 })
  if (target !== null) throw replace(target)
  return null
}

/** Seen by people whose link has no type: the mail they were sent leads on. */
export function Component() {
  const t = useText('sign-in')
  return (
    <div className={`${styles.narrow} ${styles.flow}`}>
      <PageTitle title={t('mail.title')} lead={t('mail.body')} />
      <Notice tone="info">
        <p>{t('mail.hint')}</p>
      </Notice>
    </div>
  )
}
