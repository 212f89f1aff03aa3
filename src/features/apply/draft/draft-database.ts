import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import { isRecord } from '../../../../form-model/record.ts'
import { isString, readJson, shape } from '../../../lib/shape.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { draftDatabase, storageKeys } from '../../../lib/storage-keys.ts'
import { toAnswers } from '../../../../form-model/answers.ts'
import { toUnplaced } from '../../../form-engine/answers/unplaced.ts'
import { isLocked } from '../submission/submission-state.ts'
import { awaitNoResult, awaitNoResultOf, awaitResult, awaitedSubmission } from './awaited-submission.ts'
import { applicationName, toPointers } from './draft.ts'
import type { ApplicationKey, DraftContent, LocalDraft, LocalSubmission } from './draft.ts'

/** The browser's data of one application. */
export type LocalCopies = {
  draft: LocalDraft | null
  /**
   * The browser's record. If it stores none, the submission whose result this tab waits for, without its text, unless
   * there are later answers.
   */
  submission: LocalSubmission | null
  /** The browser has not responded in time, or has failed: it may have a copy. */
  isUnread: boolean
}

/**
 * The applications in this browser, one record each. Nothing here throws: if the browser refuses (private window,
 * blocked, full) the result is `false` or null and the work continues, with a notice on the screen.
 *
 * Only the tab that edits the application writes its record. Reading it is a claim: a tab that read it earlier, e.g. one
 * that was frozen, does not overwrite what a later one has written.
 */
export type LocalDrafts = {
  read(key: ApplicationKey): Promise<LocalCopies>
  /** @param isLeaving the page may end before the database has written: the copy is kept elsewhere until then */
  write(draft: LocalDraft, isLeaving?: boolean): Promise<boolean>
  /**
   * Also after a refusal: the corrected answers are sent with the refused key, which is still unused. A submission of an
   * earlier visit whose outcome is unknown is not replaced: `earlier`.
   * @param formerKey the key of this page's last record, if that was another one
   */
  writeSubmission(submission: LocalSubmission, formerKey?: string): Promise<'written' | 'refused' | 'earlier'>
  /** The user goes on with another application: this tab waits for no result any more. */
  waitForNoResult(key: ApplicationKey): void
  /**
   * The record of one application, with its submission. Returns whether they are removed. A submission of an earlier
   * visit whose outcome is unknown stays.
   * @param ownKeys the keys of this page's submissions; none for a page without the form
   */
  remove(key: ApplicationKey, ownKeys?: readonly string[]): Promise<boolean>
  /** All data of one user, for log-out. Returns whether none is left. */
  removeAllOf(tenantId: string, userId: string): Promise<boolean>
  /**
   * The user's applications that are not being submitted, the latest change first; null if the browser has not responded
   * in time, or has failed.
   */
  listOf(tenantId: string, userId: string): Promise<LocalDraft[] | null>
}

/** `claim`: when the writer has read the record (milliseconds), later than each earlier one. `write` counts its writes. */
type StoredDraft = LocalDraft & { claim: number; write: number }

interface DraftSchema extends DBSchema {
  drafts: { key: [string, string, string, string]; value: StoredDraft }
  submissions: { key: [string, string, string, string]; value: LocalSubmission }
}

/**
 * In some private windows, opening a database neither succeeds nor fails; on a busy disk it takes seconds. The limit of
 * 10 seconds is a row of short waits: while the page itself is busy, e.g. rendering a long form on an old phone, the
 * database cannot respond, and only one of them passes.
 */
const waitMs = 100
const maxWaits = 100

const nothing: LocalCopies = { draft: null, submission: null, isUnread: false }

