import { isRecord } from '../../../form-model/record.ts'
import { isNumber, isString, readJson } from '../../lib/shape.ts'

export type User = {
  tenantId: string
  userId: string
}

/** The user of the identity provider's name `{tenantId}__{userId}`; null for another form. */
export function userOf(username: string): User | null {
  const split = username.indexOf('__')
  if (split < 1 || split + 2 >= username.length) return null
  return { tenantId: username.slice(0, split), userId: username.slice(split + 2) }
}

export function usernameOf({ tenantId, userId }: User): string {
  return `${tenantId}__${userId}`
}

/** The holder of an ID token, and its end (milliseconds of the device's clock). */
type TokenHolder = User & {
  /** `{tenantId}__{userId}` */
  username: string
  expiresAt: number
}

/** The signed-in user of the ID token. */
export type Session = TokenHolder & {
  email: string | null
  /** When the user authenticated (`auth_time`); refreshing does not change it. */
  signedInAt: number
}

/** The claims of a JWT, unverified (the API verifies); null for any other text. */
export function tokenClaims(token: string): Record<string, unknown> | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    return readJson(new TextDecoder().decode(bytes), isRecord)
  } catch {
    return null
  }
}

/**
 * Null if the claims are unreadable or their user name does not have the portal's form.
 * @param clockDrift the identity provider's clock minus the device's, in milliseconds
 */
export function tokenHolder(claims: Record<string, unknown> | null, clockDrift: number): TokenHolder | null {
  const username = claims?.['cognito:username']
  const exp = claims?.exp
  if (!isString(username) || !isNumber(exp)) return null
  const user = userOf(username)
  return user && { username, ...user, expiresAt: exp * 1000 - clockDrift }
}

/** The session of an ID token; null if it has no holder. */
export function tokenSession(idToken: string, clockDrift = 0): Session | null {
  const claims = tokenClaims(idToken)
  const holder = tokenHolder(claims, clockDrift)
  if (claims === null || holder === null) return null
  const { auth_time: authTime, iat, email } = claims
  const signedIn = [authTime, iat].find(isNumber)
  return {
    ...holder,
    email: isString(email) ? email : null,
    signedInAt: signedIn === undefined ? holder.expiresAt : signedIn * 1000 - clockDrift,
  }
}

export function sessionOf(tokens: { idToken: string; clockDrift: string } | null): Session | null {
  return tokens && tokenSession(tokens.idToken, Number(tokens.clockDrift))
}

/**
 * Whether a session belongs to this tenant. A user pool that ignores case returns user names in lower case, so case is
 * ignored here: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-case-sensitivity.html
 */
export function isOfTenant<Owner extends User>(
  session: Owner | null,
  tenantId: string | null | undefined,
): session is Owner {
  return session !== null && session.tenantId.toLowerCase() === tenantId?.toLowerCase()
}

/** Whether both are the same user of the same tenant; case is ignored, see `isOfTenant`. */
export function isSameUser(one: User, other: User): boolean {
  return usernameOf(one).toLowerCase() === usernameOf(other).toLowerCase()
}

/** Renewed this long before its end, so that a request does not arrive with a token that has just expired. */
const renewBeforeMs = 30_000

export function isDueForRenewal({ expiresAt }: TokenHolder): boolean {
  return expiresAt - Date.now() <= renewBeforeMs
}
