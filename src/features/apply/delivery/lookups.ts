import { useMemo } from 'react'
import { findAddresses, findCorporations } from '../../../fields/look-ups.ts'
import type { Lookups } from '../../../form-engine/field/ports.ts'
import type { TenantId } from '../../../paths.ts'

/** The look-ups of a form's fields by the API. */
export function useLookups(tenantId: TenantId): Lookups {
  return useMemo(
    () => ({
      address: (postalCode) => findAddresses(tenantId, postalCode),
      async corporation(number) {
        const items = await findCorporations(tenantId, number)
        return items.map(({ corporateNumber, name, address: { prefecture, city, street } }) => ({
          corporateNumber,
          name,
          address: `${prefecture}${city}${street}`,
        }))
      },
    }),
    [tenantId],
  )
}
