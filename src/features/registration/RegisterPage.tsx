import { useState } from 'react'
import { Link } from 'react-router-dom'
import layout from '../../profile-form/form-layout.module.css'
import { EmailField, emailOf, useEmailCheck } from '../../credentials/EmailField.tsx'
import { FormErrors, useFormErrors } from '../../fields/FormErrors.tsx'
import { MailSent } from '../../credentials/MailSent.tsx'
import { useKeyFor, newIdempotencyKey } from '../../lib/idempotency.ts'
import { useRequestRegistration } from '../../api/generated/registration/registration.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useTenantId } from '../../lib/use-ids.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'

/** `/register/{tenantId}`. Whether an address is registered is disclosed by the API only (S-17). */
export function Component() {
  const t = useText('registration')
  const tenantId = useTenantId()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { mutateAsync } = useRequestRegistration({ mutation: { meta: { problem: 'inline' } } })

  async function request(email: string, key: string): Promise<void> {
    await mutateAsync({ tenantId, data: { email }, headers: { 'Idempotency-Key': key } })
  }

  function turn(email: string | null): void {
    setSentTo(email)
    expectPageTitle()
  }

  return (
    <div className={layout.narrow}>
      {sentTo === null ? (
        <>
          <PageTitle key="form" title={t('register.title')} lead={t('register.lead')} />
          <RequestForm request={request} onSent={turn} />
        </>
      ) : (
        <>
          <PageTitle key="sent" title={t('register.sentTitle')} />
          <MailSent
            email={sentTo}
            resend={() => request(sentTo, newIdempotencyKey())}
            onChangeEmail={() => turn(null)}
          />
        </>
      )}
      <Link to={paths.login(tenantId)}>{t('register.toLogin')}</Link>
    </div>
  )
}

type FormProps = { request: (email: string, key: string) => Promise<void>; onSent: (email: string) => void }

function RequestForm({ request, onSent }: FormProps) {
  const t = useText('registration')
  const check = useEmailCheck()
  const formErrors = useFormErrors()
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()

  function send(email: string): Promise<void> {
    return submit(
      async () => {
        await request(email, keyFor({ email }))
        onSent(email)
      },
      (found) => (formErrors.accept([check.refused(found)]) ? found : null),
    )
  }

  return (
    <form
      className={layout.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const email = emailOf(event.currentTarget)
        if (formErrors.accept([check.errorOf(email)])) void send(email)
      }}
    >
      <FormErrors {...formErrors} />
      {problem !== null && <ProblemAlert problem={problem} />}
      <EmailField label={t('register.email')} error={formErrors.messageOf('email')} />
      <Button type="submit" wide busy={busy}>
        {t('register.submit')}
      </Button>
    </form>
  )
}
