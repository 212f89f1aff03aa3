import type { Database } from '../core/database.ts'
import { recordOf, recordsOf } from '../core/database.ts'
import type { AttemptRecord, ChargeRecord, Owner } from '../core/records.ts'

export function createCharges(db: Database) {
  return {
    find: (chargeId: string): ChargeRecord | null =>
      recordOf(db.get('SELECT record FROM charges WHERE charge_id = ?', chargeId)),

    findOwned: (owner: Owner, chargeId: string): ChargeRecord | null =>
      recordOf(
        db.get(
          'SELECT record FROM charges WHERE charge_id = ? AND tenant_id = ? AND user_id = ?',
          chargeId,
          owner.tenantId,
          owner.userId,
        ),
      ),

    ofOwner: ({ tenantId, userId }: Owner): ChargeRecord[] =>
      recordsOf(
        db.all('SELECT record FROM charges WHERE tenant_id = ? AND user_id = ? ORDER BY rowid', tenantId, userId),
      ),

    /** Oldest first. */
    ofOrder: (orderId: string): ChargeRecord[] =>
      recordsOf(db.all('SELECT record FROM charges WHERE order_id = ? ORDER BY rowid', orderId)),

    save(charge: ChargeRecord): void {
      db.run(
        `INSERT INTO charges (charge_id, order_id, tenant_id, user_id, record) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (charge_id) DO UPDATE SET record = excluded.record`,
        charge.chargeId,
        charge.orderId,
        charge.tenantId,
        charge.userId,
        JSON.stringify(charge),
      )
    },
  }
}

/** Payment attempts, each with a session of its own at the card provider. */
export function createAttempts(db: Database) {
  return {
    findBySession: (cardSession: string): AttemptRecord | null =>
      recordOf(db.get('SELECT record FROM attempts WHERE card_session = ?', cardSession)),

    /** Oldest first. */
    ofCharge: (chargeId: string): AttemptRecord[] =>
      recordsOf(db.all('SELECT record FROM attempts WHERE charge_id = ? ORDER BY started_at, rowid', chargeId)),

    lastOf: (chargeId: string): AttemptRecord | null =>
      recordOf(
        db.get(
          'SELECT record FROM attempts WHERE charge_id = ? ORDER BY started_at DESC, rowid DESC LIMIT 1',
          chargeId,
        ),
      ),

    /** Attempts whose outcome is due. */
    toSettle: (now: number): AttemptRecord[] =>
      recordsOf(db.all('SELECT record FROM attempts WHERE settle_at <= ? ORDER BY settle_at', now)),

    save(attempt: AttemptRecord): void {
      db.run(
        `INSERT INTO attempts (attempt_id, charge_id, card_session, started_at, settle_at, record) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (attempt_id) DO UPDATE SET settle_at = excluded.settle_at, record = excluded.record`,
        attempt.attemptId,
        attempt.chargeId,
        attempt.cardSession,
        attempt.startedAt,
        attempt.settleAt ?? null,
        JSON.stringify(attempt),
      )
    },
  }
}
