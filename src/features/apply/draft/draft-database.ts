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
import { applicationName, sameContent, toPointers } from './draft.ts'
import type { ApplicationKey, DraftContent, LocalDraft, LocalSubmission } from './draft.ts'
import type { OtherCopy } from './saving-types.ts'

/** The browser's data of one application. */
export type LocalCopies = {
  /** The most recently changed copy. */
  draft: LocalDraft | null
  /** A copy of another tab that has other answers and that the server does not have. */
  rival: StampedDraft | null
  /**
   * The browser's record. If it stores none, or another tab that has found the result has removed it with all answers:
   * the submission whose result this tab waits for, without its text, unless there are later answers.
   */
  submission: LocalSubmission | null
  /** Stamps of the copies behind `draft` and `rival`: a copy that continues them supersedes them. */
  seen: string[]
  /** The browser has not responded in time, or has failed: it may have copies. */
  isUnread: boolean
}

/** `stamp` names one write of one tab. */
export type StampedDraft = LocalDraft & { stamp: string }

/**
 * The applications in this browser. Nothing here throws: if the browser refuses (private window, blocked, full) the
 * result is `false` or null and the work continues, with a notice on the screen.
 *
 * Each tab writes its own copy, so that no tab overwrites another's text. A copy names the copies that it continues
 * (`supersedes`), which are deleted; the user is asked about all others.
 */
export type LocalDrafts = {
  read(key: ApplicationKey): Promise<LocalCopies>
  /** @param isLeaving the page may end before the database has written: the copy is kept elsewhere until then */
  write(draft: LocalDraft, supersedes: readonly string[], isLeaving?: boolean): Promise<boolean>
  /** A copy of another tab that this tab has not seen and that only this browser has; superseded ones are deleted. */
  rivalOf(draft: LocalDraft, seen: readonly string[]): Promise<StampedDraft | null>
  /** Whether a copy of another tab has that content and is not in `seen`: then that tab has saved it. */
  isSavedHere(key: ApplicationKey, content: DraftContent, seen: readonly string[]): Promise<boolean>
  /**
   * Also after a refusal: the corrected answers are sent with the refused key, which is still unused. A submission of an
   * earlier visit or of another tab whose outcome is unknown is not replaced: `earlier`.
   * @param formerKey the key of this page's last record, if that was another one
   */
  writeSubmission(submission: LocalSubmission, formerKey?: string): Promise<'written' | 'refused' | 'earlier'>
  /** The user goes on with another application: this tab waits for no result any more. */
  waitForNoResult(key: ApplicationKey): void
  /**
   * Every copy of one application, of all tabs, with its submission. Returns whether they are removed. A submission of an
   * earlier visit or of another tab whose outcome is unknown stays.
   * @param ownKeys the keys of this page's submissions; none for a page without the form
   * @param keepChangesAfter when the answers that were sent or discarded were last changed (RFC 3339): what was typed
   * after that in another tab stays, and the user is asked about it; null if nothing stays
   */
  remove(key: ApplicationKey, ownKeys?: readonly string[], keepChangesAfter?: string | null): Promise<boolean>
  /** All data of one user, for log-out. Returns whether none is left. */
  removeAllOf(tenantId: string, userId: string): Promise<boolean>
  /**
   * The last copy of each of the user's applications that is not being submitted, the latest change first; null if the
   * browser has not responded in time, or has failed.
   */
  listOf(tenantId: string, userId: string): Promise<LocalDraft[] | null>
}

type StoredDraft = StampedDraft & { tab: string; supersedes: string[] }

interface DraftSchema extends DBSchema {
  drafts: { key: [string, string, string, string, string]; value: StoredDraft }
  submissions: { key: [string, string, string, string]; value: LocalSubmission }
}

/**
 * In some private windows, opening a database neither succeeds nor fails; on a busy disk it takes seconds. The limit of
 * 10 seconds is a row of short waits: while the page itself is busy, e.g. rendering a long form on an old phone, the
 * database cannot respond, and only one of them passes.
 */
const waitMs = 100
const maxWaits = 100

const nothing: LocalCopies = { draft: null, rival: null, submission: null, seen: [], isUnread: false }