export function openLocalDrafts(name: string = draftDatabase): LocalDrafts {
  let opened: Promise<IDBPDatabase<DraftSchema>> | null = null
  /** The limit has passed without a response: it is waited for once, until there is a response again. */
  let isSlow = false
  let writes = 0
  /** By application. */
  const claims = new Map<string, number>()

  function database(): Promise<IDBPDatabase<DraftSchema>> {
    if (opened !== null) return opened
    const forget = () => {
      opened = null
    }
    opened = openDB<DraftSchema>(name, 1, {
      upgrade: createStores,
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

  /**
   * @param without the result if the browser stores nothing at all
   * @param unknown the result if the browser does not respond in time, or fails: it may have copies
   */
  async function attempt<T>(
    use: (db: IDBPDatabase<DraftSchema>) => Promise<T>,
    without: T,
    unknown: T = without,
  ): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpened = false
    try {
      const used = database().then(async (db) => {
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

  /** Like `attempt`, after the copies of pages that have been left are in the database. */
  function attemptOnAll<T>(use: (db: IDBPDatabase<DraftSchema>) => Promise<T>, without: T, unknown?: T): Promise<T> {
    return attempt(
      async (db) => {
        await importLeaveCopies(db)
        return use(db)
      },
      without,
      unknown,
    )
  }

  function claim(key: ApplicationKey, known: StoredDraft | undefined): void {
    claims.set(applicationName(key), Math.max(Date.now(), (known?.claim ?? 0) + 1))
  }

  return {
    read(key) {
      const readAll = async (db: IDBPDatabase<DraftSchema>): Promise<LocalCopies> => {
        const [known, submission] = await Promise.all([db.get('drafts', keyOf(key)), db.get('submissions', keyOf(key))])
        claim(key, known)
        const draft = isReadable(known) ? plain(known) : null
        return {
          draft,
          submission: hasKey(submission) ? submission : draft === null ? awaitedSubmission(key) : null,
          isUnread: false,
        }
      }
      claim(key, undefined)
      const withoutDatabase = { ...nothing, submission: awaitedSubmission(key) }
      return attemptOnAll(readAll, withoutDatabase, { ...nothing, isUnread: true })
    },
    async write(draft, isLeaving = false) {
      writes += 1
      const record: StoredDraft = { ...draft, claim: claims.get(applicationName(draft)) ?? Date.now(), write: writes }
      // Local storage writes at once. The database may not get to write, because the browser may end the page first.
      const leaveCopy = storageKeys.parting + applicationName(draft)
      const text = isLeaving ? JSON.stringify(record) : null
      if (text !== null) localStore.set(leaveCopy, text)
      // The copy of a later write stays.
      const removeLeaveCopy = () => {
        if (localStore.get(leaveCopy) === text) localStore.remove(leaveCopy)
      }
      const outcome = await attempt<'written' | 'refused' | null>(
        async (db) => {
          await put(db, record)
          removeLeaveCopy()
          return 'written'
        },
        'refused',
        null,
      )
      if (outcome === 'refused') removeLeaveCopy()
      return outcome === 'written'
    },
    async writeSubmission(submission, formerKey) {
      // Before the database, so that a late response of it cannot undo what happens meanwhile.
      if (isLocked(submission.phase)) awaitResult(submission, submission.key)
      else awaitNoResult(submission, [submission.key, formerKey])
      const outcome = await attempt<'written' | 'refused' | { earlierKey: string }>(async (db) => {
        const writing = db.transaction('submissions', 'readwrite')
        const known = await writing.store.get(keyOf(submission))
        const isEarlier = known !== undefined && isOfAnotherPage(known, [submission.key, formerKey])
        if (!isEarlier) await writing.store.put(submission)
        await writing.done
        return isEarlier ? { earlierKey: known.key } : 'written'
      }, 'refused')
      if (typeof outcome === 'string') return outcome
      // One that was not sent: the user has decided to go on with another application.
      if (isLocked(submission.phase)) awaitResult(submission, outcome.earlierKey)
      return 'earlier'
    },
    waitForNoResult: (key) => awaitNoResult(key),
    remove(key, ownKeys = []) {
      awaitNoResult(key, ownKeys)
      localStore.remove(storageKeys.uploads + applicationName(key))
      removeLeaveCopies(keyOf(key))
      return attempt((db) => removeApplication(db, key, ownKeys), true, false)
    },
    removeAllOf(tenantId, userId) {
      awaitNoResultOf(tenantId, userId)
      removeLeaveCopies([tenantId, userId])
      return attempt((db) => removeUser(db, tenantId, userId), true, false)
    },
    listOf(tenantId, userId) {
      const list = async (db: IDBPDatabase<DraftSchema>) => {
        const range = rangeOf([tenantId, userId])
        const [drafts, submissions] = await Promise.all([db.getAll('drafts', range), db.getAll('submissions', range)])
        const submitted = new Set(submissions.filter(({ phase }) => phase !== 'editing').map(applicationName))
        const open = drafts.filter((draft) => isReadable(draft) && !submitted.has(applicationName(draft)))
        return open.toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1)).map(plain)
      }
      return attemptOnAll<LocalDraft[] | null>(list, [], null)
    },
  }
}

function createStores(db: IDBPDatabase<DraftSchema>): void {
  db.createObjectStore('drafts', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] })
  db.createObjectStore('submissions', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] })
}

/** Unless a later one is there. */
async function put(db: IDBPDatabase<DraftSchema>, record: StoredDraft): Promise<void> {
  const writing = db.transaction('drafts', 'readwrite')
  const known = await writing.store.get(keyOf(record))
  if (known === undefined || !isLater(known, record)) await writing.store.put(record)
  // Committed explicitly: a page that is being left ends before the browser would commit by itself.
  writing.commit()
  await writing.done
}

