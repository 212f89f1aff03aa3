export type SignInFactor = 'sms' | 'email' | 'totp'

/** The next step of a sign-in; one screen per kind. */
export type SignInStep =
  | { kind: 'done'; deviceRemembered?: boolean }
  | { kind: 'new-password'; missingAttributes: string[] }
  /** `destination` is masked by the identity provider, e.g. `h***@e***`; null for an authenticator app. */
  | { kind: 'code'; channel: SignInFactor; destination: string | null }
  | { kind: 'choose-factor'; purpose: 'sign-in' | 'set-up'; factors: SignInFactor[] }
  /** The secret is base32; show it beside the QR code of {@link otpauthUri}. */
  | { kind: 'set-up-totp'; secret: string }
  | { kind: 'set-up-email' }
  /**
   * The pool's custom challenge: plain text by name, never to be rendered as HTML. The same step again means a wrong
   * answer.
   */
  | { kind: 'custom'; prompt: Record<string, string> }
  | { kind: 'reset-required' }
  | { kind: 'unconfirmed' }
  /** A step that this portal does not support; `step` is its name for the report. */
  | { kind: 'unsupported'; step: string }

/** The step of a reloaded page. `lost`: a sign-in was in progress and cannot continue; reported once. */
export type Pending = SignInStep | 'lost' | null

type ProviderFactor = 'SMS' | 'EMAIL' | 'TOTP'

/**
 * The parts of Amplify's `nextStep` that the portal reads. The adapter passes Amplify's own type in, so a step that a
 * new version adds is a type error there.
 */
export type ProviderStep =
  | { signInStep: 'DONE' }
  | { signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED'; missingAttributes?: string[] }
  | { signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE'; codeDeliveryDetails?: { destination?: string } }
  | { signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE'; codeDeliveryDetails?: { destination?: string } }
  | { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' }
  | { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION'; allowedMFATypes?: ProviderFactor[] }
  | { signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION'; allowedMFATypes?: ProviderFactor[] }
  | { signInStep: 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP'; totpSetupDetails: { sharedSecret: string } }
  | { signInStep: 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP' }
  | { signInStep: 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE'; additionalInfo?: Record<string, string> }
  | { signInStep: 'RESET_PASSWORD' }
  | { signInStep: 'CONFIRM_SIGN_UP' }
  | { signInStep: 'CONFIRM_SIGN_IN_WITH_PASSWORD' }
  | { signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' }

type StepName = ProviderStep['signInStep']
type StepNamed<Name extends StepName> = Extract<ProviderStep, { signInStep: Name }>

/** One row per step of the identity provider. */
export const signInSteps: { [Name in StepName]: (step: StepNamed<Name>) => SignInStep } = {
  DONE: () => ({ kind: 'done' }),
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: (step) => ({
    kind: 'new-password',
    missingAttributes: step.missingAttributes ?? [],
  }),
  CONFIRM_SIGN_IN_WITH_SMS_CODE: (step) => codeStep('sms', step.codeDeliveryDetails),
  CONFIRM_SIGN_IN_WITH_EMAIL_CODE: (step) => codeStep('email', step.codeDeliveryDetails),
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: () => codeStep('totp', undefined),
  CONTINUE_SIGN_IN_WITH_MFA_SELECTION: (step) => choiceStep('sign-in', step.allowedMFATypes),
  CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION: (step) => choiceStep('set-up', step.allowedMFATypes),
  CONTINUE_SIGN_IN_WITH_TOTP_SETUP: (step) => ({ kind: 'set-up-totp', secret: step.totpSetupDetails.sharedSecret }),
  CONTINUE_SIGN_IN_WITH_EMAIL_SETUP: () => ({ kind: 'set-up-email' }),
  CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE: (step) => ({ kind: 'custom', prompt: questionOf(step.additionalInfo) }),
  RESET_PASSWORD: () => ({ kind: 'reset-required' }),
  CONFIRM_SIGN_UP: () => ({ kind: 'unconfirmed' }),
  CONFIRM_SIGN_IN_WITH_PASSWORD: (step) => ({ kind: 'unsupported', step: step.signInStep }),
  CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION: (step) => ({ kind: 'unsupported', step: step.signInStep }),
}

/** The portal's step for one of the identity provider's; an unknown name is `unsupported`. */
export function toSignInStep(step: ProviderStep): SignInStep {
  const name = step.signInStep
  if (!Object.hasOwn(signInSteps, name)) return { kind: 'unsupported', step: String(name) }
  const row = signInSteps[name] as (step: ProviderStep) => SignInStep
  return row(step)
}

function codeStep(channel: SignInFactor, delivery: { destination?: string } | undefined): SignInStep {
  return { kind: 'code', channel, destination: delivery?.destination ?? null }
}

const factors: Record<ProviderFactor, SignInFactor> = { SMS: 'sms', EMAIL: 'email', TOTP: 'totp' }

function choiceStep(purpose: 'sign-in' | 'set-up', allowed: ProviderFactor[] = []): SignInStep {
  return { kind: 'choose-factor', purpose, factors: allowed.map((factor) => factors[factor]) }
}

/** Parameters that Cognito adds for its own use, which are not part of the challenge. */
function questionOf(info: Record<string, string> | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(info ?? {}).filter(([name]) => !/^(?:USERNAME|USER_ID_FOR_SRP)$/.test(name)))
}

/** The answer that chooses a factor at `choose-factor`. */
export function factorAnswer(factor: SignInFactor): string {
  return factor.toUpperCase()
}

/** The address that an authenticator app reads from the QR code. */
export function otpauthUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${encodeURIComponent(secret)}&issuer=${encodeURIComponent(issuer)}`
}
