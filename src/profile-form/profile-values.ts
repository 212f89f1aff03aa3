import type { ContactChoices, Locale, NewProfile, Profile } from '../api/generated/api.schemas.ts'
import { addressFrom, addressParts } from '../fields/address.ts'
import { cleanText, isBlank } from '../../form-model/visible-text.ts'
import { readTypedDate, tidyTypedDate, typedDate } from '../fields/typed-date.ts'
import { normalizeDigits, normalizePhone, normalizePostalCode, toFullWidthKatakana } from '../lib/japanese.ts'

/** The fields that only one kind of profile has. The parts of a date of birth count as one field. */
export const fieldsOfKind = {
  person: ['familyName', 'givenName', 'familyNameKana', 'givenNameKana', 'birthYear'],
  corporation: [
    'corporateNumber',
    'corporationName',
    'corporationNameKana',
    'department',
    'contactName',
    'contactNameKana',
  ],
} as const satisfies Record<Profile['kind'], readonly string[]>

/** The text fields of a profile. They have the names of the contract if it has them. */
export const textNames = [
  ...fieldsOfKind.person,
  'birthMonth',
  'birthDay',
  ...fieldsOfKind.corporation,
  'phone',
  ...addressParts,
] as const

export type TextName = (typeof textNames)[number]

/** A profile in the form. All values are text, including those of the other kind of profile. */
export type ProfileValues = {
  kind: Profile['kind']
  /** The person's name is not divided into family and given name. The family name is then the whole name. */
  undivided: boolean
  texts: Record<TextName, string>
  contact: ContactChoices
  locale: Locale
}

const noTexts = Object.fromEntries(textNames.map((name) => [name, ''])) as Record<TextName, string>

export function emptyValues(locale: Locale): ProfileValues {
  return {
    kind: 'person',
    undivided: false,
    texts: noTexts,
    contact: { email: true, phone: false, post: false },
    locale,
  }
}

/** The parts of a person's name. */
export function nameFieldsOf({ undivided }: Pick<ProfileValues, 'undivided'>) {
  return undivided
    ? (['familyName', 'familyNameKana'] as const)
    : (['familyName', 'givenName', 'familyNameKana', 'givenNameKana'] as const)
}

/** A stored profile as the values of the fields. */
export function valuesOf(profile: Profile): ProfileValues {
  const birth = typedDate(profile.kind === 'person' ? profile.birthDate : undefined)
  const members: Partial<Record<string, unknown>> = {
    ...profile,
    ...profile.address,
    birthYear: birth.year,
    birthMonth: birth.month,
    birthDay: birth.day,
  }
  const texts = { ...noTexts }
  for (const name of textNames) {
    const value = members[name]
    if (typeof value === 'string') texts[name] = value
  }
  const undivided = profile.kind === 'person' && profile.givenName === ''
  return { kind: profile.kind, undivided, texts, contact: profile.contact, locale: profile.locale }
}

const tidy: Partial<Record<TextName, (text: string) => string>> = {
  familyNameKana: toFullWidthKatakana,
  givenNameKana: toFullWidthKatakana,
  corporationNameKana: toFullWidthKatakana,
  contactNameKana: toFullWidthKatakana,
  corporateNumber: normalizeDigits,
  phone: normalizePhone,
  postalCode: normalizePostalCode,
}

/** One text in the form in which it is stored. No input is refused for its character width. */
export function tidyText(name: TextName, text: string): string {
  const clean = cleanText(text)
  return tidy[name]?.(clean) ?? clean
}

export function tidyValues(values: ProfileValues): ProfileValues {
  const texts = { ...values.texts }
  for (const name of textNames) texts[name] = tidyText(name, texts[name])
  const birth = tidyTypedDate(birthOf(texts))
  return { ...values, texts: { ...texts, birthYear: birth.year, birthMonth: birth.month, birthDay: birth.day } }
}

export function birthOf(texts: ProfileValues['texts']) {
  return { year: texts.birthYear, month: texts.birthMonth, day: texts.birthDay }
}

export function hasAddress(texts: ProfileValues['texts']): boolean {
  return addressParts.some((name) => !isBlank(texts[name]))
}

/** The profile to send. The values must be normalised and validated. Empty optional members are left out. */
export function profileFrom(values: ProfileValues): NewProfile {
  const { kind, undivided, texts, contact, locale } = tidyValues(values)
  const shared = {
    ...optional('phone', texts.phone),
    ...(hasAddress(texts) ? { address: addressFrom(texts) } : {}),
    contact,
    locale,
  }
  if (kind === 'corporation') {
    const { corporateNumber, corporationName, contactName, contactNameKana } = texts
    return {
      kind,
      corporateNumber,
      corporationName,
      ...optional('corporationNameKana', texts.corporationNameKana),
      ...optional('department', texts.department),
      contactName,
      contactNameKana,
      ...shared,
    }
  }
  const { familyName, givenName, familyNameKana, givenNameKana } = texts
  return {
    kind,
    familyName,
    givenName: undivided ? '' : givenName,
    familyNameKana,
    givenNameKana: undivided ? '' : givenNameKana,
    ...optional('birthDate', readTypedDate(birthOf(texts)) ?? ''),
    ...shared,
  }
}

function optional<Name extends string>(name: Name, text: string): Partial<Record<Name, string>> {
  return text === '' ? {} : ({ [name]: text } as Partial<Record<Name, string>>)
}
