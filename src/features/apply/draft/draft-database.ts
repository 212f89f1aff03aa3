import { openDB, unwrap } from 'idb'
import type { DBSchema, IDBPDatabase, IDBPObjectStore } from 'idb'
import { isRecord } from '../../../../form-model/record.ts'
import { isString, readJson } from '../../../lib/shape.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { draftDatabase, storageKeys } from '../../../lib/storage-keys.ts'
import { randomId } from '../../../lib/random-id.ts'
import { applicationName, toContent } from './draft.ts'
import type { ApplicationKey, LocalDraft, SubmissionStart } from './draft.ts'

/**
 * The applications in this browser, one record each. Nothing here throws: if the browser refuses (private window,
 * blocked, full) the result is `false` or null and the work continues, with a notice on the screen.
 *
 * What the browser does not store is kept while the tab edits the application, and goes to the tab that continues.
 *
 * Only the tab that edits the application writes its record. Reading it is a claim: a tab that read it earlier, e.g. one
 * that was frozen, does not overwrite what a later one has written.
 */
export type LocalDrafts = {
  /** `unread`: the browser has not responded in time, or has failed: it may have a record. */
  read(key: ApplicationKey): Promise<LocalDraft | null | 'unread'>
  write(draft: LocalDraft): Promise<boolean>
  /** Gives away the last record of that application; null if the browser has stored it. */
  giveUnwritten(name: string): StoredDraft | null
  /** What the tab that had the application until now gave away: the next reading continues with it. */
  receive(name: string, record: StoredDraft): void
  /** Returns whether it is removed. */
  remove(key: ApplicationKey): Promise<boolean>
  /** A page has shown the order that an application has become: a reload no longer leads there. */
  removeSent(orderId: string): Promise<void>
  /** Whether the browser has no place for records, e.g. because the user has blocked the data of sites. */
  storesNothing(): Promise<boolean>
  /** All data of one user, for log-out. Returns whether none is left. */
  removeAllOf(tenantId: string, userId: string): Promise<boolean>
  /**
   * The user's applications that are not being submitted, the latest change first; null if the browser has not responded
   * in time, or has failed.
   */
  listOf(tenantId: string, userId: string): Promise<LocalDraft[] | null>
}

/** Of a page that continues without a record that it could not read: that one stays until the user is done. */
export function withoutRecord<Drafts extends Pick<LocalDrafts, 'read' | 'write'>>(drafts: Drafts): Drafts {
  return { ...drafts, read: async () => null, write: async () => false }
}

/** `claim`: when the writer has read the record (milliseconds), later than each earlier one. `write` counts its writes. */
export type StoredDraft = LocalDraft & { claim: number; write: number }

interface DraftSchema extends DBSchema {
  applications: { key: [string, string, string, string]; value: StoredDraft }
}
type Database = IDBPDatabase<DraftSchema>
type Mode = 'readonly' | 'readwrite'
type Applications<Access extends Mode> = IDBPObjectStore<DraftSchema, ['applications'], 'applications', Access>

/**
 * In some private windows, opening a database neither succeeds nor fails; on a busy disk it takes seconds. The limit of
 * 10 seconds is a row of short waits: while the page itself is busy, e.g. rendering a long form on an old phone, the
 * database cannot respond, and only one of them passes.
 */
const waitMs = 100
const maxWaits = 100

