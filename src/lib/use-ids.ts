import { useParams } from 'react-router-dom'
import { parseConfirmationId, parseTenantId } from '../paths.ts'
import type { ConfirmationId, TenantId } from '../paths.ts'

/** The tenant of the address; the guard has refused every address without one. */
export function useTenantId(): TenantId {
  const tenantId = parseTenantId(useParams().tenantId)
  if (tenantId === null) throw new Error('The guard lets no page with this tenant id through')
  return tenantId
}

export function useConfirmationId(): ConfirmationId {
  const id = parseConfirmationId(useParams().confirmationId)
  if (id === null) throw new Error('The guard lets no page with this confirmation id through')
  return id
}
