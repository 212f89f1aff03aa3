import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '../core/identifiers.ts'
import type { IdentityContext } from './context.ts'
import { IdentityError } from './identity-error.ts'
import type { GrantRecord, UserRecord } from './records.ts'
import { findUser } from './users.ts'

const refreshTokenMs = 12 * 3_600_000
/** `RetryGracePeriodSeconds` of the app client: how long a rotated token still works. */
const graceMs = 60_000

function invalidRefreshToken() {
  return new IdentityError('NotAuthorizedException', 'Invalid Refresh Token')
}

export type Granted = { grant: GrantRecord; refreshToken: string }

/** Opens a new sign-in of the user and its first refresh token. */
export function openGrant(context: IdentityContext, user: UserRecord, deviceKey?: string): Granted {
  const now = context.now()
  const grant: GrantRecord = {
    originJti: randomUUID(),
    username: user.username,
    authTime: now,
    ...(deviceKey === undefined ? {} : { deviceKey }),
  }
  const expiresAt = now + refreshTokenMs
  context.store.write('grants', grant.originJti, grant, { owner: user.username, expiresAt })
  return { grant, refreshToken: newRefreshToken(context, grant, expiresAt) }
}

function newRefreshToken(context: IdentityContext, grant: GrantRecord, expiresAt: number): string {
  const token = randomBytes(48).toString('base64')
  context.store.write(
    'refresh_tokens',
    sha256(token),
    { originJti: grant.originJti, expiresAt },
    { owner: grant.username, expiresAt },
  )
  return token
}

/**
 * Exchanges a refresh token for its successor, which expires with the first one. The old token keeps working for 60
 * seconds; later use of it is refused.
 */
export function rotate(
  context: IdentityContext,
  refreshToken: string,
  deviceKey?: string,
): Granted & { user: UserRecord } {
  const now = context.now()
  const record = context.store.read('refresh_tokens', sha256(refreshToken))
  if (!record) throw invalidRefreshToken()
  if (record.expiresAt <= now) throw new IdentityError('NotAuthorizedException', 'Refresh Token has expired')
  const grant = context.store.read('grants', record.originJti)
  if (!grant) throw new IdentityError('NotAuthorizedException', 'Refresh Token has been revoked')
  if (grant.deviceKey !== undefined && deviceKey !== undefined && grant.deviceKey !== deviceKey)
    throw invalidRefreshToken()
  const user = findUser(context, grant.username)
  if (!user) throw invalidRefreshToken()
  if (record.replacedAt !== undefined && now - record.replacedAt > graceMs)
    throw new IdentityError('RefreshTokenReuseException', 'Refresh Token has been rotated and can no longer be used')
  if (record.replacedAt === undefined)
    context.store.write(
      'refresh_tokens',
      sha256(refreshToken),
      { ...record, replacedAt: now },
      { owner: grant.username, expiresAt: record.expiresAt },
    )
  return { user, grant, refreshToken: newRefreshToken(context, grant, record.expiresAt) }
}

export function grantOf(context: IdentityContext, originJti: string): GrantRecord | null {
  return context.store.read('grants', originJti)
}

/** Ends the sign-in of a refresh token; an unknown token is not an error, as with Cognito. */
export function revoke(context: IdentityContext, refreshToken: string): void {
  const record = context.store.read('refresh_tokens', sha256(refreshToken))
  if (record) context.store.remove('grants', record.originJti)
}

export function revokeAll(context: IdentityContext, username: string): void {
  context.store.removeOwned('grants', username)
  context.store.removeOwned('refresh_tokens', username)
}
