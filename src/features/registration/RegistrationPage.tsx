import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import type { Registration } from '../../api/generated/api.schemas.ts'
import { useCompleteRegistration } from '../../api/generated/registration/registration.ts'
import { linkStateAfter, DeadLink } from '../../identity/fields/MailedLink.tsx'
import type { LinkState, MailedLink } from '../../identity/fields/MailedLink.tsx'
import { AccountName } from '../../identity/fields/AccountName.tsx'
import { useAfterSignIn, useFirstSignIn } from '../../identity/port.ts'
import type { LoginState } from '../../identity/port.ts'
import { forgetRequestedEmail, requestedEmail } from '../../identity/fields/requested-email.ts'
import { NewPasswordField, useNewPasswordCheck } from '../../identity/fields/NewPasswordField.tsx'
import { minPasswordLength } from '../../identity/fields/password-rules.ts'
import { notify } from '../../feedback/notify.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { useText, useLanguage } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { tokyoDate } from '../../../form-model/tokyo-date.ts'
import { useKeyFor } from '../../lib/idempotency.ts'
import { withoutSession } from '../../lib/problem.ts'
import type { FieldError } from '../../lib/problem.ts'
import { useTenantId, useConfirmationId } from '../../lib/use-ids.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import { useProfileTexts } from '../../profile-form/ProfileInputs.tsx'
import layout from '../../profile-form/form-layout.module.css'
import { FormErrors, textOf, useFormErrors } from '../../fields/FormErrors.tsx'
import { forgetForm, keepForm, keptForm } from '../../profile-form/kept-form.ts'
import { checkProfile } from '../../profile-form/profile-check.ts'
import type { ProfileError } from '../../profile-form/profile-check.ts'
import { emptyValues, fieldsOfKind, nameFieldsOf, profileFrom, tidyValues } from '../../profile-form/profile-values.ts'
import type { ProfileValues } from '../../profile-form/profile-values.ts'
import { ProfileFields } from '../../profile-form/ProfileFields.tsx'
import { Button } from '../../ui/Button.tsx'
import type { FormError } from '../../fields/FormErrors.tsx'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'
import { inPhrases } from '../../ui/phrases.ts'
import { Agreements, agreedTo, useAgreementCheck } from './Agreements.tsx'

type RegistrationEnd = Exclude<LinkState, 'valid'> | 'taken' | 'done'

/** `/registration/{tenantId}/{id}`: a user with the mailed link enters the profile and chooses a password. */
export function Component() {
  const { state: opened, maskedEmail } = useLoaderData<MailedLink>()
  const tenantId = useTenantId()
  const [email] = useState(() => requestedEmail(tenantId, maskedEmail))
  const [ended, setEnded] = useState<RegistrationEnd | null>(null)
  const state = ended ?? opened
  if (state === 'valid') {
    return (
      <RegistrationForm
        maskedEmail={maskedEmail}
        email={email}
        onEnd={(end) => {
          setEnded(end)
          if (end === 'done') forgetRequestedEmail(tenantId)
          expectPageTitle()
        }}
      />
    )
  }
  return <div className={layout.narrow}>{state === 'done' ? <Done email={email} /> : <Dead state={state} />}</div>
}

function Done({ email }: { email: string | null }) {
  const t = useText('registration')
  const tenantId = useTenantId()
  return (
    <>
      <PageTitle title={t('registration.doneTitle')} />
      <Notice tone="success" role="status" title={t('registration.done')} />
      <LinkButton to={paths.login(tenantId)} state={(email === null ? {} : { email }) satisfies LoginState} wide>
        {t('registration.toLogIn')}
      </LinkButton>
    </>
  )
}

function Dead({ state }: { state: Exclude<RegistrationEnd, 'done'> }) {
  const t = useText('registration')
  const tenantId = useTenantId()
  const next =
    state === 'used'
      ? { to: paths.login(tenantId), label: t('registration.toLogIn') }
      : { to: paths.register(tenantId), label: t('registration.again') }
  // The user may have registered it in an attempt whose response was lost.
  const other = state === 'taken' ? { to: paths.login(tenantId), label: t('registration.toLogIn') } : undefined
  return <DeadLink title={t(`link.${state}Title`)} body={t(`link.${state}`)} next={next} other={other} />
}

type Props = { maskedEmail: string; email: string | null; onEnd: (end: RegistrationEnd) => void }

function isNothing(base: unknown): base is null {
  return base === null
}

