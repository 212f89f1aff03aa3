import { describe, expect, it } from 'vitest'
import type { Profile } from '../api/generated/api.schemas.ts'
import { checkProfile, isRequired } from './profile-check.ts'
import { emptyValues, profileFrom, valuesOf } from './profile-values.ts'
import type { ProfileValues, TextName } from './profile-values.ts'

const today = '2026-11-21'

function person(texts: Partial<Record<TextName, string>> = {}, rest: Partial<ProfileValues> = {}): ProfileValues {
  const empty = emptyValues('ja')
  const names = { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' }
  return { ...empty, ...rest, texts: { ...empty.texts, ...names, ...texts } }
}

function rulesOf(values: ProfileValues) {
  return checkProfile(values, today).map(({ name, rule }) => `${name} ${rule}`)
}

describe('the check of a profile', () => {
  it('requires the names of a person and nothing else', () => {
    expect(rulesOf(emptyValues('ja'))).toEqual([
      'familyName required',
      'givenName required',
      'familyNameKana required',
      'givenNameKana required',
    ])
    expect(rulesOf(person())).toEqual([])
  })
  it('requires number, name and contact of a corporation', () => {
    expect(rulesOf({ ...emptyValues('ja'), kind: 'corporation' })).toEqual([
      'corporateNumber required',
      'corporationName required',
      'contactName required',
      'contactNameKana required',
    ])
  })
  it('requires the whole name and its reading if the name is not divided', () => {
    expect(rulesOf({ ...emptyValues('ja'), undivided: true })).toEqual([
      'familyName required',
      'familyNameKana required',
    ])
  })
  it('treats blanks as empty', () => {
    expect(rulesOf(person({ familyName: ' \u3000' }))).toEqual(['familyName required'])
    expect(rulesOf(person({ familyName: '\u200b\u3164' }))).toEqual(['familyName required'])
  })
  it.each([
    ['familyNameKana', 'みなと'],
    ['familyNameKana', 'ﾐﾅﾄ'],
    ['familyName', '\u{20bb7}野'],
    ['givenName', '々ヶ〆ー・O’Neill'],
    ['phone', '０９０-１２３４-５６７８'],
    ['phone', '+81 3 1234 5678'],
    ['phone', '\u202d090-1234-5678\u202c'],
    ['familyName', '\u202e港\u200b'],
    ['familyNameKana', 'ミナト\u200b'],
    ['birthYear', '\u200b'],
    ['birthYear', ''],
  ] as const)('converts %s %s instead of refusing it', (name, text) => {
    expect(rulesOf(person({ [name]: text }))).toEqual([])
  })
  it.each([
    ['familyNameKana', '港', 'kana'],
    ['familyName', '港🌸', 'nameCharacters'],
    ['givenName', '❤️花子', 'nameCharacters'],
    ['phone', '12345', 'phone'],
    ['familyName', '港'.repeat(61), 'maxLength'],
  ] as const)('refuses %s %s', (name, text, rule) => {
    expect(rulesOf(person({ [name]: text }))).toEqual([`${name} ${rule}`])
  })
  it('reports the maximum length and the length of a text', () => {
    expect(checkProfile(person({ familyName: '港'.repeat(61) }), today)).toEqual([
      { name: 'familyName', rule: 'maxLength', limit: 60, count: 61 },
    ])
  })
  it('requires an existing date of birth in the past', () => {
    const born = (birthYear: string, birthMonth: string, birthDay: string) =>
      rulesOf(person({ birthYear, birthMonth, birthDay }))
    expect(born('H2', '4', '1')).toEqual([])
    expect(born('2026', '11', '21')).toEqual([])
    expect(born('2026', '11', '22')).toEqual(['birthYear dateFuture'])
    expect(born('1990', '2', '30')).toEqual(['birthYear date'])
    expect(born('', '2', '3')).toEqual(['birthYear date'])
  })
  it('requires the whole address if a part of it is filled in', () => {
    expect(rulesOf(person({ town: '芝公園' }))).toEqual([
      'postalCode required',
      'prefecture required',
      'city required',
      'street required',
    ])
    expect(rulesOf(person({ postalCode: '〒105-0011', prefecture: '東京都', city: '港区', street: '1-5' }))).toEqual([])
    expect(rulesOf(person({ postalCode: '105', prefecture: '東京都', city: '港区', street: '1-5' }))).toEqual([
      'postalCode postalCode',
    ])
  })
  it('requires a phone number or an address for the chosen ways of contact', () => {
    const values = person({}, { contact: { email: false, phone: true, post: true } })
    expect(rulesOf(values)).toEqual([
      'postalCode addressForContact',
      'prefecture required',
      'city required',
      'street required',
      'phone phoneForContact',
    ])
    expect(isRequired(values, 'phone')).toBe(true)
    expect(isRequired(person(), 'phone')).toBe(false)
  })
  it('finds a typing error in a corporate number, and emoji in the name of a company', () => {
    const company = (corporateNumber: string, corporationName = '庁') =>
      rulesOf({
        ...person({ corporateNumber, contactName: '港', contactNameKana: 'ミナト', corporationName }),
        kind: 'corporation',
      })
    expect(company('7000012050002', '庁🌸')).toEqual(['corporationName nameCharacters'])
    expect(company('7000012050002')).toEqual([])
    expect(company('７０００-０１２０-５０００２')).toEqual([])
    expect(company('7000012050003')).toEqual(['corporateNumber corporateCheckDigit'])
    expect(company('123')).toEqual(['corporateNumber corporateNumber'])
  })
})

describe('the profile that is sent', () => {
  it('profileFrom normalizes the values, and omits empty members and members of the other kind', () => {
    const values = person({
      familyNameKana: 'みなと',
      phone: '03-1234-5678',
      birthYear: 'S60',
      birthMonth: '1',
      birthDay: '9',
      department: '総務',
    })
    expect(profileFrom(values)).toEqual({
      kind: 'person',
      familyName: '港',
      givenName: '花子',
      familyNameKana: 'ミナト',
      givenNameKana: 'ハナコ',
      birthDate: '1985-01-09',
      phone: '0312345678',
      contact: { email: true, phone: false, post: false },
      locale: 'ja',
    })
  })
  it('an undivided name is sent with an empty given name, and remains undivided when it is edited again', () => {
    const values = person({ familyName: 'NGUYEN VAN ANH', familyNameKana: 'ぐえん ヴぁん あいん' }, { undivided: true })
    const profile = profileFrom(values)
    expect(profile).toMatchObject({
      familyName: 'NGUYEN VAN ANH',
      givenName: '',
      familyNameKana: 'グエン\u3000ヴァン\u3000アイン',
      givenNameKana: '',
    })
    const stored = { ...profile, email: 'anh@example.jp', contact: values.contact } as Profile
    expect(valuesOf(stored).undivided).toBe(true)
    expect(profileFrom(valuesOf(stored))).toEqual(profile)
  })
  it('a profile is unchanged by a round trip through the form', () => {
    const profile = {
      kind: 'corporation',
      email: 'soumu@example.jp',
      corporateNumber: '7000012050002',
      corporationName: '国税庁',
      contactName: '港 花子',
      contactNameKana: 'ミナト\u3000ハナコ',
      phone: '0335814161',
      address: { postalCode: '1000013', prefecture: '東京都', city: '千代田区', town: '霞が関', street: '3-1-1' },
      contact: { email: true, phone: true, post: false },
      locale: 'en',
    } as const
    const { email: _email, ...stored } = profile
    expect(profileFrom(valuesOf(profile))).toEqual(stored)
  })
})