/** @param tab the writer's id; one per page load, so that a reloaded tab sees its own earlier copy as one to continue */
export function openLocalDrafts(name: string = draftDatabase, tab: string = crypto.randomUUID()): LocalDrafts {
  let opened: Promise<IDBPDatabase<DraftSchema>> | null = null
  /** The limit has passed without a response: it is waited for once, until there is a response again. */
  let isSlow = false
  let writes = 0

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
        await importLeaveCopies(db, tab)
        return use(db)
      },
      without,
      unknown,
    )
  }

  /** Copies of one application that no other copy continues, the latest change first. */
  async function copiesOf(db: IDBPDatabase<DraftSchema>, key: ApplicationKey): Promise<StoredDraft[]> {
    const all = (await db.getAll('drafts', rangeOf(keyOf(key)))).filter(isReadable)
    return latestFirst(withoutSuperseded(all)).map(readable)
  }

  return {
    read(key) {
      const readAll = async (db: IDBPDatabase<DraftSchema>): Promise<LocalCopies> => {
        const [copies, submission] = await Promise.all([copiesOf(db, key), db.get('submissions', keyOf(key))])
        const [draft = null, ...others] = copies
        const rival = others.find((other) => draft !== null && isRival(other, draft)) ?? null
        return {
          draft: draft && plain(draft),
          rival: rival && stamped(rival),
          submission: hasKey(submission) ? submission : draft === null ? awaitedSubmission(key) : null,
          seen: copies.filter((copy) => copy !== rival).map(({ stamp }) => stamp),
          isUnread: false,
        }
      }
      const withoutDatabase = { ...nothing, submission: awaitedSubmission(key) }
      return attemptOnAll(readAll, withoutDatabase, { ...nothing, isUnread: true })
    },
    async write(draft, supersedes, isLeaving = false) {
      writes += 1
      const record: StoredDraft = { ...draft, tab, stamp: `${tab}/${writes}`, supersedes: [...supersedes] }
      // Local storage writes at once. The database may not get to write, because the browser may end the page first.
      const leaveCopy = `${storageKeys.parting}${tab}/${draft.serviceId}/${draft.type}`
      const text = isLeaving ? JSON.stringify(record) : null
      if (text !== null) localStore.set(leaveCopy, text)
      // The copy of a later write stays.
      const removeLeaveCopy = () => {
        if (localStore.get(leaveCopy) === text) localStore.remove(leaveCopy)
      }
      const outcome = await attempt<'written' | 'refused' | null>(
        async (db) => {
          const writing = db.transaction('drafts', 'readwrite')
          const put = writing.store.put(record)
          // Committed explicitly: a page that is being left ends before the browser would commit by itself.
          writing.commit()
          await Promise.all([put, writing.done])
          removeLeaveCopy()
          return 'written'
        },
        'refused',
        null,
      )
      if (outcome === 'refused') removeLeaveCopy()
      return outcome === 'written'
    },
    rivalOf: (draft, seen) =>
      attemptOnAll(async (db) => {
        const reading = db.transaction('drafts', 'readwrite')
        const others = (await reading.store.getAll(rangeOf(keyOf(draft)))).filter((other) => other.tab !== tab)
        const superseded = others.filter(({ stamp }) => seen.includes(stamp))
        await Promise.all(superseded.map((other) => reading.store.delete([...keyOf(other), other.tab])))
        await reading.done
        const rest = others.filter((other) => !superseded.includes(other) && isReadable(other)).map(readable)
        const rival = latestFirst(rest).find((other) => isRival(other, draft))
        return rival === undefined ? null : stamped(rival)
      }, null),
    isSavedHere: (key, content, seen) =>
      attemptOnAll(async (db) => {
        const others = (await copiesOf(db, key)).filter((copy) => copy.tab !== tab && !seen.includes(copy.stamp))
        return others.some((copy) => sameContent(copy.content, content))
      }, false),
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
    remove(key, ownKeys = [], keepChangesAfter = null) {
      awaitNoResult(key, ownKeys)
      localStore.remove(storageKeys.uploads + applicationName(key))
      removeLeaveCopies(keyOf(key), keepChangesAfter)
      return attempt((db) => removeApplication(db, key, ownKeys, keepChangesAfter), true, false)
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
        const latest = new Map(
          latestFirst(withoutSuperseded(open))
            .toReversed()
            .map((draft) => [applicationName(draft), draft]),
        )
        return latestFirst([...latest.values()]).map((draft) => plain(readable(draft)))
      }
      return attemptOnAll<LocalDraft[] | null>(list, [], null)
    },
  }
}

function createStores(db: IDBPDatabase<DraftSchema>): void {
  db.createObjectStore('drafts', { keyPath: ['tenantId', 'userId', 'serviceId', 'type', 'tab'] })
  db.createObjectStore('submissions', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] })
}

