import { DatabaseSync } from 'node:sqlite'
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { actions } from './actions.ts'
import { createIdentityApp } from './http.ts'
import { clientId, password, poolId, testPool } from './testing/identity-pool.ts'

async function bodyOf(answer: Promise<{ body: unknown }>) {
  return (await answer).body
}
function initiate(username: string, secret = password) {
  return {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: username, PASSWORD: secret },
  }
}

describe('the identity emulator', () => {
  it('keeps users, sign-ins and the signing key over a restart', async () => {
    const db = new DatabaseSync(':memory:')
    const before = testPool(db)
    const username = before.user()
    const { idToken, refreshToken } = await before.identity.issueTokens(username)
    const after = testPool(db)
    expect(await after.identity.verifyIdToken(idToken)).toMatchObject({ username })
    const body = { ClientId: clientId, RefreshToken: refreshToken }
    expect((await after.identity.handle('GetTokensFromRefreshToken', body)).status).toBe(200)
    expect(after.identity.users.passwordMatches(username, password)).toBe(true)
  })

  it('stores no password', () => {
    const db = new DatabaseSync(':memory:')
    testPool(db).user()
    const rows = db.prepare('SELECT record FROM identity_users').all()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(password)
  })

  it('signs tokens that its published keys verify', async () => {
    const pool = testPool()
    const { idToken } = await pool.identity.issueTokens(pool.user())
    const keys = await pool.identity.jwks()
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), { audience: clientId })
    expect(payload.iss).toContain(poolId)
    expect(Object.keys(keys.keys[0] ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  it('verifies only its own unexpired ID tokens', async () => {
    const pool = testPool()
    const { idToken, accessToken } = await pool.identity.issueTokens(pool.user())
    expect(await pool.identity.verifyIdToken(accessToken)).toBeNull()
    expect(await pool.identity.verifyIdToken('no token')).toBeNull()
    const [head, , signature] = idToken.split('.')
    const forged = Buffer.from(JSON.stringify({ ...decodeJwt(idToken), 'cognito:username': 'x__y' }))
    expect(await pool.identity.verifyIdToken(`${head}.${forged.toString('base64url')}.${signature}`)).toBeNull()
    expect(await pool.identity.verifyIdToken(idToken)).not.toBeNull()
    pool.shiftClock(3_600_001)
    expect(await pool.identity.verifyIdToken(idToken)).toBeNull()
  })

  it('responds to an unknown name as to an existing one: same parameters, same salt each time', async () => {
    const pool = testPool()
    const start = async (username: string) => {
      const AuthParameters = { USERNAME: username, SRP_A: 'abcdef' }
      const body = { AuthFlow: 'USER_SRP_AUTH', ClientId: clientId, AuthParameters }
      const answer = (await bodyOf(pool.identity.handle('InitiateAuth', body))) as {
        ChallengeParameters: Record<string, string>
      }
      return answer.ChallengeParameters
    }
    const known = await start(pool.user())
    const [first, second] = [await start('minato-city__nobody'), await start('minato-city__nobody')]
    expect(Object.keys(first)).toEqual(Object.keys(known))
    expect(first.SALT).toBe(second.SALT)
    expect(first.SALT).toHaveLength(known.SALT?.length ?? 0)
    expect(first.SRP_B).not.toBe(second.SRP_B)
  })

  it('doubles the lock after each further wrong password, up to 15 minutes', async () => {
    const pool = testPool()
    const username = pool.user()
    const wrong = () => bodyOf(pool.identity.handle('InitiateAuth', initiate(username, 'Wrong-2026!')))
    for (let i = 0; i < 5; i++) expect(await wrong()).toMatchObject({ message: 'Incorrect username or password.' })
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      pool.shiftClock(seconds * 1000 - 500)
      expect(await wrong()).toMatchObject({ message: 'Password attempts exceeded' })
      pool.shiftClock(501)
      expect(await wrong()).toMatchObject({ message: 'Incorrect username or password.' })
    }
  })

  it('forgets wrong passwords fifteen minutes after the end of the lock', async () => {
    const pool = testPool()
    const username = pool.user()
    const wrong = () => bodyOf(pool.identity.handle('InitiateAuth', initiate(username, 'Wrong-2026!')))
    for (let i = 0; i < 5; i++) await wrong()
    pool.shiftClock(15 * 60_000 + 2_000)
    for (let i = 0; i < 4; i++) await wrong()
    expect((await pool.identity.handle('InitiateAuth', initiate(username))).status).toBe(200)
  })

  it.each([...Object.keys(actions), 'SignUp', 'toString', ''])(
    'refuses an empty request to %s with 400',
    async (name) => {
      const pool = testPool()
      for (const body of [{}, null, 'text', { ClientId: clientId }, { ClientId: 1, AccessToken: 1, Session: [] }])
        expect((await pool.identity.handle(`AWSCognitoIdentityProviderService.${name}`, body)).status).toBe(400)
    },
  )

  it('refuses another app client', async () => {
    const pool = testPool()
    const body = { ...initiate(pool.user()), ClientId: 'other' }
    expect(await bodyOf(pool.identity.handle('InitiateAuth', body))).toMatchObject({
      __type: 'ResourceNotFoundException',
    })
  })

  it('refuses a Session of another user or for another challenge', async () => {
    const pool = testPool()
    const username = pool.user({ mfa: { enabled: ['SMS_MFA'] } })
    const { Session } = (await bodyOf(pool.identity.handle('InitiateAuth', initiate(username)))) as { Session: string }
    const respond = (ChallengeName: string, USERNAME: string) =>
      bodyOf(
        pool.identity.handle('RespondToAuthChallenge', {
          ChallengeName,
          ClientId: clientId,
          Session,
          ChallengeResponses: { USERNAME, SMS_MFA_CODE: pool.lastCode(), NEW_PASSWORD: 'Changed-2026!' },
        }),
      )
    expect(await respond('SMS_MFA', pool.user())).toMatchObject({ __type: 'NotAuthorizedException' })
    expect(await respond('NEW_PASSWORD_REQUIRED', username)).toMatchObject({ __type: 'NotAuthorizedException' })
    expect(await respond('SMS_MFA', username)).toHaveProperty('AuthenticationResult')
    expect(await respond('SMS_MFA', username)).toMatchObject({ __type: 'NotAuthorizedException' })
  })

  it('reports a failure of its own and answers 400, so that no client repeats the request', async () => {
    const db = new DatabaseSync(':memory:')
    const pool = testPool(db)
    db.exec('DROP TABLE identity_users')
    const answer = await pool.identity.handle('InitiateAuth', initiate('minato-city__hanako'))
    expect(answer).toMatchObject({ status: 400, body: { __type: 'InternalErrorException' } })
    expect(pool.reports).toHaveLength(1)
  })
})

describe('the identity emulator over HTTP', () => {
  const pool = testPool()
  const app = createIdentityApp(pool.identity)
  const post = (body: string, action: string) =>
    app.request('/', {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
      },
    })

  it('answers an action in its own content type', async () => {
    const response = await post(JSON.stringify(initiate(pool.user())), 'InitiateAuth')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/x-amz-json-1.1')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toHaveProperty('AuthenticationResult.IdToken')
  })

  it('refuses a body that is not JSON', async () => {
    const response = await post('<html>', 'InitiateAuth')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ __type: 'SerializationException' })
  })

  it('lets a page of another origin send the headers of Amplify', async () => {
    const wanted = 'content-type,x-amz-target,x-amz-user-agent,cache-control'
    const response = await app.request('/', {
      method: 'OPTIONS',
      headers: { origin: 'http://portal.test', 'access-control-request-headers': wanted },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toBe(wanted)
  })

  it('publishes its keys', async () => {
    const response = await app.request(`/${poolId}/.well-known/jwks.json`)
    expect(await response.json()).toEqual(await pool.identity.jwks())
    expect((await app.request('/other/.well-known/jwks.json')).status).toBe(404)
  })
})
