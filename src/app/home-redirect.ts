import { replace } from 'react-router-dom'
import { ProblemError } from '../lib/problem.ts'
import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { parseChargeId, parseTenantId, paths } from '../paths.ts'
import type { Path, TenantId } from '../paths.ts'

/**
 * `/` only redirects: to a charge, to the login page of the named tenant, the last one or the default one, or nowhere.
 * A repeated parameter is ignored.
 */
export function homeTarget(search: URLSearchParams, lastTenant: string | null = null): Path | null {
  const tenantId = parseTenantId(
    search.has('tenantId') || search.has('chargeId') ? single(search, 'tenantId') : lastTenant,
  )
  if (tenantId === null) return null
  if (!search.has('chargeId')) return paths.login(tenantId)
  const chargeId = parseChargeId(single(search, 'chargeId'))
  return chargeId === null ? null : paths.chargePay(tenantId, chargeId)
}

/** @param defaultTenant of config.json, for a device without a last tenant */
export function homeLoader(defaultTenant: TenantId | undefined) {
  return ({ request }: { request: Request }): never => {
    const lastTenant = parseTenantId(localStore.get(storageKeys.tenantId)) ?? defaultTenant ?? null
    const target = homeTarget(new URL(request.url).searchParams, lastTenant)
    if (target === null) throw new ProblemError({ kind: 'not-found', fields: [] })
    throw replace(target)
  }
}

function single(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}
