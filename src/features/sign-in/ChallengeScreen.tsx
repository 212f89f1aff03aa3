import { useEffect } from 'react'
import type { SignInStep } from '../../auth/sign-in-step.ts'
import { ChooseFactorStep } from './ChooseFactorStep.tsx'
import { CodeStep } from './CodeStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { ResetRequiredStep } from './ResetRequiredStep.tsx'
import { TextStep } from './TextStep.tsx'
import { TotpSetUpStep } from './TotpSetUpStep.tsx'
import type { TextKey } from '../../i18n/catalogue.ts'
import { useText } from '../../i18n/use-text.ts'
import type { SignIn } from './use-sign-in.ts'

type Props = { signIn: SignIn; step: Exclude<SignInStep, { kind: 'done' }> }

/** What the identity provider asks after the password, one screen per kind of step. */
export function ChallengeScreen({ signIn, step }: Props) {
  switch (step.kind) {
    case 'new-password':
      return <NewPasswordStep signIn={signIn} missingAttributes={step.missingAttributes} />
    case 'code':
      return <CodeStep signIn={signIn} channel={step.channel} destination={step.destination} />
    case 'choose-factor':
      return <ChooseFactorStep signIn={signIn} factors={step.factors} />
    case 'set-up-totp':
      return <TotpSetUpStep signIn={signIn} secret={step.secret} />
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

/** Which step it was is for those who run the portal. */
function Unsupported({ step }: { step: string }) {
  useEffect(() => reportError(new Error(`Sign-in step not supported: ${step}`)), [step])
  return <DeadEnd text="challenge.unsupported" />
}

function DeadEnd({ text }: { text: TextKey<'sign-in'> }) {
  const t = useText('sign-in')
  return <p>{t(text)}</p>
}
