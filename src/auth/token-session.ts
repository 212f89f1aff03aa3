import { isRecord } from '../../form-model/record.ts'
/** Who is signed in, as the ID token says. Times in milliseconds of the device's clock. */
export type Session = {
  /** `{tenantId}__{userId}` */
  username: string
  tenantId: string
  userId: string
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
 * The session an ID token stands for; null if it is unreadable or its user name has not the portal's form.
 * `clockDrift` is the provider's clock minus the device's, in milliseconds.
 */
export function tokenSession(idToken: string, clockDrift = 0): Session | null {
  const claims = tokenClaims(idToken)
  const username = claims?.['cognito:username']
  if (!claims || typeof username !== 'string') return null
  const split = username.indexOf('__')
  const { exp, auth_time: authTime, iat, email } = claims
  if (split < 1 || split + 2 >= username.length || typeof exp !== 'number') return null
  const signedIn = typeof authTime === 'number' ? authTime : iat
  return {
    username,
    tenantId: username.slice(0, split),
    userId: username.slice(split + 2),
    email: typeof email === 'string' ? email : null,
    signedInAt: (typeof signedIn === 'number' ? signedIn : exp) * 1000 - clockDrift,
    expiresAt: exp * 1000 - clockDrift,
  }
}