export function openLocalDrafts(name: string = draftDatabase): LocalDrafts {
  let opened: Promise<Database> | null = null
  /** The limit has passed without a response: writing does not wait again, until there is a response. */
  let isSlow = false
  let writes = 0
  /** By application. */
  const claims = new Map<string, number>()
  const unwritten = new Map<string, StoredDraft>()
  const received = new Map<string, StoredDraft>()
  const page = leavingPage()

  function database(): Promise<Database> {
    if (opened !== null) return opened
    const forget = () => {
      opened = null
    }
    opened = openDB<DraftSchema>(name, 1, {
      upgrade: (db) =>
        void db.createObjectStore('applications', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] }),
      // Another tab needs a newer layout: close, and open again when needed.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
        forget()
      },
      terminated: forget,
    })
    opened.catch(forget)
    return opened
  }

  /** iOS ends the connection of a page in the background without an event; a new one works. */
  async function connected<T>(task: (db: Database) => Promise<T>): Promise<T> {
    const opening = database()
    const db = await opening
    try {
      return await task(db)
    } catch (error) {
      if (!isLost(error)) throw error
      if (opened === opening) opened = null
      db.close()
      return task(await database())
    }
  }

  /**
   * @param without the result if the browser stores nothing at all
   * @param unknown the result if the browser does not respond in time, or fails: it may have records
   */
  async function attempt<T>(use: (db: Database) => Promise<T>, without: T, unknown: T): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpened = false
    try {
      if (page.isLeft()) return unknown
      const used = connected(async (db) => {
        isOpened = true
        const result = await use(db)
        isSlow = false
        return result
      })
      const tooLong = new Promise<T>((resolve) => {
        let waits = isSlow ? maxWaits : 0
        const wait = () => {
          waits += 1
          timer = setTimeout(waits < maxWaits ? wait : giveUp, waitMs)
        }
        const giveUp = () => {
          isSlow = true
          resolve(unknown)
        }
        wait()
      })
      return await Promise.race([used, tooLong])
    } catch (error) {
      // The caller shows it once.
      return !isOpened && isRefusal(error) ? without : unknown
    } finally {
      clearTimeout(timer)
    }
  }

  /** Every record whose key begins with these parts. */
  function removeRange(parts: string[]): Promise<boolean> {
    for (const copy of namesOfCopies(parts)) localStore.remove(copy)
    for (const records of [unwritten, received])
      for (const name of records.keys()) if (isOf(name, parts)) records.delete(name)
    const remove = (db: Database) => page.within(db, 'readwrite', (store) => store.delete(rangeOf(parts)))
    return attempt((db) => remove(db).then(() => true), true, false)
  }

  /** Unless a later one is there. */
  function put(db: Database, record: StoredDraft): Promise<void> {
    return page.within(db, 'readwrite', async (store) => {
      const known = await store.get(keyOf(record))
      if (known === undefined || !isLater(known, record)) await store.put(record)
    })
  }

  return {
    read(key) {
      const name = applicationName(key)
      /** The claim is later than that of the record. */
      const claimed = (known: StoredDraft | undefined) => {
        claims.set(name, Math.max(Date.now(), (known?.claim ?? 0) + 1))
        return isReadable(known) ? plain(known) : null
      }
      const given = received.get(name)
      received.delete(name)
      const unstored = claimed(given)
      isSlow = false
      return attempt<LocalDraft | null | 'unread'>(
        async (db) => {
          await importCopies(db, put)
          const stored = await page.within(db, 'readonly', (store) => store.get(keyOf(key)))
          return given === undefined ? claimed(stored) : unstored
        },
        unstored,
        'unread',
      )
    },
    async write(draft) {
      writes += 1
      const name = applicationName(draft)
      const record: StoredDraft = { ...draft, claim: claims.get(name) ?? Date.now(), write: writes }
      unwritten.set(name, record)
      // Local storage writes at once. The browser may end the page before the database has written.
      const copy = storageKeys.unwritten + name
      const text = JSON.stringify(record)
      localStore.set(copy, text)
      // The copy of a later write stays.
      const removeCopy = () => {
        if (localStore.get(copy) === text) localStore.remove(copy)
      }
      const outcome = await attempt<'written' | 'refused' | 'unknown'>(
        async (db) => {
          await put(db, record)
          removeCopy()
          return 'written'
        },
        'refused',
        'unknown',
      )
      if (outcome === 'refused') removeCopy()
      if (outcome === 'written' && unwritten.get(name) === record) unwritten.delete(name)
      return outcome === 'written'
    },
    giveUnwritten(name) {
      const record = unwritten.get(name) ?? null
      unwritten.delete(name)
      return record
    },
    receive: (name, record) => void received.set(name, record),
    remove(key) {
      localStore.remove(storageKeys.uploads + applicationName(key))
      return removeRange(keyOf(key))
    },
    async removeSent(orderId) {
      for (const [name, { submission }] of unwritten) if (submission.orderId === orderId) unwritten.delete(name)
      const remove = async (db: Database) => {
        await importCopies(db, put)
        await page.within(db, 'readwrite', async (store) => {
          const all = (await store.getAll()).filter(isReadable)
          const sent = all.filter((record) => plain(record).submission.orderId === orderId)
          for (const record of sent) localStore.remove(storageKeys.uploads + applicationName(record))
          await Promise.all(sent.map((record) => store.delete(keyOf(record))))
        })
      }
      await attempt(remove, undefined, undefined)
    },
    storesNothing: () => attempt(async () => false, true, false),
    removeAllOf: (tenantId, userId) => removeRange([tenantId, userId]),
    listOf(tenantId, userId) {
      const here = [...unwritten.values()].filter((record) => isOf(applicationName(record), [tenantId, userId]))
      return attempt<LocalDraft[] | null>(
        async (db) => {
          await importCopies(db, put)
          const all = await page.within(db, 'readonly', (store) => store.getAll(rangeOf([tenantId, userId])))
          return openDrafts([...all.filter(isReadable), ...here])
        },
        openDrafts(here),
        null,
      )
    },
  }
}

