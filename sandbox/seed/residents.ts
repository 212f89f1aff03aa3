import type { NewProfile } from '../../src/api/generated/api.schemas.ts'
import type { PublishedTenant } from '../rules/form-library.ts'
import type { NewResident } from '../rules/residents.ts'

/** One password for every sample user. */
export const samplePassword = 'Portal-2026!'

export const hanako: NewProfile = {
  kind: 'person',
  familyName: '港',
  givenName: '花子',
  familyNameKana: 'ミナト',
  givenNameKana: 'ハナコ',
  birthDate: '1990-04-01',
  phone: '09012345678',
  address: {
    postalCode: '1050011',
    prefecture: '東京都',
    city: '港区',
    town: '芝公園',
    street: '4丁目2-8',
    building: '芝公園ハイツ301',
  },
  contact: { email: true, phone: false, post: false },
  locale: 'ja',
}

const company: NewProfile = {
  kind: 'corporation',
  corporateNumber: '7123456789012',
  corporationName: '株式会社みなと設備',
  corporationNameKana: 'ミナトセツビ',
  department: '総務部',
  contactName: '芝 次郎',
  contactNameKana: 'シバ ジロウ',
  phone: '0312345678',
  address: {
    postalCode: '1050014',
    prefecture: '東京都',
    city: '港区',
    town: '芝',
    street: '1丁目1-1',
    building: '芝ビル5階',
  },
  contact: { email: true, phone: true, post: false },
  locale: 'ja',
}

/** The data of a user of whom only the kind is known. */
export const samplesByKind: { readonly [kind in NewProfile['kind']]: NewProfile } = {
  person: hanako,
  corporation: company,
}

export type SampleResident = NewResident & { userId: string; purpose: string }

/** The users that a tenant has at first, in the order of its file. */
export function sampleResidentsOf({ tenantId, sandbox }: PublishedTenant): SampleResident[] {
  return (sandbox.users ?? []).map(({ email, purpose, kind = 'person', profile, state }, index) => ({
    tenantId,
    userId: `user-${1001 + index}`,
    email,
    password: samplePassword,
    profile: profile ?? samplesByKind[kind],
    ...(state === undefined ? {} : { identity: { state } }),
    purpose,
  }))
}
