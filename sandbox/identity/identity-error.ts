/** The error names of Amazon Cognito that this emulator answers with. */
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

/** An answer of the provider that refuses: HTTP 400 with `__type` and `message`. */
export class IdentityError extends Error {
  readonly type: IdentityErrorName

  constructor(type: IdentityErrorName, message: string) {
    super(message)
    this.name = 'IdentityError'
    this.type = type
  }
}

/** The one answer to an unknown user, a wrong password and a wrong signature alike. */
export function wrongCredentials() {
  return new IdentityError('NotAuthorizedException', 'Incorrect username or password.')
}

export function invalidSession() {
  return new IdentityError('NotAuthorizedException', 'Invalid session for the user, session is expired.')
}

export function invalidParameter(message: string) {
  return new IdentityError('InvalidParameterException', message)
}
