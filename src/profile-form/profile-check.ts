import { isCorporateNumber } from '../../form-model/corporate-number.ts'
import { formatRegExp } from '../../form-model/formats.ts'
import { limitsOfAddress, limitsOfNewCorporation, limitsOfNewPerson } from '../api/generated/limits.ts'
import { addressParts, optionalAddressParts } from '../fields/address.ts'
import type { FormError } from '../fields/FormErrors.tsx'
import { readTypedDate } from '../fields/typed-date.ts'
import type { TextKey } from '../i18n/catalogue.ts'
import type { Text } from '../i18n/use-text.ts'
import { hasEmoji } from '../lib/japanese.ts'
import { birthOf, fieldsOfKind, hasAddress, nameFieldsOf, tidyValues } from './profile-values.ts'
import type { ProfileValues, TextName } from './profile-values.ts'

type Fault = Extract<TextKey<'profile-form'>, `fault.${string}`>

/** The key of the text about a broken rule. */
type ProfileRule = Fault extends `fault.${infer Rule}` ? Rule : never

export type ProfileError = { name: TextName; rule: ProfileRule; limit?: number; count?: number }

const limits: Partial<Record<TextName, { maxLength?: number; pattern?: string }>> = {
  ...limitsOfNewPerson,
  ...limitsOfNewCorporation,
  ...limitsOfAddress,
}

const shownForAll = [...addressParts, 'phone'] as const

const alwaysRequired: ReadonlySet<TextName> = new Set([
  'familyName',
  'givenName',
  'familyNameKana',
  'givenNameKana',
  'corporateNumber',
  'corporationName',
  'contactName',
  'contactNameKana',
] as const)

const ofAddress: ReadonlySet<TextName> = new Set(addressParts.filter((part) => !optionalAddressParts.has(part)))

/**
 * Whether a field is required now: an address if a part of it is filled in or for contact by post; a phone number for
 * calls.
 */
export function isRequired({ texts, contact }: ProfileValues, name: TextName): boolean {
  if (ofAddress.has(name)) return contact.post || hasAddress(texts)
  return alwaysRequired.has(name) || (name === 'phone' && contact.phone)
}

/**
 * The errors of a filled-in form, at most one per field and in the order of the fields.
 * @param today `YYYY-MM-DD` in Japan
 */
export function checkProfile(values: ProfileValues, today: string): ProfileError[] {
  const tidied = tidyValues(values)
  const ofKind = values.kind === 'person' ? [...nameFieldsOf(values), 'birthYear' as const] : fieldsOfKind.corporation
  return [...ofKind, ...shownForAll].flatMap((name) => errorOf(tidied, name, today) ?? [])
}

function errorOf(values: ProfileValues, name: TextName, today: string): ProfileError | null {
  if (name === 'birthYear') return birthError(values, today)
  const text = values.texts[name]
  if (text === '') {
    if (!isRequired(values, name)) return null
    if (name === 'phone') return { name, rule: 'phoneForContact' }
    const onlyForPost = name === 'postalCode' && !hasAddress(values.texts)
    return { name, rule: onlyForPost ? 'addressForContact' : 'required' }
  }
  const limit = limits[name]?.maxLength
  const count = [...text].length
  if (limit !== undefined && count > limit) return { name, rule: 'maxLength', limit, count }
  const rule = formError(name, text)
  return rule === null ? null : { name, rule }
}

function formError(name: TextName, text: string): ProfileRule | null {
  if (name.endsWith('Kana')) return formatRegExp('jp-kana').test(text) ? null : 'kana'
  if (isName(name)) return hasEmoji(text) ? 'nameCharacters' : null
  if (name === 'phone') return formatRegExp('jp-phone').test(text) ? null : 'phone'
  if (name === 'postalCode') return formatRegExp('jp-postal-code').test(text) ? null : 'postalCode'
  if (name !== 'corporateNumber') return null
  if (!formatRegExp('jp-corporate-number').test(text)) return 'corporateNumber'
  return isCorporateNumber(text) ? null : 'corporateCheckDigit'
}

function isName(name: TextName): boolean {
  return name === 'familyName' || name === 'givenName' || name === 'contactName' || name === 'corporationName'
}

function birthError({ texts }: ProfileValues, today: string): ProfileError | null {
  const date = readTypedDate(birthOf(texts))
  if (date === '') return null
  if (date === null) return { name: 'birthYear', rule: 'date' }
  return date > today ? { name: 'birthYear', rule: 'dateFuture' } : null
}

/** The error of a single phone number in the national format. */
export function phoneError(phone: string, t: Text<'profile-form'>): FormError | null {
  if (phone === '') return { targetId: 'phone', message: t('fault.required', { label: t('field.phone') }) }
  return formatRegExp('jp-phone').test(phone) ? null : { targetId: 'phone', message: t('fault.phone') }
}
