import { paths } from '../../paths.ts'
import type { Path, RouteName, TenantId } from '../../paths.ts'
import type { Availability } from '../../tenant/availability.ts'

/** Where the tenant's state sends a visit to this route, or null if the page may be shown. Disabled beats maintenance. */
export function tenantRedirect(name: RouteName, tenantId: TenantId, { kind }: Availability): Path | null {
  switch (kind) {
    case 'disabled':
      return name === 'notSupported' ? null : paths.notSupported(tenantId)
    case 'maintenance':
      return name === 'maintenance' ? null : paths.maintenance(tenantId)
    case 'open':
      return name === 'notSupported' || name === 'maintenance' ? paths.login(tenantId) : null
  }
}
