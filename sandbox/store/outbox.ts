import type { Database } from '../core/database.ts'
import { recordsOf } from '../core/database.ts'
import type { MailRecord } from '../core/records.ts'

/** Every mail and short message the sandbox would send. */
export function createOutbox(db: Database, now: () => number) {
  return {
    send(mail: Omit<MailRecord, 'mailId' | 'at'>): void {
      const mailId = db.next('mails')
      db.run(
        'INSERT INTO mails (mail_id, recipient, record) VALUES (?, ?, ?)',
        mailId,
        mail.to.toLowerCase(),
        JSON.stringify({ mailId, at: now(), ...mail } satisfies MailRecord),
      )
    },
    /** Newest first; limited to one recipient if given. */
    list(to?: string): MailRecord[] {
      return to === undefined
        ? recordsOf(db.all('SELECT record FROM mails ORDER BY mail_id DESC LIMIT 200'))
        : recordsOf(
            db.all('SELECT record FROM mails WHERE recipient = ? ORDER BY mail_id DESC LIMIT 200', to.toLowerCase()),
          )
    },
  }
}
