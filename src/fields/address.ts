import type { Address } from '../api/generated/api.schemas.ts'

/** The fields of an address, in their order on the page. They have the names of the contract. */
export const addressParts = ['postalCode', 'prefecture', 'city', 'town', 'street', 'building'] as const

export type AddressPart = (typeof addressParts)[number]
export type AddressTexts = Readonly<Record<AddressPart, string>>

/** The optional parts of an address. */
export const optionalAddressParts: ReadonlySet<string> = new Set<AddressPart>(['town', 'building'])

/** The address to send. The texts must be normalised and validated. Empty optional parts are left out. */
export function addressFrom({ postalCode, prefecture, city, town, street, building }: AddressTexts): Address {
  return {
    postalCode,
    prefecture,
    city,
    ...(town !== '' && { town }),
    street,
    ...(building !== '' && { building }),
  }
}
