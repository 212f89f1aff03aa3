/** Why the identity provider refused; each reason has a text in the catalogue. */
export type AuthReason =
  | 'credentials'
  | 'locked'
  | 'code-wrong'
  | 'code-expired'
  /** The sign-in in progress is over: back to the password. */
  | 'challenge-expired'
  | 'password-policy'
  | 'attribute'
  | 'limit'
  | 'network'
  /** The provider responded, but is unavailable. */
  | 'provider'
  | 'already-signed-in'
  /** Not signed in, or not any more. */
  | 'session-ended'
  | 'reset-required'
  | 'unconfirmed'
  | 'address-taken'
  | 'device-unknown'
  | 'factor-not-ready'
  | 'unknown'

/** Which rule of the password policy is broken, if the provider says so. */
export type PasswordRule = 'length' | 'uppercase' | 'lowercase' | 'number' | 'symbol' | 'other'

/** What every function of the session rejects with. The provider's own message is never shown. */
export class AuthProblem extends Error {
  override readonly name = 'AuthProblem'
  readonly reason: AuthReason
  readonly rule: PasswordRule | undefined

  constructor(reason: AuthReason, options: { rule?: PasswordRule | undefined; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.reason = reason
    this.rule = options.rule
  }
}
