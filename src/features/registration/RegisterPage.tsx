import { useState } from 'react'
import { Link } from 'react-router-dom'
import layout from '../../profile-form/form-layout.module.css'
import { EmailField, emailOf, useEmailCheck } from '../../credentials/EmailField.tsx'
import { FormErrors } from '../../profile-form/FormErrors.tsx'
import { MailSent } from '../../credentials/MailSent.tsx'
import { useKeyFor } from '../../api/use-key-for.ts'
import { useRequestRegistration } from '../../api/generated/registration/registration.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useTenantId } from '../../lib/use-ids.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { useFormFaults } from '../../ui/fields/form-errors.ts'
import { expectPageTitle } from '../../ui/page-focus.ts'
import { PageTitle } from '../../ui/PageTitle.tsx'

/** `/register/{tenantId}`. What it says about an address is what the API answers, nothing of its own (S-17). */
export function Component() {
  const t = useText('registration')
  const tenantId = useTenantId()
  const [sent, setSent] = useState(false)
  function turn(toSent: boolean): void {
    setSent(toSent)
    expectPageTitle()
  }
  return (
    <div className={layout.narrow}>
      {sent ? (
        <>
          <PageTitle key="sent" title={t('register.sentTitle')} />
          <MailSent />
          <Button variant="secondary" wide onClick={() => turn(false)}>
            {t('register.again')}
          </Button>
        </>
      ) : (
        <>
          <PageTitle key="form" title={t('register.title')} lead={t('register.lead')} />
          <RequestForm onSent={() => turn(true)} />
        </>
      )}
      <Link to={paths.login(tenantId)}>{t('register.toLogin')}</Link>
    </div>
  )
}

function RequestForm({ onSent }: { onSent: () => void }) {
  const t = useText('registration')
  const check = useEmailCheck()
  const tenantId = useTenantId()
  const faults = useFormFaults()
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useRequestRegistration({ mutation: { meta: { problem: 'inline' } } })

  function send(email: string): Promise<void> {
    const data = { email }
    return submit(
      async () => {
        await mutateAsync({ tenantId, data, headers: { 'Idempotency-Key': keyFor(data) } })
        onSent()
      },
      (found) => (faults.accept([check.refused(found)]) ? found : null),
    )
  }

  return (
    <form
      className={layout.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const email = emailOf(event.currentTarget)
        if (faults.accept([check.faultOf(email)])) void send(email)
      }}
    >
      <FormErrors {...faults} />
      {problem !== null && <ProblemAlert problem={problem} />}
      <EmailField label={t('register.email')} error={faults.messageOf('email')} />
      <Button type="submit" wide busy={busy}>
        {t('register.submit')}
      </Button>
    </form>
  )
}
