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
  /** The user is not signed in, or no longer. */
  | 'session-ended'
  | 'reset-required'
  | 'unconfirmed'
  | 'address-taken'
  | 'device-unknown'
  | 'factor-not-ready'
  | 'unknown'

/** The violated rule of the password policy, if the identity provider names it. */
export type PasswordRule = 'length' | 'uppercase' | 'lowercase' | 'number' | 'symbol' | 'other'

/** The rejection of every function of the session. The identity provider's own message is never shown. */
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
