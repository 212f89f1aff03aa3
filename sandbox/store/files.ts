import type { Database } from '../core/database.ts'
import { recordOf, recordsOf } from '../core/database.ts'
import type { FileRecord, LinkRecord, Owner } from '../core/records.ts'
import { bytesOf } from './attachments.ts'

/** Files issued to users: receipts, certificates, decisions. */
export function createFiles(db: Database) {
  return {
    find: (fileId: string): FileRecord | null => recordOf(db.get('SELECT record FROM files WHERE file_id = ?', fileId)),

    findOwned: (owner: Owner, fileId: string): FileRecord | null =>
      recordOf(
        db.get(
          'SELECT record FROM files WHERE file_id = ? AND tenant_id = ? AND user_id = ?',
          fileId,
          owner.tenantId,
          owner.userId,
        ),
      ),

    ofOrder: (orderId: string): FileRecord[] =>
      recordsOf(db.all('SELECT record FROM files WHERE order_id = ? ORDER BY rowid', orderId)),

    /** Newest first. */
    page(owner: Owner, after: { issuedAt: number; fileId: string } | null, limit: number): FileRecord[] {
      return recordsOf(
        db.all(
          `SELECT record FROM files WHERE tenant_id = ? AND user_id = ? AND (issued_at, file_id) < (?, ?)
           ORDER BY issued_at DESC, file_id DESC LIMIT ?`,
          owner.tenantId,
          owner.userId,
          after?.issuedAt ?? Number.MAX_SAFE_INTEGER,
          after?.fileId ?? '',
          limit,
        ),
      )
    },

    content: (fileId: string): Uint8Array | null =>
      bytesOf(db.get('SELECT content FROM files WHERE file_id = ?', fileId)),

    add(file: FileRecord, content: Uint8Array): void {
      db.run(
        'INSERT INTO files (file_id, tenant_id, user_id, order_id, issued_at, record, content) VALUES (?, ?, ?, ?, ?, ?, ?)',
        file.fileId,
        file.tenantId,
        file.userId,
        file.orderId ?? null,
        file.issuedAt,
        JSON.stringify(file),
        content,
      )
    },
  }
}

export function createLinks(db: Database) {
  return {
    find: (linkId: string): LinkRecord | null => recordOf(db.get('SELECT record FROM links WHERE link_id = ?', linkId)),
    save: (link: LinkRecord) =>
      void db.run(
        'INSERT INTO links (link_id, record) VALUES (?, ?) ON CONFLICT (link_id) DO UPDATE SET record = excluded.record',
        link.linkId,
        JSON.stringify(link),
      ),
  }
}
