import { AuthProblem } from './auth-problem.ts'
import type { AuthReason, PasswordRule } from './auth-problem.ts'

type Row = { name: RegExp; message?: RegExp; reason: AuthReason }

/** First match wins. Names are stable; messages are English texts of the identity provider and only refine a name. */
export const authProblems: Row[] = [
  { name: /^NotAuthorizedException$/, message: /attempts exceeded/i, reason: 'locked' },
  { name: /^NotAuthorizedException$/, message: /invalid session|session is expired/i, reason: 'challenge-expired' },
  { name: /^NotAuthorizedException$/, message: /(?:access|refresh) token/i, reason: 'session-ended' },
  { name: /^NotAuthorizedException$/, message: /disabled/i, reason: 'locked' },
  { name: /^(?:NotAuthorizedException|UserNotFoundException)$/, reason: 'credentials' },
  { name: /^(?:EmptySignInUsername|EmptySignInPassword)$/, reason: 'credentials' },
  { name: /^(?:RefreshTokenReuse|TokenRevoked|UserUnAuthenticated)Exception$/, reason: 'session-ended' },
  { name: /^(?:CodeMismatch|EnableSoftwareTokenMFA)Exception$/, reason: 'code-wrong' },
  { name: /^(?:EmptyChallengeResponse|EmptyConfirmUserAttributeCode|EmptyVerifyTOTPSetupCode)$/, reason: 'code-wrong' },
  { name: /^(?:EmptyConfirmResetPasswordConfirmationCode)$/, reason: 'code-wrong' },
  // An authenticator's code is valid once; the next one is seconds away.
  { name: /^ExpiredCodeException$/, message: /software token/i, reason: 'code-wrong' },
  { name: /^ExpiredCodeException$/, reason: 'code-expired' },
  { name: /^SignInException$/, reason: 'challenge-expired' },
  { name: /^(?:InvalidPasswordException|PasswordHistoryPolicyViolationException)$/, reason: 'password-policy' },
  { name: /^InvalidParameterException$/, message: /password/i, reason: 'password-policy' },
  { name: /^InvalidParameterException$/, message: /has not set up|delivery config/i, reason: 'factor-not-ready' },
  { name: /^SoftwareTokenMFANotFoundException$/, reason: 'factor-not-ready' },
  { name: /^InvalidParameterException$/, reason: 'attribute' },
  { name: /^(?:LimitExceeded|TooManyRequests|TooManyFailedAttempts)Exception$/, reason: 'limit' },
  { name: /^(?:NetworkError|TimeoutError|AbortError)$/, reason: 'network' },
  { name: /^(?:InternalError|ServiceUnavailable|UnexpectedLambda|UserLambdaValidation)Exception$/, reason: 'provider' },
  { name: /^UserAlreadyAuthenticatedException$/, reason: 'already-signed-in' },
  { name: /^PasswordResetRequiredException$/, reason: 'reset-required' },
  { name: /^UserNotConfirmedException$/, reason: 'unconfirmed' },
  { name: /^(?:AliasExists|UsernameExists)Exception$/, reason: 'address-taken' },
  { name: /^DeviceMetadataNotFoundException$/, reason: 'device-unknown' },
  { name: /^ResourceNotFoundException$/, message: /device/i, reason: 'device-unknown' },
  { name: /^ResourceNotFoundException$/, reason: 'provider' },
]

const passwordRules: [RegExp, PasswordRule][] = [
  [/not long enough|length|at least/i, 'length'],
  [/uppercase/i, 'uppercase'],
  [/lowercase/i, 'lowercase'],
  [/numeric|number/i, 'number'],
  [/symbol/i, 'symbol'],
]

export function toAuthProblem(error: unknown): AuthProblem {
  if (error instanceof AuthProblem) return error
  const { name, message } = error instanceof Error ? error : { name: '', message: '' }
  const row = authProblems.find((candidate) => candidate.name.test(name) && (candidate.message?.test(message) ?? true))
  const reason = row?.reason ?? 'unknown'
  if (reason !== 'password-policy') return new AuthProblem(reason, { cause: error })
  const rule = passwordRules.find(([pattern]) => pattern.test(message))?.[1] ?? 'other'
  return new AuthProblem(reason, { rule, cause: error })
}
