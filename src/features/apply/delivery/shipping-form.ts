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
export type ShippingFault = { kind: 'required' } | { kind: 'wrong' } | { kind: 'too-long'; limit: number }

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

/** The address in the provider's form, digits normalised, empty optional parts left out. */
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

export function shippingFaults(fields: ShippingFields): Map<keyof ShippingFields, ShippingFault> {
  const values = normalized(fields)
  const faults = new Map<keyof ShippingFields, ShippingFault>()
  for (const name of shippingFieldNames) {
    const fault = faultOf(name, values[name])
    if (fault !== null) faults.set(name, fault)
  }
  return faults
}

function faultOf(name: keyof ShippingFields, value: string): ShippingFault | null {
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
