import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Navigate, useLoaderData, useSearchParams } from 'react-router-dom'
import type { Registration } from '../../api/generated/api.schemas.ts'
import { useCompleteRegistration } from '../../api/generated/registration/registration.ts'
import { linkStateAfter, DeadLink } from '../../identity/fields/MailedLink.tsx'
import type { LinkState, MailedLink } from '../../identity/fields/MailedLink.tsx'
import { saveRedirectPath, useAfterSignIn, useFirstSignIn, useSessionPort } from '../../identity/port.ts'
import type { LoginState } from '../../identity/port.ts'
import { forgetRequestedEmail, requestedEmail } from '../../identity/fields/requested-email.ts'
import { notify } from '../../feedback/notify.ts'
import { useNavigateFromHere } from '../../lib/use-navigate-from-here.ts'
import { useText, useLanguage } from '../../i18n/use-text.ts'
import { serverNow } from '../../lib/clock.ts'
import { tokyoDate } from '../../../form-model/tokyo-date.ts'
import { useKeyFor } from '../../lib/idempotency.ts'
import { withoutSession } from '../../lib/problem.ts'
import type { FieldError } from '../../lib/problem.ts'
import { useTenantId, useConfirmationId } from '../../lib/use-ids.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import { paths } from '../../paths.ts'
import type { Path } from '../../paths.ts'
import { useProfileTexts } from '../../profile-form/ProfileInputs.tsx'
import layout from '../../profile-form/form-layout.module.css'
import { useFormErrors } from '../../fields/FormErrors.tsx'
import { forgetForm, keepForm, keptForm } from '../../profile-form/kept-form.ts'
import { checkProfile } from '../../profile-form/profile-check.ts'
import type { ProfileError } from '../../profile-form/profile-check.ts'
import { emptyValues, fieldsOfKind, nameFieldsOf, profileFrom, tidyValues } from '../../profile-form/profile-values.ts'
import type { ProfileValues } from '../../profile-form/profile-values.ts'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { expectPageTitle, PageTitle } from '../../ui/PageTitle.tsx'
import { PasswordStep, ProfileStep } from './RegistrationSteps.tsx'

type RegistrationLink = MailedLink & { chosenForm: Promise<Path | null> }

type RegistrationEnd = Exclude<LinkState, 'valid'> | 'taken' | 'done'

