/** The test pool of the kit: its keys, and a signed token for each row of docs/token.md. */
import { UnsecuredJWT, SignJWT, exportJWK, generateKeyPair } from 'jose'
import type { CryptoKey, JWK, JWTHeaderParameters } from 'jose'

const issuer = 'https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_TESTPOOL'
const clientId = 'test-client'
const kid = 'test-key'

/** What the API of these examples has stored. */
const tenants = ['minato-city', 'aozora-water']
const sessionsEndedAt = '2026-11-01T10:00:00.750+09:00'
const users = [
  { tenantId: 'minato-city', userId: 'user-1001' },
  { tenantId: 'minato-city', userId: 'user-1002' },
  { tenantId: 'minato-city', userId: 'user-after-reset', sessionsEndedAt },
  { tenantId: 'minato-city', userId: 'user-disabled', sessionsEndedAt },
]

const signedInAt = seconds('2026-10-01T10:00:00+09:00')
/** Later than any test runs. */
const future = seconds('2099-12-31T00:00:00+09:00')

/** `code` is that of the 401; null if the API must accept the token. */
export type TokenExample = { name: string; authorization: string | null; code: 'SE_CO_0401' | 'SE_AC_0002' | null }
export type TokenKit = {
  privateKey: JWK
  jwks: { keys: JWK[] }
  examples: {
    issuer: string
    clientId: string
    tenants: string[]
    users: { tenantId: string; userId: string; sessionsEndedAt?: string }[]
    tokens: TokenExample[]
  }
}

export async function tokenKit(): Promise<TokenKit> {
  const pool = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = { ...(await exportJWK(pool.publicKey)), kid, alg: 'RS256', use: 'sig' }
  return {
    privateKey: { ...(await exportJWK(pool.privateKey)), kid, alg: 'RS256' },
    jwks: { keys: [publicJwk] },
    examples: { issuer, clientId, tenants, users, tokens: await tokensOf(pool.privateKey, publicJwk) },
  }
}

type Claims = Readonly<Record<string, unknown>>

const claims = {
  iss: issuer,
  aud: clientId,
  token_use: 'id',
  auth_time: signedInAt,
  iat: signedInAt,
  exp: future,
  'cognito:username': 'minato-city__user-1001',
}

async function tokensOf(poolKey: CryptoKey, publicJwk: JWK): Promise<TokenExample[]> {
  const signed = (changes: Claims, header: Claims = {}, key: CryptoKey | Uint8Array = poolKey) =>
    // A claim or a member that is undefined is absent.
    new SignJWT({ ...claims, ...changes })
      .setProtectedHeader({ alg: 'RS256', kid, ...header } as JWTHeaderParameters)
      .sign(key)
  const ofUser = (name: string, changes: Claims = {}) => signed({ 'cognito:username': name, ...changes })
  const { privateKey: foreignKey } = await generateKeyPair('RS256')
  const publicText = new TextEncoder().encode(JSON.stringify(publicJwk))
  const valid = await signed({})

  const refused: { [name: string]: string | null } = {
    'no token': null,
    'another scheme': `Basic ${valid}`,
    'no JWT': 'Bearer abc',
    'no signature': `Bearer ${new UnsecuredJWT(claims).encode()}`,
    'HMAC with the public key': `Bearer ${await signed({}, { alg: 'HS256' }, publicText)}`,
    'a foreign key': `Bearer ${await signed({}, {}, foreignKey)}`,
    'an unknown key': `Bearer ${await signed({}, { kid: 'unknown' })}`,
    'no key id': `Bearer ${await signed({}, { kid: undefined })}`,
    'changed claims': `Bearer ${withOtherUser(valid)}`,
    'another issuer': `Bearer ${await signed({ iss: issuer.replace('TESTPOOL', 'OTHER') })}`,
    'another client': `Bearer ${await signed({ aud: 'another-client' })}`,
    'no client': `Bearer ${await signed({ aud: undefined })}`,
    'an access token': `Bearer ${await signed({ token_use: 'access', aud: undefined, client_id: clientId })}`,
    'no use': `Bearer ${await signed({ token_use: undefined })}`,
    expired: `Bearer ${await signed({ exp: signedInAt + 3600 })}`,
    'no expiry': `Bearer ${await signed({ exp: undefined })}`,
    'no sign-in time': `Bearer ${await signed({ auth_time: undefined })}`,
    'before a password reset': `Bearer ${await ofUser('minato-city__user-after-reset')}`,
    'a disabled user': `Bearer ${await ofUser('minato-city__user-disabled')}`,
    'no user name': `Bearer ${await signed({ 'cognito:username': undefined })}`,
    'a name without tenant': `Bearer ${await ofUser('user-1001')}`,
    'an unknown tenant': `Bearer ${await ofUser('no-such-tenant__user-1001')}`,
  }
  const withoutUser = {
    'a deleted account': `Bearer ${await ofUser('minato-city__deleted')}`,
    'an unknown user': `Bearer ${await ofUser('minato-city__never-existed')}`,
    'a user of another tenant only': `Bearer ${await ofUser('aozora-water__user-1001')}`,
  }
  const reset = { auth_time: seconds(sessionsEndedAt) }
  const accepted = {
    'a valid token': `Bearer ${valid}`,
    'the scheme in lower case': `bearer ${valid}`,
    'a sign-in within the second of a password reset': `Bearer ${await ofUser('minato-city__user-after-reset', reset)}`,
    'a sign-in time in the future': `Bearer ${await signed({ auth_time: future - 3600 })}`,
  }
  return [...examplesOf(refused, 'SE_CO_0401'), ...examplesOf(withoutUser, 'SE_AC_0002'), ...examplesOf(accepted, null)]
}

function examplesOf(tokens: { [name: string]: string | null }, code: TokenExample['code']): TokenExample[] {
  return Object.entries(tokens).map(([name, authorization]) => ({ name, authorization, code }))
}

/** The signature is that of the other claims. */
function withOtherUser(token: string): string {
  const [header, , signature] = token.split('.')
  const changed = { ...claims, 'cognito:username': 'minato-city__user-1002' }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

function seconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}
