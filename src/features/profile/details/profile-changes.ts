import { canonicalJson } from '../../../../form-model/canonical.ts'
import { profileFrom, valuesOf } from '../../../profile-form/profile-values.ts'
import type { NewProfile, Profile, ProfileChanges } from '../../../api/generated/api.schemas.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * The changes to send: only edited members; null removes one. A difference that the form itself makes, such as another
 * kind of space, is not an edit.
 */
export function changesOf(base: Profile, edited: NewProfile): ProfileChanges {
  const changes: Record<string, unknown> = {}
  const [before, after]: [Members, Members] = [{ ...profileFrom(valuesOf(base)) }, { ...edited }]
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!same(before[name], after[name])) changes[name] = after[name] ?? null
  }
  return { ...changes, kind: base.kind }
}

export function isEmpty(changes: ProfileChanges): boolean {
  return Object.keys(changes).every((name) => name === 'kind')
}

/** The profile after the changes, as the API will store it. */
export function withChanges(profile: Profile, changes: ProfileChanges): Profile {
  // The contract allows null for optional members only, so the result is a profile of the same kind.
  const merged = JSON.stringify({ ...profile, ...changes }, (_name, value: unknown) => value ?? undefined)
  return JSON.parse(merged) as Profile
}

/** The names of the members in which two versions differ. */
export function differing(one: Profile, other: Profile): Set<string> {
  const [a, b]: [Members, Members] = [{ ...one }, { ...other }]
  return new Set([...Object.keys(a), ...Object.keys(b)].filter((name) => !same(a[name], b[name])))
}

/** Compares the content; the order of members does not count. */
function same(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
