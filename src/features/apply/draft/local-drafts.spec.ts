import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localStore } from '../../../lib/safe-storage.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'
import { FakeStorage } from '../../../lib/testing/fake-storage.ts'
import { openLocalDrafts } from './local-drafts.ts'
import type { LocalDrafts } from './local-drafts.ts'
import { applicationName, draftLifetimeMs } from './draft.ts'
import type { ApplicationKey, DraftContent, LocalDraft } from './draft.ts'

const key: ApplicationKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }

const today = new Date().toISOString()

function draft(over: Partial<LocalDraft> = {}): LocalDraft {
  return {
    ...key,
    content: {
      formVersion: 'a1',
      answers: { a: { b: '港' } },
      step: 'a',
      shippingAddress: null,
      unplaced: [],
      registered: [],
      reapplyOf: null,
    },
    changedAt: today,
    unsaved: true,
    etag: null,
    savedAt: null,
    baseContent: null,
    applicationId: 'application-1',
    submission: { key: 'key-1', phase: 'editing', body: null },
    ...over,
  }
}

let storage = new FakeStorage()

beforeEach(() => {
  storage = new FakeStorage()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** As local storage is after the browser was killed: it has none of the last writes. */
function killBrowser(): void {
  for (const each of localStore.keys()) localStore.remove(each)
}

/** The database has finished what was asked of it. */
async function databaseIdle(): Promise<void> {
  const database = await openDB('portal-drafts', 1)
  await database.transaction('applications', 'readwrite').done
  database.close()
}

function typed(text: string): LocalDraft {
  return draft({ content: { ...draft().content, answers: { a: { b: text } } } })
}

/** A tab that edits the application. */
async function owner(): Promise<LocalDrafts> {
  const drafts = openLocalDrafts()
  await drafts.claim(key)
  return drafts
}

/** What the user goes on with on the next page. */
function next(): Promise<LocalDraft | null> {
  return openLocalDrafts().claim(key)
}

describe('the drafts in the browser', () => {
  it('a draft belongs to one user of one tenant, one service and one type', async () => {
    expect((await owner()).write(draft())).toBe(true)
    for (const other of [{ userId: 'U-2' }, { tenantId: 'aozora-water' }, { serviceId: 'x' }, { type: 'corporate' }])
      expect(await openLocalDrafts().claim({ ...key, ...other })).toBeNull()
    expect(await next(), 'of another page').toEqual(draft())
  })

  it.each(['local storage', 'the database'])(
    'the drafts are removed one by one, or all of one user only, from %s',
    async (place) => {
      const drafts = openLocalDrafts()
      for (const over of [{}, { serviceId: 'bulky-waste' }, { userId: 'U-2' }, { userId: 'U-10' }]) {
        await drafts.claim(draft(over))
        drafts.write(draft(over))
      }
      await databaseIdle()
      if (place === 'the database') killBrowser()
      else vi.stubGlobal('indexedDB', new IDBFactory())
      const left = openLocalDrafts()
      left.remove({ ...key, serviceId: 'bulky-waste' })
      expect(await left.listOf('minato-city', 'U-1')).toEqual([draft()])
      expect(await left.removeAllOf('minato-city', 'U-1')).toBe(true)
      expect(localStore.keys().filter((entry) => entry.includes('/U-1/'))).toEqual([])
      expect(await left.listOf('minato-city', 'U-1')).toEqual([])
      for (const userId of ['U-2', 'U-10']) expect(await left.listOf('minato-city', userId)).toHaveLength(1)
    },
  )

  it.each(['local storage', 'the database'])(
    'the record of a sent application is removed by its order, and no other one, from %s',
    async (place) => {
      const sent = { key: 'key-1', phase: 'waiting', body: '{}' } as const
      const drafts = openLocalDrafts()
      for (const [serviceId, orderId] of Object.entries({ first: 'OR-1', second: 'OR-2', unknown: undefined })) {
        const submission = orderId === undefined ? sent : { ...sent, orderId }
        await drafts.claim(draft({ serviceId }))
        drafts.write(draft({ serviceId, submission }))
      }
      await databaseIdle()
      if (place === 'the database') killBrowser()
      const page = openLocalDrafts()
      await page.removeSent('OR-1')
      const left = await page.listOf(key.tenantId, key.userId)
      expect(left.map(({ serviceId }) => serviceId).toSorted()).toEqual(['second', 'unknown'])
    },
  )

  it('removes the drafts of other users after their week, and leaves an own one to its form', async () => {
    const old = new Date(Date.now() - draftLifetimeMs - 1_000).toISOString()
    const drafts = openLocalDrafts()
    const lasting = new Date().toISOString()
    for (const over of [{ changedAt: old }, { userId: 'U-2', changedAt: old }, { userId: 'U-3', changedAt: lasting }])
      drafts.receive({ ...draft(over), write: 1 })
    await drafts.claim({ ...key, serviceId: 'other' })
    const left = ['U-1', 'U-2', 'U-3'].map((userId) => drafts.listOf('minato-city', userId))
    expect((await Promise.all(left)).map((list) => list.length)).toEqual([1, 0, 1])
  })

  it('the drafts are listed with the latest change first', async () => {
    const drafts = openLocalDrafts()
    drafts.receive({ ...draft({ serviceId: 'old', changedAt: '2026-11-20T10:00:00.000Z' }), write: 1 })
    drafts.receive({ ...draft({ serviceId: 'new', changedAt: '2026-11-21T10:00:00.000Z' }), write: 1 })
    const list = await drafts.listOf('minato-city', 'U-1')
    expect(list.map(({ serviceId }) => serviceId)).toEqual(['new', 'old'])
  })

  it('a draft lacks what another program has left in its record, and has the rest', async () => {
    const foreign = { step: { id: 1 }, shippingAddress: 5, registered: 'all', reapplyOf: [] } as unknown as DraftContent
    const { content } = typed('夜泣き')
    ;(await owner()).write(draft({ content: { ...content, ...foreign } }))
    const nothing = { step: null, shippingAddress: null, registered: [], reapplyOf: null }
    expect((await next())?.content).toEqual({ ...content, ...nothing })
  })

  it.each([
    ['cut off', JSON.stringify({ ...draft(), write: 1 }).slice(0, -10)],
    ['no object', '7'],
    ['without content', JSON.stringify({ ...draft(), content: { answers: {} }, write: 1 })],
    ['without a key', JSON.stringify({ ...draft(), submission: { phase: 'sending' }, write: 1 })],
    ['without a number', JSON.stringify(draft())],
  ])('a record that is %s is ignored, replaced, and removed by a log-out', async (_fault, text) => {
    const entry = 'portal.record.minato-city/U-1/water-start/individual'
    localStore.set(entry, text)
    localStore.set('another', '1')
    const drafts = openLocalDrafts()
    expect(await drafts.claim(key)).toBeNull()
    expect(await drafts.listOf('minato-city', 'U-1')).toEqual([])
    drafts.write(draft())
    expect(await next()).toEqual(draft())
    localStore.set(entry, text)
    await drafts.removeAllOf('minato-city', 'U-1')
    expect(localStore.keys()).toEqual(['another'])
  })
})

describe('a tab that no longer edits the application', () => {
  const logOut = () => openLocalDrafts().removeAllOf(key.tenantId, key.userId)
  const happenings: [string, () => unknown, LocalDraft | null][] = [
    ['another tab has taken over', async () => (await owner()).write(typed('続き')), typed('続き')],
    ['another tab has taken over and written nothing', owner, typed('前')],
    ['the application was deleted or sent', () => openLocalDrafts().remove(key), null],
    ['the user has logged out in another tab', logOut, null],
    [
      'the same user has logged out and begun another application',
      async () => {
        await logOut()
        ;(await owner()).write(typed('次の申請'))
      },
      typed('次の申請'),
    ],
  ]
  it.each(happenings)('writes nothing after %s, e.g. if it was frozen', async (_what, happens, kept) => {
    const former = await owner()
    former.write(typed('前'))
    await happens()
    expect(former.write(typed('遅れて届いた文'))).toBe(false)
    await databaseIdle()
    expect(await next()).toEqual(kept)
  })

  const replacements = happenings.filter(([, , kept]) => kept?.content.answers.a?.b !== '前')
  it.each(replacements)(
    'leaves no write that comes after %s, e.g. if the database is slow',
    async (_what, happens, kept) => {
      const former = await owner()
      const release = await holdDatabase()
      former.write(typed('遅れて書かれる文'))
      const happened = happens()
      release()
      await happened
      await databaseIdle()
      expect(await next()).toEqual(kept)
      killBrowser()
      expect(await next()).toEqual(kept)
    },
  )

  it('loses against the next owner, also if it sees a moment later that the record was claimed', async () => {
    const former = await owner()
    former.write(typed('前'))
    const entry = localStore.keys().find((each) => each.startsWith(storageKeys.record)) ?? ''
    const { write } = JSON.parse(localStore.get(entry) ?? '{}') as { write: number }
    ;(await owner()).write(typed('続き'))
    await databaseIdle()
    localStore.set(entry, JSON.stringify({ ...typed('遅れて届いた文'), write: write + 1 }))
    expect(await next()).toEqual(typed('続き'))
  })

  it('removes what it has written, and not what has been written since, when it learns of a log-out late', async () => {
    const [former, other] = [await owner(), openLocalDrafts()]
    former.write(typed('前'))
    await former.claim({ ...key, serviceId: 'other' })
    former.write(draft({ serviceId: 'other' }))
    await other.claim(key)
    other.write(typed('次の申請'))
    former.removeOwnOf(key.tenantId, key.userId)
    vi.stubGlobal('indexedDB', new IDBFactory())
    expect(await openLocalDrafts().listOf(key.tenantId, key.userId)).toEqual([typed('次の申請')])
  })
})

describe('a browser that stores nothing', () => {
  beforeEach(() => {
    storage.full = true
    vi.stubGlobal('indexedDB', undefined)
  })

  it('the tab has the record, and gives it to the one that continues', async () => {
    const drafts = await owner()
    expect(drafts.write(typed('港'))).toBe(false)
    expect(await drafts.listOf(key.tenantId, key.userId)).toEqual([typed('港')])
    expect(drafts.unstoredOf(key.tenantId, 'U-2')).toEqual([])
    const given = drafts.giveAway(applicationName(key))
    expect(given).toMatchObject(typed('港'))
    expect(await drafts.listOf(key.tenantId, key.userId), 'another tab may change it now').toEqual([])
    const continued = openLocalDrafts()
    if (given !== null) continued.receive(given)
    expect(await continued.claim(key)).toEqual(typed('港'))
    expect(await continued.claim(key), 'still, until it is written').toEqual(typed('港'))
  })

  it('keeps the record although another application is removed, and none after a log-out', async () => {
    const drafts = await owner()
    drafts.write(typed('港'))
    drafts.remove({ ...key, serviceId: 'other' })
    expect(drafts.unstoredOf(key.tenantId, key.userId)).toMatchObject([typed('港')])
    drafts.removeOwnOf(key.tenantId, key.userId)
    expect(drafts.unstoredOf(key.tenantId, key.userId)).toEqual([])
  })

  it('no longer has an older record, which the next page would take for the last one', async () => {
    storage.full = false
    const drafts = await owner()
    drafts.write(typed('前'))
    storage.full = true
    drafts.write(typed('後'))
    expect([...storage.map.values()].filter((value) => value.includes('前'))).toEqual([])
    storage.full = false
    expect(drafts.write(typed('後')), 'there is room again').toBe(true)
    expect(drafts.unstoredOf(key.tenantId, key.userId)).toEqual([])
    expect(await next()).toEqual(typed('後'))
  })
})

/** Another tab keeps the database busy until the returned function is called. */
async function holdDatabase(): Promise<() => void> {
  const database = await openDB('portal-drafts', 1)
  const { store } = database.transaction('applications', 'readwrite')
  let isHeld = true
  const hold = async () => {
    // A transaction lasts as long as it has requests.
    while (isHeld) await store.count()
    database.close()
  }
  void hold()
  return () => {
    isHeld = false
  }
}

describe('the database of the drafts', () => {
  it('a draft is in the database when the browser is killed, although local storage has lost the last writes', async () => {
    const drafts = openLocalDrafts()
    await drafts.claim(key)
    drafts.write(typed('前'))
    const left = localStore.keys().map((name) => [name, localStore.get(name) ?? ''] as const)
    drafts.write(typed('最後の一文字'))
    await databaseIdle()
    killBrowser()
    for (const [name, value] of left) localStore.set(name, value)
    expect(await next()).toEqual(typed('最後の一文字'))
  })

  it('the drafts need one connection', async () => {
    const open = vi.spyOn(indexedDB, 'open')
    const drafts = await owner()
    drafts.write(draft())
    await drafts.claim(key)
    expect(open).toHaveBeenCalledOnce()
  })

  it('the database is opened again after its connection was lost without an event', async () => {
    const drafts = await owner()
    drafts.write(draft())
    await databaseIdle()
    killBrowser()
    const { transaction } = IDBDatabase.prototype
    const lost = new Set<IDBDatabase>()
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...parts) {
      if (lost.size === 0) lost.add(this)
      if (lost.has(this)) throw new DOMException('The connection was lost', 'UnknownError')
      return transaction.apply(this, parts)
    })
    expect(await drafts.claim(key)).toEqual(draft())
  })

  it('the database is opened again after a newer version of the portal, or the browser, has closed it', async () => {
    const drafts = await owner()
    drafts.write(draft())
    const newer = await openDB('portal-drafts', 2)
    newer.close()
    expect(await drafts.claim(key), 'which has the database now').toEqual(draft())
    vi.stubGlobal('indexedDB', new IDBFactory())
    drafts.write(draft())
    await databaseIdle()
    killBrowser()
    expect(await drafts.claim(key)).toEqual(draft())
  })

  it.each([
    ['blocks it', new DOMException('blocked', 'SecurityError')],
    ['has none', new ReferenceError('indexedDB is not defined')],
  ])('the drafts are in local storage if the browser %s', async (_, error) => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw error
      },
    })
    const drafts = await owner()
    expect(drafts.write(draft())).toBe(true)
    expect(await next()).toEqual(draft())
    drafts.remove(key)
    expect(await drafts.claim(key)).toBeNull()
  })

  it('the drafts are in local storage if the database never responds, and removing them is not confirmed', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    const drafts = openLocalDrafts()
    drafts.receive({ ...draft(), write: 1 })
    const answers = Promise.all([next(), drafts.listOf('minato-city', 'U-1')])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answers).toEqual([draft(), [draft()]])
    const removing = drafts.removeAllOf('minato-city', 'U-1')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await removing).toBe(false)
  })

  it('a draft is read although the database needs 9 seconds to open, e.g. after a restart', async () => {
    let isHeld = true
    await new Promise<void>((started) => {
      void openDB('portal-drafts', 1, {
        async upgrade(db, _oldVersion, _newVersion, transaction) {
          db.createObjectStore('applications', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] })
          const drafts = transaction.objectStore('applications')
          await drafts.put({ ...draft(), write: 1 })
          started()
          // A transaction lasts as long as it has requests.
          while (isHeld) await drafts.count()
        },
      })
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reading = next()
    await vi.advanceTimersByTimeAsync(9_000)
    isHeld = false
    expect(await reading).toEqual(draft())
  })

  it('the database being full, its drafts can still be read and removed', async () => {
    const drafts = await owner()
    drafts.write(typed('前'))
    await databaseIdle()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    })
    expect(drafts.write(draft())).toBe(true)
    expect(await drafts.claim(key)).toEqual(draft())
    killBrowser()
    expect(await drafts.claim(key)).toEqual(typed('前'))
    drafts.remove(key)
    expect(await drafts.claim(key)).toBeNull()
  })

  it('stays without a removed draft, also if the page was left before the database had removed it', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const drafts = await owner()
    Reflect.deleteProperty(globalThis, 'window')
    drafts.write(draft())
    await databaseIdle()
    const release = await holdDatabase()
    drafts.remove(key)
    page.dispatchEvent(new Event('pagehide'))
    release()
    const later = openLocalDrafts()
    expect(await later.listOf(key.tenantId, key.userId)).toEqual([])
    expect(await later.claim(key)).toBeNull()
    killBrowser()
    expect(await next()).toBeNull()
  })

  it('keeps what another tab gives it right after a draft was removed', async () => {
    const drafts = await owner()
    drafts.remove(key)
    drafts.receive({ ...typed('続き'), write: 1 })
    expect(await drafts.claim(key)).toEqual(typed('続き'))
  })

  it('leaves no trace of a removed draft', async () => {
    const drafts = await owner()
    drafts.write(draft())
    drafts.remove(key)
    await vi.waitFor(() => expect(localStore.keys()).toEqual([]))
  })

  it('leaves no trace of a form that was only looked at, and no other tab loses its own', async () => {
    const [former, drafts] = [await owner(), await owner()]
    expect([former.giveAway(applicationName(key)), localStore.keys().length]).toEqual([null, 1])
    expect([drafts.giveAway(applicationName(key)), localStore.keys()]).toEqual([null, []])
    expect(former.write(typed('遅れて届いた文'))).toBe(false)
  })

  it('a page that is left keeps no transaction open, which would stop the next page in Safari', async () => {
    const transactions: IDBTransaction[] = []
    const { transaction: begin } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...options) {
      const transaction = begin.apply(this, options)
      transactions.push(transaction)
      return transaction
    })
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const drafts = openLocalDrafts()
    Reflect.deleteProperty(globalThis, 'window')
    await drafts.claim(key)
    const before = transactions.length
    const used = drafts.listOf(key.tenantId, key.userId)
    await vi.waitFor(() => expect(transactions.length).toBeGreaterThan(before))
    page.dispatchEvent(new Event('pagehide'))
    for (const transaction of transactions) expect(() => transaction.objectStore('applications')).toThrow()
    expect(drafts.write(typed('最後の一文字'))).toBe(true)
    await used
    expect(transactions).toHaveLength(before + 1)
    expect(await next()).toEqual(typed('最後の一文字'))
    page.dispatchEvent(new Event('pageshow'))
    await drafts.claim(key)
    expect(transactions).toHaveLength(before + 3)
  })
})
