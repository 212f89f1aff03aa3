import plainEn from '../../locales/plain/en.json' with { type: 'json' }
import plainJa from '../../locales/plain/ja.json' with { type: 'json' }
import type { PortalTenant, SandboxSource } from '../../forms/source/tenant-source.ts'
import type { TenantRecord } from '../core/records.ts'
import { day, hour } from '../core/tokyo-time.ts'
import type { PublishedTenant } from '../rules/form-library.ts'

/**
 * The record of a published tenant. Times are relative to `now`, so that a maintenance is always as many days ahead;
 * the services are those of the manifest.
 */
export function tenantRecord({ tenantId, tenant, sandbox }: PublishedTenant, now: number): TenantRecord {
  const { displayName, revealsRegistered = false } = tenant
  const { state = 'ACTIVE', webApplication = true } = sandbox
  return {
    tenantId,
    state,
    webApplication,
    ...maintenanceOf(sandbox, now),
    displayName,
    revealsRegistered,
    branding: brandingOf(tenantId, tenant),
    since: now,
    serviceChanges: {},
  }
}

function maintenanceOf({ maintenance }: SandboxSource, now: number): Pick<TenantRecord, 'suspendAt' | 'restartAt'> {
  if (maintenance === undefined) return {}
  const suspendAt = Math.floor((now + maintenance.inDays * day) / hour) * hour
  return { suspendAt, restartAt: suspendAt + maintenance.hours * hour }
}

function brandingOf(
  tenantId: string,
  {
    $schema: _schema,
    needsApproval: _approval,
    revealsRegistered: _reveals,
    displayName: _name,
    plainTexts = false,
    logo,
    ...branding
  }: PortalTenant,
): TenantRecord['branding'] {
  const { texts } = branding
  return {
    ...branding,
    ...(logo === undefined ? {} : { logoUrl: `/_sandbox/brand/${tenantId}/${logo}` }),
    ...(plainTexts ? { texts: { ...texts, ja: { ...plainJa, ...texts?.ja }, en: { ...plainEn, ...texts?.en } } } : {}),
  }
}
