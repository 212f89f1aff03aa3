import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import { isRecord } from '../../../../form-model/record.ts'
import { toAnswers } from '../../../form-engine/answers/answers-at.ts'
import type { ApplicationKey, LocalDraft } from './draft-content.ts'

/**
 * The drafts in this browser. Nothing here throws: where the browser refuses (private window, blocked, full) the answer
 * is `false` or null and the work goes on, with one notice on the screen.
 */
export type LocalDrafts = {
  read(key: ApplicationKey): Promise<LocalDraft | null>
  write(draft: LocalDraft): Promise<boolean>
  remove(key: ApplicationKey): Promise<boolean>
  /** Every draft of one user, for log-out. */
  removeAllOf(tenantId: string, userId: string): Promise<boolean>
  /** The drafts of one user, the latest change first. */
  listOf(tenantId: string, userId: string): Promise<LocalDraft[]>
}

interface DraftSchema extends DBSchema {
  drafts: { key: [string, string, string, string]; value: LocalDraft }
}

const databaseName = 'portal-drafts'

/** Some private windows neither open nor refuse a database. */
const patience = 2_000

export function openLocalDrafts(name = databaseName): LocalDrafts {
  let opened: Promise<IDBPDatabase<DraftSchema>> | null = null

  function database(): Promise<IDBPDatabase<DraftSchema>> {
    opened ??= openDB<DraftSchema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('drafts', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] })
      },
      // Another tab wants a newer layout: let it, and open again when needed.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
        opened = null
      },
      terminated: () => {
        opened = null
      },
    })
    opened.catch(() => {
      opened = null
    })
    return opened
  }

  async function attempt<T>(use: (db: IDBPDatabase<DraftSchema>) => Promise<T>, otherwise: T): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      const tooLong = new Promise<T>((resolve) => {
        timer = setTimeout(() => resolve(otherwise), patience)
      })
      return await Promise.race([database().then(use), tooLong])
    } catch {
      // Blocked, full or broken: the answer says so, and the screen tells it once.
      return otherwise
    } finally {
      clearTimeout(timer)
    }
  }

  const listOf = (tenantId: string, userId: string) =>
    attempt(async (db) => {
      const all = await db.getAll('drafts', IDBKeyRange.bound([tenantId, userId], [tenantId, userId, []]))
      return all.flatMap((draft) => toLocalDraft(draft) ?? []).toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : -1))
    }, [])

  return {
    read: (key) => attempt(async (db) => toLocalDraft(await db.get('drafts', keyOf(key))), null),
    write: (draft) =>
      attempt(async (db) => {
        const writing = db.transaction('drafts', 'readwrite')
        const put = writing.store.put(draft)
        // Committed at once: a page that is being left does not live until the browser would do so by itself.
        writing.commit()
        await Promise.all([put, writing.done])
        return true
      }, false),
    remove: (key) =>
      attempt(async (db) => {
        await db.delete('drafts', keyOf(key))
        return true
      }, false),
    removeAllOf: (tenantId, userId) =>
      attempt(async (db) => {
        await db.delete('drafts', IDBKeyRange.bound([tenantId, userId], [tenantId, userId, []]))
        return true
      }, false),
    listOf,
  }
}

function keyOf({ tenantId, userId, serviceId, type }: ApplicationKey): [string, string, string, string] {
  return [tenantId, userId, serviceId, type]
}

/** A record as this version of the portal understands it, null if it was written by another one. */
function toLocalDraft(record: LocalDraft | undefined): LocalDraft | null {
  if (record === undefined || !isRecord(record.content) || typeof record.content.formVersion !== 'string') return null
  if (typeof record.idempotencyKey !== 'string' || typeof record.changedAt !== 'string') return null
  if (!Array.isArray(record.saveIds) || !isRecord(record.submission)) return null
  return { ...record, content: { ...record.content, answers: toAnswers(record.content.answers) } }
}
