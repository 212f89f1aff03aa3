import { deliverCode, maskedEmail, maskedPhone } from './secrets/codes.ts'
import type { IdentityContext } from './context.ts'
import { findDevice, offerDevice, saveDevice } from './devices.ts'
import { openGrant } from './grants.ts'
import { IdentityError, invalidParameter } from './identity-error.ts'
import type { ChallengeName, CustomChallenge, Factor, SignInRecord, UserRecord } from './records.ts'
import { openSignIn } from './sign-ins.ts'
import type { IssuedTokens, TokenIssuer } from './tokens.ts'

export type Engine = { context: IdentityContext; tokens: TokenIssuer }

export type ChallengeAnswer = {
  ChallengeName: ChallengeName
  Session: string
  ChallengeParameters: Record<string, string>
}

export type AuthenticationResult = IssuedTokens & {
  RefreshToken?: string
  NewDeviceMetadata?: { DeviceKey: string; DeviceGroupKey: string }
}

export type AuthAnswer =
  | ChallengeAnswer
  | { ChallengeParameters: Record<string, never>; AuthenticationResult: AuthenticationResult }

/** The completed parts of this sign-in. */
export type Progress = { flow: SignInRecord['flow']; deviceKey?: string | undefined; wrongAnswers?: number }

const defaultCustom: CustomChallenge = { question: '合言葉を入力してください', answer: 'さくら' }
export function customChallengeOf(user: UserRecord | null): CustomChallenge {
  return user?.custom ?? defaultCustom
}

export function challenge(
  context: IdentityContext,
  name: ChallengeName,
  username: string,
  progress: Progress,
  parameters: Record<string, string>,
  extra: Partial<Pick<SignInRecord, 'srp' | 'codeHash' | 'newEmail'>> = {},
): ChallengeAnswer {
  const { flow, deviceKey, wrongAnswers = 0 } = progress
  const record = { username, challenge: name, flow, wrongAnswers, ...(deviceKey === undefined ? {} : { deviceKey }) }
  return {
    ChallengeName: name,
    Session: openSignIn(context, { ...record, ...extra }),
    ChallengeParameters: parameters,
  }
}

/**
 * The step after the password: a refusal, a new password, the tenant's custom challenge, the remembered device, or a
 * second factor.
 */
export async function afterPassword(engine: Engine, user: UserRecord, progress: Progress): Promise<AuthAnswer> {
  const { context } = engine
  assertMaySignIn(user)
  const device = progress.deviceKey === undefined ? null : findDevice(context, user.username, progress.deviceKey)
  if (progress.flow === 'custom') return askCustomQuestion(context, user.username, user, progress)
  if (user.state === 'FORCE_CHANGE_PASSWORD')
    return challenge(context, 'NEW_PASSWORD_REQUIRED', user.username, progress, {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: JSON.stringify(missingAttributes(user).map((name) => `userAttributes.${name}`)),
      userAttributes: JSON.stringify(user.attributes),
    })
  if (device?.remembered && device.password)
    return challenge(context, 'DEVICE_SRP_AUTH', user.username, progress, { USERNAME: user.username })
  return afterFirstFactor(engine, user, progress)
}

export function assertMaySignIn(user: UserRecord): void {
  if (user.state === 'UNCONFIRMED') throw new IdentityError('UserNotConfirmedException', 'User is not confirmed.')
  if (user.state === 'RESET_REQUIRED')
    throw new IdentityError('PasswordResetRequiredException', 'Password reset required for the user')
}

export function missingAttributes(user: UserRecord): string[] {
  return user.requiredAttributes.filter((name) => !user.attributes[name])
}

export function askCustomQuestion(
  context: IdentityContext,
  username: string,
  user: UserRecord | null,
  progress: Progress,
): ChallengeAnswer {
  const { question } = customChallengeOf(user)
  return challenge(context, 'CUSTOM_CHALLENGE', username, progress, { USERNAME: username, question })
}

/** The second factor of the user: the only one, the preferred one, a choice, or one that must be set up. */
export async function afterFirstFactor(engine: Engine, user: UserRecord, progress: Progress): Promise<AuthAnswer> {
  const { enabled, preferred, mustSetUp } = user.mfa
  const { context } = engine
  const only = enabled.length === 1 ? enabled[0] : preferred
  if (only) return askForFactor(context, user, only, progress)
  if (enabled.length > 1)
    return challenge(context, 'SELECT_MFA_TYPE', user.username, progress, {
      USER_ID_FOR_SRP: user.username,
      MFAS_CAN_CHOOSE: JSON.stringify(enabled),
    })
  if (mustSetUp.length > 0)
    return challenge(context, 'MFA_SETUP', user.username, progress, {
      USER_ID_FOR_SRP: user.username,
      MFAS_CAN_SETUP: JSON.stringify(mustSetUp),
    })
  return completeSignIn(engine, user, progress)
}

export function askForFactor(
  context: IdentityContext,
  user: UserRecord,
  factor: Factor,
  progress: Progress,
): ChallengeAnswer {
  if (factor === 'SOFTWARE_TOKEN_MFA')
    return challenge(context, factor, user.username, progress, { USER_ID_FOR_SRP: user.username })
  if (factor === 'EMAIL_OTP') return askForEmailCode(context, user, user.attributes.email ?? '', progress)
  const phone = user.attributes.phone_number
  if (!phone) throw invalidParameter('User has no phone number set')
  const codeHash = deliverCode(context, user.username, 'sign-in', phone, 'sms')
  return challenge(context, 'SMS_MFA', user.username, progress, delivered(user, 'SMS', maskedPhone(phone)), {
    codeHash,
  })
}

/** Sends a code to the user's address, or to the new one (`newEmail`). */
export function askForEmailCode(
  context: IdentityContext,
  user: UserRecord,
  email: string,
  progress: Progress,
  newEmail?: string,
): ChallengeAnswer {
  const codeHash = deliverCode(context, user.username, 'sign-in', email, 'email')
  return challenge(context, 'EMAIL_OTP', user.username, progress, delivered(user, 'EMAIL', maskedEmail(email)), {
    codeHash,
    ...(newEmail === undefined ? {} : { newEmail }),
  })
}

function delivered(user: UserRecord, medium: string, destination: string) {
  return {
    USER_ID_FOR_SRP: user.username,
    CODE_DELIVERY_DELIVERY_MEDIUM: medium,
    CODE_DELIVERY_DESTINATION: destination,
  }
}

/** Issues the tokens; offers a new device key to a client without a known one. */
export async function completeSignIn(engine: Engine, user: UserRecord, progress: Progress): Promise<AuthAnswer> {
  const { context, tokens } = engine
  const known = progress.deviceKey === undefined ? null : findDevice(context, user.username, progress.deviceKey)
  if (known) saveDevice(context, { ...known, lastAuthenticatedAt: context.now() })
  const device = known ?? offerDevice(context, user.username)
  const { grant, refreshToken } = openGrant(context, user, device.deviceKey)
  return {
    ChallengeParameters: {},
    AuthenticationResult: {
      ...(await tokens.issue(user, grant)),
      RefreshToken: refreshToken,
      ...(known ? {} : { NewDeviceMetadata: { DeviceKey: device.deviceKey, DeviceGroupKey: device.deviceGroupKey } }),
    },
  }
}