function isLater(one: StoredDraft, other: StoredDraft): boolean {
  return one.claim === other.claim ? one.write > other.write : one.claim > other.claim
}

/** Writes the copies that pages could only store when they were left, unless a later one is there. */
async function importLeaveCopies(db: IDBPDatabase<DraftSchema>): Promise<void> {
  for (const { name, text, copy } of leaveCopies()) {
    // Removed or replaced since the last one was imported.
    if (localStore.get(name) !== text) continue
    const isKept = copy === null || (await importCopy(db, copy))
    // Keep it if its page has replaced it meanwhile.
    if (isKept && localStore.get(name) === text) localStore.remove(name)
  }
}

/** Whether an opening failed because this window has no database, or the user has blocked the data of sites. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof DOMException)) return true
  if (error.name === 'SecurityError' || error.name === 'InvalidStateError') return true
  // Chromium's name for blocked data, but also for a damaged database. Blocked data includes local storage.
  return error.name === 'UnknownError' && !localStore.persistent
}

/** Returns whether the database has it. */
async function importCopy(db: IDBPDatabase<DraftSchema>, copy: StoredDraft): Promise<boolean> {
  try {
    await put(db, copy)
    return true
  } catch {
    // E.g. the database is full. What it has can still be read.
    return false
  }
}

function removeLeaveCopies(parts: string[]): void {
  for (const { name, copy } of leaveCopies())
    if (copy === null || parts.every((part, index) => keyOf(copy)[index] === part)) localStore.remove(name)
}

/** The entries in local storage. `copy`: null if it was changed by hand. */
function leaveCopies(): { name: string; text: string | null; copy: StoredDraft | null }[] {
  const names = localStore.keys().filter((name) => name.startsWith(storageKeys.parting))
  return names.map((name) => {
    const text = localStore.get(name)
    return { name, text, copy: readJson(text, isStoredDraft) }
  })
}

const isNamed = shape({
  tenantId: isString,
  userId: isString,
  serviceId: isString,
  type: isString,
})

function isStoredDraft(value: unknown): value is StoredDraft {
  if (!isNamed(value) || !isReadable(value as StoredDraft)) return false
  const { claim, write } = value as Partial<StoredDraft>
  return typeof claim === 'number' && typeof write === 'number'
}

async function removeUser(db: IDBPDatabase<DraftSchema>, tenantId: string, userId: string): Promise<boolean> {
  const removing = db.transaction(['drafts', 'submissions'], 'readwrite')
  const range = rangeOf([tenantId, userId])
  await Promise.all([
    removing.objectStore('drafts').delete(range),
    removing.objectStore('submissions').delete(range),
    removing.done,
  ])
  return true
}

/** @param ownKeys the keys of this page's submissions: one of an earlier visit may stay */
async function removeApplication(
  db: IDBPDatabase<DraftSchema>,
  key: ApplicationKey,
  ownKeys: readonly string[],
): Promise<boolean> {
  const removing = db.transaction(['drafts', 'submissions'], 'readwrite')
  const submissions = removing.objectStore('submissions')
  const known = await submissions.get(keyOf(key))
  const isKept = known !== undefined && isOfAnotherPage(known, ownKeys)
  await Promise.all([
    removing.objectStore('drafts').delete(keyOf(key)),
    ...(isKept ? [] : [submissions.delete(keyOf(key))]),
    removing.done,
  ])
  return true
}

/**
 * Whether a page with these keys may neither replace nor remove the record: the outcome is unknown, and only the record
 * leads to it. One without a key leads nowhere.
 */
export function isOfAnotherPage({ key, phase }: LocalSubmission, ownKeys: readonly (string | undefined)[]): boolean {
  return isString(key) && isLocked(phase) && !ownKeys.includes(key)
}

function hasKey(submission: LocalSubmission | undefined): submission is LocalSubmission {
  return submission !== undefined && isString(submission.key)
}

/** Every key that begins with these parts. */
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
  const { applicationId, content, sent, baseContent } = draft
  return {
    ...draft,
    sent: sent === true,
    applicationId: isString(applicationId) && applicationId !== '' ? applicationId : crypto.randomUUID(),
    content: readable(content),
    baseContent: isRecord(baseContent) ? readable(baseContent) : null,
  }
}

function readable(content: DraftContent): DraftContent {
  const [unplaced, registered] = [toUnplaced(content.unplaced), toPointers(content.registered)]
  return { ...content, answers: toAnswers(content.answers), unplaced, registered }
}
