import type { JWK } from 'jose'
import { actions } from './actions.ts'
import type { IdentityFaults, IdentityOptions } from './context.ts'
import { identityContext } from './context.ts'
import { openGrant, revokeAll } from './grants.ts'
import { IdentityError } from './identity-error.ts'
import { forgetWrongPasswords, lockUntil } from './lockout.ts'
import { passwordMatches } from './secrets/passwords.ts'
import type { UserRecord, UserState } from './records.ts'
import { fieldsOf } from './request-fields.ts'
import type { Engine } from './sign-in-steps.ts'
import { createTokenIssuer } from './tokens.ts'
import type { NewUser } from './users.ts'
import { createUser, findUser, removeUser, saveUser, setAttributes, setPassword } from './users.ts'

export type IdentityAnswer = { status: number; body: unknown }

export type Identity = {
  poolId: string
  /**
   * Answers one request; `target` is the header `x-amz-target`. Refusals are 400, never 5xx, unless a fault is switched
   * on.
   */
  handle(target: string, body: unknown, signal?: AbortSignal): Promise<IdentityAnswer>
  jwks(): Promise<{ keys: JWK[] }>
  /** Signs a user in without any challenge, for tests and for the pact's provider states. */
  issueTokens(
    username: string,
    as?: { clientId?: string; ageMs?: number },
  ): Promise<{ idToken: string; accessToken: string; refreshToken: string }>
  /**
   * Checks signature, issuer, audience, use and expiry; ID tokens cannot be revoked, as with Cognito. `authTime`: in
   * seconds.
   */
  verifyIdToken(token: string): Promise<{ username: string; authTime: number } | null>
  users: UserAdministration
  /** Switches, read at every request. */
  faults: IdentityFaults
  /** Forgets users and sign-ins but not the signing key. */
  reset(): void
}

export type UserAdministration = {
  create(user: NewUser): UserRecord
  get(username: string): UserRecord | null
  list(): UserRecord[]
  /** Whether this is the user's password; unknown users take as long as known ones. */
  passwordMatches(username: string, password: string): boolean
  /** Sets the password; the state becomes CONFIRMED unless another is given. */
  setPassword(username: string, password: string, state?: UserState): void
  setState(username: string, state: UserState): void
  /** Sets the address as verified, e.g. after the portal's own change of e-mail. */
  setEmail(username: string, email: string): void
  signOutEverywhere(username: string): void
  lock(username: string, untilMillis: number): void
  unlock(username: string): void
  remove(username: string): void
}

export function createIdentity(options: IdentityOptions): Identity {
  const context = identityContext(options)
  const engine: Engine = { context, tokens: createTokenIssuer(context) }
  const faults = options.faults ?? {}
  const report = options.report ?? ((error: unknown) => console.error('identity emulator:', error))

  function existing(username: string): UserRecord {
    const user = findUser(context, username)
    if (!user) throw new Error(`The identity emulator has no user ${username}`)
    return user
  }

  async function faultAnswer(action: string, signal?: AbortSignal): Promise<IdentityAnswer | null> {
    if (faults.actions && !faults.actions.includes(action)) return null
    if (faults.delayMs) await context.wait(faults.delayMs, signal)
    if (faults.failing) return { status: 500, body: { __type: 'InternalErrorException', message: 'Switched to fail' } }
    if (faults.rateLimited) return refusal(new IdentityError('TooManyRequestsException', 'Rate exceeded'))
    return null
  }

  async function handle(target: string, body: unknown, signal?: AbortSignal): Promise<IdentityAnswer> {
    const name = target.replace(/^AWSCognitoIdentityProviderService\./, '')
    try {
      const fault = await faultAnswer(name, signal)
      if (fault) return fault
      context.store.removeExpired(context.now())
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action) throw new IdentityError('UnknownOperationException', `Unknown operation ${name}`)
      return { status: 200, body: await action(engine, fieldsOf(body)) }
    } catch (error) {
      if (error instanceof IdentityError) return refusal(error)
      report(error)
      return refusal(new IdentityError('InternalErrorException', 'The identity emulator failed; see its log.'))
    }
  }

  return {
    poolId: context.poolId,
    handle,
    jwks: () => engine.tokens.jwks(),
    async issueTokens(username, { clientId = context.clientId, ageMs = 0 } = {}) {
      const user = existing(username)
      const then = { ...context, clientId, now: () => context.now() - ageMs }
      const { grant, refreshToken } = openGrant(then, user)
      const { IdToken, AccessToken } = await createTokenIssuer(then).issue(user, grant)
      return { idToken: IdToken, accessToken: AccessToken, refreshToken }
    },
    async verifyIdToken(token) {
      const claims = await engine.tokens.verify(token, 'id')
      const username = claims?.['cognito:username']
      const authTime = claims?.auth_time
      return typeof username === 'string' && typeof authTime === 'number' ? { username, authTime } : null
    },
    users: {
      create: (user) => createUser(context, user),
      get: (username) => findUser(context, username),
      list: () => context.store.all('users'),
      passwordMatches: (username, password) =>
        passwordMatches(context, username, findUser(context, username), password),
      setPassword: (username, password, state) => void setPassword(context, existing(username), password, state),
      setState: (username, state) => void saveUser(context, { ...existing(username), state }),
      setEmail: (username, email) => void setAttributes(context, existing(username), { email, email_verified: 'true' }),
      signOutEverywhere: (username) => revokeAll(context, username),
      lock: (username, untilMillis) => lockUntil(context, username, untilMillis),
      unlock: (username) => forgetWrongPasswords(context, username),
      remove: (username) => removeUser(context, username),
    },
    faults,
    reset: () => context.store.clear(),
  }
}

function refusal(error: IdentityError): IdentityAnswer {
  return {
    status: 400,
    body: { __type: error.type, message: error.message },
  }
}
