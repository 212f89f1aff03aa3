import { replace } from 'react-router-dom'
import { ProblemError } from '../lib/problem.ts'
import { localStore } from '../lib/safe-storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { parseChargeId, parseTenantId, paths, pathWithTenant } from '../paths.ts'
import type { Path, TenantId } from '../paths.ts'

/**
 * `/` only redirects: to a charge, to the login page of the named tenant, the last one or the default one, or nowhere.
 * A repeated parameter is ignored.
 */
export function homeTarget(
  search: URLSearchParams,
  lastTenant: string | null = null,
  ownTenant: TenantId | null = null,
): Path | null {
  const isNamed = search.has('tenantId') || (search.has('chargeId') && ownTenant === null)
  const tenantId = parseTenantId(isNamed ? single(search, 'tenantId') : (ownTenant ?? lastTenant))
  if (tenantId === null || (ownTenant !== null && tenantId !== ownTenant)) return null
  if (!search.has('chargeId')) return paths.login(tenantId)
  const chargeId = parseChargeId(single(search, 'chargeId'))
  return chargeId === null ? null : paths.chargePay(tenantId, chargeId)
}

export type EntryTenants = {
  /** The only tenant of the host. */
  ownTenant: TenantId | null
  /** For a device without a last tenant. */
  defaultTenant: TenantId | undefined
}

export function homeLoader({ ownTenant, defaultTenant }: EntryTenants) {
  return ({ request }: { request: Request }): never => {
    const lastTenant = parseTenantId(localStore.get(storageKeys.tenantId)) ?? defaultTenant ?? null
    const target = homeTarget(new URL(request.url).searchParams, lastTenant, ownTenant)
    if (target === null) throw new ProblemError({ kind: 'not-found', fields: [] })
    throw replace(target)
  }
}

/** On the host of one tenant, addresses work without its id, too: `/procedures`. */
export function shortPathLoader({ ownTenant }: Pick<EntryTenants, 'ownTenant'>) {
  return ({ request }: { request: Request }): null => {
    redirectShortPath(new URL(request.url), ownTenant)
    return null
  }
}

/** @throws a redirect if the page is one of the host's tenant and its address lacks the id */
export function redirectShortPath({ pathname, search }: URL, ownTenant: TenantId | null): void {
  const target = ownTenant === null ? null : pathWithTenant(withoutEndSlashes(pathname), ownTenant)
  if (target !== null) throw replace(target + search)
}

export function withoutEndSlashes(pathname: string): string {
  return pathname.replace(/^(.*[^/]|)\/+$/, '$1')
}

function single(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}
