import { beforeAll, describe, expect, it } from 'vitest'
import { totpCode } from '../../../sandbox/identity/secrets/totp.ts'
import type { SessionOptions } from './session.ts'
import { listenAsPool, openTab, password, pool } from './testing/pool-session.ts'

/**
 * The requests to Amazon's own address, by action (and flow or challenge): the fields of each request as captured from
 * aws-amplify 6.22.1. Fails if any field is added or removed.
 */
const fields: Record<string, string> = {
  'InitiateAuth USER_SRP_AUTH': 'AuthFlow AuthParameters.SRP_A AuthParameters.USERNAME ClientId',
  'InitiateAuth USER_PASSWORD_AUTH': 'AuthFlow AuthParameters.PASSWORD AuthParameters.USERNAME ClientId',
  'InitiateAuth CUSTOM_AUTH': 'AuthFlow AuthParameters.USERNAME ClientId',
  'RespondToAuthChallenge PASSWORD_VERIFIER':
    'ChallengeName ChallengeResponses.PASSWORD_CLAIM_SECRET_BLOCK ChallengeResponses.PASSWORD_CLAIM_SIGNATURE ChallengeResponses.TIMESTAMP ChallengeResponses.USERNAME ClientId Session',
  'RespondToAuthChallenge NEW_PASSWORD_REQUIRED':
    'ChallengeName ChallengeResponses.NEW_PASSWORD ChallengeResponses.USERNAME ChallengeResponses.userAttributes.name ClientId Session',
  'RespondToAuthChallenge SELECT_MFA_TYPE':
    'ChallengeName ChallengeResponses.ANSWER ChallengeResponses.USERNAME ClientId Session',
  'RespondToAuthChallenge SMS_MFA':
    'ChallengeName ChallengeResponses.SMS_MFA_CODE ChallengeResponses.USERNAME ClientId Session',
  'RespondToAuthChallenge MFA_SETUP': 'ChallengeName ChallengeResponses.USERNAME ClientId Session',
  'RespondToAuthChallenge CUSTOM_CHALLENGE':
    'ChallengeName ChallengeResponses.ANSWER ChallengeResponses.USERNAME ClientId Session',
  AssociateSoftwareToken: 'Session',
  VerifySoftwareToken: 'Session UserCode',
  ConfirmDevice:
    'AccessToken DeviceKey DeviceName DeviceSecretVerifierConfig.PasswordVerifier DeviceSecretVerifierConfig.Salt',
  UpdateDeviceStatus: 'AccessToken DeviceKey DeviceRememberedStatus',
  ListDevices: 'AccessToken Limit',
  ForgetDevice: 'AccessToken DeviceKey',
  GetTokensFromRefreshToken: 'ClientId DeviceKey RefreshToken',
  GetUser: 'AccessToken',
  ChangePassword: 'AccessToken PreviousPassword ProposedPassword',
  RevokeToken: 'ClientId Token',
  GlobalSignOut: 'AccessToken',
  ForgotPassword: 'ClientId Username',
  ConfirmForgotPassword: 'ClientId ConfirmationCode Password Username',
  DeleteUser: 'AccessToken',
}

listenAsPool()
beforeAll(walk, 60_000)

function port(flow: SessionOptions['auth']['flow'] = 'USER_PASSWORD_AUTH') {
  return openTab({ flow }).port
}

/** Every way to sign in, and a user's actions on the account. */
async function walk(): Promise<void> {
  const plain = pool.user()
  const session = port('USER_SRP_AUTH')
  await session.signIn(plain, password)
  const account = session.accountOf(plain)
  await account.rememberDevice()
  await account.devices()
  await session.refresh()
  await account.attributes()
  await account.updatePassword(password, 'Changed-2026!')
  await account.forgetDevice()
  await session.signOut()
  await session.reset.request(plain)
  await session.reset.confirm(plain, pool.lastCode(), password)

  const changing = port()
  await changing.signIn(pool.user({ state: 'FORCE_CHANGE_PASSWORD', requiredAttributes: ['name'] }), password)
  await changing.confirm('Changed-2026!', { userAttributes: { name: '港 太郎' } })
  await changing.signOut({ everywhere: true })

  const choosing = port()
  const chooser = pool.user({ mfa: { enabled: ['SMS_MFA', 'EMAIL_OTP'] } })
  await choosing.signIn(chooser, password)
  await choosing.confirm('SMS')
  await choosing.confirm(pool.lastCode())
  await choosing.accountOf(chooser).deleteUser()

  const settingUp = port()
  const step = await settingUp.signIn(pool.user({ mfa: { mustSetUp: ['SOFTWARE_TOKEN_MFA'] } }), password)
  if (step.kind !== 'set-up-totp') throw new Error(`expected set-up-totp, got ${step.kind}`)
  await settingUp.confirm(totpCode(step.secret, Date.now()))

  const questioned = port('CUSTOM_WITHOUT_SRP')
  await questioned.signIn(pool.user({ custom: { question: '花は', answer: '桜' } }), password)
  await questioned.confirm('桜')
}

function paths(value: Record<string, unknown>, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? paths({ ...inner }, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  )
}

function nameOf({ action, body }: (typeof pool.requests)[number]): string {
  const part = action === 'InitiateAuth' ? body.AuthFlow : body.ChallengeName
  return typeof part === 'string' ? `${action} ${part}` : action
}

describe('the requests to Amazon Cognito', () => {
  it.each(Object.entries(fields))('%s contains the known fields', (name, expected) => {
    const sent = pool.requests.filter((request) => nameOf(request) === name)
    expect(sent.length).toBeGreaterThan(0)
    for (const { body } of sent) expect(paths(body).toSorted().join(' ')).toBe(expected)
  })

  it('Amazon Cognito receives the listed requests and no others', () => {
    expect([...new Set(pool.requests.map(nameOf))].toSorted()).toEqual(Object.keys(fields).toSorted())
  })

  it('every request has the headers of the service and no Authorization', () => {
    for (const { headers, action } of pool.requests) {
      expect(headers['content-type']).toBe('application/x-amz-json-1.1')
      expect(headers['x-amz-target']).toBe(`AWSCognitoIdentityProviderService.${action}`)
      expect(headers['x-amz-user-agent']).toMatch(/^aws-amplify\/6\.22\.1 /)
      expect(headers).not.toHaveProperty('authorization')
      expect(headers).not.toHaveProperty('cookie')
    }
  })

  it('never contain the password when signing in by SRP', () => {
    const signIn = pool.requests.slice(0, 3)
    expect(signIn.map(nameOf)).toEqual([
      'InitiateAuth USER_SRP_AUTH',
      'RespondToAuthChallenge PASSWORD_VERIFIER',
      'ConfirmDevice',
    ])
    expect(JSON.stringify(signIn)).not.toContain(password)
  })
})
