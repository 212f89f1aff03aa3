import { ownerOf } from '../core/identifiers.ts'
import { authorize } from './authorize.ts'
import { codeDelivery, sendCode, redeemCode } from './secrets/codes.ts'
import type { IdentityContext } from './context.ts'
import { revokeAll } from './grants.ts'
import { invalidParameter, wrongCredentials } from './identity-error.ts'
import { assertNotLocked, forgetWrongPasswords, noteWrongPassword } from './lockout.ts'
import { assertPolicy, passwordMatches } from './secrets/passwords.ts'
import type { UserRecord } from './records.ts'
import type { Fields } from './request-fields.ts'
import { listOfFields, listOfTexts, requiredText } from './request-fields.ts'
import type { Engine } from './sign-in-steps.ts'
import { findUser, removeUser, saveUser, setAttributes, setPassword } from './users.ts'

export async function getUser(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  return {
    Username: user.username,
    UserAttributes: Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value })),
    UserMFASettingList: user.mfa.enabled,
    ...(user.mfa.preferred ? { PreferredMfaSetting: user.mfa.preferred } : {}),
  }
}

export async function changePassword(engine: Engine, body: Fields) {
  const { context } = engine
  const { user } = await authorize(engine, body)
  assertNotLocked(context, user.username)
  const proposed = requiredText(body, 'ProposedPassword')
  if (!passwordMatches(context, user.username, user, requiredText(body, 'PreviousPassword'))) {
    noteWrongPassword(context, user.username)
    throw wrongCredentials()
  }
  forgetWrongPasswords(context, user.username)
  assertPolicy(proposed)
  setPassword(context, user, proposed)
  return {}
}

/** Responds to an unknown name as to any other name, with an invented destination. */
export function forgotPassword({ context }: Engine, body: Fields) {
  const username = requiredText(body, 'Username')
  const email = findUser(context, username)?.attributes.email
  sendCode(context, username, 'reset', email === undefined ? undefined : { address: email, channel: 'email' })
  return { CodeDeliveryDetails: codeDelivery('email', email ?? `${ownerOf(username)?.userId ?? username}@example.jp`) }
}

export function confirmForgotPassword({ context }: Engine, body: Fields) {
  const username = requiredText(body, 'Username')
  const password = requiredText(body, 'Password')
  assertPolicy(password)
  redeemCode(context, username, 'reset', requiredText(body, 'ConfirmationCode'))
  const user = findUser(context, username)
  if (!user) throw wrongCredentials()
  setPassword(context, user, password)
  forgetWrongPasswords(context, username)
  return {}
}

const verifiable = ['email', 'phone_number']
function readOnly(name: string) {
  return name === 'sub' || name.endsWith('_verified')
}

/** A changed e-mail address or telephone number is unverified, and a code is sent to it. */
export async function updateUserAttributes(engine: Engine, body: Fields) {
  const { context } = engine
  const { user } = await authorize(engine, body)
  const changes: Record<string, string> = {}
  for (const field of listOfFields(body, 'UserAttributes')) {
    const name = requiredText(field, 'Name')
    if (readOnly(name)) throw invalidParameter(`user.${name}: Attribute cannot be updated.`)
    changes[name] = typeof field.Value === 'string' ? field.Value : ''
  }
  assertFormats(changes)
  const toVerify = verifiable.filter((name) => changes[name] && changes[name] !== user.attributes[name])
  const unverified = Object.fromEntries(toVerify.map((name) => [`${name}_verified`, 'false']))
  const changed = setAttributes(context, user, { ...changes, ...unverified })
  return { CodeDeliveryDetailsList: toVerify.map((name) => sendAttributeCode(context, changed, name)) }
}

export function assertFormats(changes: Record<string, string>): void {
  const { email, phone_number: phone } = changes
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidParameter('Invalid email address format.')
  if (phone && !/^\+\d{8,15}$/.test(phone)) throw invalidParameter('Invalid phone number format.')
}

function sendAttributeCode(context: IdentityContext, user: UserRecord, name: string) {
  const address = user.attributes[name]
  if (!verifiable.includes(name) || !address) throw invalidParameter(`User has no ${name} to verify`)
  sendCode(context, user.username, `verify:${name}`, { address, channel: name === 'email' ? 'email' : 'sms' })
  return codeDelivery(name, address)
}

export async function getUserAttributeVerificationCode(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  return { CodeDeliveryDetails: sendAttributeCode(engine.context, user, requiredText(body, 'AttributeName')) }
}

export async function verifyUserAttribute(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  const name = requiredText(body, 'AttributeName')
  redeemCode(engine.context, user.username, `verify:${name}`, requiredText(body, 'Code'))
  setAttributes(engine.context, user, { [`${name}_verified`]: 'true' })
  return {}
}

export async function deleteUserAttributes(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  const names = listOfTexts(body, 'UserAttributeNames')
  if (names.some((name) => readOnly(name) || name === 'email')) throw invalidParameter('Attribute cannot be deleted.')
  const gone = new Set(names.flatMap((name) => [name, `${name}_verified`]))
  const attributes = Object.fromEntries(Object.entries(user.attributes).filter(([name]) => !gone.has(name)))
  const withoutSms = !attributes.phone_number
  const enabled = user.mfa.enabled.filter((factor) => !(withoutSms && factor === 'SMS_MFA'))
  const preferred = user.mfa.preferred && enabled.includes(user.mfa.preferred) ? user.mfa.preferred : null
  saveUser(engine.context, { ...user, attributes, mfa: { ...user.mfa, enabled, preferred } })
  return {}
}

export async function deleteUser(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  removeUser(engine.context, user.username)
  return {}
}

export async function globalSignOut(engine: Engine, body: Fields) {
  const { user } = await authorize(engine, body)
  revokeAll(engine.context, user.username)
  return {}
}
