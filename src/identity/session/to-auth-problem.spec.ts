import { describe, expect, it } from 'vitest'
import { AuthProblem } from './auth-problem.ts'
import { authProblems, toAuthProblem } from './cognito.ts'

function refusal(name: string, message = 'some English text'): Error {
  const error = new Error(message)
  error.name = name
  return error
}

describe('a refusal of the identity provider', () => {
  it.each([
    ['NotAuthorizedException', 'Incorrect username or password.', 'credentials'],
    ['NotAuthorizedException', 'Password attempts exceeded', 'locked'],
    ['NotAuthorizedException', 'User is disabled.', 'locked'],
    ['NotAuthorizedException', 'Invalid session for the user, session is expired.', 'challenge-expired'],
    ['NotAuthorizedException', 'Access Token has been revoked', 'session-ended'],
    ['NotAuthorizedException', 'Refresh Token has expired', 'session-ended'],
    ['NotAuthorizedException', 'Invalid Refresh Token', 'session-ended'],
    ['NotAuthorizedException', 'an unknown text', 'credentials'],
    ['UserNotFoundException', 'User does not exist.', 'credentials'],
    ['EmptySignInUsername', 'username is required', 'credentials'],
    ['RefreshTokenReuseException', 'rotated', 'session-ended'],
    ['UserUnAuthenticatedException', 'needs sign-in', 'session-ended'],
    ['CodeMismatchException', 'Invalid code', 'code-wrong'],
    ['EnableSoftwareTokenMFAException', 'Code mismatch', 'code-wrong'],
    ['EmptyChallengeResponse', 'challengeResponse is required', 'code-wrong'],
    ['ExpiredCodeException', 'Invalid code provided', 'code-expired'],
    ['ExpiredCodeException', 'Your software token has already been used once.', 'code-wrong'],
    ['SignInException', 'An error occurred during the sign in process', 'challenge-expired'],
    ['InvalidParameterException', 'Invalid email address format.', 'attribute'],
    ['InvalidParameterException', 'User has not set up software token mfa', 'factor-not-ready'],
    ['SoftwareTokenMFANotFoundException', 'not set up', 'factor-not-ready'],
    ['LimitExceededException', 'Attempt limit exceeded', 'limit'],
    ['TooManyRequestsException', 'Rate exceeded', 'limit'],
    ['NetworkError', 'A network error has occurred.', 'network'],
    ['InternalErrorException', 'Something', 'provider'],
    ['UserAlreadyAuthenticatedException', 'already', 'already-signed-in'],
    ['PasswordResetRequiredException', 'Password reset required', 'reset-required'],
    ['UserNotConfirmedException', 'not confirmed', 'unconfirmed'],
    ['AliasExistsException', 'exists', 'address-taken'],
    ['DeviceMetadataNotFoundException', 'no device', 'device-unknown'],
    ['ResourceNotFoundException', 'Device does not exist.', 'device-unknown'],
    ['ResourceNotFoundException', 'User pool client x does not exist.', 'provider'],
    ['SomethingNew', 'unheard of', 'unknown'],
  ])('%s "%s" is %s', (name, message, reason) => {
    expect(toAuthProblem(refusal(name, message)).reason).toBe(reason)
  })

  it.each([
    ['Password not long enough', 'length'],
    ['Password must have uppercase characters', 'uppercase'],
    ['Password must have lowercase characters', 'lowercase'],
    ['Password must have numeric characters', 'number'],
    ['Password must have symbol characters', 'symbol'],
    ['Password has previously been used', 'other'],
  ])('names the rule of the policy: %s', (text, rule) => {
    const message = `Password did not conform with policy: ${text}`
    expect(toAuthProblem(refusal('InvalidPasswordException', message))).toMatchObject({
      reason: 'password-policy',
      rule,
    })
  })

  it("never uses the identity provider's message as its own", () => {
    expect(toAuthProblem(refusal('NotAuthorizedException', 'Incorrect username')).message).toBe('credentials')
  })

  it('stays unchanged if it is an AuthProblem already, and is unknown if it is not an error', () => {
    const problem = new AuthProblem('limit')
    expect(toAuthProblem(problem)).toBe(problem)
    expect(toAuthProblem('text').reason).toBe('unknown')
    expect(toAuthProblem(null).reason).toBe('unknown')
  })

  it('every row of the table of refusals can be reached', () => {
    const shadowed = authProblems.filter((row, index) =>
      authProblems.slice(0, index).some((earlier) => earlier.name.source === row.name.source && !earlier.message),
    )
    expect(shadowed).toEqual([])
  })
})
