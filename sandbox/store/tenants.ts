import type { Database } from '../core/database.ts'
import { recordOf, recordsOf } from '../core/database.ts'
import type { TenantRecord } from '../core/records.ts'

export function createTenants(db: Database) {
  return {
    list: (): TenantRecord[] => recordsOf(db.all('SELECT record FROM tenants ORDER BY position')),
    find: (tenantId: string): TenantRecord | null =>
      recordOf(db.get('SELECT record FROM tenants WHERE tenant_id = ?', tenantId)),
    save(tenant: TenantRecord): void {
      db.run(
        `INSERT INTO tenants (tenant_id, position, record) VALUES (?, (SELECT COUNT(*) FROM tenants), ?)
         ON CONFLICT (tenant_id) DO UPDATE SET record = excluded.record`,
        tenant.tenantId,
        JSON.stringify(tenant),
      )
    },
  }
}
