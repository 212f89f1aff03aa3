import type { Database } from '../core/database.ts'
import { recordOf, recordsOf } from '../core/database.ts'
import type { ResidentRecord } from '../core/records.ts'

/** The users of the tenants; their passwords belong to the identity provider. */
export function createResidents(db: Database) {
  return {
    list: (): ResidentRecord[] => recordsOf(db.all('SELECT record FROM residents ORDER BY rowid')),
    find: (tenantId: string, userId: string): ResidentRecord | null =>
      recordOf(db.get('SELECT record FROM residents WHERE tenant_id = ? AND user_id = ?', tenantId, userId)),
    findByEmail: (tenantId: string, email: string): ResidentRecord | null =>
      recordOf(db.get('SELECT record FROM residents WHERE tenant_id = ? AND email = ?', tenantId, emailKey(email))),
    save(resident: ResidentRecord): void {
      db.run(
        `INSERT INTO residents (user_id, tenant_id, email, record) VALUES (?, ?, ?, ?)
         ON CONFLICT (tenant_id, user_id) DO UPDATE SET email = excluded.email, record = excluded.record`,
        resident.userId,
        resident.tenantId,
        emailKey(resident.email),
        JSON.stringify(resident),
      )
    },
    remove: (tenantId: string, userId: string) =>
      void db.run('DELETE FROM residents WHERE tenant_id = ? AND user_id = ?', tenantId, userId),
  }
}

/** Two spellings of an address that reach the same mailbox nearly everywhere count as one user. */
function emailKey(email: string): string {
  return email.trim().toLowerCase()
}
