import { assertFormats } from './account.ts'
import { codeIs } from './secrets/codes.ts'
import { clientClocks } from './context.ts'
import { findDevice } from './devices.ts'
import { IdentityError, invalidParameter, invalidSession, wrongCredentials } from './identity-error.ts'
import { assertNotLocked, forgetWrongPasswords, noteWrongPassword } from './lockout.ts'
import { assertPolicy, decoyPassword } from './secrets/passwords.ts'
import type { ChallengeName, Factor, UserRecord } from './records.ts'
import type { Fields } from './request-fields.ts'
import { fieldsOf, optionalText, requiredText } from './request-fields.ts'
import type { AuthAnswer, Engine, Progress } from './sign-in-steps.ts'
import {
  afterFirstFactor,
  afterPassword,
  askCustomQuestion,
  askForEmailCode,
  askForFactor,
  assertMaySignIn,
  challenge,
  completeSignIn,
  customChallengeOf,
  missingAttributes,
} from './sign-in-steps.ts'
import type { OpenSignIn } from './sign-ins.ts'
import { closeSignIn, findSignIn, noteWrongAnswer } from './sign-ins.ts'
import type { SrpIdentity } from './secrets/srp.ts'
import { claimSignature, sameText, sharedKey, startExchange, timestampMillis } from './secrets/srp.ts'
import { totpMatches } from './secrets/totp.ts'
import { findUser, saveUser, setAttributes, setPassword } from './users.ts'

/** How far the client's TIMESTAMP may differ from the server's clock. */
const claimAgeMs = 10 * 60_000

type Answer = (engine: Engine, open: OpenSignIn, responses: Fields) => Promise<AuthAnswer> | AuthAnswer

/** RespondToAuthChallenge. A Session is valid for one step; only after a wrong answer can it be used again. */
export async function answerChallenge(engine: Engine, body: Fields): Promise<AuthAnswer> {
  const name = requiredText(body, 'ChallengeName')
  const responses = fieldsOf(body.ChallengeResponses, 'ChallengeResponses')
  const username = requiredText(responses, 'USERNAME')
  if (!isChallengeName(name)) throw invalidParameter(`Unsupported challenge ${name}`)
  const open = findSignIn(engine.context, requiredText(body, 'Session'), name)
  if (open.record.username !== username) throw invalidSession()
  return answers[name](engine, open, responses)
}

function isChallengeName(name: string): name is ChallengeName {
  return Object.hasOwn(answers, name)
}

const answers: Record<ChallengeName, Answer> = {
  PASSWORD_VERIFIER: answerPasswordVerifier,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
  SMS_MFA: (engine, open, responses) => answerSentCode(engine, open, responses, 'SMS_MFA_CODE'),
  EMAIL_OTP: (engine, open, responses) => answerSentCode(engine, open, responses, 'EMAIL_OTP_CODE'),
  SOFTWARE_TOKEN_MFA: answerTotp,
  SELECT_MFA_TYPE: answerSelection,
  MFA_SETUP: answerSetUp,
  CUSTOM_CHALLENGE: answerCustom,
  DEVICE_SRP_AUTH: answerDeviceSrp,
  DEVICE_PASSWORD_VERIFIER: answerDeviceVerifier,
}

function userOf(engine: Engine, open: OpenSignIn): UserRecord {
  const user = findUser(engine.context, open.record.username)
  if (!user) throw invalidSession()
  return user
}

/** A known device key of the user replaces the one from the start of the sign-in; an unknown one is refused. */
function progressOf(engine: Engine, open: OpenSignIn, responses: Fields): Progress {
  const given = optionalText(responses, 'DEVICE_KEY')
  if (given !== undefined) findDevice(engine.context, open.record.username, given)
  return { flow: open.record.flow, deviceKey: given ?? open.record.deviceKey }
}

function claimHolds(engine: Engine, open: OpenSignIn, responses: Fields, identity: SrpIdentity, verifier: string) {
  const { srp } = open.record
  const timestamp = requiredText(responses, 'TIMESTAMP')
  const sentAt = timestampMillis(timestamp)
  const fresh = clientClocks(engine.context).some((now) => Math.abs(now - sentAt) <= claimAgeMs)
  if (!srp || !fresh || requiredText(responses, 'PASSWORD_CLAIM_SECRET_BLOCK') !== srp.secretBlock) return false
  const expected = claimSignature(sharedKey(srp, verifier), identity, srp.secretBlock, timestamp)
  return sameText(expected, requiredText(responses, 'PASSWORD_CLAIM_SIGNATURE'))
}

async function answerPasswordVerifier(engine: Engine, open: OpenSignIn, responses: Fields): Promise<AuthAnswer> {
  const { context } = engine
  const { username } = open.record
  assertNotLocked(context, username)
  const user = findUser(context, username)
  const { verifier } = user?.password ?? decoyPassword(context, username)
  const proven = claimHolds(engine, open, responses, { group: context.poolName, name: username }, verifier)
  if (!user || !proven) {
    closeSignIn(context, open)
    noteWrongPassword(context, username)
    throw wrongCredentials()
  }
  // An unknown device is refused before the Session is used up: Amplify repeats the answer with the same Session.
  const progress = progressOf(engine, open, responses)
  closeSignIn(context, open)
  forgetWrongPasswords(context, username)
  return afterPassword(engine, user, progress)
}

async function answerNewPassword(engine: Engine, open: OpenSignIn, responses: Fields): Promise<AuthAnswer> {
  const { context } = engine
  const user = userOf(engine, open)
  const password = requiredText(responses, 'NEW_PASSWORD')
  assertPolicy(password)
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(responses))
    if (name.startsWith('userAttributes.') && typeof value === 'string')
      given[name.slice('userAttributes.'.length)] = value
  const missing = missingAttributes({ ...user, attributes: { ...user.attributes, ...given } })
  if (missing.length > 0) throw invalidParameter(`Invalid user attributes: ${missing.join(', ')} required`)
  closeSignIn(context, open)
  const changed = setPassword(context, setAttributes(context, user, given), password)
  return afterFirstFactor(engine, changed, progressOf(engine, open, responses))
}

