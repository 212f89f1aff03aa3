import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { headersFor } from '../../deploy/headers.ts'
import { parseConfig } from '../../src/lib/config.ts'
import type { PortalConfig } from '../../src/lib/config.ts'
import type { Portal } from '../support/journey.ts'
import { identityCalls } from './identity-calls.ts'
import type { IdentityCall } from './identity-calls.ts'
import { withoutConfig } from '../support/config.ts'

const host = 'https://cognito-idp.ap-northeast-1.amazonaws.com/'

/**
 * The requests that Amplify 6.22.1 sends, as captured: the fields by action, and by flow or challenge if an action
 * serves several. `?`: only with a known device, a set-up, or an optional request of the pool. The portal never sends
 * USER_PASSWORD_AUTH to Amazon, and has no button that signs out everywhere (GlobalSignOut): `src/identity/session/wire.spec.ts`.
 */
const requests: Record<string, string> = {
  'InitiateAuth USER_SRP_AUTH':
    'AuthFlow AuthParameters.SRP_A AuthParameters.USERNAME AuthParameters.DEVICE_KEY? ClientId',
  'InitiateAuth CUSTOM_AUTH': 'AuthFlow AuthParameters.USERNAME AuthParameters.DEVICE_KEY? ClientId',
  'RespondToAuthChallenge PASSWORD_VERIFIER':
    'ChallengeName ChallengeResponses.PASSWORD_CLAIM_SECRET_BLOCK ChallengeResponses.PASSWORD_CLAIM_SIGNATURE ChallengeResponses.TIMESTAMP ChallengeResponses.USERNAME ChallengeResponses.DEVICE_KEY? ClientId Session',
  'RespondToAuthChallenge NEW_PASSWORD_REQUIRED':
    'ChallengeName ChallengeResponses.NEW_PASSWORD ChallengeResponses.USERNAME ChallengeResponses.userAttributes.name? ClientId Session',
  'RespondToAuthChallenge SELECT_MFA_TYPE':
    'ChallengeName ChallengeResponses.ANSWER ChallengeResponses.USERNAME ClientId Session',
  'RespondToAuthChallenge SMS_MFA':
    'ChallengeName ChallengeResponses.SMS_MFA_CODE ChallengeResponses.USERNAME ChallengeResponses.DEVICE_KEY? ClientId Session',
  'RespondToAuthChallenge EMAIL_OTP':
    'ChallengeName ChallengeResponses.EMAIL_OTP_CODE ChallengeResponses.USERNAME ChallengeResponses.DEVICE_KEY? ClientId Session',
  'RespondToAuthChallenge SOFTWARE_TOKEN_MFA':
    'ChallengeName ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE ChallengeResponses.USERNAME ChallengeResponses.DEVICE_KEY? ClientId Session',
  'RespondToAuthChallenge MFA_SETUP':
    'ChallengeName ChallengeResponses.USERNAME ChallengeResponses.EMAIL? ClientId Session',
  'RespondToAuthChallenge CUSTOM_CHALLENGE':
    'ChallengeName ChallengeResponses.ANSWER ChallengeResponses.USERNAME ChallengeResponses.DEVICE_KEY? ClientId Session',
  'RespondToAuthChallenge DEVICE_SRP_AUTH':
    'ChallengeName ChallengeResponses.DEVICE_KEY ChallengeResponses.SRP_A ChallengeResponses.USERNAME ClientId Session',
  'RespondToAuthChallenge DEVICE_PASSWORD_VERIFIER':
    'ChallengeName ChallengeResponses.DEVICE_KEY ChallengeResponses.PASSWORD_CLAIM_SECRET_BLOCK ChallengeResponses.PASSWORD_CLAIM_SIGNATURE ChallengeResponses.TIMESTAMP ChallengeResponses.USERNAME ClientId Session',
  AssociateSoftwareToken: 'AccessToken? Session?',
  ChangePassword: 'AccessToken PreviousPassword ProposedPassword',
  ConfirmDevice:
    'AccessToken DeviceKey DeviceName DeviceSecretVerifierConfig.PasswordVerifier DeviceSecretVerifierConfig.Salt',
  ConfirmForgotPassword: 'ClientId ConfirmationCode Password Username',
  DeleteUser: 'AccessToken',
  ForgetDevice: 'AccessToken DeviceKey',
  ForgotPassword: 'ClientId Username',
  GetTokensFromRefreshToken: 'ClientId DeviceKey? RefreshToken',
  GetUser: 'AccessToken',
  GetUserAttributeVerificationCode: 'AccessToken AttributeName',
  ListDevices: 'AccessToken Limit',
  RevokeToken: 'ClientId Token',
  SetUserMFAPreference: 'AccessToken SoftwareTokenMfaSettings.Enabled SoftwareTokenMfaSettings.PreferredMfa',
  UpdateDeviceStatus: 'AccessToken DeviceKey DeviceRememberedStatus',
  UpdateUserAttributes: 'AccessToken UserAttributes',
  VerifySoftwareToken: 'AccessToken? Session? UserCode',
  VerifyUserAttribute: 'AccessToken AttributeName Code',
}

