import type { SQLInputValue } from 'node:sqlite'
import type { OrderStatus } from '../../src/api/generated/api.schemas.ts'
import type { Database } from '../core/database.ts'
import { recordOf, recordsOf } from '../core/database.ts'
import type { OrderRecord, Owner } from '../core/records.ts'

export type OrderQuery = Owner & {
  statuses?: readonly OrderStatus[]
  /** Selects these services only; an empty list matches nothing. */
  serviceIds?: readonly string[]
  /** Part of the receipt number, or (by id) a service whose name matches. */
  search?: { text: string; serviceIds: readonly string[] }
  /** Submitted at or after this time, in ms. */
  from?: number
  /** Submitted before this time, in ms. */
  before?: number
  /** Selects the orders after this order in the list. */
  after?: { submittedAt: number; orderId: string }
  limit: number
}

export function createOrders(db: Database) {
  return {
    find: (orderId: string): OrderRecord | null =>
      recordOf(db.get('SELECT record FROM orders WHERE order_id = ?', orderId)),

    findOwned: (owner: Owner, orderId: string): OrderRecord | null =>
      recordOf(
        db.get(
          'SELECT record FROM orders WHERE order_id = ? AND tenant_id = ? AND user_id = ?',
          orderId,
          owner.tenantId,
          owner.userId,
        ),
      ),

    /** The user's order that this application has become. */
    ofApplication: ({ tenantId, userId }: Owner, applicationId: string): OrderRecord | null =>
      recordOf(
        db.get(
          `SELECT record FROM orders WHERE json_extract(record, '$.applicationId') = ? AND tenant_id = ? AND user_id = ?`,
          applicationId,
          tenantId,
          userId,
        ),
      ),

    /** The user's application that replaces the given order; a withdrawn application does not count. */
    replacementOf: ({ tenantId, userId, orderId }: OrderRecord): OrderRecord | null =>
      recordOf(
        db.get(
          `SELECT record FROM orders WHERE json_extract(record, '$.reapplyOf') = ?
           AND tenant_id = ? AND user_id = ? AND status <> 'CANCELLED_BY_USER' LIMIT 1`,
          orderId,
          tenantId,
          userId,
        ),
      ),

    /** Newest first. */
    query(query: OrderQuery): OrderRecord[] {
      const conditions = ['tenant_id = ?', 'user_id = ?']
      const values: SQLInputValue[] = [query.tenantId, query.userId]
      const and = (condition: string, ...given: SQLInputValue[]) => {
        conditions.push(condition)
        values.push(...given)
      }
      if (query.statuses !== undefined) and(`status IN (${marks(query.statuses)})`, ...query.statuses)
      if (query.serviceIds !== undefined) and(`service_id IN (${marks(query.serviceIds)})`, ...query.serviceIds)
      if (query.search !== undefined) {
        const { text, serviceIds } = query.search
        and(`(instr(receipt_number, ?) > 0 OR service_id IN (${marks(serviceIds)}))`, text, ...serviceIds)
      }
      if (query.from !== undefined) and('submitted_at >= ?', query.from)
      if (query.before !== undefined) and('submitted_at < ?', query.before)
      if (query.after !== undefined)
        and('(submitted_at, order_id) < (?, ?)', query.after.submittedAt, query.after.orderId)
      return recordsOf(
        db.all(
          `SELECT record FROM orders WHERE ${conditions.join(' AND ')} ORDER BY submitted_at DESC, order_id DESC LIMIT ?`,
          ...values,
          query.limit,
        ),
      )
    },

    save(order: OrderRecord): void {
      db.run(
        `INSERT INTO orders (order_id, tenant_id, user_id, service_id, status, receipt_number, submitted_at, record)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (order_id) DO UPDATE SET status = excluded.status, record = excluded.record`,
        order.orderId,
        order.tenantId,
        order.userId,
        order.serviceId,
        order.status,
        order.receiptNumber,
        order.submittedAt,
        JSON.stringify(order),
      )
    },
  }
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ')
}
