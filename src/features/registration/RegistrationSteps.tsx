import type { ComponentProps } from 'react'
import type { NewProfile } from '../../api/generated/api.schemas.ts'
import { AccountName } from '../../identity/fields/AccountName.tsx'
import { NewPasswordField, useNewPasswordCheck } from '../../identity/fields/NewPasswordField.tsx'
import { minPasswordLength } from '../../identity/fields/password-rules.ts'
import { ProblemAlert } from '../../feedback/ProblemAlert.tsx'
import { FormErrors, textOf, useFormErrors } from '../../fields/FormErrors.tsx'
import type { FormError } from '../../fields/FormErrors.tsx'
import { useText } from '../../i18n/use-text.ts'
import type { FieldError, Problem } from '../../lib/problem.ts'
import { useConfirmationId, useTenantId } from '../../lib/use-ids.ts'
import { paths } from '../../paths.ts'
import layout from '../../profile-form/form-layout.module.css'
import { ProfileFields } from '../../profile-form/ProfileFields.tsx'
import { useProfileRows } from '../../profile-form/profile-rows.ts'
import { useIsLate } from '../../feedback/use-is-late.ts'
import { Button } from '../../ui/Button.tsx'
import { DescriptionList } from '../../ui/DescriptionList.tsx'
import type { Elements } from '../../ui/elements.ts'
import { LinkButton } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Agreements, useAgreementCheck } from './Agreements.tsx'
import type { Agreement } from './Agreements.tsx'

type StepProps = {
  current: number
  title: string
  lead: string
  errors: ComponentProps<typeof FormErrors>
  onSubmit: (form: HTMLFormElement) => void
  children: Elements
}

/** The page of a step: its place among the steps, which describes the heading, and its form. */
function Step({ current, title, lead, errors, onSubmit, children }: StepProps) {
  const t = useText('registration')
  const place = { current, total: 2 }
  return (
    <div className={`${layout.page} ${layout.centred}`}>
      <PageTitle
        above={<span id="registration-position">{t('registration.position', place)}</span>}
        describedBy="registration-position"
        title={title}
        lead={lead}
        documentTitle={t('registration.documentTitle', { ...place, step: title })}
      />
      <form
        method="post"
        className={layout.sections}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event.currentTarget)
        }}
      >
        <FormErrors {...errors} />
        {children}
      </form>
    </div>
  )
}

type ProfileStepProps = Omit<
  ComponentProps<typeof ProfileFields>,
  'tenantId' | 'messageOf' | 'dropErrors' | 'isNew'
> & {
  errors: ReturnType<typeof useFormErrors>
  onNext: () => void
}

export function ProfileStep({ values, onChange, errors, onNext }: ProfileStepProps) {
  const t = useText('registration')
  const common = useText('common')
  const tenantId = useTenantId()
  return (
    <Step
      current={1}
      title={t('registration.profileTitle')}
      lead={t('registration.profileLead')}
      errors={errors}
      onSubmit={onNext}
    >
      <ProfileFields
        tenantId={tenantId}
        values={values}
        onChange={onChange}
        messageOf={errors.messageOf}
        dropErrors={errors.drop}
        isNew
      />
      <Button type="submit" wide>
        {common('button.next')}
      </Button>
    </Step>
  )
}

type PasswordStepProps = {
  maskedEmail: string
  /** For password managers; null if it is unknown in this browser. */
  email: string | null
  profile: NewProfile
  agreed: readonly Agreement[]
  onAgree: (agreed: Agreement[]) => void
  /** It stays while the page is open. */
  password: string
  onPassword: (password: string) => void
  /** Ends the wait for the sign-in after the registration; null before it. */
  stopWaiting: (() => void) | null
  busy: boolean
  problem: Problem | null
  /** `showRefused` returns false if none of the fields belongs to this step. */
  onRegister: (password: string, showRefused: (fields: readonly FieldError[]) => boolean) => void
}

type CheckedPassword = { password: string } | { refused: readonly FieldError[] }

export function PasswordStep(props: PasswordStepProps) {
  const { maskedEmail, email, profile, agreed, onAgree, stopWaiting, busy, problem, onRegister } = props
  const t = useText('registration')
  const common = useText('common')
  const tenantId = useTenantId()
  const confirmationId = useConfirmationId()
  const rows = useProfileRows()(profile)
  const isLate = useIsLate(stopWaiting !== null)
  const checkPassword = useNewPasswordCheck(t('registration.password'))
  const checkAgreements = useAgreementCheck()
  const refusedError = useRefusedError()
  const errors = useFormErrors((checked: CheckedPassword) =>
    'refused' in checked
      ? checked.refused.map(refusedError)
      : [checkPassword(checked.password), ...checkAgreements(agreed)],
  )
  return (
    <Step
      current={2}
      title={t('registration.passwordTitle')}
      lead={t('registration.passwordLead')}
      errors={errors}
      onSubmit={(form) => {
        const password = textOf(form, 'new-password')
        if (errors.accept({ password })) onRegister(password, (refused) => !errors.accept({ refused }))
      }}
    >
      {problem !== null && <ProblemAlert problem={problem} />}
      <DescriptionList
        items={[
          { term: t('registration.email'), description: maskedEmail },
          ...rows.map(({ key, term, value }) => ({ key, term, description: value })),
        ]}
      />
      <div className={layout.section}>
        <AccountName email={email} />
        <NewPasswordField
          label={t('registration.password')}
          error={errors.messageOf('new-password')}
          before={props.password}
          onText={props.onPassword}
        />
      </div>
      <Agreements agreed={agreed} onChange={onAgree} messageOf={errors.messageOf} />
      <div role="status">
        {stopWaiting !== null && (
          <Notice tone="success" title={t(isLate ? 'registration.signingInLong' : 'registration.signingIn')} />
        )}
      </div>
      <div className={layout.section}>
        <Button type="submit" wide busy={busy}>
          {t('registration.submit')}
        </Button>
        {stopWaiting === null && (
          <LinkButton to={paths.registration(tenantId, confirmationId)} variant="secondary" wide>
            {common('button.back')}
          </LinkButton>
        )}
        {stopWaiting !== null && isLate && (
          <Button variant="secondary" wide onClick={stopWaiting}>
            {t('registration.stopWaiting')}
          </Button>
        )}
      </div>
    </Step>
  )
}

/** The error of a field that the API refused; null if it is not a field of this step. */
function useRefusedError(): (field: FieldError) => FormError | null {
  const t = useText('registration')
  const login = useText('login')
  return ({ pointer }) => {
    if (pointer === '/password')
      return { targetId: 'new-password', message: login('password.policy', { min: minPasswordLength }) }
    return pointer.startsWith('/agreements') ? { targetId: 'terms', message: t('agreement.all') } : null
  }
}