/** `/registration/{tenantId}/{id}`: a user with the mailed link enters the profile and chooses a password. */
export function Component() {
  const { state: opened, maskedEmail, chosenForm } = useLoaderData<RegistrationLink>()
  const tenantId = useTenantId()
  const [email] = useState(() => requestedEmail(tenantId, maskedEmail))
  const [ended, setEnded] = useState<RegistrationEnd | null>(null)
  const state = ended ?? opened
  if (state === 'valid') {
    return (
      <RegistrationForm
        maskedEmail={maskedEmail}
        email={email}
        chosenForm={chosenForm}
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
  const isSignedIn = useSessionPort().hasSession()
  const next =
    state !== 'used'
      ? { to: paths.register(tenantId), label: t('registration.again') }
      : isSignedIn
        ? { to: paths.applicationList(tenantId), label: t('registration.toList') }
        : { to: paths.login(tenantId), label: t('registration.toLogIn') }
  // The user may have registered it in an attempt whose response was lost.
  const other = state === 'taken' ? { to: paths.login(tenantId), label: t('registration.toLogIn') } : undefined
  const [title, body] =
    state === 'used'
      ? [t('registration.usedTitle'), t(isSignedIn ? 'registration.usedSignedIn' : 'registration.used')]
      : [t(`link.${state}Title`), t(`link.${state}`)]
  return <DeadLink title={title} body={body} next={next} other={other} />
}

type Props = Pick<RegistrationLink, 'maskedEmail' | 'chosenForm'> & {
  email: string | null
  onEnd: (end: RegistrationEnd) => void
}

function isNothing(base: unknown): base is null {
  return base === null
}

type CheckedProfile = { found: ProfileError[]; refused: readonly FieldError[] }

/** Two steps: the profile, and `?step=password`. Typed values survive a reload, except the password, which is only kept here. */
function RegistrationForm({ maskedEmail, email, chosenForm, onEnd }: Props) {
  const t = useText('registration')
  const language = useLanguage()
  const tenantId = useTenantId()
  const confirmationId = useConfirmationId()
  const navigate = useNavigateFromHere()
  const [search] = useSearchParams()
  const isPasswordStep = search.get('step') === 'password'
  const keptName = `registration.${confirmationId}`
  const [values, setValues] = useState(() => keptForm(keptName, isNothing)?.values ?? emptyValues(language))
  // A ref, because React may run an updater of the state after the registration, when nothing must be kept any more.
  const latest = useRef(values)
  const [password, setPassword] = useState('')
  /** The second step was reached on this page: what has become wrong since is said. */
  const wasReached = useRef(false)
  const [waiting, setWaiting] = useState<AbortController | null>(null)
  const [agreements, setAgreements] = useState<Registration['agreements']>([])
  const { formErrorOf, refusedError } = useProfileTexts()
  const profileErrors = useFormErrors(({ found, refused }: CheckedProfile) => [
    ...found.map((error) => formErrorOf(error, values)),
    ...refused.map(({ pointer }) => refusedError(pointer, values)),
  ])
  const keyFor = useKeyFor()
  const { submit, busy, problem } = useSubmitOnce()
  const { mutateAsync } = useCompleteRegistration({ mutation: { meta: { problem: 'inline' } } })
  const signIn = useFirstSignIn(tenantId)
  const goOn = useAfterSignIn(tenantId)
  const profileStep = paths.registration(tenantId, confirmationId)

  function change(next: (now: ProfileValues) => ProfileValues): void {
    const changed = next(latest.current)
    latest.current = changed
    keepForm(keptName, { values: changed, base: null })
    setValues(changed)
    const { kind, undivided } = changed
    if (kind !== values.kind) profileErrors.drop(fieldsOfKind[values.kind])
    // The fields change their names or disappear.
    if (undivided !== values.undivided) profileErrors.drop(nameFieldsOf({ undivided: false }))
  }

  function errorsOfProfile(): ProfileError[] {
    return checkProfile(values, tokyoDate(serverNow()))
  }

  function toPassword(): void {
    change(tidyValues)
    if (profileErrors.accept({ found: errorsOfProfile(), refused: [] }))
      void navigate(paths.registration(tenantId, confirmationId, { step: 'password' }))
  }

  const isProfileWrong = isPasswordStep && errorsOfProfile().length > 0
  const stepChanged = useEffectEvent(() => {
    if (isProfileWrong && wasReached.current) profileErrors.accept({ found: errorsOfProfile(), refused: [] })
    wasReached.current ||= isPasswordStep
  })
  useEffect(() => stepChanged(), [isPasswordStep])

  function send(data: Registration, showRefused: (fields: readonly FieldError[]) => boolean): Promise<void> {
    return submit(
      async () => {
        const { userId } = await mutateAsync({ tenantId, data, headers: { 'Idempotency-Key': keyFor(data) } })
        forgetForm(keptName)
        // A browser that requested the link knows the page, and what was chosen since.
        const form = email === null ? await chosenForm : null
        if (form !== null) saveRedirectPath(form)
        const patience = new AbortController()
        setWaiting(patience)
        if (!(await signIn(userId, data.password, patience.signal))) return onEnd('done')
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
        if (profileErrors.accept({ found: [], refused: found.fields }))
          return showRefused(found.fields) ? null : withoutSession(found)
        void navigate(profileStep)
        return null
      },
    )
  }

  if (isPasswordStep && !isProfileWrong) {
    const profile = profileFrom(values)
    return (
      <PasswordStep
        maskedEmail={maskedEmail}
        email={email}
        profile={profile}
        agreed={agreements}
        onAgree={setAgreements}
        password={password}
        onPassword={setPassword}
        stopWaiting={waiting && (() => waiting.abort())}
        busy={busy}
        problem={problem}
        onRegister={(chosen, showRefused) =>
          void send({ confirmationId, password: chosen, profile, agreements }, showRefused)
        }
      />
    )
  }
  return (
    <>
      {isProfileWrong && <Navigate replace to={profileStep} />}
      <ProfileStep values={values} onChange={change} errors={profileErrors} onNext={toPassword} />
    </>
  )
}