function codeMismatch() {
  return new IdentityError('CodeMismatchException', 'Invalid code or auth state for the user.')
}

async function answerSentCode(engine: Engine, open: OpenSignIn, responses: Fields, field: string): Promise<AuthAnswer> {
  const { context } = engine
  const user = userOf(engine, open)
  if (!codeIs(open.record.codeHash, requiredText(responses, field))) {
    noteWrongAnswer(context, open)
    throw codeMismatch()
  }
  const progress = progressOf(engine, open, responses)
  closeSignIn(context, open)
  const { newEmail } = open.record
  if (newEmail === undefined) return completeSignIn(engine, user, progress)
  const withEmail = setAttributes(context, user, { email: newEmail, email_verified: 'true' })
  return completeSignIn(engine, enableFactor(engine, withEmail, 'EMAIL_OTP'), progress)
}

async function answerTotp(engine: Engine, open: OpenSignIn, responses: Fields): Promise<AuthAnswer> {
  const { context } = engine
  const user = userOf(engine, open)
  const code = requiredText(responses, 'SOFTWARE_TOKEN_MFA_CODE')
  if (!user.totpSecret || !totpMatches(user.totpSecret, code, clientClocks(context))) {
    noteWrongAnswer(context, open)
    throw codeMismatch()
  }
  const progress = progressOf(engine, open, responses)
  closeSignIn(context, open)
  return completeSignIn(engine, user, progress)
}

function answerSelection(engine: Engine, open: OpenSignIn, responses: Fields): AuthAnswer {
  const user = userOf(engine, open)
  const answer = requiredText(responses, 'ANSWER')
  const chosen = user.mfa.enabled.find((factor) => factor === answer)
  if (!chosen) throw invalidParameter('ANSWER is not a factor of this user')
  closeSignIn(engine.context, open)
  return askForFactor(engine.context, user, chosen, progressOf(engine, open, responses))
}

async function answerSetUp(engine: Engine, open: OpenSignIn, responses: Fields): Promise<AuthAnswer> {
  const { context } = engine
  const user = userOf(engine, open)
  const progress = progressOf(engine, open, responses)
  const email = optionalText(responses, 'EMAIL')
  if (email !== undefined) {
    if (!user.mfa.mustSetUp.includes('EMAIL_OTP')) throw invalidParameter('EMAIL_OTP cannot be set up')
    assertFormats({ email })
    closeSignIn(context, open)
    return askForEmailCode(context, user, email, progress, email)
  }
  const { totpSecret, totpVerified } = open.record
  if (totpSecret === undefined || !totpVerified) throw invalidParameter('The software token is not verified')
  closeSignIn(context, open)
  const withTotp = saveUser(context, { ...user, totpSecret })
  return completeSignIn(engine, enableFactor(engine, withTotp, 'SOFTWARE_TOKEN_MFA'), progress)
}

function enableFactor(engine: Engine, user: UserRecord, factor: Factor): UserRecord {
  return saveUser(engine.context, {
    ...user,
    mfa: { ...user.mfa, enabled: [...new Set([...user.mfa.enabled, factor])], preferred: factor },
  })
}

async function answerCustom(engine: Engine, open: OpenSignIn, responses: Fields): Promise<AuthAnswer> {
  const { context } = engine
  const user = findUser(context, open.record.username)
  const right = sameText(requiredText(responses, 'ANSWER'), customChallengeOf(user).answer)
  if (user && right) {
    assertMaySignIn(user)
    const progress = progressOf(engine, open, responses)
    closeSignIn(context, open)
    return completeSignIn(engine, user, progress)
  }
  closeSignIn(context, open)
  // Cognito repeats the same challenge, under a new Session, until the tries are used up.
  const wrongAnswers = open.record.wrongAnswers + 1
  if (wrongAnswers >= 3) throw wrongCredentials()
  return askCustomQuestion(context, open.record.username, user, { ...open.record, wrongAnswers })
}

function answerDeviceSrp(engine: Engine, open: OpenSignIn, responses: Fields): AuthAnswer {
  const { context } = engine
  const device = findDevice(context, open.record.username, requiredText(responses, 'DEVICE_KEY'))
  const srp = device.password && startExchange(requiredText(responses, 'SRP_A'), device.password.verifier)
  if (!device.password || !srp) throw invalidParameter('SRP_A is not valid')
  closeSignIn(context, open)
  const { username } = open.record
  const progress: Progress = { flow: open.record.flow, deviceKey: device.deviceKey }
  const parameters = {
    USERNAME: username,
    DEVICE_KEY: device.deviceKey,
    SALT: device.password.salt,
    SRP_B: srp.serverB,
    SECRET_BLOCK: srp.secretBlock,
  }
  return challenge(context, 'DEVICE_PASSWORD_VERIFIER', username, progress, parameters, { srp })
}

async function answerDeviceVerifier(engine: Engine, open: OpenSignIn, responses: Fields): Promise<AuthAnswer> {
  const { context } = engine
  const device = findDevice(context, open.record.username, requiredText(responses, 'DEVICE_KEY'))
  const identity = { group: device.deviceGroupKey, name: device.deviceKey }
  closeSignIn(context, open)
  if (!device.password || !claimHolds(engine, open, responses, identity, device.password.verifier))
    throw wrongCredentials()
  return completeSignIn(engine, userOf(engine, open), { flow: open.record.flow, deviceKey: device.deviceKey })
}
