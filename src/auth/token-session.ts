import { isRecord } from '../../form-model/record.ts'

export type User = {
  tenantId: string
  userId: string
}

/** The user of the identity provider's name `{tenantId}__{userId}`; null if it has not that form. */
export function userOf(username: string): User | null {
  const split = username.indexOf('__')
  if (split < 1 || split + 2 >= username.length) return null
  return { tenantId: username.slice(0, split), userId: username.slice(split + 2) }
}

export function usernameOf({ tenantId, userId }: User): string {
  return `${tenantId}__${userId}`
}

/** Who is signed in, as the ID token says. Times in milliseconds of the device's clock. */
export type Session = User & {
  /** `{tenantId}__{userId}` */
  username: string
  email: string | null
  /** When the user proved who they are (`auth_time`); refreshing does not move it. */
  signedInAt: number
  /** When the ID token ends. */
  expiresAt: number
}

/** The claims of a JWT, unverified (the API verifies); null if it is none. */
export function tokenClaims(token: string): Record<string, unknown> | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isRecord(claims) ? claims : null
  } catch {
    return null
  }
}

/**
 * The session of an ID token; null if it is unreadable or its user name does not have the portal's form.
 * `clockDrift` is the provider's clock minus the device's, in milliseconds.
 */
export function tokenSession(idToken: string, clockDrift = 0): Session | null {
  const claims = tokenClaims(idToken)
  const username = claims?.['cognito:username']
  if (!claims || typeof username !== 'string') return null
  const user = userOf(username)
  const { exp, auth_time: authTime, iat, email } = claims
  if (user === null || typeof exp !== 'number') return null
  const signedIn = typeof authTime === 'number' ? authTime : iat
  return {
    username,
    ...user,
    email: typeof email === 'string' ? email : null,
    signedInAt: (typeof signedIn === 'number' ? signedIn : exp) * 1000 - clockDrift,
    expiresAt: exp * 1000 - clockDrift,
  }
}

export function sessionOf(tokens: { idToken: string; clockDrift: string } | null): Session | null {
  return tokens && tokenSession(tokens.idToken, Number(tokens.clockDrift))
}

/**
 * Whether a session is one of this tenant. A user pool that ignores case returns user names in lower case, so capitals
 * do not count: https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-case-sensitivity.html
 */
export function isOfTenant(session: Session | null, tenantId: string | null | undefined): session is Session {
  return session !== null && session.tenantId.toLowerCase() === tenantId?.toLowerCase()
}

/** Whether both are the same user of the same tenant; capitals do not count, see `isOfTenant`. */
export function isSameUser(one: User, other: User): boolean {
  return usernameOf(one).toLowerCase() === usernameOf(other).toLowerCase()
}
