import { useState } from 'react'
import layout from '../../../profile-form/form-layout.module.css'
import { EmailField, emailOf, useEmailCheck } from '../../../credentials/EmailField.tsx'
import { FormErrors, useFormErrors } from '../../../fields/FormErrors.tsx'
import { MailSent } from '../../../credentials/MailSent.tsx'
import { useKeyFor, newIdempotencyKey } from '../../../lib/idempotency.ts'
import { useRequestEmailChange } from '../../../api/generated/email-change/email-change.ts'
import { useGetProfileSuspense } from '../../../api/generated/profile/profile.ts'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { useSubmitOnce } from '../../../lib/use-submit-once.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { LinkButton } from '../../../ui/Links.tsx'
import { expectPageTitle } from '../../../ui/PageTitle.tsx'
import { View } from '../view/ProfileView.tsx'

/** Requests a mail to the new address; the address changes once its link has been confirmed. */
export function ChangeEmail() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { mutateAsync } = useRequestEmailChange({ mutation: { meta: { problem: 'inline' } } })

  async function request(newEmail: string, key: string): Promise<void> {
    await mutateAsync({ data: { newEmail }, headers: { 'Idempotency-Key': key } })
  }

  function turn(email: string | null): void {
    setSentTo(email)
    expectPageTitle()
  }

  if (sentTo === null) {
    return (
      <View key="form" back="profile" title={t('email.title')} lead={t('email.lead')}>
        <RequestForm request={request} onSent={turn} />
      </View>
    )
  }
  return (
    <View key="sent" back="profile" title={t('email.sentTitle')}>
      <MailSent email={sentTo} resend={() => request(sentTo, newIdempotencyKey())} onChangeEmail={() => turn(null)} />
      <p>{t('email.sentHint')}</p>
      <div>
        <LinkButton to={paths.userProfile(tenantId)} variant="secondary">
          {t('toProfile')}
        </LinkButton>
      </div>
    </View>
  )
}

type FormProps = { request: (newEmail: string, key: string) => Promise<void>; onSent: (email: string) => void }

function RequestForm({ request, onSent }: FormProps) {
  const t = useText('profile')
  const check = useEmailCheck()
  const { email } = useGetProfileSuspense().data.data
  const formErrors = useFormErrors()
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()

  function send(newEmail: string): Promise<void> {
    return submit(
      async () => {
        await request(newEmail, keyFor({ newEmail }))
        onSent(newEmail)
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
        const newEmail = emailOf(event.currentTarget)
        const same = newEmail.toLowerCase() === email.toLowerCase()
        const error = same ? { targetId: 'email', message: t('email.same') } : check.errorOf(newEmail)
        if (formErrors.accept([error])) void send(newEmail)
      }}
    >
      <FormErrors {...formErrors} />
      {problem !== null && <ProblemAlert problem={problem} />}
      <DescriptionList items={[{ term: t('email.current'), description: email }]} />
      <EmailField label={t('email.new')} error={formErrors.messageOf('email')} />
      <div className={layout.actions}>
        <Button type="submit" busy={busy}>
          {t('email.submit')}
        </Button>
      </div>
    </form>
  )
}
