import type { ShippingAddress } from '../../../api/generated/api.schemas.ts'
import { limitsOfAddress, limitsOfShippingAddress } from '../../../api/generated/limits.ts'
import { formatRegExp } from '../../../../form-model/formats.ts'
import { normalizePhone, normalizePostalCode } from '../../../lib/japanese.ts'

/** The fields of another address, as typed. */
export type ShippingFields = {
  recipient: string
  phone: string
  postalCode: string
  prefecture: string
  city: string
  town: string
  street: string
  building: string
}

const shippingFieldNames = [
  'recipient',
  'phone',
  'postalCode',
  'prefecture',
  'city',
  'town',
  'street',
  'building',
] as const satisfies readonly (keyof ShippingFields)[]

/** What is wrong with a field; the limits are the contract's. */
export type ShippingError = { kind: 'required' } | { kind: 'wrong' } | { kind: 'too-long'; limit: number }

export const noShippingFields: ShippingFields = {
  recipient: '',
  phone: '',
  postalCode: '',
  prefecture: '',
  city: '',
  town: '',
  street: '',
  building: '',
}

export const optionalShippingFields: ReadonlySet<keyof ShippingFields> = new Set(['town', 'building'])

const limits = { ...limitsOfAddress, ...limitsOfShippingAddress }

export function toShippingFields({ recipient, phone, address }: ShippingAddress): ShippingFields {
  const { postalCode, prefecture, city, town = '', street, building = '' } = address
  return { recipient, phone, postalCode, prefecture, city, town, street, building }
}

/** The address in the form of the API, digits normalised, empty optional parts left out. */
export function fromShippingFields(fields: ShippingFields): ShippingAddress {
  const { recipient, phone, postalCode, prefecture, city, town, street, building } = normalized(fields)
  return {
    recipient,
    phone,
    address: {
      postalCode,
      prefecture,
      city,
      ...(town === '' ? {} : { town }),
      street,
      ...(building === '' ? {} : { building }),
    },
  }
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
  if (value === '') return optionalShippingFields.has(name) ? null : { kind: 'required' }
  if (name === 'phone') return formatRegExp('jp-phone').test(value) ? null : { kind: 'wrong' }
  if (name === 'postalCode') return formatRegExp('jp-postal-code').test(value) ? null : { kind: 'wrong' }
  const limit = limits[name].maxLength
  return [...value].length > limit ? { kind: 'too-long', limit } : null
}

function normalized(fields: ShippingFields): ShippingFields {
  const values = { ...fields }
  for (const name of shippingFieldNames) values[name] = fields[name].trim()
  return { ...values, phone: normalizePhone(values.phone), postalCode: normalizePostalCode(values.postalCode) }
}
