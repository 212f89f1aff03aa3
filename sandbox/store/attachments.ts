import type { Database } from '../core/database.ts'
import { recordOf } from '../core/database.ts'
import type { AttachmentRecord, DraftAddress, Owner } from '../core/records.ts'

export function createAttachments(db: Database) {
  return {
    find: (attachmentId: string): AttachmentRecord | null =>
      recordOf(db.get('SELECT record FROM attachments WHERE attachment_id = ?', attachmentId)),

    findOwned: (owner: Owner, attachmentId: string): AttachmentRecord | null =>
      recordOf(
        db.get(
          'SELECT record FROM attachments WHERE attachment_id = ? AND tenant_id = ? AND user_id = ?',
          attachmentId,
          owner.tenantId,
          owner.userId,
        ),
      ),

    content: (attachmentId: string): Uint8Array | null =>
      bytesOf(db.get('SELECT content FROM attachments WHERE attachment_id = ?', attachmentId)),

    add(attachment: AttachmentRecord, content: Uint8Array): void {
      db.run(
        'INSERT INTO attachments (attachment_id, tenant_id, user_id, record, content) VALUES (?, ?, ?, ?, ?)',
        attachment.attachmentId,
        attachment.tenantId,
        attachment.userId,
        JSON.stringify(attachment),
        content,
      )
    },

    update: (attachment: AttachmentRecord) =>
      void db.run(
        'UPDATE attachments SET record = ? WHERE attachment_id = ?',
        JSON.stringify(attachment),
        attachment.attachmentId,
      ),

    /** Removes the attachments that the draft has held, except those of an order. */
    removeHeldBy: ({ tenantId, userId, serviceId, type }: DraftAddress) =>
      void db.run(
        `DELETE FROM attachments WHERE tenant_id = ? AND user_id = ? AND json_extract(record, '$.orderId') IS NULL
         AND json_extract(record, '$.heldBy.serviceId') = ? AND json_extract(record, '$.heldBy.type') = ?`,
        tenantId,
        userId,
        serviceId,
        type,
      ),

    /** Removes the attachments that are not part of an application. */
    removeUnsent: ({ tenantId, userId }: Owner) =>
      void db.run(
        "DELETE FROM attachments WHERE tenant_id = ? AND user_id = ? AND json_extract(record, '$.orderId') IS NULL",
        tenantId,
        userId,
      ),

    remove: (attachmentId: string) => void db.run('DELETE FROM attachments WHERE attachment_id = ?', attachmentId),
  }
}

export function bytesOf(row: { [column: string]: unknown } | undefined): Uint8Array | null {
  const content = row?.content
  return ArrayBuffer.isView(content) ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength) : null
}
