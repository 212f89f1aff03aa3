import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useKeyFor, newIdempotencyKey } from '../../lib/idempotency.ts'
import { loadOnline } from '../../lib/load-online.ts'
import { MailSent } from '../../credentials/MailSent.tsx'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'
import { EmailField, emailOf, useEmailCheck } from '../../credentials/EmailField.tsx'
import { FormErrors, useFormErrors } from '../../fields/FormErrors.tsx'
import { signInFailure } from './sign-in-failure.ts'
import styles from './SignInFlow.module.css'

function takeFocus(notice: HTMLDivElement | null) {
  return notice?.focus()
}

/** Asks for a mail with a link. The answer is the same for known and unknown addresses. */
export function ResetRequest({ tenantId }: { tenantId: TenantId }) {
  const t = useText('sign-in')
  const login = useText('login')
  const formErrors = useFormErrors()
  const keyFor = useKeyFor()
  const check = useEmailCheck()
  const { submit, busy } = useSubmitOnce()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  function turn(email: string | null): void {
    expectPageTitle()
    setSentTo(email)
  }

  async function request(email: string, key: string): Promise<void> {
    const { requestPasswordReset } = await loadOnline(() => import('../../api/generated/login/login.ts'))
    await requestPasswordReset(tenantId, { email }, { 'Idempotency-Key': key })
  }

  function send(email: string): Promise<void> {
    setFailure(null)
    return submit(
      async () => {
        await request(email, keyFor({ email }))
        turn(email)
      },
      (problem, error) => {
        if (formErrors.accept([check.refused(problem)])) setFailure(error)
        return null
      },
    )
  }

  return (
    <div className={styles.flow}>
      <PageTitle
        key={sentTo === null ? 'form' : 'sent'}
        title={sentTo === null ? t('reset.title') : t('reset.sentTitle')}
        lead={sentTo === null ? t('reset.lead') : undefined}
      />
      {sentTo !== null ? (
        <MailSent
          email={sentTo}
          message={`${t('reset.sent')}${t('reset.sentHint')}`}
          resend={() => request(sentTo, newIdempotencyKey())}
          onChangeEmail={() => turn(null)}
        />
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const email = emailOf(event.currentTarget)
            if (formErrors.accept([check.errorOf(email)])) void send(email)
          }}
        >
          <FormErrors {...formErrors} />
          {failure !== null && (
            <Notice ref={takeFocus} tone="danger" role="alert" title={login(signInFailure(failure).text)} />
          )}
          <EmailField label={login('login.email')} error={formErrors.messageOf('email')} />
          <Button type="submit" wide busy={busy}>
            {t('reset.submit')}
          </Button>
        </form>
      )}
      <Link to={paths.login(tenantId)}>{t('reset.toLogin')}</Link>
    </div>
  )
}
