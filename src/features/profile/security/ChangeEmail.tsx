import { useState } from 'react'
import layout from '../../../profile-form/form-layout.module.css'
import { EmailField, emailOf, useEmailCheck } from '../../../credentials/EmailField.tsx'
import { FormErrors } from '../../../profile-form/FormErrors.tsx'
import { MailSent } from '../../../credentials/MailSent.tsx'
import { useKeyFor } from '../../../api/use-key-for.ts'
import { useRequestEmailChange } from '../../../api/generated/email-change/email-change.ts'
import { useGetProfileSuspense } from '../../../api/generated/profile/profile.ts'
import { ProblemAlert } from '../../../feedback/ProblemAlert.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { useSubmitOnce } from '../../../lib/use-submit-once.ts'
import { paths } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { useFormFaults } from '../../../ui/fields/form-errors.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { expectPageTitle } from '../../../ui/page-focus.ts'
import { View } from '../view/ProfileView.tsx'

/** Asks for a mail to the new address; the address changes once its link has been confirmed. */
export function ChangeEmail() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const [sent, setSent] = useState(false)
  if (sent) {
    return (
      <View key="sent" back="profile" title={t('email.sentTitle')}>
        <MailSent />
        <p>{t('email.sentHint')}</p>
        <div>
          <LinkButton to={paths.userProfile(tenantId)} variant="secondary">
            {t('toProfile')}
          </LinkButton>
        </div>
      </View>
    )
  }
  return (
    <View key="form" back="profile" title={t('email.title')} lead={t('email.lead')}>
      <RequestForm
        onSent={() => {
          setSent(true)
          expectPageTitle()
        }}
      />
    </View>
  )
}

function RequestForm({ onSent }: { onSent: () => void }) {
  const t = useText('profile')
  const check = useEmailCheck()
  const { email } = useGetProfileSuspense().data.data
  const faults = useFormFaults()
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useRequestEmailChange({ mutation: { meta: { problem: 'inline' } } })

  function send(newEmail: string): Promise<void> {
    const data = { newEmail }
    return submit(
      async () => {
        await mutateAsync({ data, headers: { 'Idempotency-Key': keyFor(data) } })
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
        const newEmail = emailOf(event.currentTarget)
        const same = newEmail.toLowerCase() === email.toLowerCase()
        const fault = same ? { targetId: 'email', message: t('email.same') } : check.faultOf(newEmail)
        if (faults.accept([fault])) void send(newEmail)
      }}
    >
      <FormErrors {...faults} />
      {problem !== null && <ProblemAlert problem={problem} />}
      <DescriptionList items={[{ term: t('email.current'), description: email }]} />
      <EmailField label={t('email.new')} error={faults.messageOf('email')} />
      <div className={layout.actions}>
        <Button type="submit" busy={busy}>
          {t('email.submit')}
        </Button>
      </div>
    </form>
  )
}
