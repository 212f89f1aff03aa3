import { clientClocks } from './context.ts'
import type { IdentityContext } from './context.ts'
import { IdentityError, invalidParameter } from './identity-error.ts'
import type { Factor, UserRecord } from './records.ts'
import type { Fields } from './request-fields.ts'
import { optionalFields, optionalText, requiredText } from './request-fields.ts'
import type { Engine } from './sign-in-steps.ts'
import { authorize } from './authorize.ts'
import { findSignIn, saveSignIn } from './sign-ins.ts'
import { newTotpSecret, totpMatches } from './secrets/totp.ts'
import { saveUser } from './users.ts'

/** AssociateSoftwareToken, with an access token (profile) or the Session of MFA_SETUP (sign-in). */
export async function associateSoftwareToken(engine: Engine, body: Fields) {
  const { context } = engine
  const session = optionalText(body, 'Session')
  const secret = newTotpSecret()
  if (session !== undefined) {
    const { record } = findSignIn(context, session, 'MFA_SETUP')
    saveSignIn(context, session, { ...record, totpSecret: secret, totpVerified: false })
    return { SecretCode: secret, Session: session }
  }
  const { user } = await authorize(engine, body)
  saveUser(context, { ...user, unverifiedTotpSecret: secret })
  return { SecretCode: secret }
}

/** VerifySoftwareToken, with an access token or the Session of MFA_SETUP. */
export async function verifySoftwareToken(engine: Engine, body: Fields) {
  const { context } = engine
  const code = requiredText(body, 'UserCode')
  const session = optionalText(body, 'Session')
  if (session !== undefined) {
    const { record } = findSignIn(context, session, 'MFA_SETUP')
    assertCode(context, record.totpSecret, code)
    saveSignIn(context, session, { ...record, totpVerified: true })
    return { Status: 'SUCCESS', Session: session }
  }
  const { user } = await authorize(engine, body)
  assertCode(context, user.unverifiedTotpSecret, code)
  const { unverifiedTotpSecret: totpSecret = '', ...rest } = user
  saveUser(context, { ...rest, totpSecret })
  return { Status: 'SUCCESS' }
}

function assertCode(context: IdentityContext, secret: string | undefined, code: string): void {
  if (secret === undefined)
    throw new IdentityError('SoftwareTokenMFANotFoundException', 'Software Token MFA has not been set up for the user.')
  if (!totpMatches(secret, code, clientClocks(context)))
    throw new IdentityError('EnableSoftwareTokenMFAException', 'Code mismatch')
}

const settings: { field: string; factor: Factor; ready: (user: UserRecord) => boolean; refusal: string }[] = [
  {
    field: 'SMSMfaSettings',
    factor: 'SMS_MFA',
    ready: (user) => user.attributes.phone_number_verified === 'true',
    refusal: 'User does not have delivery config set to turn on SMS_MFA',
  },
  {
    field: 'SoftwareTokenMfaSettings',
    factor: 'SOFTWARE_TOKEN_MFA',
    ready: (user) => user.totpSecret !== undefined,
    refusal: 'User has not set up software token mfa',
  },
  {
    field: 'EmailMfaSettings',
    factor: 'EMAIL_OTP',
    ready: (user) => user.attributes.email_verified === 'true',
    refusal: 'User does not have delivery config set to turn on EMAIL_OTP',
  },
]

/** SetUserMFAPreference: factors that are not named stay unchanged. */
export async function setUserMfaPreference(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  const enabled = new Set(user.mfa.enabled)
  let { preferred } = user.mfa
  for (const { field, factor, ready, refusal } of settings) {
    const setting = optionalFields(body, field)
    if (!setting) continue
    if (setting.Enabled === true && !ready(user)) throw invalidParameter(refusal)
    if (setting.Enabled === true) enabled.add(factor)
    if (setting.Enabled === false) enabled.delete(factor)
    if (setting.PreferredMfa === true) preferred = factor
    if (setting.PreferredMfa === false && preferred === factor) preferred = null
  }
  if (preferred && !enabled.has(preferred)) preferred = null
  saveUser(engine.context, { ...user, mfa: { ...user.mfa, enabled: [...enabled], preferred } })
  return {}
}
