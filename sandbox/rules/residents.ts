import type { NewProfile, Profile } from '../../src/api/generated/api.schemas.ts'
import { newId, usernameOf } from '../core/identifiers.ts'
import type { NewUser } from '../identity/users.ts'
import type { Backend } from './backend.ts'
import type { ResidentRecord } from '../core/records.ts'

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

function profileOf(profile: NewProfile, email: string): Profile {
  const contact = profile.contact ?? { email: true, phone: false, post: false }
  return { ...profile, email, contact }
}
