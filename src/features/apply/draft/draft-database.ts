import { openDB, unwrap } from 'idb'
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import { isRecord } from '../../../../form-model/record.ts'
import { withTimeLimit } from '../../../lib/clock.ts'
import { isBoolean, isNumber, isString, nullable, oneOf, optional, readJson, shape } from '../../../lib/shape.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { draftDatabase, storageKeys } from '../../../lib/storage-keys.ts'
import { applicationName, toContent } from './draft.ts'
import type { ApplicationKey, DraftContent, LocalDraft } from './draft.ts'

/**
 * The applications in this browser. Each has one record, which is in two places: local storage has it at once, before
 * the browser can end the page, but may lose its last minute if the browser is killed; the database keeps it then, but
 * may be slow, full or missing. The later one counts. Nothing here throws.
 *
 * Only the tab that edits the application writes its record. Reading it is a claim: a tab that read it earlier, e.g. one
 * that was frozen, does not overwrite what a later one has written.
 */
export type LocalDrafts = {
  read(key: ApplicationKey): Promise<LocalDraft | null>
  /** Returns whether the browser stores it. */
  write(draft: LocalDraft): boolean
  /** What the tab that had the application until now gave away, or null: it counts until this one writes. */
  receive(application: string, draft: LocalDraft | null): void
  given(application: string): LocalDraft | null
  /** Returns whether it is removed. */
  remove(key: ApplicationKey): Promise<boolean>
  /** A page has shown the order that an application has become: a reload no longer leads there. */
  removeSent(orderId: string): Promise<void>
  /** All data of one user, for log-out. Returns whether none is left. */
  removeAllOf(tenantId: string, userId: string): Promise<boolean>
  /** The user's applications, the latest change first. */
  listOf(tenantId: string, userId: string): Promise<LocalDraft[]>
}

/** `claim`: when the writer has read the record (milliseconds), later than each earlier one. `write` counts its writes. */
type StoredDraft = LocalDraft & { claim: number; write: number }

interface DraftSchema extends DBSchema {
  applications: { key: [string, string, string, string]; value: StoredDraft }
}
type Database = IDBPDatabase<DraftSchema>
type Applications = IDBPObjectStore<DraftSchema, ['applications'], 'applications', 'readwrite'>

/**
 * How long an opening, a list and a removal wait for the database (milliseconds). In some private windows it never
 * responds; on a busy disk, e.g. after a restart, it takes seconds.
 */
const readWaitMs = 10_000
const listWaitMs = 500
const removeWaitMs = 1_000

