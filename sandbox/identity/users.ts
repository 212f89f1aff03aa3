import { randomUUID } from 'node:crypto'
import type { IdentityContext } from './context.ts'
import { IdentityError } from './identity-error.ts'
import type { CustomChallenge, MfaSettings, UserRecord, UserState } from './records.ts'
import { passwordRecord } from './secrets/passwords.ts'

export type NewUser = {
  /** `{tenantId}__{userId}` */
  username: string
  email: string
  password: string
  /** E.164, e.g. +819012345678 */
  phone?: string
  state: UserState
  mfa?: Partial<MfaSettings>
  /** Base32; the factor still has to be in `mfa.enabled`. */
  totpSecret?: string
  custom?: CustomChallenge
  /** Attributes that the new-password challenge requires, e.g. `name`. */
  requiredAttributes?: string[]
  attributes?: Record<string, string>
}

export function findUser(context: IdentityContext, username: string): UserRecord | null {
  return context.store.read('users', username)
}

export function saveUser(context: IdentityContext, user: UserRecord): UserRecord {
  const saved = { ...user, updatedAt: context.now() }
  context.store.write('users', user.username, saved)
  return saved
}

export function createUser(context: IdentityContext, user: NewUser): UserRecord {
  if (findUser(context, user.username))
    throw new IdentityError('UsernameExistsException', `User account already exists: ${user.username}`)
  const now = context.now()
  return saveUser(context, {
    username: user.username,
    state: user.state,
    password: passwordRecord(context, user.username, user.password),
    attributes: {
      sub: randomUUID(),
      email: user.email,
      email_verified: 'true',
      ...(user.phone === undefined ? {} : { phone_number: user.phone, phone_number_verified: 'true' }),
      ...user.attributes,
    },
    requiredAttributes: user.requiredAttributes ?? [],
    mfa: { enabled: [], preferred: null, mustSetUp: [], ...user.mfa },
    ...(user.totpSecret === undefined ? {} : { totpSecret: user.totpSecret }),
    ...(user.custom === undefined ? {} : { custom: user.custom }),
    createdAt: now,
    updatedAt: now,
  })
}

/** Sets a password without checking the old one; the caller has checked that this is allowed. */
export function setPassword(
  context: IdentityContext,
  user: UserRecord,
  password: string,
  state: UserState = 'CONFIRMED',
): UserRecord {
  return saveUser(context, { ...user, password: passwordRecord(context, user.username, password), state })
}

export function setAttributes(
  context: IdentityContext,
  user: UserRecord,
  attributes: Record<string, string>,
): UserRecord {
  return saveUser(context, { ...user, attributes: { ...user.attributes, ...attributes } })
}

/** Deletes the user with devices, codes and every sign-in. */
export function removeUser(context: IdentityContext, username: string): void {
  for (const table of ['grants', 'refresh_tokens', 'devices', 'codes', 'sign_ins'] as const)
    context.store.removeOwned(table, username)
  context.store.remove('users', username)
  context.store.remove('attempts', username)
}
