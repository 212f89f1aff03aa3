import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useKeyFor } from '../../api/use-key-for.ts'
import { loadOnline } from '../../lib/load-online.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle } from '../../ui/page-focus.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { EmailField, emailOf, useEmailCheck } from '../../credentials/EmailField.tsx'
import { FormErrors } from '../../profile-form/FormErrors.tsx'
import { useFormFaults } from '../../ui/fields/form-errors.ts'
import { signInFault } from './sign-in-fault.ts'
import styles from './SignInFlow.module.css'

function takeFocus(notice: HTMLDivElement | null) {
  return notice?.focus()
}

/** Asks for a mail with a link. The answer is the same for known and unknown addresses. */
export function ResetRequest({ tenantId }: { tenantId: TenantId }) {
  const t = useText('sign-in')
  const login = useText('login')
  const faults = useFormFaults()
  const keyFor = useKeyFor()
  const check = useEmailCheck()
  const { submit, busy } = useSubmitOnce()
  const [sent, setSent] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  function turn(toSent: boolean): void {
    expectPageTitle()
    setSent(toSent)
  }

  function send(email: string): Promise<void> {
    setFailure(null)
    return submit(
      async () => {
        const { requestPasswordReset } = await loadOnline(() => import('../../api/generated/login/login.ts'))
        await requestPasswordReset(tenantId, { email }, { 'Idempotency-Key': keyFor({ email }) })
        turn(true)
      },
      (problem, error) => {
        if (faults.accept([check.refused(problem)])) setFailure(error)
        return null
      },
    )
  }

  return (
    <div className={styles.flow}>
      <PageTitle
        key={String(sent)}
        title={sent ? t('reset.sentTitle') : t('reset.title')}
        lead={sent ? undefined : t('reset.lead')}
      />
      {sent ? (
        <>
          <Notice tone="success" role="status" title={t('reset.sent')}>
            <p>{t('reset.sentHint')}</p>
          </Notice>
          <Button variant="secondary" wide onClick={() => turn(false)}>
            {t('reset.again')}
          </Button>
        </>
      ) : (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const email = emailOf(event.currentTarget)
            if (faults.accept([check.faultOf(email)])) void send(email)
          }}
        >
          <FormErrors {...faults} />
          {failure !== null && (
            <Notice ref={takeFocus} tone="danger" role="alert" title={login(signInFault(failure).text)} />
          )}
          <EmailField label={login('login.email')} error={faults.messageOf('email')} />
          <Button type="submit" wide busy={busy}>
            {t('reset.submit')}
          </Button>
        </form>
      )}
      <Link to={paths.login(tenantId)}>{t('reset.toLogin')}</Link>
    </div>
  )
}
