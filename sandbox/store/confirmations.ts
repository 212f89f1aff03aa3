import type { Database } from '../core/database.ts'
import { recordOf } from '../core/database.ts'
import type { ConfirmationRecord, Owner } from '../core/records.ts'

/** Confirmations by the id in a mailed link. */
export function createConfirmations(db: Database) {
  return {
    find: (tenantId: string, confirmationId: string): ConfirmationRecord | null => {
      const found: ConfirmationRecord | null = recordOf(
        db.get('SELECT record FROM confirmations WHERE confirmation_id = ?', confirmationId),
      )
      return found?.tenantId === tenantId ? found : null
    },
    removeOwned: ({ tenantId, userId }: Owner) =>
      void db.run(
        "DELETE FROM confirmations WHERE json_extract(record, '$.tenantId') = ? AND json_extract(record, '$.userId') = ?",
        tenantId,
        userId,
      ),
    save: (confirmation: ConfirmationRecord) =>
      void db.run(
        `INSERT INTO confirmations (confirmation_id, record) VALUES (?, ?)
         ON CONFLICT (confirmation_id) DO UPDATE SET record = excluded.record`,
        confirmation.confirmationId,
        JSON.stringify(confirmation),
      ),
  }
}
