import type { NewProfile, Profile } from '../../src/api/generated/api.schemas.ts'
import { newId, usernameOf } from '../core/identifiers.ts'
import type { NewUser } from '../identity/users.ts'
import type { Backend } from './backend.ts'
import { ProblemAnswer } from '../core/problem-answer.ts'
import type { Owner, ResidentRecord } from '../core/records.ts'
import { scopeOf } from '../store/accepted-requests.ts'
import { decline } from './payments.ts'

export type NewResident = {
  tenantId: string
  email: string
  password: string
  profile: NewProfile
  /** Default: a new one. */
  userId?: string
  /** Steps that the identity provider requires at sign-in. */
  identity?: Partial<Pick<NewUser, 'state' | 'phone' | 'mfa' | 'totpSecret' | 'custom' | 'requiredAttributes'>>
}

type DeletionDeps = Pick<
  Backend,
  | 'accepted'
  | 'attachments'
  | 'attempts'
  | 'cardOrigin'
  | 'charges'
  | 'clock'
  | 'confirmations'
  | 'db'
  | 'drafts'
  | 'orders'
  | 'residents'
>

/** Creates a user in the API and in the identity provider. */
export function register(
  backend: Pick<Backend, 'clock' | 'db' | 'identity' | 'residents'>,
  given: NewResident,
): ResidentRecord {
  const { tenantId, email } = given
  const userId = given.userId ?? newId('user').toLowerCase()
  const resident: ResidentRecord = {
    tenantId,
    userId,
    email,
    profile: profileOf(given.profile, email),
    profileVersion: 1,
    createdAt: backend.clock.now(),
  }
  backend.db.transaction(() => {
    backend.residents.save(resident)
    const username = usernameOf(resident)
    // A user who already exists in the identity provider only needs a record here.
    if (backend.identity.users.get(username) !== null) return
    backend.identity.users.create({
      username,
      email,
      password: given.password,
      state: 'CONFIRMED',
      ...given.identity,
    })
  })
  return resident
}

/**
 * Deletes a user in the API; the portal deletes them at the identity provider. Applications that were sent stay, with
 * their charges and files. Those that wait for a payment are cancelled, because nobody can pay any more.
 */
export function deleteResident(backend: DeletionDeps, owner: Owner): void {
  const charges = backend.charges.ofOwner(owner).filter(({ status }) => status === 'WAITING')
  const isPaying = charges.some(({ chargeId }) => backend.attempts.lastOf(chargeId)?.state === 'PROCESSING')
  if (isPaying || backend.accepted.isPending(scopeOf(owner))) throw new ProblemAnswer(409, 'SE_AC_0001')
  backend.db.transaction(() => {
    for (const charge of charges) decline(backend, charge)
    backend.drafts.removeOwned(owner)
    backend.attachments.removeUnsent(owner)
    backend.confirmations.removeOwned(owner)
    backend.accepted.removeOf(scopeOf(owner))
    backend.residents.remove(owner.tenantId, owner.userId)
  })
}

/** Sets a forgotten password and ends every session. Also for a user whom the identity provider has lost. */
export function resetPassword(
  backend: Pick<Backend, 'clock' | 'db' | 'identity' | 'residents'>,
  resident: ResidentRecord,
  password: string,
): void {
  const { users } = backend.identity
  const username = usernameOf(resident)
  backend.db.transaction(() => {
    backend.residents.save({ ...resident, sessionsEndedAt: backend.clock.now() })
    if (users.get(username) === null) {
      users.create({ username, email: resident.email, password, state: 'CONFIRMED' })
      return
    }
    users.setPassword(username, password)
    users.signOutEverywhere(username)
    users.unlock(username)
  })
}

function profileOf(profile: NewProfile, email: string): Profile {
  const contact = profile.contact ?? { email: true, phone: false, post: false }
  return { ...profile, email, contact }
}
