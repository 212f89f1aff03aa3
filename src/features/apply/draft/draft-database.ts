import { openDB, unwrap } from 'idb'
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import { withTimeLimit } from '../../../lib/clock.ts'
import { draftDatabase } from '../../../lib/storage-keys.ts'
import type { LocalRecord } from './draft.ts'

interface DraftSchema extends DBSchema {
  applications: { key: [string, string, string, string]; value: LocalRecord }
}
type Database = IDBPDatabase<DraftSchema>
type Applications = IDBPObjectStore<DraftSchema, ['applications'], 'applications', 'readwrite'>

/** In some private windows the database never responds. */
const removeWaitMs = 1_000

/** The database may be slow, full or missing, see docs/reliability.md. Nothing here throws. */
export function openDraftDatabase() {
  let opened: Promise<Database | null> | null = null
  let isLeft = false
  const running = new Set<IDBTransaction>()
  if ('window' in globalThis) {
    // Safari keeps the page with its transactions, and the database would not respond to the next page.
    window.addEventListener('pagehide', () => {
      isLeft = true
      for (const transaction of running) transaction.abort()
    })
    window.addEventListener('pageshow', () => {
      isLeft = false
    })
  }

  function forget(): void {
    opened = null
  }

  async function open(): Promise<Database | null> {
    try {
      return await openDB<DraftSchema>(draftDatabase, 1, {
        upgrade: (db) =>
          void db.createObjectStore('applications', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] }),
        // Another tab needs a newer layout: close, and open again when needed.
        blocking: (_current, _blocked, event) => {
          if (event.target instanceof IDBDatabase) event.target.close()
          forget()
        },
        terminated: forget,
      })
    } catch {
      forget()
      return null
    }
  }

  /** `unknown`: the result if the database does not respond in time, or fails. `without`: if the browser has none. */
  async function run<T>(
    work: (store: Applications) => Promise<T>,
    unknown: T,
    without: T,
    limitMs: number,
  ): Promise<T> {
    async function attempt(): Promise<T> {
      opened ??= open()
      const db = await opened
      if (db === null || isLeft) return db === null ? without : unknown
      try {
        const transaction = db.transaction('applications', 'readwrite')
        const ended = unwrap(transaction)
        running.add(ended)
        const [result] = await Promise.all([work(transaction.store), transaction.done]).finally(() =>
          running.delete(ended),
        )
        return result
      } catch (error) {
        forget()
        db.close()
        throw error
      }
    }
    // iOS ends the connection of a page in the background without an event; a new one works.
    return withTimeLimit(attempt().catch(attempt), limitMs).catch(() => unknown)
  }

  return {
    /** `isLast`: asked when the database is ready to write. */
    put(record: LocalRecord, isLast: () => boolean): void {
      void run<unknown>(async (store) => isLast() && store.put(record), null, null, removeWaitMs)
    },
    /** The records whose keys begin with these parts; none if the database does not respond in time. */
    read: (parts: readonly string[], limitMs: number) =>
      run<unknown[]>((store) => store.getAll(rangeOf(parts)), [], [], limitMs),
    remove: (parts: readonly string[]) =>
      run<boolean>(async (store) => store.delete(rangeOf(parts)).then(() => true), false, true, removeWaitMs),
  }
}

function rangeOf(parts: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...parts], [...parts, []])
}
