import { useMemo } from 'react'
import { lookUpAddress, lookUpCorporation } from '../../../api/generated/lookups/lookups.ts'
import type { Lookups } from '../../../form-engine/field/ports.ts'
import { problemOf } from '../../../lib/problem.ts'
import type { TenantId } from '../../../paths.ts'

/** The form's look-ups at the provider. A failure is shown beside the field; typing by hand goes on. */
export function lookupsOf(tenantId: TenantId): Lookups {
  return {
    async address(postalCode) {
      return found(async () => (await lookUpAddress(tenantId, { postalCode })).items)
    },
    async corporation(number) {
      const items = await found(async () => (await lookUpCorporation(tenantId, number)).items)
      return items.map(({ corporateNumber, name, address: { prefecture, city, street } }) => ({
        corporateNumber,
        name,
        address: `${prefecture}${city}${street}`,
      }))
    },
  }
}

/** 404 is an answer: there is nothing of that number. */
async function found<T>(lookUp: () => Promise<T[]>): Promise<T[]> {
  try {
    return await lookUp()
  } catch (error) {
    if (problemOf(error)?.kind === 'not-found') return []
    throw error
  }
}

export function useLookups(tenantId: TenantId): Lookups {
  return useMemo(() => lookupsOf(tenantId), [tenantId])
}
