import { useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { DeadLink, linkStateAfter } from '../fields/MailedLink.tsx'
import type { LinkState, MailedLink } from '../fields/MailedLink.tsx'
import { useKeyFor } from '../../lib/idempotency.ts'
import { useResetPassword } from '../../api/generated/login/login.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useSessionPort } from '../session/session-context.tsx'
import type { TenantId } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { AccountName } from '../fields/AccountName.tsx'
import type { LoginState } from './login-state.ts'
import { forgetRequestedEmail, requestedEmail } from '../fields/requested-email.ts'
import { NewPasswordField, useNewPasswordCheck } from '../fields/NewPasswordField.tsx'
import { minPasswordLength } from '../fields/password-rules.ts'
import { useConfirmationId, useTenantId } from '../../lib/use-ids.ts'
import { withoutSession } from '../../lib/problem.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import styles from './SignInFlow.module.css'

/** `/password-reset/{tenantId}/{id}`: opening the link only checks it; the click on the button uses it up. */
export function Component() {
  const tenantId = useTenantId()
  const confirmationId = useConfirmationId()
  const link = useLoaderData<MailedLink>()
  const port = useSessionPort()
  const [email] = useState(() => requestedEmail(tenantId, link.maskedEmail))
  const [ended, setEnded] = useState<LinkState | 'done' | null>(null)
  const state = ended ?? link.state
  return (
    <div className={`${styles.narrow} ${styles.flow}`}>
      {state === 'done' && <Done tenantId={tenantId} email={email} />}
      {state === 'valid' && (
        <NewPassword
          tenantId={tenantId}
          confirmationId={confirmationId}
          email={email}
          onEnd={(end) => {
            expectPageTitle()
            if (end === 'done') {
              forgetRequestedEmail(tenantId)
              // A reset ends the sessions of its user. If this browser's is one of them, the provider refuses to renew it.
              port.refresh().catch(() => undefined)
            }
            setEnded(end)
          }}
        />
      )}
      {state !== 'done' && state !== 'valid' && <Dead state={state} tenantId={tenantId} />}
    </div>
  )
}

type NewPasswordProps = {
  tenantId: TenantId
  confirmationId: string
  email: string | null
  onEnd: (state: LinkState | 'done') => void
}

function NewPassword({ tenantId, confirmationId, email, onEnd }: NewPasswordProps) {
  const t = useText('sign-in')
  const login = useText('login')
  const checkPassword = useNewPasswordCheck()
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useResetPassword({ mutation: { meta: { problem: 'inline' } } })

  function send(password: string): Promise<void> {
    return submit(
      async () => {
        const data = { confirmationId, password }
        await mutateAsync({ tenantId, data, headers: { 'Idempotency-Key': keyFor(data) } })
        onEnd('done')
      },
      (found) => {
        const state = linkStateAfter(found)
        if (state === null) return withoutSession(found)
        onEnd(state)
        return null
      },
    )
  }

  return (
    <>
      <PageTitle title={t('reset.newTitle')} lead={t('reset.newLead')} />
      {problem !== null && (
        <ProblemAlert
          problem={problem}
          message={
            problem.kind === 'invalid' ? login('password.policy', { min: minPasswordLength }) : t('reset.failed')
          }
        />
      )}
      <CheckedForm
        className={styles.form}
        read={(form) => textOf(form, 'new-password')}
        check={(password) => [checkPassword(password)]}
        onSubmit={(password) => void send(password)}
      >
        {(messageOf) => (
          <>
            <AccountName email={email} />
            <NewPasswordField error={messageOf('new-password')} />
            <Button type="submit" wide busy={busy}>
              {t('reset.newSubmit')}
            </Button>
          </>
        )}
      </CheckedForm>
    </>
  )
}

function Done({ tenantId, email }: { tenantId: TenantId; email: string | null }) {
  const t = useText('sign-in')
  return (
    <>
      <PageTitle title={t('reset.doneTitle')} />
      <Notice tone="success" role="status" title={t('reset.done')} />
      <LinkButton to={paths.login(tenantId)} state={(email === null ? {} : { email }) satisfies LoginState} wide>
        {t('reset.toLogIn')}
      </LinkButton>
    </>
  )
}

function Dead({ state, tenantId }: { state: Exclude<LinkState, 'valid'>; tenantId: TenantId }) {
  const t = useText('sign-in')
  const next =
    state === 'used'
      ? { to: paths.login(tenantId), label: t('reset.toLogIn') }
      : { to: paths.login(tenantId, { view: 'reset' }), label: t('reset.request') }
  // The links mailed for a deleted account are unknown, and another one would never arrive.
  const other = state === 'invalid' ? { to: paths.register(tenantId), label: t('reset.toRegister') } : undefined
  return <DeadLink title={t(`link.${state}Title`)} body={t(`link.${state}`)} next={next} other={other} />
}
