import type { AddressCandidate, Corporation } from '../api/generated/api.schemas.ts'
import { lookUpAddress, lookUpCorporation } from '../api/generated/lookups/lookups.ts'
import { problemOf } from '../lib/problem.ts'

/** The addresses of a postal code; one code can cover several towns and even two prefectures. */
export function findAddresses(tenantId: string, postalCode: string): Promise<AddressCandidate[]> {
  return itemsOrNone(lookUpAddress(tenantId, { postalCode }))
}

export function findCorporations(tenantId: string, corporateNumber: string): Promise<Corporation[]> {
  return itemsOrNone(lookUpCorporation(tenantId, corporateNumber))
}

/** 404 means that the number does not exist; every other problem is a failed look-up. */
async function itemsOrNone<Item>(answer: Promise<{ items: Item[] }>): Promise<Item[]> {
  try {
    return (await answer).items
  } catch (error) {
    if (problemOf(error)?.kind === 'not-found') return []
    throw error
  }
}
