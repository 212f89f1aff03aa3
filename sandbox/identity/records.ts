/** The emulator's records, table by table. Times are milliseconds of the sandbox clock. */

export type UserState = 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD' | 'RESET_REQUIRED' | 'UNCONFIRMED'

/** The second factors by their name on the wire. */
export type Factor = 'SMS_MFA' | 'EMAIL_OTP' | 'SOFTWARE_TOKEN_MFA'

export type MfaSettings = {
  enabled: Factor[]
  preferred: Factor | null
  /** Factors of which one must be set up at the next sign-in; only required while none is enabled. */
  mustSetUp: ('EMAIL_OTP' | 'SOFTWARE_TOKEN_MFA')[]
}

export type CustomChallenge = { question: string; answer: string }

/** Salt and verifier of SRP in hexadecimal: nothing else of a password is stored. */
export type PasswordRecord = { salt: string; verifier: string }

export type UserRecord = {
  username: string
  state: UserState
  password: PasswordRecord
  /** Cognito's attribute names: sub, email, email_verified, phone_number, name, … */
  attributes: Record<string, string>
  /** Attributes that the new-password challenge requires. */
  requiredAttributes: string[]
  mfa: MfaSettings
  totpSecret?: string
  /** A secret that was issued but not yet verified by a code. */
  unverifiedTotpSecret?: string
  custom?: CustomChallenge
  createdAt: number
  updatedAt: number
}

export type ChallengeName =
  | 'PASSWORD_VERIFIER'
  | 'NEW_PASSWORD_REQUIRED'
  | 'SMS_MFA'
  | 'EMAIL_OTP'
  | 'SOFTWARE_TOKEN_MFA'
  | 'SELECT_MFA_TYPE'
  | 'MFA_SETUP'
  | 'CUSTOM_CHALLENGE'
  | 'DEVICE_SRP_AUTH'
  | 'DEVICE_PASSWORD_VERIFIER'

/** One side of an SRP exchange between the two requests; hexadecimal, the secret block in base64. */
export type SrpExchange = { clientA: string; serverSecret: string; serverB: string; secretBlock: string }

/** A sign-in in progress; the client refers to it by its Session. */
export type SignInRecord = {
  username: string
  challenge: ChallengeName
  flow: 'password' | 'custom'
  deviceKey?: string
  srp?: SrpExchange
  codeHash?: string
  wrongAnswers: number
  totpSecret?: string
  totpVerified?: boolean
  /** An address given at MFA_SETUP, adopted once its code is confirmed. */
  newEmail?: string
  expiresAt: number
}

/** One sign-in of one user; all its tokens contain `originJti` and end with it. */
export type GrantRecord = { originJti: string; username: string; authTime: number; deviceKey?: string }

/** A refresh token by its hash; `replacedAt` is set when rotation has issued a successor. */
export type RefreshTokenRecord = { originJti: string; expiresAt: number; replacedAt?: number }

export type DeviceRecord = {
  deviceKey: string
  deviceGroupKey: string
  username: string
  name: string
  remembered: boolean
  /** Absent until the client has confirmed the device. */
  password?: PasswordRecord
  createdAt: number
  updatedAt: number
  lastAuthenticatedAt: number
}

export type CodeRecord = { codeHash: string; wrongAnswers: number; sentAt: number[]; expiresAt: number }

export type AttemptsRecord = { failures: number; lastFailureAt: number; lockedUntil: number }

/** The private signing key as JWK, and the secret from which responses for unknown names are derived. */
export type KeyRecord = Record<string, unknown>

export type IdentityTables = {
  users: UserRecord
  sign_ins: SignInRecord
  grants: GrantRecord
  refresh_tokens: RefreshTokenRecord
  devices: DeviceRecord
  codes: CodeRecord
  attempts: AttemptsRecord
  keys: KeyRecord
}
