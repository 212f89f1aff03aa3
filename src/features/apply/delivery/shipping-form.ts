import type { DraftShippingAddress, ShippingAddress } from '../../../api/generated/api.schemas.ts'
import { limitsOfAddress, limitsOfShippingAddress } from '../../../api/generated/limits.ts'
import { addressFrom, addressParts, optionalAddressParts } from '../../../fields/address.ts'
import { formatRegExp } from '../../../../form-model/formats.ts'
import { cleanText } from '../../../../form-model/visible-text.ts'
import { hasEmoji, normalizePhone, normalizePostalCode } from '../../../lib/japanese.ts'

/** In their order on the page, which is that of their errors, too. */
const shippingFieldNames = ['recipient', ...addressParts, 'phone'] as const

/** The fields of another address, as typed. */
export type ShippingFields = Record<(typeof shippingFieldNames)[number], string>

/** The error of a field; the limits are the contract's. */
export type ShippingError = { kind: 'required' | 'wrong' | 'emoji' } | { kind: 'too-long'; limit: number }

export const noShippingFields = Object.fromEntries(shippingFieldNames.map((name) => [name, ''])) as ShippingFields

const limits = { ...limitsOfAddress, ...limitsOfShippingAddress }

export function toShippingFields({ recipient = '', phone = '', address }: DraftShippingAddress): ShippingFields {
  return { ...noShippingFields, recipient, phone, ...address }
}

/** What a draft keeps: the texts as typed, without the empty ones. */
export function typedAddress(fields: ShippingFields): DraftShippingAddress {
  const { recipient, phone, ...parts } = Object.fromEntries(
    Object.entries(fields).filter(([, text]) => text !== ''),
  ) as Partial<ShippingFields>
  return {
    ...(recipient !== undefined && { recipient }),
    ...(phone !== undefined && { phone }),
    ...(Object.keys(parts).length > 0 && { address: parts }),
  }
}

/** The address of a draft in which the user has chosen the profile's: what was typed stays. */
export function unusedAddress(typed: DraftShippingAddress): DraftShippingAddress | null {
  return Object.keys(typed).length === 0 ? null : { ...typed, unused: true }
}

/** The address to send; null while a part is missing or invalid. */
export function completeAddress(typed: DraftShippingAddress): ShippingAddress | null {
  const fields = toShippingFields(typed)
  return shippingErrors(fields).size === 0 ? fromShippingFields(fields) : null
}

/** The address in the form of the API, with normalised digits and without empty optional parts. */
export function fromShippingFields(fields: ShippingFields): ShippingAddress {
  const { recipient, phone, ...texts } = normalized(fields)
  return { recipient, phone, address: addressFrom(texts) }
}

export function shippingErrors(fields: ShippingFields): Map<keyof ShippingFields, ShippingError> {
  const values = normalized(fields)
  const errors = new Map<keyof ShippingFields, ShippingError>()
  for (const name of shippingFieldNames) {
    const error = errorOf(name, values[name])
    if (error !== null) errors.set(name, error)
  }
  return errors
}

function errorOf(name: keyof ShippingFields, value: string): ShippingError | null {
  if (value === '') return optionalAddressParts.has(name) ? null : { kind: 'required' }
  if (name === 'phone') return formatRegExp('jp-phone').test(value) ? null : { kind: 'wrong' }
  if (name === 'postalCode') return formatRegExp('jp-postal-code').test(value) ? null : { kind: 'wrong' }
  if (name === 'recipient' && hasEmoji(value)) return { kind: 'emoji' }
  const limit = limits[name].maxLength
  return [...value].length > limit ? { kind: 'too-long', limit } : null
}

function normalized(fields: ShippingFields): ShippingFields {
  const values = { ...fields }
  for (const name of shippingFieldNames) values[name] = cleanText(fields[name])
  return { ...values, phone: normalizePhone(values.phone), postalCode: normalizePostalCode(values.postalCode) }
}
