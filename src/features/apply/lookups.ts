import { useMemo } from 'react'
import { lookUpAddress, lookUpCorporation } from '../../api/generated/lookups/lookups.ts'
import type { Lookups } from '../../form-engine/ports.ts'
import type { TenantId } from '../../paths.ts'

/** The form's look-ups at the provider. A failure is shown beside the field; typing by hand goes on. */
export function lookupsOf(tenantId: TenantId): Lookups {
  return {
    async address(postalCode) {
      const { items } = await lookUpAddress(tenantId, { postalCode })
      return items
    },
    async corporation(number) {
      const { items } = await lookUpCorporation(tenantId, number)
      return items.map(({ corporateNumber, name, address: { prefecture, city, street } }) => ({
        corporateNumber,
        name,
        address: `${prefecture}${city}${street}`,
      }))
    },
  }
}

export function useLookups(tenantId: TenantId): Lookups {
  return useMemo(() => lookupsOf(tenantId), [tenantId])
}