/** Writes the copies that pages of other tabs could only store when they were left, unless a later one is there. */
async function importLeaveCopies(db: IDBPDatabase<DraftSchema>, ownTab: string): Promise<void> {
  for (const { name, text, copy } of leaveCopies()) {
    // Removed or replaced since the last one was imported.
    if (localStore.get(name) !== text) continue
    if (name.startsWith(`${storageKeys.parting}${ownTab}/`)) continue
    const isKept = copy === null || (await importCopy(db, copy))
    // Unless its page has replaced it meanwhile.
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
    const adopting = db.transaction('drafts', 'readwrite')
    const known = await adopting.store.get([...keyOf(copy), copy.tab])
    if (known === undefined || writeOf(known) < writeOf(copy)) await adopting.store.put(copy)
    await adopting.done
    return true
  } catch {
    // E.g. the database is full. What it has can still be read.
    return false
  }
}

function removeLeaveCopies(parts: string[], keepChangesAfter: string | null = null): void {
  for (const { name, copy } of leaveCopies()) {
    const isMeant = copy === null || parts.every((part, index) => keyOf(copy)[index] === part)
    if (isMeant && !(copy !== null && isTypedAfter(copy, keepChangesAfter))) localStore.remove(name)
  }
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
  tab: isString,
  stamp: isString,
})

function isStoredDraft(value: unknown): value is StoredDraft {
  return isNamed(value) && isReadable(value as StoredDraft)
}

/** The number of a write within its tab. */
function writeOf({ stamp }: StampedDraft): number {
  return Number(stamp.split('/')[1])
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

/** @param ownKeys the keys of this page's submissions: those of other pages may stay */
async function removeApplication(
  db: IDBPDatabase<DraftSchema>,
  key: ApplicationKey,
  ownKeys: readonly string[],
  keepChangesAfter: string | null,
): Promise<boolean> {
  const removing = db.transaction(['drafts', 'submissions'], 'readwrite')
  const drafts = removing.objectStore('drafts')
  const submissions = removing.objectStore('submissions')
  const [copies, known] = await Promise.all([drafts.getAll(rangeOf(keyOf(key))), submissions.get(keyOf(key))])
  const ended = copies.filter(isReadable).find(({ changedAt }) => changedAt === keepChangesAfter)
  const removed = copies.filter(
    (copy) =>
      !isTypedAfter(copy, keepChangesAfter) || (ended !== undefined && sameContent(copy.content, ended.content)),
  )
  const isKept = known !== undefined && isOfAnotherPage(known, ownKeys)
  await Promise.all([
    ...removed.map((copy) => drafts.delete([...keyOf(copy), copy.tab])),
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

/** Whether the copy has changes after that time (RFC 3339) that only this browser has. */
function isTypedAfter(copy: StoredDraft, time: string | null): boolean {
  if (time === null || !isReadable(copy)) return false
  return copy.unsaved && Date.parse(copy.changedAt) > Date.parse(time)
}

function withoutSuperseded(copies: StoredDraft[]): StoredDraft[] {
  const superseded = new Set(copies.flatMap(({ supersedes }) => supersedes))
  return copies.filter(({ stamp }) => !superseded.has(stamp))
}

function latestFirst(copies: StoredDraft[]): StoredDraft[] {
  return copies.toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1))
}

/**
 * A copy that the server also has is compared by the next save. One that only the browser has would be lost without a
 * question.
 */
function isRival(other: StoredDraft, draft: LocalDraft): boolean {
  return other.unsaved && !sameContent(other.content, draft.content)
}

/** Whether this version of the portal can read the record, which another one may have written. */
function isReadable(record: StoredDraft): boolean {
  if (!isRecord(record.content) || typeof record.content.formVersion !== 'string') return false
  return typeof record.changedAt === 'string' && Array.isArray(record.supersedes)
}

function readable(record: StoredDraft): StoredDraft {
  const { applicationId, content } = record
  const answers = toAnswers(content.answers)
  const [unplaced, registered] = [toUnplaced(content.unplaced), toPointers(content.registered)]
  return {
    ...record,
    // Another version of the portal may have written it.
    sent: record.sent === true,
    applicationId: isString(applicationId) && applicationId !== '' ? applicationId : crypto.randomUUID(),
    content: { ...content, answers, unplaced, registered },
  }
}

/** The copy of another tab of this browser. */
export function copyOfTab({ content, changedAt, etag, savedAt, sent, unsaved, stamp }: StampedDraft): OtherCopy {
  return { source: 'tab', content, at: changedAt, base: { etag, savedAt, sent, unsaved }, stamp }
}

function stamped({ tab: _tab, supersedes: _supersedes, ...draft }: StoredDraft): StampedDraft {
  return draft
}

function plain(record: StoredDraft): LocalDraft {
  const { stamp: _stamp, ...draft } = stamped(record)
  return draft
}
