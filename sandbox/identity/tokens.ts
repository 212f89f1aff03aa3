import { randomUUID } from 'node:crypto'
import type { JWK, JWTPayload, JWTVerifyGetKey } from 'jose'
import {
  SignJWT,
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
} from 'jose'
import type { IdentityContext } from './context.ts'
import type { GrantRecord, UserRecord } from './records.ts'

export const tokenLifeSeconds = 3600

export type IssuedTokens = { AccessToken: string; IdToken: string; ExpiresIn: number; TokenType: 'Bearer' }

export type TokenIssuer = {
  issue(user: UserRecord, grant: GrantRecord): Promise<IssuedTokens>
  /** The claims of an unexpired token that this pool signed for this use; null for anything else. */
  verify(token: string, use: 'id' | 'access'): Promise<JWTPayload | null>
  jwks(): Promise<{ keys: JWK[] }>
}

type SigningKey = { privateJwk: JWK; publicJwk: JWK; kid: string; keySet: ReturnType<typeof createLocalJWKSet> }

export function createTokenIssuer(context: IdentityContext): TokenIssuer {
  let loading: Promise<SigningKey> | null = null
  const signingKey = () => (loading ??= loadOrCreateKey(context))

  async function sign(claims: JWTPayload): Promise<string> {
    const { privateJwk, kid } = await signingKey()
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(await importJWK(privateJwk, 'RS256'))
  }

  return {
    async issue(user, grant) {
      const iat = Math.floor(context.now() / 1000)
      const shared = {
        sub: user.attributes.sub ?? user.username,
        iss: context.issuer,
        origin_jti: grant.originJti,
        event_id: randomUUID(),
        auth_time: Math.floor(grant.authTime / 1000),
        iat,
        exp: iat + tokenLifeSeconds,
      }
      const [IdToken, AccessToken] = await Promise.all([
        sign({
          ...shared,
          ...attributeClaims(user),
          'cognito:username': user.username,
          aud: context.clientId,
          token_use: 'id',
          jti: randomUUID(),
        }),
        sign({
          ...shared,
          username: user.username,
          client_id: context.clientId,
          scope: 'aws.cognito.signin.user.admin',
          token_use: 'access',
          jti: randomUUID(),
          ...(grant.deviceKey === undefined ? {} : { device_key: grant.deviceKey }),
        }),
      ])
      return { AccessToken, IdToken, ExpiresIn: tokenLifeSeconds, TokenType: 'Bearer' }
    },

    async verify(token, use) {
      const { keySet } = await signingKey()
      try {
        // The library accepts a token without `kid` while the pool has one key only.
        const keyOf: JWTVerifyGetKey = (header, jws) => keySet({ kid: '', ...header }, jws)
        const { payload } = await jwtVerify(token, keyOf, {
          issuer: context.issuer,
          algorithms: ['RS256'],
          requiredClaims: ['exp'],
          currentDate: new Date(context.now()),
          ...(use === 'id' ? { audience: context.clientId } : {}),
        })
        return payload.token_use === use ? payload : null
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },

    jwks: async () => ({ keys: [(await signingKey()).publicJwk] }),
  }
}

function attributeClaims(user: UserRecord): JWTPayload {
  const claims: JWTPayload = {}
  for (const [name, value] of Object.entries(user.attributes))
    if (name !== 'sub') claims[name] = name.endsWith('_verified') ? value === 'true' : value
  return claims
}

async function loadOrCreateKey(context: IdentityContext): Promise<SigningKey> {
  const kept = context.store.read('keys', 'signing')
  if (kept) return toSigningKey(kept)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  context.store.write('keys', 'signing', { ...jwk })
  return toSigningKey(jwk)
}

async function toSigningKey(privateJwk: JWK): Promise<SigningKey> {
  const { kty, n, e } = privateJwk
  if (kty !== 'RSA' || n === undefined || e === undefined) throw new Error('The stored signing key is not an RSA key')
  const kid = await calculateJwkThumbprint({ kty, n, e })
  const publicJwk = { kty, n, e, kid, alg: 'RS256', use: 'sig' }
  return { privateJwk, publicJwk, kid, keySet: createLocalJWKSet({ keys: [publicJwk] }) }
}
