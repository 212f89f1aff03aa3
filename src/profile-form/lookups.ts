import { isCorporateNumber } from '../../form-model/corporate-number.ts'
import { lookUpAddress, lookUpCorporation } from '../api/generated/lookups/lookups.ts'
import type { Match } from './LookupField.tsx'

export function isWholePostalCode(number: string): boolean {
  return /^\d{7}$/.test(number)
}

export { isCorporateNumber as isWholeCorporateNumber }

/** The addresses of a postal code; one code can cover several towns and even two prefectures. */
export async function findAddresses(tenantId: string, postalCode: string): Promise<Match[]> {
  const { items } = await lookUpAddress(tenantId, { postalCode })
  return items.map(({ prefecture, city, town }) => ({
    label: `${prefecture}${city}${town}`,
    fills: { prefecture, city, town },
  }))
}

export async function findCorporations(tenantId: string, number: string): Promise<Match[]> {
  const { items } = await lookUpCorporation(tenantId, number)
  return items.map(({ name, nameKana, address: { postalCode, prefecture, city, street } }) => ({
    label: `${name} ${prefecture}${city}${street}`,
    fills: {
      corporationName: name,
      ...(nameKana === undefined ? {} : { corporationNameKana: nameKana }),
      ...(postalCode === undefined ? {} : { postalCode }),
      prefecture,
      city,
      town: '',
      street,
    },
  }))
}
