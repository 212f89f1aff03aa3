/** ID tokens of the small provider, by docs/token.md: one key, the claims that the API checks. */
import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

export type Owner = { tenantId: string; userId: string }

type Claims = Record<string, unknown>

const issuer = 'https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_SMALL'
const clientId = 'small-client'
const kid = 'small-key'

export class SmallTokens {
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  issue({ tenantId, userId }: Owner, changes: Claims = {}): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: clientId,
      token_use: 'id',
      iat: now,
      exp: now + 3600,
      auth_time: now,
      jti: randomUUID(),
      'cognito:username': `${tenantId}__${userId}`,
      ...changes,
    }
    const content = `${encoded({ alg: 'RS256', kid })}.${encoded(claims)}`
    return `${content}.${sign('RSA-SHA256', Buffer.from(content), this.#privateKey).toString('base64url')}`
  }

  /** A token that the API must refuse, by the parameter of the state. */
  invalid(owner: Owner, because: string): string {
    if (because === 'expired') return this.issue(owner, { exp: Math.floor(Date.now() / 1000) - 3600 })
    if (because === 'another client') return this.issue(owner, { aud: 'another-client' })
    return this.issue(owner, { token_use: 'access', aud: undefined, client_id: clientId })
  }

  /** The user of a token that this pool has signed, and why the API must refuse it, if it must. */
  read(token: string): { owner: Owner; invalid: string | null } | null {
    const [header = '', payload = '', signature = ''] = token.split('.')
    const { alg, kid: key } = decoded(header)
    const bytes = Buffer.from(signature, 'base64url')
    const isSigned = verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), this.#publicKey, bytes)
    const claims = decoded(payload)
    const owner = ownerNamed(claims['cognito:username'])
    if (alg !== 'RS256' || key !== kid || !isSigned || claims.iss !== issuer || owner === null) return null
    return { owner, invalid: invalidity(claims) }
  }
}

function invalidity({ token_use: use, aud, exp }: Claims): string | null {
  if (use !== 'id') return 'an access token'
  if (aud !== clientId) return 'another client'
  return Number(exp) * 1000 > Date.now() ? null : 'expired'
}

function ownerNamed(username: unknown): Owner | null {
  const [, tenantId, userId] = /^(.+?)__(.+)$/.exec(String(username)) ?? []
  return tenantId === undefined || userId === undefined ? null : { tenantId, userId }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decoded(part: string): Claims {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims
  } catch {
    return {}
  }
}
