import { replace } from 'react-router-dom'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { useText } from '../../i18n/use-text.ts'
import { parseConfirmationId, parseTenantId, paths } from '../../paths.ts'
import type { Path } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
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

const targets = {
  password_reset: paths.passwordReset,
  registration: paths.registration,
  email_change: paths.emailChange,
} as const

/**
 * Where a mailed link leads.
 * @returns null: any other type, the page itself is shown. `'invalid'`: a known type with ids that are none.
 */
export function mailConfirmationTarget(search: URLSearchParams): Path | 'invalid' | null {
  const type = search.get('type')
  if (type === null || !Object.hasOwn(targets, type)) return null
  const tenantId = parseTenantId(search.get('tenantId'))
  const confirmationId = parseConfirmationId(search.get('id'))
  if (tenantId === null || confirmationId === null) return 'invalid'
  return targets[type as keyof typeof targets](tenantId, confirmationId)
}