type CheckedRegistration =
  | { found: ProfileError[]; password: string; agreements: Registration['agreements'] }
  | { refused: readonly FieldError[] }

/** Typed values survive a reload, except the password. */
function RegistrationForm({ maskedEmail, email, onEnd }: Props) {
  const t = useText('registration')
  const language = useLanguage()
  const tenantId = useTenantId()
  const confirmationId = useConfirmationId()
  const keptName = `registration.${confirmationId}`
  const [values, setValues] = useState(() => keptForm(keptName, isNothing)?.values ?? emptyValues(language))
  // A ref, because React may run an updater of the state after the registration, when nothing must be kept any more.
  const latest = useRef(values)
  const { formErrorOf } = useProfileTexts()
  const checkPassword = useNewPasswordCheck(t('registration.password'))
  const checkAgreements = useAgreementCheck()
  const errorOfField = useRefusedFields(values)
  const formErrors = useFormErrors((checked: CheckedRegistration) =>
    'refused' in checked
      ? checked.refused.map(errorOfField)
      : [
          ...checked.found.map((error) => formErrorOf(error, values)),
          checkPassword(checked.password),
          ...checkAgreements(checked.agreements),
        ],
  )
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useCompleteRegistration({ mutation: { meta: { problem: 'inline' } } })
  const signIn = useFirstSignIn(tenantId)
  const goOn = useAfterSignIn(tenantId)

  function change(next: (now: ProfileValues) => ProfileValues): void {
    const changed = next(latest.current)
    latest.current = changed
    keepForm(keptName, { values: changed, base: null })
    setValues(changed)
    const { kind, undivided } = changed
    if (kind !== values.kind) formErrors.drop(fieldsOfKind[values.kind])
    // The fields change their names or disappear.
    if (undivided !== values.undivided) formErrors.drop(nameFieldsOf({ undivided: false }))
  }

  function send(data: Registration): Promise<void> {
    return submit(
      async () => {
        const { userId } = await mutateAsync({ tenantId, data, headers: { 'Idempotency-Key': keyFor(data) } })
        forgetForm(keptName)
        if (!(await signIn(userId, data.password))) return onEnd('done')
        forgetRequestedEmail(tenantId)
        notify({ tone: 'success', message: t('registration.signedIn') })
        await goOn()
      },
      (found) => {
        const end = found.code === 'SE_RG_0001' ? 'taken' : linkStateAfter(found)
        if (end !== null) {
          onEnd(end)
          return null
        }
        return formErrors.accept({ refused: found.fields }) ? withoutSession(found) : null
      },
    )
  }

  return (
    <div className={`${layout.page} ${layout.centred}`}>
      <PageTitle title={t('registration.title')} lead={t('registration.lead', { email: maskedEmail })} />
      <form
        method="post"
        className={layout.sections}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const password = textOf(event.currentTarget, 'new-password')
          const agreements = agreedTo(event.currentTarget)
          setValues(tidyValues)
          const found = checkProfile(values, tokyoDate(serverNow()))
          if (formErrors.accept({ found, password, agreements }))
            void send({ confirmationId, password, profile: profileFrom(values), agreements })
        }}
      >
        <FormErrors {...formErrors} />
        {problem !== null && <ProblemAlert problem={problem} />}
        <ProfileFields
          tenantId={tenantId}
          values={values}
          onChange={change}
          messageOf={formErrors.messageOf}
          kindFixed={false}
        />
        <section className={layout.section}>
          <h2>{inPhrases(t('registration.passwordTitle'))}</h2>
          <AccountName email={email} />
          <NewPasswordField label={t('registration.password')} error={formErrors.messageOf('new-password')} />
        </section>
        <Agreements messageOf={formErrors.messageOf} />
        <Button type="submit" wide busy={busy}>
          {t('registration.submit')}
        </Button>
      </form>
    </div>
  )
}

/** The error of a field that the API refused; null if the form has no such field. */
function useRefusedFields(values: ProfileValues): (field: FieldError) => FormError | null {
  const t = useText('registration')
  const { refusedError } = useProfileTexts()
  const login = useText('login')
  return ({ pointer }) => {
    if (pointer === '/password')
      return { targetId: 'new-password', message: login('password.policy', { min: minPasswordLength }) }
    if (pointer.startsWith('/agreements')) return { targetId: 'terms', message: t('agreement.all') }
    return refusedError(pointer, values)
  }
}