/** Those that are not being submitted, the latest change first. Of two records of one application the last one. */
function openDrafts(records: StoredDraft[]): LocalDraft[] {
  const latest = new Map(records.map((record) => [applicationName(record), record]))
  const open = [...latest.values()].map(plain).filter(({ submission }) => submission.phase === 'editing')
  return open.toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1))
}

type Put = (db: Database, record: StoredDraft) => Promise<void>

/**
 * Ends the transactions of a page when it is left: Safari keeps the page with them, and the database would not respond
 * to the next one. What was being written is in local storage.
 */
function leavingPage() {
  const running = new Set<IDBTransaction>()
  let isLeft = false
  if ('window' in globalThis) {
    window.addEventListener('pagehide', () => {
      isLeft = true
      for (const transaction of running) transaction.abort()
      running.clear()
    })
    window.addEventListener('pageshow', () => {
      isLeft = false
    })
  }
  return {
    isLeft: () => isLeft,
    async within<Result, Access extends Mode>(
      db: Database,
      mode: Access,
      work: (store: Applications<Access>) => Promise<Result>,
    ): Promise<Result> {
      const transaction = db.transaction('applications', mode)
      const ended = unwrap(transaction)
      running.add(ended)
      transaction.done.then(forget, forget)
      function forget() {
        running.delete(ended)
      }
      const [result] = await Promise.all([work(transaction.store), transaction.done])
      return result
    },
  }
}

function isLater(one: StoredDraft, other: StoredDraft): boolean {
  return one.claim === other.claim ? one.write > other.write : one.claim > other.claim
}

/** Whether an opening failed because this window has no database, or the user has blocked the data of sites. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof DOMException)) return true
  if (error.name === 'SecurityError' || error.name === 'InvalidStateError') return true
  // Chromium's name for blocked data, but also for a damaged database. Blocked data includes local storage.
  return error.name === 'UnknownError' && !localStore.persistent
}

/** Whether a transaction failed because of its connection: `UnknownError` is Safari's name for a lost one. */
function isLost(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError')
}

/** Writes what the database had not written when a page ended, unless a later record is there. */
async function importCopies(db: Database, put: Put): Promise<void> {
  for (const name of namesOfCopies()) {
    const text = localStore.get(name)
    const record = readJson(text, isStoredDraft)
    try {
      // One that was changed by hand is removed.
      if (record !== null) await put(db, record)
    } catch {
      // If the database is full, what it has can still be read.
      continue
    }
    if (localStore.get(name) === text) localStore.remove(name)
  }
}

/** The entries in local storage of every application whose key begins with these parts. */
function namesOfCopies(parts: string[] = []): string[] {
  const { unwritten } = storageKeys
  const isCopy = (name: string) => name.startsWith(unwritten) && isOf(name.slice(unwritten.length), parts)
  return localStore.keys().filter(isCopy)
}

/** Whether the key of the application of that name begins with these parts. */
function isOf(name: string, parts: string[]): boolean {
  return `${name}/`.startsWith(parts.map((part) => `${part}/`).join(''))
}

export function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isRecord(value) || !isReadable(value as StoredDraft)) return false
  const { tenantId, userId, serviceId, type, claim, write } = value
  return [tenantId, userId, serviceId, type].every(isString) && typeof claim === 'number' && typeof write === 'number'
}

function rangeOf(parts: string[]): IDBKeyRange {
  return IDBKeyRange.bound(parts, [...parts, []])
}

function keyOf({ tenantId, userId, serviceId, type }: ApplicationKey): [string, string, string, string] {
  return [tenantId, userId, serviceId, type]
}

/** Whether this version of the portal can read the record, which another one may have written. */
function isReadable(record: StoredDraft | undefined): record is StoredDraft {
  if (!isRecord(record?.content) || typeof record.content.formVersion !== 'string') return false
  return typeof record.changedAt === 'string'
}

/** Another version of the portal may have written the record. */
function plain({ claim: _claim, write: _write, ...draft }: StoredDraft): LocalDraft {
  const { applicationId, content, baseContent, submission } = draft
  return {
    ...draft,
    applicationId: isString(applicationId) && applicationId !== '' ? applicationId : randomId(),
    content: toContent(content),
    baseContent: isRecord(baseContent) ? toContent(baseContent) : null,
    submission: isSubmission(submission) ? submission : { key: '', phase: 'editing', body: null },
  }
}

/** One without a key leads nowhere. */
function isSubmission(submission: unknown): submission is SubmissionStart {
  return isRecord(submission) && isString(submission.key) && submission.key !== '' && isString(submission.phase)
}

/** The drafts of this browser; one database for the whole portal. */
export const localDrafts = openLocalDrafts()
