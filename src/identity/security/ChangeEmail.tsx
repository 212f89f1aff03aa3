import layout from '../../profile-form/form-layout.module.css'
import { EmailField, MailSent, useMailRequest } from '../fields/MailRequest.tsx'
import { FormErrors } from '../../fields/FormErrors.tsx'
import { useRequestEmailChange } from '../../api/generated/email-change/email-change.ts'
import { useGetProfileSuspense } from '../../api/generated/profile/profile.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'
import { Button } from '../../ui/Button.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { emailToConfirm, useRequestedEmail } from './open-code.ts'
import { View } from './ProfileView.tsx'

/** Requests a mail to the new address. The address changes once the link of the mail is confirmed. */
export function ChangeEmail() {
  const t = useText('profile')
  const { tenantId } = useTenant()
  const { email: current } = useGetProfileSuspense().data.data
  const requested = useRequestedEmail()
  const { mutateAsync } = useRequestEmailChange({ mutation: { meta: { problem: 'inline' } } })
  const { formErrors, busy, problem, onSubmit, sent } = useMailRequest(
    async (newEmail, key) => {
      await mutateAsync({ data: { newEmail }, headers: { 'Idempotency-Key': key } })
    },
    (email) => (email.toLowerCase() === current.toLowerCase() ? { targetId: 'email', message: t('email.same') } : null),
    // The profile names the requested address until another one is requested.
    { ...requested, read: () => emailToConfirm(requested.read(), current), forget: () => undefined },
  )

  // The link may be opened in another tab while this page is shown.
  if (sent === null || emailToConfirm(sent.email, current) === null) {
    return (
      <View key="form" back="profile" title={t('email.title')} lead={t('email.lead')}>
        <form method="post" className={layout.form} noValidate onSubmit={onSubmit}>
          <FormErrors {...formErrors} />
          {problem !== null && <ProblemAlert problem={problem} />}
          <DescriptionList items={[{ term: t('email.current'), description: current }]} />
          <EmailField label={t('email.new')} error={formErrors.messageOf('email')} />
          <div className={layout.actions}>
            <Button type="submit" busy={busy}>
              {t('email.submit')}
            </Button>
          </div>
        </form>
      </View>
    )
  }
  return (
    <View key="sent" back="profile" title={t('email.sentTitle')}>
      <MailSent {...sent} />
      <p>{t('email.sentHint')}</p>
      <div>
        <LinkButton to={paths.userProfile(tenantId)} variant="secondary">
          {t('toProfile')}
        </LinkButton>
      </div>
    </View>
  )
}
