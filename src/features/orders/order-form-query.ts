import { queryOptions } from '@tanstack/react-query'
import { loadForm } from '../../form-engine/definition/load-form.ts'
import type { FormAddress } from '../../form-engine/definition/load-form.ts'
import type { Language } from '../../lib/language.ts'

/** The version of the form an order was given in. A published version never changes, so it is read once. */
export function orderFormQuery(address: FormAddress, language: Language) {
  const { tenantId, serviceId, type, formVersion } = address
  return queryOptions({
    queryKey: ['order-form', tenantId, serviceId, type, formVersion, language],
    queryFn: () => loadForm({ ...address, language }),
    staleTime: Infinity,
    // A form holds functions, which cannot be compared.
    structuralSharing: false,
  })
}
