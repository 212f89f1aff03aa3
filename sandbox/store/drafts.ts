import type { Database } from '../core/database.ts'
import { recordOf, recordsOf } from '../core/database.ts'
import type { DraftAddress, DraftRecord, Owner } from '../core/records.ts'

export function tagOf({ version }: DraftRecord): string {
  return `"${version}"`
}

/**
 * One draft per user, service and type. An expired one stays without its content, to be distinguished from one that
 * never existed.
 */
export function createDrafts(db: Database) {
  return {
    find: ({ tenantId, userId, serviceId, type }: DraftAddress): DraftRecord | null =>
      recordOf(
        db.get(
          'SELECT record FROM drafts WHERE tenant_id = ? AND user_id = ? AND service_id = ? AND type = ?',
          tenantId,
          userId,
          serviceId,
          type,
        ),
      ),

    /** Last saved first, without expired ones. */
    live: (owner: Owner, now: number): DraftRecord[] =>
      recordsOf(
        db.all(
          'SELECT record FROM drafts WHERE tenant_id = ? AND user_id = ? AND expires_at > ? ORDER BY saved_at DESC, rowid DESC',
          owner.tenantId,
          owner.userId,
          now,
        ),
      ),

    save(draft: DraftRecord): void {
      db.run(
        `INSERT INTO drafts (tenant_id, user_id, service_id, type, saved_at, expires_at, record) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (tenant_id, user_id, service_id, type)
         DO UPDATE SET saved_at = excluded.saved_at, expires_at = excluded.expires_at, record = excluded.record`,
        draft.tenantId,
        draft.userId,
        draft.serviceId,
        draft.type,
        draft.savedAt,
        draft.expiresAt,
        JSON.stringify(draft),
      )
    },

    remove: ({ tenantId, userId, serviceId, type }: DraftAddress) =>
      void db.run(
        'DELETE FROM drafts WHERE tenant_id = ? AND user_id = ? AND service_id = ? AND type = ?',
        tenantId,
        userId,
        serviceId,
        type,
      ),

    removeOwned: ({ tenantId, userId }: Owner) =>
      void db.run('DELETE FROM drafts WHERE tenant_id = ? AND user_id = ?', tenantId, userId),

    /** Empties drafts that have just expired, and returns them; the page promises that their answers are deleted. */
    emptyExpired(now: number): DraftRecord[] {
      const expired: DraftRecord[] = recordsOf(
        db.all(
          `SELECT record FROM drafts WHERE expires_at <= ?
           AND (record NOT LIKE '%"answers":{}%' OR json_extract(record, '$.unplaced') IS NOT NULL)`,
          now,
        ),
      )
      for (const { shippingAddress: _address, unplaced: _unplaced, ...draft } of expired)
        this.save({ ...draft, answers: {} })
      return expired
    },
  }
}
