import { Link, useLocation } from 'react-router-dom'
import { loadOnline } from '../../lib/network.ts'
import { MailSent, useMailRequest, EmailField } from '../fields/MailRequest.tsx'
import { rememberRequestedEmail } from '../fields/requested-email.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { FormErrors } from '../../fields/FormErrors.tsx'
import { readLoginState } from './login-state.ts'
import styles from './SignInFlow.module.css'
import link from '../../ui/Link.module.css'

/** Asks for a mail with a link. The response is the same for known and unknown addresses. */
export function ResetRequest({ tenantId }: { tenantId: TenantId }) {
  const t = useText('sign-in')
  const login = useText('login')
  const { email } = readLoginState(useLocation().state)
  const { formErrors, busy, problem, onSubmit, sent } = useMailRequest(async (email, key) => {
    const { requestPasswordReset } = await loadOnline(() => import('../../api/generated/login/login.ts'))
    await requestPasswordReset(tenantId, { email }, { 'Idempotency-Key': key })
    rememberRequestedEmail(tenantId, email)
  })

  return (
    <div className={styles.flow}>
      {sent === null ? (
        <>
          <PageTitle key="form" title={t('reset.title')} lead={t('reset.lead')} />
          <form method="post" className={styles.form} noValidate onSubmit={onSubmit}>
            <FormErrors {...formErrors} />
            {problem !== null && <ProblemAlert problem={problem} />}
            <EmailField
              label={login('login.email')}
              error={formErrors.messageOf('email')}
              {...(email === undefined ? {} : { suggested: email })}
            />
            <Button type="submit" wide busy={busy}>
              {t('reset.submit')}
            </Button>
          </form>
        </>
      ) : (
        <>
          <PageTitle key="sent" title={t('reset.sentTitle')} />
          <MailSent {...sent} message={`${t('reset.sent')}${t('reset.sentHint')}`} />
        </>
      )}
      <Link className={link.outsideSentence} to={paths.login(tenantId)}>
        {t('reset.toLogin')}
      </Link>
    </div>
  )
}