export function openLocalDrafts(name: string = draftDatabase): LocalDrafts {
  let opened: Promise<Database | null> | null = null
  let isLeft = false
  let writes = 0
  /** By application. */
  const claims = new Map<string, number>()
  const received = new Map<string, LocalDraft | null>()
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
      return await openDB<DraftSchema>(name, 1, {
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

  /**
   * @param unknown the result if the database does not respond in time, or fails
   * @param without the result if the browser has no database
   */
  async function inDatabase<T>(
    work: (store: Applications) => Promise<T>,
    unknown: T,
    without: T,
    limitMs = removeWaitMs,
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

  /** The record of each application whose key begins with these parts. */
  async function recordsOf(parts: string[], limitMs = listWaitMs): Promise<StoredDraft[]> {
    const stored = await inDatabase<unknown[]>((store) => store.getAll(rangeOf(parts)), [], [], limitMs)
    const latest = new Map<string, StoredDraft>()
    for (const record of [...stored.filter(isStored), ...leftOf(parts)]) {
      const known = latest.get(applicationName(record))
      if (known === undefined || isLater(record, known)) latest.set(applicationName(record), record)
    }
    return [...latest.values()]
  }

  function removeRange(parts: string[]): Promise<boolean> {
    for (const entry of entriesOf(parts)) localStore.remove(entry)
    received.clear()
    return inDatabase((store) => store.delete(rangeOf(parts)).then(() => true), false, true)
  }

  function remove(key: ApplicationKey): Promise<boolean> {
    localStore.remove(storageKeys.uploads + applicationName(key))
    return removeRange(keyOf(key))
  }

  return {
    async read(key) {
      const application = applicationName(key)
      const [stored] = await recordsOf(keyOf(key), readWaitMs)
      claims.set(application, Math.max(Date.now(), (stored?.claim ?? 0) + 1))
      return received.get(application) ?? (stored && plain(stored)) ?? null
    },
    write(draft) {
      writes += 1
      const application = applicationName(draft)
      received.delete(application)
      const record: StoredDraft = { ...draft, claim: claims.get(application) ?? Date.now(), write: writes }
      void inDatabase<unknown>(
        async (store) => {
          const known: unknown = await store.get(keyOf(record))
          if (!isStored(known) || !isLater(known, record)) await store.put(record)
        },
        null,
        null,
      )
      const entry = storageKeys.record + application
      const left = readJson(localStore.get(entry), isStored)
      if (left !== null && isLater(left, record)) return false
      const isKept = localStore.set(entry, JSON.stringify(record))
      // Otherwise this page would continue with it later, although another tab has changed the application since.
      if (!isKept) localStore.remove(entry)
      return isKept
    },
    receive: (application, draft) => void received.set(application, draft),
    given: (application) => received.get(application) ?? null,
    remove,
    async removeSent(orderId) {
      const isSent = ({ submission }: StoredDraft) => submission.orderId === orderId
      // Those of local storage at once: the user may go back at once.
      const removed = leftOf([]).filter(isSent).map(remove)
      const sent = (await recordsOf([])).filter(isSent).map(remove)
      await Promise.all([...removed, ...sent])
    },
    removeAllOf: (tenantId, userId) => removeRange([tenantId, userId]),
    async listOf(tenantId, userId) {
      const records = await recordsOf([tenantId, userId])
      return records.map(plain).toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1))
    },
  }
}

function isLater(one: StoredDraft, other: StoredDraft): boolean {
  return one.claim === other.claim ? one.write > other.write : one.claim > other.claim
}

/** The entries in local storage of the applications whose key begins with these parts. */
function entriesOf(parts: string[]): string[] {
  const start = storageKeys.record + parts.map((part) => `${part}/`).join('')
  return localStore.keys().filter((entry) => `${entry}/`.startsWith(start))
}

/** Their records; one that was changed by hand is ignored. */
function leftOf(parts: string[]): StoredDraft[] {
  return entriesOf(parts).flatMap((entry) => readJson(localStore.get(entry), isStored) ?? [])
}

function rangeOf(parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []])
}

function keyOf({ tenantId, userId, serviceId, type }: ApplicationKey): [string, string, string, string] {
  return [tenantId, userId, serviceId, type]
}

function isContent(value: unknown): value is DraftContent {
  return isRecord(value) && isString(value.formVersion)
}

const isShaped = shape({
  tenantId: isString,
  userId: isString,
  serviceId: isString,
  type: isString,
  applicationId: isString,
  changedAt: isString,
  content: isContent,
  baseContent: nullable(isContent),
  etag: nullable(isString),
  savedAt: nullable(isString),
  unsaved: isBoolean,
  submission: shape({
    key: isString,
    phase: oneOf(['editing', 'sending', 'waiting', 'not-arrived']),
    body: nullable(isString),
    orderId: optional(isString),
  }),
})
const isCounted = shape({ claim: isNumber, write: isNumber })

export function isLocalDraft(value: unknown): value is LocalDraft {
  return isShaped(value)
}

function isStored(value: unknown): value is StoredDraft {
  return isLocalDraft(value) && isCounted(value)
}

function plain({ claim: _claim, write: _write, ...draft }: StoredDraft): LocalDraft {
  const { content, baseContent } = draft
  return { ...draft, content: toContent(content), baseContent: baseContent && toContent(baseContent) }
}

/** The drafts of this browser; one database for the whole portal. */
export const localDrafts = openLocalDrafts()
