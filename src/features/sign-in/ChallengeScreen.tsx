import type { SignInStep } from '../../auth/sign-in-step.ts'
import { ChooseFactorStep } from './ChooseFactorStep.tsx'
import { CodeStep } from './CodeStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { ResetRequiredStep } from './ResetRequiredStep.tsx'
import { TextStep } from './TextStep.tsx'
import { TotpSetUpStep } from './TotpSetUpStep.tsx'
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
    case 'unconfirmed':
    case 'unsupported':
      return null
  }
}
