/** The error names of Amazon Cognito that this emulator returns. */
export type IdentityErrorName =
  | 'CodeMismatchException'
  | 'EnableSoftwareTokenMFAException'
  | 'ExpiredCodeException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'PasswordResetRequiredException'
  | 'RefreshTokenReuseException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'SoftwareTokenMFANotFoundException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UserNotConfirmedException'
  | 'UsernameExistsException'

/** A refusal of the identity provider: HTTP 400 with `__type` and `message`. */
export class IdentityError extends Error {
  readonly type: IdentityErrorName

  constructor(type: IdentityErrorName, message: string) {
    super(message)
    this.name = 'IdentityError'
    this.type = type
  }
}

/** The same response for an unknown user, a wrong password and a wrong signature. */
export function wrongCredentials() {
  return new IdentityError('NotAuthorizedException', 'Incorrect username or password.')
}

export function invalidSession() {
  return new IdentityError('NotAuthorizedException', 'Invalid session for the user, session is expired.')
}

export function invalidParameter(message: string) {
  return new IdentityError('InvalidParameterException', message)
}
