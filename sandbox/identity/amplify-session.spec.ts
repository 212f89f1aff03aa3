import {
  fetchAuthSession,
  fetchDevices,
  fetchUserAttributes,
  forgetDevice,
  rememberDevice,
  signIn,
  signOut,
  confirmSignIn,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { describe, expect, it } from 'vitest'
import { amplifyPool, enter, leave, stepOf } from './testing/amplify.ts'
import { clientId, password, testPool } from './testing/identity-pool.ts'

const pool = amplifyPool()

function actions() {
  return pool.requests.map(({ action, body: { ChallengeName: name } }) => (typeof name === 'string' ? name : action))
}
async function forceRefresh() {
  return (await fetchAuthSession({ forceRefresh: true })).tokens
}
async function refreshToken() {
  return (await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens())?.refreshToken ?? 'no refresh token'
}
function exchange(token: string) {
  return pool.identity.handle('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: token })
}

describe('a session with the real Amplify', () => {
  it('renews a session with a new refresh token, and remembers when the user signed in', async () => {
    await enter(pool.user())
    const first = (await fetchAuthSession()).tokens
    const before = await refreshToken()
    pool.shiftClock(1_800_000)
    const second = await forceRefresh()
    expect(second?.idToken?.payload.auth_time).toBe(first?.idToken?.payload.auth_time)
    expect(second?.idToken?.payload.iat).toBeGreaterThan(first?.idToken?.payload.iat ?? 0)
    expect(await refreshToken()).not.toBe(before)
  })

  it('accepts a rotated refresh token for another 60 seconds, then refuses it', async () => {
    await enter(pool.user())
    const old = await refreshToken()
    await forceRefresh()
    pool.shiftClock(59_000)
    expect((await exchange(old)).status).toBe(200)
    pool.shiftClock(2_000)
    expect((await exchange(old)).body).toMatchObject({ __type: 'RefreshTokenReuseException' })
    expect(await forceRefresh()).toBeDefined()
  })

  it('ends twelve hours after sign-in, however often it was renewed', async () => {
    await enter(pool.user())
    for (let hour = 1; hour < 12; hour++) {
      pool.shiftClock(3_600_000)
      expect(await forceRefresh()).toBeDefined()
    }
    pool.shiftClock(3_600_000)
    expect(await forceRefresh()).toBeUndefined()
  })

  it('ends at log-out: neither refresh nor access token works afterwards', async () => {
    await enter(pool.user())
    const token = await refreshToken()
    const accessToken = (await fetchAuthSession()).tokens?.accessToken.toString()
    await signOut()
    expect(actions()).toContain('RevokeToken')
    expect((await exchange(token)).body).toMatchObject({ __type: 'NotAuthorizedException' })
    const user = await pool.identity.handle('GetUser', { AccessToken: accessToken })
    expect(user.body).toMatchObject({ __type: 'NotAuthorizedException', message: 'Access Token has been revoked' })
  })

  it('ends on every device when signed out globally', async () => {
    const username = pool.user()
    const elsewhere = await pool.identity.issueTokens(username)
    await enter(username)
    await signOut({ global: true })
    expect((await exchange(elsewhere.refreshToken)).body).toMatchObject({ __type: 'NotAuthorizedException' })
  })

  it('accepts neither an ID token nor a foreign or expired token as access token', async () => {
    const { idToken, accessToken } = await pool.identity.issueTokens(pool.user())
    const refused = async (AccessToken: string) => (await pool.identity.handle('GetUser', { AccessToken })).body
    const notAuthorized = { __type: 'NotAuthorizedException' }
    expect(await refused(idToken)).toMatchObject(notAuthorized)
    const foreign = testPool()
    expect(await refused((await foreign.identity.issueTokens(foreign.user())).accessToken)).toMatchObject(notAuthorized)
    pool.shiftClock(3_600_001)
    expect(await refused(accessToken)).toMatchObject(notAuthorized)
  })

  it('returns injected failures, which Amplify retries before it fails', async () => {
    await enter(pool.user())
    pool.requests.length = 0
    pool.faults.rateLimited = true
    await expect(fetchUserAttributes()).rejects.toMatchObject({ name: 'TooManyRequestsException' })
    expect(pool.requests).toHaveLength(3)
    pool.faults.rateLimited = false
    pool.faults.failing = true
    await expect(fetchUserAttributes()).rejects.toMatchObject({ name: 'InternalErrorException' })
    pool.faults.actions = ['SignUp']
    expect(await fetchUserAttributes()).toHaveProperty('email')
  })
})

describe('devices with the real Amplify', () => {
  it('skip the second factor on a remembered device, which authenticates by SRP', async () => {
    const username = pool.user({ mfa: { enabled: ['EMAIL_OTP'] } })
    await enter(username)
    await confirmSignIn({ challengeResponse: pool.lastCode() })
    await rememberDevice()
    expect(await fetchDevices()).toMatchObject([{ attributes: { 'dev:device_remembered_status': 'remembered' } }])
    await leave()
    pool.requests.length = 0
    expect(await stepOf(signIn({ username, password }))).toBe('DONE')
    expect(actions()).toEqual(['InitiateAuth', 'PASSWORD_VERIFIER', 'DEVICE_SRP_AUTH', 'DEVICE_PASSWORD_VERIFIER'])
  })

  it('require it again on a registered but not remembered device, without registering another', async () => {
    const username = pool.user({ mfa: { enabled: ['EMAIL_OTP'] } })
    for (let i = 0; i < 2; i++) {
      expect(await stepOf(enter(username))).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
      await confirmSignIn({ challengeResponse: pool.lastCode() })
      expect(await fetchDevices()).toHaveLength(1)
      await leave()
    }
  })

  it('forgets a device on request; a browser with the old key registers again', async () => {
    const username = pool.user()
    await enter(username)
    const [device] = await fetchDevices()
    await forgetDevice()
    expect(await fetchDevices()).toEqual([])
    await leave()
    await enter(username)
    const id = (await fetchDevices())[0]?.id
    expect(id).not.toBe(device?.id)
    await pool.identity.handle('ForgetDevice', {
      AccessToken: (await fetchAuthSession()).tokens?.accessToken.toString(),
      DeviceKey: id,
    })
    await leave()
    expect(await stepOf(signIn({ username, password }))).toBe('DONE')
    expect(await fetchDevices()).toHaveLength(1)
  })

  it('belong to their user', async () => {
    await enter(pool.user())
    const [device] = await fetchDevices()
    await leave()
    await enter(pool.user())
    const foreign = forgetDevice({ device: { id: device?.id ?? '' } })
    await expect(foreign).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })
})
