import type { Profile, ProfileChanges } from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound, refusedFields } from '../core/problem-answer.ts'
import type { ResidentRecord } from '../core/records.ts'
import { fieldError } from '../rules/field-messages.ts'
import { deleteResident } from '../rules/residents.ts'
import type { OwnerCall } from './call.ts'
import { ownerOperation } from './call.ts'

export const getProfile = ownerOperation((call) => profileAnswer(ownRecord(call)))

export const updateProfile = ownerOperation<ProfileChanges>((call) => {
  const { backend, body, header, locale } = call
  const resident = ownRecord(call)
  if (header('If-Match') !== tagOf(resident)) throw new ProblemAnswer(412, 'SE_CO_0412')
  if (body.kind !== resident.profile.kind) throw refusedFields([fieldError('/kind', 'const', locale)])
  // The contract allows null for optional members only, so the result is a profile of the same kind.
  const withoutNulls = JSON.stringify({ ...resident.profile, ...body }, (_name, value: unknown) => value ?? undefined)
  const profile = JSON.parse(withoutNulls) as Profile
  const changed = { ...resident, profile, profileVersion: resident.profileVersion + 1 }
  backend.residents.save(changed)
  return profileAnswer(changed)
})

/** Succeeds again for an account that is already deleted, because the client may have received no response. */
export const deleteAccount = ownerOperation(({ backend, owner }) => {
  deleteResident(backend, owner)
  return { status: 204 }
})

function profileAnswer(resident: ResidentRecord) {
  return { status: 200, body: resident.profile, headers: { ETag: tagOf(resident) } }
}

function tagOf({ profileVersion }: ResidentRecord): string {
  return `"${profileVersion}"`
}

function ownRecord({ backend, owner }: OwnerCall | OwnerCall<ProfileChanges>): ResidentRecord {
  const resident = backend.residents.find(owner.tenantId, owner.userId)
  if (resident === null) throw notFound()
  return resident
}
