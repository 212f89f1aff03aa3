import { serverNow } from '../../../lib/clock.ts'
import { randomId } from '../../../lib/random-id.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { readJson } from '../../../lib/shape.ts'
import { applicationIn, isOfUser, storageKeys } from '../../../lib/storage-keys.ts'
import { openDraftDatabase } from './draft-database.ts'
import { applicationName, isExpired, isLocalRecord, toContent } from './draft.ts'
import type { ApplicationKey, LocalDraft, LocalRecord } from './draft.ts'

export type LocalDrafts = ReturnType<typeof openLocalDrafts>

/** How long an opening, and a list, wait for the database. On a busy disk it takes seconds. */
const readWaitMs = 10_000
const listWaitMs = 500

/**
 * More writes than a former owner can add to local storage before it sees there that the record was claimed: another
 * process of the browser sees that a moment later.
 */
const lateWrites = 1_000

/** A claim of nobody. */
const removed = ''

/**
 * The records of applications in this browser, see docs/reliability.md. Nothing here throws. After another tab has
 * claimed a record, or it was removed, nothing that an earlier owner still does writes it again, e.g. a frozen tab.
 */
export function openLocalDrafts() {
  const database = openDraftDatabase()
  /** What this tab has claimed. `write`: the number of its last write. */
  const owned = new Map<string, { claim: string; write: number }>()
  const unstored = new Map<string, LocalRecord>()

  function atHand(application: string): LocalRecord | null {
    return unstored.get(application) ?? readJson(localStore.get(storageKeys.record + application), isLocalRecord)
  }

  function store(record: LocalRecord): boolean {
    const application = applicationName(record)
    const entry = storageKeys.record + application
    const isStored = localStore.set(entry, JSON.stringify(record))
    unstored.delete(application)
    if (isStored) return true
    // A later page would take the one before for the last one.
    localStore.remove(entry)
    unstored.set(application, record)
    return false
  }

  /** Until the database has confirmed it, which a reload or a busy disk may prevent, its record counts no more. */
  function forget(application: string, inDatabase: Promise<boolean>): void {
    owned.delete(application)
    unstored.delete(application)
    localStore.set(storageKeys.claim + application, removed)
    for (const prefix of [storageKeys.record, storageKeys.uploads]) localStore.remove(prefix + application)
    void inDatabase.then((isRemoved) => {
      if (isRemoved && isForgotten(application)) localStore.remove(storageKeys.claim + application)
    })
  }

  function isForgotten(application: string): boolean {
    return localStore.get(storageKeys.claim + application) === removed
  }

  function remove(application: string): void {
    forget(application, database.remove(application.split('/')))
  }

  /** What other users of this browser have left; a user is told of an own one. */
  function removeExpired(user: ApplicationKey): void {
    const now = serverNow()
    for (const application of known().filter((each) => !isOfUser(user)(each))) {
      const record = atHand(application)
      if (record !== null && isExpired(record.changedAt, now)) remove(application)
    }
  }

  function known(): string[] {
    const stored = localStore.keys().flatMap((entry) => applicationIn(entry) ?? [])
    return [...new Set([...stored, ...owned.keys(), ...unstored.keys()])]
  }

  function isOwn(application: string): boolean {
    return localStore.get(storageKeys.claim + application) === owned.get(application)?.claim
  }

  /** The last record of each application whose key begins with these parts. */
  async function latestOf(parts: readonly string[], limitMs: number): Promise<LocalRecord[]> {
    const stored = await database.read(parts, limitMs)
    const inDatabase = stored.filter(isLocalRecord).filter((record) => !isForgotten(applicationName(record)))
    const start = parts.map((part) => `${part}/`).join('')
    const here = known().filter((application) => `${application}/`.startsWith(start))
    const latest = new Map<string, LocalRecord>()
    for (const record of [...here.flatMap((application) => atHand(application) ?? []), ...inDatabase])
      if (record.write > (latest.get(applicationName(record))?.write ?? 0)) latest.set(applicationName(record), record)
    return [...latest.values()]
  }

  return {
    /** From now on this tab writes the record. */
    async claim(key: ApplicationKey): Promise<LocalDraft | null> {
      const application = applicationName(key)
      const mine = { claim: randomId(), write: owned.get(application)?.write ?? 0 }
      removeExpired(key)
      // The database does so before it reads.
      if (isForgotten(application)) void database.remove(application.split('/'))
      owned.set(application, mine)
      localStore.set(storageKeys.claim + application, mine.claim)
      const [latest] = await latestOf(application.split('/'), readWaitMs)
      mine.write = (latest?.write ?? 0) + lateWrites
      return latest === undefined ? null : plain(latest)
    },
    /** Returns whether the browser stores it. If it refuses, this tab keeps it until it gives the application away. */
    write(draft: LocalDraft): boolean {
      const application = applicationName(draft)
      const mine = owned.get(application)
      if (mine === undefined || !isOwn(application)) return false
      mine.write += 1
      const record = { ...draft, write: mine.write }
      const isLast = () => isOwn(application) && owned.get(application) === mine && mine.write === record.write
      database.put(record, isLast)
      return store(record)
    },
    /** The record that another tab has given to this one, which has not claimed it yet. */
    receive: (record: LocalRecord): void => void store(record),
    giveAway(application: string): LocalRecord | null {
      const record = atHand(application)
      unstored.delete(application)
      // Of a form that was only looked at, nothing stays.
      if (record === null && isOwn(application)) localStore.remove(storageKeys.claim + application)
      return record
    },
    remove: (key: ApplicationKey): void => remove(applicationName(key)),
    /** A page has shown the order that an application has become: a reload no longer leads there. */
    async removeSent(orderId: string): Promise<void> {
      const removeIn = (records: LocalRecord[]) => {
        for (const record of records) if (record.submission.orderId === orderId) remove(applicationName(record))
      }
      // Those at hand at once: the user may go back at once.
      removeIn(known().flatMap((application) => atHand(application) ?? []))
      removeIn(await latestOf([], listWaitMs))
    },
    /** Returns whether no data of the user is left. */
    removeAllOf(tenantId: string, userId: string): Promise<boolean> {
      const inDatabase = database.remove([tenantId, userId])
      for (const application of known().filter(isOfUser({ tenantId, userId }))) forget(application, inDatabase)
      return inDatabase
    },
    /** What this tab has of them, after a log-out in another tab: others may have begun the next session. */
    removeOwnOf(tenantId: string, userId: string): void {
      for (const application of [...owned.keys()].filter(isOfUser({ tenantId, userId }))) {
        if (isOwn(application)) remove(application)
        unstored.delete(application)
      }
    },
    async listOf(tenantId: string, userId: string): Promise<LocalDraft[]> {
      const records = await latestOf([tenantId, userId], listWaitMs)
      return records.map(plain).toSorted((one, other) => (one.changedAt < other.changedAt ? 1 : -1))
    },
    /** Those that only this tab has. */
    unstoredOf: (tenantId: string, userId: string): LocalRecord[] =>
      [...unstored.values()].filter((record) => isOfUser({ tenantId, userId })(applicationName(record))),
  }
}

function plain({ write: _write, ...draft }: LocalRecord): LocalDraft {
  const { content, baseContent } = draft
  return { ...draft, content: toContent(content), baseContent: baseContent && toContent(baseContent) }
}

export const localDrafts = openLocalDrafts()
