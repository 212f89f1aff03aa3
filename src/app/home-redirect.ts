import { replace } from 'react-router-dom'
import { ProblemError } from '../lib/problem.ts'
import { parseChargeId, parseTenantId, paths } from '../paths.ts'
import type { Path } from '../paths.ts'

/** `/` only redirects: to a charge, to a tenant's login, or nowhere. A parameter given twice counts as none of them. */
export function homeTarget(search: URLSearchParams): Path | null {
  const tenantId = parseTenantId(single(search, 'tenantId'))
  if (tenantId === null) return null
  if (!search.has('chargeId')) return paths.login(tenantId)
  const chargeId = parseChargeId(single(search, 'chargeId'))
  return chargeId === null ? null : paths.chargePay(tenantId, chargeId)
}

export function homeLoader({ request }: { request: Request }): never {
  const target = homeTarget(new URL(request.url).searchParams)
  if (target === null) throw new ProblemError({ kind: 'not-found', fields: [] })
  throw replace(target)
}

function single(search: URLSearchParams, name: string): string | null {
  const values = search.getAll(name)
  return values.length === 1 ? (values[0] ?? null) : null
}
