import type { Database } from '../core/database.ts'
import { recordOf, recordsOf } from '../core/database.ts'
import type { AcceptedRequest, EffectRecord } from '../core/records.ts'

/**
 * The caller of a request, so that the same key of two users counts as two keys. Without a session: the tenant alone.
 */
export function scopeOf({ tenantId, userId = '' }: { tenantId: string; userId?: string }): string {
  return `${tenantId}/${userId}`
}

/** Responses stored by Idempotency-Key, in the scope of the caller. */
export function createAcceptedRequests(db: Database) {
  return {
    find: (scope: string, key: string): AcceptedRequest | null =>
      recordOf(db.get('SELECT record FROM accepted_requests WHERE scope = ? AND key = ?', scope, key)),

    /** Whether a submission that was answered with 202 has no result yet. */
    isPending: (scope: string): boolean =>
      db.get('SELECT 1 FROM accepted_requests WHERE scope = ? AND due_at IS NOT NULL', scope) !== undefined,

    removeOf: (scope: string) => void db.run('DELETE FROM accepted_requests WHERE scope = ?', scope),

    /** Submissions that were answered with 202 and whose work is due. */
    due: (now: number): AcceptedRequest[] =>
      recordsOf(db.all('SELECT record FROM accepted_requests WHERE due_at <= ? ORDER BY due_at', now)),

    save(request: AcceptedRequest): void {
      db.run(
        `INSERT INTO accepted_requests (scope, key, due_at, record) VALUES (?, ?, ?, ?)
         ON CONFLICT (scope, key) DO UPDATE SET due_at = excluded.due_at, record = excluded.record`,
        request.scope,
        request.key,
        request.pending?.dueAt ?? null,
        JSON.stringify(request),
      )
    },
  }
}

/** The effects of requests, for tests of "at most once". */
export function createEffects(db: Database) {
  return {
    add: (effect: EffectRecord) =>
      void db.run(
        'INSERT INTO effects (user_id, key, record) VALUES (?, ?, ?)',
        effect.userId ?? null,
        effect.key ?? null,
        JSON.stringify(effect),
      ),
    /** Oldest first; limited to one user or one key if given. */
    list({ userId, key }: { userId?: string | undefined; key?: string | undefined }): EffectRecord[] {
      return recordsOf(
        db.all(
          'SELECT record FROM effects WHERE (? IS NULL OR user_id = ?) AND (? IS NULL OR key = ?) ORDER BY effect_id',
          userId ?? null,
          userId ?? null,
          key ?? null,
          key ?? null,
        ),
      )
    },
  }
}
