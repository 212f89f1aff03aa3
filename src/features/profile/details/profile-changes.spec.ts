import { describe, expect, it } from 'vitest'
import type { Profile } from '../../../api/generated/api.schemas.ts'
import { profileFrom, valuesOf } from '../../../profile-form/profile-values.ts'
import { changesOf, differing, isEmpty, withChanges } from './profile-changes.ts'

const stored: Profile = {
  kind: 'person',
  email: 'hanako@example.jp',
  familyName: '港',
  givenName: '花子',
  familyNameKana: 'ミナト',
  givenNameKana: 'ハナコ',
  birthDate: '1990-04-01',
  phone: '09012345678',
  address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '1-5-25' },
  contact: { email: true, phone: false, post: false },
  locale: 'ja',
}

function edited(texts: Record<string, string>) {
  const values = valuesOf(stored)
  return profileFrom({ ...values, texts: { ...values.texts, ...texts } })
}

describe('the changes of a profile', () => {
  it('changesOf is empty if nothing was edited, in any order of the members', () => {
    expect(isEmpty(changesOf(stored, edited({})))).toBe(true)
  })
  it('changesOf is empty if the form only formats a stored text differently', () => {
    const spaced: Profile = { ...stored, givenNameKana: 'ハナ コ', phone: '090-1234-5678' }
    expect(isEmpty(changesOf(spaced, profileFrom(valuesOf(spaced))))).toBe(true)
  })
  it('changesOf contains only edited members', () => {
    expect(changesOf(stored, edited({ familyName: '山田' }))).toEqual({ kind: 'person', familyName: '山田' })
  })
  it('changesOf removes a member that was emptied', () => {
    expect(changesOf(stored, edited({ phone: '' }))).toEqual({ kind: 'person', phone: null })
  })
  it('changesOf contains an address as a whole', () => {
    expect(changesOf(stored, edited({ street: '2-1' }))).toEqual({
      kind: 'person',
      address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '2-1' },
    })
  })
})

describe('two versions of a profile (R-13)', () => {
  it('two versions merge to my value of an edited member and to theirs of all others', () => {
    const theirs: Profile = { ...stored, givenName: '花', phone: '0312345678' }
    const mine = withChanges(theirs, changesOf(stored, edited({ familyName: '山田', phone: '' })))
    expect(mine).toEqual({ ...theirs, familyName: '山田', phone: undefined })
    expect('phone' in mine).toBe(false)
    expect(differing(mine, theirs)).toEqual(new Set(['familyName', 'phone']))
  })
  it('two versions are equal if my change was saved and only its response was lost', () => {
    const changes = changesOf(stored, edited({ familyName: '山田' }))
    const theirs = withChanges(stored, changes)
    expect(differing(withChanges(theirs, changes), theirs).size).toBe(0)
  })
})
