import { Suspense, lazy, useLayoutEffect, useId, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import type { SignInStep } from '../session/sign-in-step.ts'
import type { SessionEnd } from './login-state.ts'
import { useIsLate } from '../../feedback/use-is-late.ts'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { KeptSignInField, keptInOf } from '../fields/KeptSignInField.tsx'
import { loadNamespaces } from '../../i18n/texts.ts'
import { useText } from '../../i18n/use-text.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { looksLikeEmail, normalizeEmail } from '../../lib/japanese.ts'
import type { TenantId } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { isCodeWrong, useSignIn } from './use-sign-in.ts'
import { withStyleSheets } from '../../lib/style-sheets.ts'
import type { SignIn } from './use-sign-in.ts'
import styles from './SignInFlow.module.css'
import type { Content, Elements } from '../../ui/elements.ts'

/** Loaded late, since most sign-ins need only the password. */
const ChallengeScreen = lazy(async () => {
  const [module] = await Promise.all([
    withStyleSheets(() => import('./ChallengeScreen.tsx')),
    loadNamespaces(['sign-in']),
  ])
  return { default: module.ChallengeScreen }
})

type SignInReason = SessionEnd | 'emailChange'

type HeadingProps = { title: string; lead?: Content; describedBy?: string }

type Props = {
  tenantId: TenantId
  onSignedIn: () => void
  /** The heading of a step: the h1 of the page, or a heading in a dialog. */
  Heading: ComponentType<HeadingProps>
  /** The address with which the form starts. It can be changed: the user may have another one since. */
  suggested?: string | undefined
  /** Why the user has to sign in: the end of the session before, or a link to confirm a new address. */
  reason?: SignInReason | undefined
  /** Other ways on, below the form for address and password. */
  children?: Elements
}

/** All steps of a sign-in, one screen at a time. Ends with `onSignedIn`; the caller decides where to go next. */
export function SignInFlow({ tenantId, onSignedIn, Heading, suggested, reason, children }: Props) {
  const t = useText('login')
  const signIn = useSignIn(tenantId, onSignedIn, suggested)
  const box = useRef<HTMLDivElement>(null)
  const failureBox = useRef<HTMLDivElement>(null)
  const failureId = useId()
  const reasonId = useId()
  const leadId = useId()
  const { step, failures } = signIn
  const late = useIsLate(signIn.busy)
  // After a reload nothing takes the focus.
  const [first] = useState(step)
  const [title, lead] = headings[step?.kind ?? 'password'](step)
  // A failure takes the place of the notice. The heading, which has the focus, is read with it.
  const reasonNow = step === null && failures === 0 ? reason : undefined

  // The focus moves to the heading of a new step (or to its field for a code), or to the message of a failure. A wrong
  // code is corrected in its field, which the message describes.
  const shown = useRef(step?.kind)
  const correctsCode = isCodeWrong(signIn)
  useLayoutEffect(() => {
    if (failures === 0) return
    const message = failureBox.current
    const code = correctsCode ? box.current?.querySelector<HTMLInputElement>('#code') : null
    const target = code ?? message
    target?.focus({ preventScroll: true })
    // The next digit replaces the wrong code.
    code?.select()
    // Show both if there is room.
    for (const part of [message, target]) part?.scrollIntoView({ block: 'nearest' })
  }, [failures, correctsCode])
  const toHeading = () => box.current?.querySelector<HTMLElement>('h1, h3')?.focus()
  useLayoutEffect(() => {
    if (shown.current === step?.kind) return
    shown.current = step?.kind
    if (failureBox.current === null && document.activeElement?.id !== 'code') toHeading()
  }, [step?.kind])

  return (
    // The form may find errors of its own, which would contradict the failure before.
    <div ref={box} className={styles.flow} onSubmitCapture={signIn.forgetFailure}>
      <Heading
        title={t(title)}
        {...(lead === null ? {} : { lead: <span id={leadId}>{t(lead)}</span> })}
        {...(reasonNow === undefined ? {} : { describedBy: reasonId })}
      />
      {reasonNow !== undefined && (
        <div id={reasonId}>
          {/* The texts of the notice arrive later than those of the form after a reload. */}
          <Suspense fallback={null}>
            <ReasonNotice reason={reasonNow} />
          </Suspense>
        </div>
      )}
      {signIn.failure !== null && (
        <div id={failureId}>
          <Notice
            key={failures}
            ref={failureBox}
            tone="danger"
            role="alert"
            title={t(signIn.failure.text, signIn.failure.values)}
          />
        </div>
      )}
      {signIn.resent && <Notice tone="success" role="status" title={t('challenge.resent')} />}
      <Screen
        signIn={signIn}
        asked={step !== first}
        describedBy={signIn.failure === null ? leadId : `${failureId} ${leadId}`}
      />
      <div role="status" className={styles.progress}>
        {signIn.busy && !signIn.slow && (
          <p>
            {late
              ? t(step === null ? 'login.signingInLate' : 'challenge.late')
              : `${t('login.signingIn')} ${t('login.signingInHint')}`}
          </p>
        )}
      </div>
      {signIn.slow && <SlowNotice signIn={signIn} onLeave={toHeading} />}
      {step !== null && !signIn.slow && (
        <Button variant="text" onClick={signIn.restart}>
          {t('challenge.restart')}
        </Button>
      )}
      {step === null && children}
    </div>
  )
}

function ReasonNotice({ reason }: { reason: SignInReason }) {
  const common = useText('common')
  const t = useText('login')
  const errors = useText('errors')
  if (reason === 'accountDeleted') return <Notice tone="warning" title={errors('code.SE_AC_0002')} />
  if (reason === 'emailChange') return <Notice tone="info" title={t('login.emailChange')} />
  return <Notice tone={reason === 'loggedOut' ? 'success' : 'warning'} title={common(`sessionEnd.${reason}`)} />
}

type ScreenProps = { signIn: SignIn; asked: boolean; describedBy: string }

function Screen({ signIn, asked, describedBy }: ScreenProps) {
  const { step } = signIn
  if (step === null || step.kind === 'done') return <PasswordStep signIn={signIn} />
  return (
    <Suspense fallback={<Skeleton lines={2} />}>
      <ChallengeScreen signIn={signIn} step={step} asked={asked} describedBy={describedBy} />
    </Suspense>
  )
}

/** Address and password as native fields, so that users can type before the rest has loaded. */
function PasswordStep({ signIn }: { signIn: SignIn }) {
  const t = useText('login')
  return (
    <CheckedForm
      className={styles.form}
      read={(form) => ({
        email: normalizeEmail(textOf(form, 'username')),
        password: textOf(form, 'password'),
        keptIn: keptInOf(form),
      })}
      check={({ email, password }) => {
        const wrongAddress = email === '' ? t('login.emptyUsername') : t('login.emailShape')
        return [
          looksLikeEmail(email) ? null : { targetId: 'username', message: wrongAddress },
          password === '' ? { targetId: 'password', message: t('login.emptyPassword') } : null,
        ]
      }}
      onSubmit={signIn.submitPassword}
    >
      {(messageOf) => (
        <>
          <TextField
            id="username"
            name="username"
            onFocus={signIn.prepare}
            type="email"
            inputMode="email"
            autoComplete="username"
            spellCheck={false}
            label={t('login.email')}
            badge={false}
            help={t('login.emailExample')}
            required
            defaultValue={signIn.email}
            error={messageOf('username')}
          />
          <PasswordField
            id="password"
            name="password"
            onFocus={signIn.prepare}
            autoComplete="current-password"
            label={t('login.password')}
            badge={false}
            error={messageOf('password')}
          />
          <KeptSignInField keptIn={signIn.keptIn} />
          <Button type="submit" wide busy={signIn.busy}>
            {t('login.submit')}
          </Button>
        </>
      )}
    </CheckedForm>
  )
}

/** The buttons disappear when they are clicked, so the focus moves to the heading first. */
function SlowNotice({ signIn, onLeave }: { signIn: SignIn; onLeave: () => void }) {
  const t = useText('login')
  const common = useText('common')
  const leaving = (then: () => void) => () => {
    onLeave()
    then()
  }
  return (
    <Notice tone="warning" role="alert" title={t('login.waiting')}>
      <p className={styles.actions}>
        <Button variant="secondary" onClick={leaving(signIn.keepWaiting)}>
          {common('button.wait')}
        </Button>
        <Button variant="text" onClick={leaving(signIn.restart)}>
          {common('button.startAgain')}
        </Button>
      </p>
    </Notice>
  )
}

type Key = TextKey<'login'>
type Kind = SignInStep['kind'] | 'password'

const channelHeadings = {
  sms: ['challenge.mfa.heading', 'challenge.mfa.title'],
  email: ['challenge.email.heading', 'challenge.email.title'],
  totp: ['challenge.totp.heading', 'challenge.totp.title'],
} as const

/** Title and lead of every step. The type requires all steps. */
const headings: Record<Kind, (step: SignInStep | null) => readonly [Key, Key | null]> = {
  password: () => ['login.title', 'login.lead'],
  done: () => ['login.title', null],
  'new-password': () => ['challenge.newPassword.heading', 'challenge.newPassword.title'],
  code: (step) => channelHeadings[step?.kind === 'code' ? step.channel : 'sms'],
  'choose-factor': (step) => [
    'challenge.choose.heading',
    step?.kind === 'choose-factor' && step.purpose === 'set-up'
      ? 'challenge.choose.setupTitle'
      : 'challenge.choose.title',
  ],
  'set-up-totp': () => ['challenge.totpSetup.heading', 'challenge.totpSetup.title'],
  'set-up-email': () => ['challenge.emailSetup.heading', 'challenge.emailSetup.title'],
  custom: () => ['challenge.custom.heading', 'challenge.custom.title'],
  'reset-required': () => ['challenge.reset.heading', 'challenge.reset.title'],
  unconfirmed: () => ['challenge.unconfirmed.heading', null],
  unsupported: () => ['challenge.unsupported.heading', null],
}