/**
 * Serves the built portal like a stage with Amazon Cognito: with a `config.json` without an endpoint, the headers that
 * follow from it, and the emulator behind Amazon's own host name.
 */
export async function withCognito(page: Page, portal: Portal, flow?: PortalConfig['auth']['flow']) {
  const raw: unknown = await (await fetch(`${portal.url}/config.json`)).json()
  const { endpoint: _endpoint, ...auth } = parseConfig(raw).auth
  const config: PortalConfig = {
    ...parseConfig(raw),
    auth: { ...auth, ...(flow === undefined ? {} : { flow }) },
    // Refused together with Amazon's identity provider.
    demo: false,
  }
  await page.route('**/config.json', (route) => route.fulfill({ json: config }))
  await page.route(
    (url) => url.origin === portal.url,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const { pathname } = new URL(route.request().url())
      const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers()
      await route.fulfill({
        response,
        headers: { ...headers, ...lowerCase(headersFor(pathname, config)) },
        body: withoutConfig(await response.text()),
      })
    },
  )
  await page.route(`${host}**`, async (route) => {
    const request = route.request()
    const answer = await fetch(`${portal.url}/_identity/`, {
      method: request.method(),
      headers: { 'x-amz-target': request.headers()['x-amz-target'] ?? '' },
      body: request.postData(),
    })
    await route.fulfill({
      status: answer.status,
      body: await answer.text(),
      contentType: 'application/x-amz-json-1.1',
      headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' },
    })
  })
  return wire(page.context())
}

function wire(context: BrowserContext) {
  const calls = identityCalls(context)
  return {
    /** Returns the names of the requests since the last call, without repetitions. */
    async taken(): Promise<string[]> {
      const all = calls.splice(0)
      for (const call of all) await expectKnown(call)
      return [...new Set(all.map(nameOf))].toSorted()
    },
  }
}

/** Method, host, headers and fields of one request. */
async function expectKnown(call: IdentityCall): Promise<void> {
  const name = nameOf(call)
  const { request, action, body } = call
  expect(`${request.method()} ${request.url()}`, name).toBe(`POST ${host}`)
  const headers = await request.allHeaders()
  expect(headers, name).toMatchObject({
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    'cache-control': 'no-store',
  })
  expect(headers['x-amz-user-agent'], name).toMatch(/^aws-amplify\/6\.22\.1 /)
  expect([headers.authorization, headers.cookie], name).toEqual([undefined, undefined])
  const known = Object.hasOwn(requests, name) ? (requests[name] ?? '') : ''
  const sent = fieldsOf(body)
  const required = known.split(' ').filter((field) => !field.endsWith('?'))
  const optional = known.split(' ').flatMap((field) => (field.endsWith('?') ? [field.slice(0, -1)] : []))
  expect(sent.filter((field) => !optional.includes(field)).toSorted(), name).toEqual(required.toSorted())
}

function nameOf({ action, body }: IdentityCall): string {
  const part = action === 'InitiateAuth' ? body.AuthFlow : body.ChallengeName
  return typeof part === 'string' ? `${action} ${part}` : action
}

function fieldsOf(value: Record<string, unknown>, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? fieldsOf({ ...inner }, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  )
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
