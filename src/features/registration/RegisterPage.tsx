import { Link } from 'react-router-dom'
import layout from '../../profile-form/form-layout.module.css'
import link from '../../ui/Link.module.css'
import { EmailField, MailSent, useMailRequest } from '../../identity/fields/MailRequest.tsx'
import { rememberRequestedEmail } from '../../identity/fields/requested-email.ts'
import { wantedPage } from '../../identity/port.ts'
import { FormErrors } from '../../fields/FormErrors.tsx'
import type { RequestRegistrationParams } from '../../api/generated/api.schemas.ts'
import { useRequestRegistration } from '../../api/generated/registration/registration.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useTenantId } from '../../lib/use-ids.ts'
import { matchRoute, paths } from '../../paths.ts'
import type { TenantId } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'

/** `/register/{tenantId}`. Only the API discloses whether an address is registered (S-17). */
export function Component() {
  const t = useText('registration')
  const tenantId = useTenantId()
  const { mutateAsync } = useRequestRegistration({ mutation: { meta: { problem: 'inline' } } })
  const { formErrors, busy, problem, onSubmit, sent } = useMailRequest(async (email, key) => {
    const params = wantedForm(tenantId)
    await mutateAsync({ tenantId, data: { email }, headers: { 'Idempotency-Key': key }, ...(params && { params }) })
    rememberRequestedEmail(tenantId, email)
  })

  return (
    <div className={layout.narrow}>
      {sent === null ? (
        <>
          <PageTitle key="form" title={t('register.title')} lead={t('register.lead')} />
          <form method="post" className={layout.form} noValidate onSubmit={onSubmit}>
            <FormErrors {...formErrors} />
            {problem !== null && <ProblemAlert problem={problem} />}
            <EmailField label={t('register.email')} error={formErrors.messageOf('email')} />
            <Button type="submit" wide busy={busy}>
              {t('register.submit')}
            </Button>
          </form>
        </>
      ) : (
        <>
          <PageTitle key="sent" title={t('register.sentTitle')} />
          <MailSent {...sent} {...(wantedForm(tenantId) && { note: t('register.chooseAgain') })} />
        </>
      )}
      <Link className={link.outsideSentence} to={paths.login(tenantId)}>
        {t('register.toLogin')}
      </Link>
    </div>
  )
}

/** The chosen form, which the API keeps: the link may open in another browser, above all for a visitor from LINE. */
function wantedForm(tenantId: TenantId): RequestRegistrationParams | undefined {
  const wanted = wantedPage(tenantId)
  const { serviceId, type } = (wanted !== null && matchRoute(wanted)?.params) || {}
  return serviceId === undefined || type === undefined ? undefined : { serviceId, formType: type }
}
