import { useEffect, useState } from 'react'
import { cleanText } from '../../../form-model/visible-text.ts'
import { factorAnswer } from '../session/sign-in-step.ts'
import type { SignInStep, SignInFactor } from '../session/sign-in-step.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import { reportFailure } from '../../lib/error-report.ts'
import { CheckedForm } from '../../fields/CheckedForm.tsx'
import { textOf } from '../../fields/FormErrors.tsx'
import { Button } from '../../ui/Button.tsx'
import { RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { CodeStep, TotpSetUpStep } from './CodeStep.tsx'
import { NewPasswordStep, ResetRequiredStep } from './NewPasswordStep.tsx'
import styles from './SignInFlow.module.css'
import type { SignIn } from './use-sign-in.ts'

type Props = {
  signIn: SignIn
  step: Exclude<SignInStep, { kind: 'done' }>
  /** The user has just submitted the step before. False after a reload, which must not move the focus. */
  asked: boolean
  /** The id of the lead of the step. */
  describedBy: string
}

/** The challenges of the identity provider after the password, one screen per kind of step. */
export function ChallengeScreen({ signIn, step, asked, describedBy }: Props) {
  switch (step.kind) {
    case 'new-password':
      return <NewPasswordStep signIn={signIn} missingAttributes={step.missingAttributes} />
    case 'code':
      return (
        <CodeStep
          signIn={signIn}
          channel={step.channel}
          destination={step.destination}
          asked={asked}
          describedBy={describedBy}
        />
      )
    case 'choose-factor':
      return <ChooseFactorStep signIn={signIn} factors={step.factors} />
    case 'set-up-totp':
      return <TotpSetUpStep signIn={signIn} secret={step.secret} describedBy={describedBy} />
    case 'set-up-email':
      return <TextStep key="email" signIn={signIn} purpose="email" />
    case 'custom':
      return <TextStep key="custom" signIn={signIn} purpose="custom" prompt={step.prompt} />
    case 'reset-required':
      return <ResetRequiredStep signIn={signIn} />
    case 'unsupported':
      return <Unsupported step={step.step} />
    case 'unconfirmed':
      return <DeadEnd text="challenge.unconfirmed" />
  }
}

/** The name of the step helps the operators of the portal, not the user. */
function Unsupported({ step }: { step: string }) {
  useEffect(() => reportFailure({ kind: 'sign-in-step', code: step }), [step])
  return <DeadEnd text="challenge.unsupported" />
}

function DeadEnd({ text }: { text: TextKey<'sign-in'> }) {
  const t = useText('sign-in')
  return <p>{t(text)}</p>
}

const labels: Record<SignInFactor, TextKey<'sign-in'>> = {
  sms: 'challenge.choose.SMS',
  email: 'challenge.choose.EMAIL',
  totp: 'challenge.choose.TOTP',
}

/** Selects the second factor to use or to set up. */
function ChooseFactorStep({ signIn, factors }: { signIn: SignIn; factors: SignInFactor[] }) {
  const t = useText('sign-in')
  const [factor, setFactor] = useState<SignInFactor | null>(null)
  return (
    <CheckedForm
      className={styles.form}
      read={() => factor}
      check={(chosen) => [chosen === null ? { targetId: 'factor', message: t('challenge.choose.empty') } : null]}
      onSubmit={(chosen) => {
        if (chosen !== null) signIn.answer(factorAnswer(chosen))
      }}
    >
      {(messageOf) => (
        <>
          <RadioGroup
            id="factor"
            label={t('challenge.choose.label')}
            required
            error={messageOf('factor')}
            options={factors.map((value) => ({ value, label: t(labels[value]) }))}
            value={factor}
            onChange={setFactor}
          />
          <Button type="submit" wide busy={signIn.busy}>
            {t('challenge.submit')}
          </Button>
        </>
      )}
    </CheckedForm>
  )
}

type TextStepProps = { signIn: SignIn; purpose: 'email' | 'custom'; prompt?: Record<string, string> }

/** One free-text answer: the address for codes, or a custom challenge, whose prompt is shown as plain text. */
function TextStep({ signIn, purpose, prompt = {} }: TextStepProps) {
  const t = useText('sign-in')
  const login = useText('login')
  const email = purpose === 'email'
  const empty = email ? login('login.emptyUsername') : t('challenge.custom.empty')
  return (
    <CheckedForm
      className={styles.form}
      read={(form) => cleanText(textOf(form, 'answer'))}
      check={(answer) => [answer === '' ? { targetId: 'answer', message: empty } : null]}
      onSubmit={(answer) => signIn.answer(answer)}
    >
      {(messageOf) => (
        <>
          {Object.entries(prompt).map(([name, words]) => (
            <p key={name}>{words}</p>
          ))}
          <TextField
            id="answer"
            name="answer"
            {...(email ? { type: 'email', inputMode: 'email', autoComplete: 'email' } : { autoComplete: 'off' })}
            label={email ? login('login.email') : t('challenge.custom.answer')}
            required
            error={messageOf('answer')}
          />
          <Button type="submit" wide busy={signIn.busy}>
            {email ? t('challenge.emailSetup.submit') : t('challenge.submit')}
          </Button>
        </>
      )}
    </CheckedForm>
  )
}
