import { useSessionPort } from '../../auth/session-context.tsx'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { parseTenantId, paths } from '../../paths.ts'
import type { Path } from '../../paths.ts'
import { useOptionalTenant } from '../../tenant/tenant-context.tsx'

/** The top page: 手続き一覧, without a session the login of the last tenant, without one nothing. */
export function useHomePath(): Path | null {
  const tenant = useOptionalTenant()
  const session = useSessionPort()
  const tenantId = tenant?.tenantId ?? parseTenantId(localStore.get(storageKeys.tenantId))
  if (tenantId === null) return null
  return session.hasSession() ? paths.applicationList(tenantId) : paths.login(tenantId)
}
