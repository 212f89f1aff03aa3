import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localStore, sessionStore } from '../../../lib/safe-storage.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'
import { openLocalDrafts } from './draft-database.ts'
import { applicationName } from './draft.ts'
import type { ApplicationKey, LocalDraft } from './draft.ts'

const key: ApplicationKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }
const name = applicationName(key)

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
    changedAt: '2026-11-21T10:00:00.000Z',
    unsaved: true,
    etag: null,
    savedAt: null,
    baseContent: null,
    applicationId: 'application-1',
    submission: { key: 'key-1', phase: 'editing', body: null },
    ...over,
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  for (const store of [localStore, sessionStore]) for (const name of store.keys()) store.remove(name)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the drafts in the browser', () => {
  it('a draft is read as it was written, after the page was opened again', async () => {
    expect(await openLocalDrafts().write(draft())).toBe(true)
    expect(await openLocalDrafts().read(key)).toEqual({ ...draft() })
  })

  it('a draft belongs to one user of one tenant, one service and one type', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft())
    for (const other of [{ userId: 'U-2' }, { tenantId: 'aozora-water' }, { serviceId: 'x' }, { type: 'corporate' }])
      expect(await drafts.read({ ...key, ...other })).toBeNull()
  })

  it('the drafts are removed one by one, or all of one user only', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft())
    await drafts.write(draft({ serviceId: 'bulky-waste' }))
    await drafts.write(draft({ userId: 'U-2' }))
    await drafts.write(draft({ userId: 'U-10' }))
    expect(await drafts.remove({ ...key, serviceId: 'bulky-waste' })).toBe(true)
    expect(await drafts.listOf('minato-city', 'U-1')).toHaveLength(1)
    await drafts.removeAllOf('minato-city', 'U-1')
    expect(await drafts.listOf('minato-city', 'U-1')).toEqual([])
    expect(await drafts.listOf('minato-city', 'U-2')).toHaveLength(1)
    expect(await drafts.listOf('minato-city', 'U-10')).toHaveLength(1)
  })

  it('the record of a sent application is removed by its order, and no other one', async () => {
    const drafts = openLocalDrafts()
    const sent = { key: 'key-1', phase: 'waiting', body: '{}' } as const
    await drafts.write(draft({ submission: { ...sent, orderId: 'OR-1' } }))
    await drafts.write(draft({ serviceId: 'other', submission: { ...sent, orderId: 'OR-2' } }))
    await drafts.write(draft({ serviceId: 'unknown', submission: sent }))
    await drafts.removeSent('OR-1')
    const left = ['water-start', 'other', 'unknown'].map((serviceId) => drafts.read({ ...key, serviceId }))
    expect(await Promise.all(left)).toEqual([null, expect.anything(), expect.anything()])
  })

  it('the drafts are listed with the latest change first', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft({ serviceId: 'old', changedAt: '2026-11-20T10:00:00.000Z' }))
    await drafts.write(draft({ serviceId: 'new', changedAt: '2026-11-21T10:00:00.000Z' }))
    const list = await drafts.listOf('minato-city', 'U-1')
    expect(list?.map(({ serviceId }) => serviceId)).toEqual(['new', 'old'])
  })

  it('the drafts are distinguished by service and type together', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft({ serviceId: 'x', type: 'yz' }))
    await drafts.write(draft({ serviceId: 'xy', type: 'z' }))
    expect(await drafts.listOf('minato-city', 'U-1')).toHaveLength(2)
  })

  it.each([
    ['blocks it', new DOMException('blocked', 'SecurityError')],
    ['has none in private windows', new DOMException('no database', 'InvalidStateError')],
    ['has none', new ReferenceError('indexedDB is not defined')],
  ])('the drafts fail silently if the browser %s', async (_, error) => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw error
      },
    })
    const drafts = openLocalDrafts()
    expect(await drafts.write(draft())).toBe(false)
    expect(localStore.keys()).toEqual([])
    expect(await drafts.storesNothing()).toBe(true)
    expect(await openLocalDrafts().read(key), 'of another tab').toBeNull()
    expect(await drafts.read(key), 'another tab may have continued').toBeNull()
    expect(await drafts.listOf('minato-city', 'U-1')).toEqual([draft()])
    expect(await drafts.remove(key), 'nothing is left').toBe(true)
    expect(await drafts.read(key)).toBeNull()
  })

  it('a draft that the browser does not store goes to the tab that continues, and stays with that one', async () => {
    const [former, next] = [openLocalDrafts(), openLocalDrafts()]
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    expect(await former.write(draft())).toBe(false)
    localStore.remove(storageKeys.unwritten + name)
    const given = former.giveUnwritten(name)
    if (given === null) throw new Error('The browser has stored it')
    next.receive(name, given)
    expect(await next.read(key)).toEqual(draft())
    for (const drafts of [former, next]) expect(await drafts.read(key), 'given or read once').toBeNull()
    expect(former.giveUnwritten(name)).toBeNull()
    next.receive(name, given)
    await next.removeAllOf('minato-city', 'U-1')
    expect(await next.read(key), 'after a log-out').toBeNull()
    put.mockRestore()
    expect(await former.write(draft())).toBe(true)
    expect(former.giveUnwritten(name)).toBeNull()
  })

  it('a draft may be in a damaged database, but not in a database that is blocked with local storage', async () => {
    let error = new DOMException('The user denied permission to access the database.', 'UnknownError')
    const failed = () => {
      throw error
    }
    vi.stubGlobal('indexedDB', { open: failed })
    const persistent = vi.spyOn(localStore, 'persistent', 'get').mockReturnValue(true)
    const drafts = openLocalDrafts()
    expect(await drafts.read(key)).toBe('unread')
    expect(await drafts.removeAllOf('minato-city', 'U-1')).toBe(false)
    expect(await drafts.remove(key)).toBe(false)
    persistent.mockReturnValue(false)
    expect(await drafts.read(key)).toBeNull()
    expect(await drafts.removeAllOf('minato-city', 'U-1')).toBe(true)
    error = new DOMException('The connection was closed.', 'AbortError')
    expect(await drafts.read(key), 'not the name of blocked data').toBe('unread')
  })

  it('the drafts need one connection', async () => {
    const open = vi.spyOn(indexedDB, 'open')
    const drafts = openLocalDrafts()
    await drafts.write(draft())
    await drafts.read(key)
    expect(open).toHaveBeenCalledOnce()
  })

  it.each(['InvalidStateError', 'UnknownError'])(
    'the database is opened again after its connection was lost without an event (%s)',
    async (name) => {
      const opening = vi.spyOn(indexedDB, 'open')
      const drafts = openLocalDrafts()
      expect(await drafts.write(draft())).toBe(true)
      const { transaction } = IDBDatabase.prototype
      const lost = new Set<IDBDatabase>()
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...parts) {
        if (lost.size === 0) lost.add(this)
        if (lost.has(this)) throw new DOMException('The connection was lost', name)
        return transaction.apply(this, parts)
      })
      const [read, written] = await Promise.all([drafts.read(key), drafts.write(draft({ serviceId: 'bulky-waste' }))])
      expect(read).toEqual(draft())
      expect(written).toBe(true)
      expect(await drafts.listOf('minato-city', 'U-1')).toHaveLength(2)
      expect(opening).toHaveBeenCalledTimes(2)
    },
  )

  it('the drafts are reported as unread if reading fails', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft())
    for (const method of ['get', 'getAll'] as const)
      vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
        throw new DOMException('Internal error', 'UnknownError')
      })
    expect(await drafts.read(key)).toBe('unread')
    expect(await drafts.listOf('minato-city', 'U-1')).toBeNull()
  })

  it('a draft is written again after its removal, in the order of the requests', async () => {
    const drafts = openLocalDrafts()
    const removing = drafts.remove(key)
    const writing = drafts.write(draft())
    expect([await removing, await writing]).toEqual([true, true])
    expect(await drafts.read(key)).toEqual(draft())
  })

  it('the drafts fail silently if the storage never responds', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    const drafts = openLocalDrafts()
    const answers = Promise.all([
      drafts.read(key),
      drafts.listOf('minato-city', 'U-1'),
      drafts.removeAllOf('minato-city', 'U-1'),
    ])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await answers).toEqual(['unread', null, false])
    const later = drafts.write(draft())
    await vi.advanceTimersByTimeAsync(100)
    expect(await later, 'the limit is waited for once').toBe(false)
  })

  /** Another tab creates the database, with a draft, and no other can open it before the returned function is called. */
  async function createdElsewhere(): Promise<() => void> {
    let isHeld = true
    await new Promise<void>((started) => {
      void openDB('portal-drafts', 1, {
        async upgrade(db, _oldVersion, _newVersion, transaction) {
          db.createObjectStore('applications', { keyPath: ['tenantId', 'userId', 'serviceId', 'type'] })
          const drafts = transaction.objectStore('applications')
          await drafts.put({ ...draft(), claim: 1, write: 1 })
          started()
          while (isHeld) await drafts.count()
        },
      })
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => {
      isHeld = false
    }
  }

  it('a draft is read although the database needs 9 seconds to open', async () => {
    const release = await createdElsewhere()
    const reading = openLocalDrafts().read(key)
    await vi.advanceTimersByTimeAsync(9_000)
    release()
    expect(await reading).toEqual(draft())
  })

  it('a draft is written as soon as a database that opens too late has opened', async () => {
    const release = await createdElsewhere()
    const drafts = openLocalDrafts()
    const reading = drafts.read(key)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await reading).toBe('unread')
    release()
    const mine = draft({ content: { ...draft().content, answers: { a: { b: '後から' } } } })
    expect(await drafts.write(mine)).toBe(true)
    expect(await drafts.read(key)).toEqual(mine)
  })

  it('a read waits for the database again after the database has responded', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft())
    const elsewhere = await openDB('portal-drafts', 1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { store, done } = elsewhere.transaction('applications', 'readwrite')
    let isBusy = true
    // A transaction lasts as long as it has requests.
    const use = async () => {
      while (isBusy) await store.count()
    }
    const using = use()
    const reading = drafts.read(key)
    await vi.advanceTimersByTimeAsync(9_000)
    isBusy = false
    await Promise.all([using, done])
    elsewhere.close()
    expect(await reading).toEqual(draft())
  })

  it('a draft is written although the page was busy for longer than the storage may take', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const writing = openLocalDrafts().write(draft())
    // After its work, the page runs the timer that is overdue before the database can respond.
    vi.runOnlyPendingTimers()
    expect(await writing).toBe(true)
  })

  it('the drafts leave no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await openLocalDrafts().write(draft())
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    ['content', undefined],
    ['content', { answers: {} }],
    ['changedAt', 1],
  ])('a record of another version of the portal is ignored, with %s: %o', async (name, value) => {
    const drafts = openLocalDrafts()
    await drafts.write({ ...draft(), [name]: value } as LocalDraft)
    expect(await drafts.read(key)).toBeNull()
    await openLocalDrafts().write(draft({ changedAt: '2026-11-20T10:00:00.000Z' }))
    expect(await drafts.read(key)).toMatchObject({ changedAt: '2026-11-20T10:00:00.000Z' })
    expect(await drafts.listOf('minato-city', 'U-1')).toHaveLength(1)
  })

  it.each([undefined, '', 7])(
    'a record of another version of the portal gets an application: %o',
    async (applicationId) => {
      const drafts = openLocalDrafts()
      await drafts.write({ ...draft(), applicationId } as unknown as LocalDraft)
      const read = await drafts.read(key)
      expect(read).toMatchObject({ content: draft().content })
      expect(read).toHaveProperty('applicationId', expect.stringMatching(/^[\da-f-]{36}$/))
    },
  )

  it('the database is opened again after a newer version of the portal, or the browser, has closed it', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft())
    const newer = await openDB('portal-drafts', 2)
    newer.close()
    // The newer version has the database now: the older version can only report that it stores nothing.
    expect(await drafts.write(draft())).toBe(false)
    vi.stubGlobal('indexedDB', new IDBFactory())
    expect(await drafts.write(draft())).toBe(true)
  })
})

describe('a page that was left before the database had written', () => {
  const entry = 'portal.unwritten.minato-city/U-1/water-start/individual'
  const written = (claim: number, write: number, of = draft()) => JSON.stringify({ ...of, claim, write })
  const leftCopy = written(Date.now() + 60_000, 9)

  /** What is in local storage after the page was left; the database has written meanwhile, and the copy is gone there. */
  async function leave(copy: LocalDraft): Promise<() => void> {
    const drafts = openLocalDrafts()
    await drafts.read(key)
    const writing = drafts.write(copy)
    const left = localStore.keys().map((name) => [name, localStore.get(name) ?? ''] as const)
    expect(left).toHaveLength(1)
    await writing
    expect(localStore.keys()).toEqual([])
    return () => {
      for (const [name, value] of left) localStore.set(name, value)
    }
  }

  it('the next visit has the answers of a page that was left before the database had written', async () => {
    const copy = draft({ content: { ...draft().content, answers: { a: { b: '最後の一文字' } } } })
    const endBeforeWriting = await leave(copy)
    await openLocalDrafts().remove(key)
    endBeforeWriting()
    expect(await openLocalDrafts().listOf('minato-city', 'U-1')).toEqual([copy])
    expect(localStore.keys()).toEqual([])
    expect(await openLocalDrafts().read(key)).toEqual(copy)
  })

  it.each(['write', 'read', 'listOf', 'remove'] as const)(
    'a page that is left keeps no transaction open, which would stop the next page in Safari (%s)',
    async (use) => {
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
      await drafts.read(key)
      const typed = draft({ content: { ...draft().content, answers: { a: { b: '最後の一文字' } } } })
      await drafts.write(typed)
      const before = transactions.length
      const running = { write: () => drafts.write(typed), listOf: () => drafts.listOf(key.tenantId, key.userId) }
      const used = { ...running, read: () => drafts.read(key), remove: () => drafts.remove(key) }[use]()
      await vi.waitFor(() => expect(transactions.length).toBeGreaterThan(before))
      page.dispatchEvent(new Event('pagehide'))
      for (const transaction of transactions) expect(() => transaction.objectStore('applications')).toThrow()
      const afterwards = drafts.write(typed)
      expect(await afterwards).toBe(false)
      await used
      expect(transactions).toHaveLength(before + 1)
      expect(await openLocalDrafts().read(key)).toEqual(typed)
      page.dispatchEvent(new Event('pageshow'))
      expect(await drafts.write(typed)).toBe(true)
    },
  )

  it('does not bring back a draft that was deleted afterwards', async () => {
    const endBeforeWriting = await leave(draft())
    endBeforeWriting()
    await openLocalDrafts().remove(key)
    expect(await openLocalDrafts().read(key)).toBeNull()
    endBeforeWriting()
    await openLocalDrafts().removeAllOf('minato-city', 'U-1')
    expect(await openLocalDrafts().read(key)).toBeNull()
  })

  it('does not replace what was written later', async () => {
    const endBeforeWriting = await leave(draft())
    const later = draft({ savedAt: '2026-11-21T10:00:05.000Z', unsaved: false })
    const drafts = openLocalDrafts()
    await drafts.read(key)
    await drafts.write(later)
    endBeforeWriting()
    expect(await openLocalDrafts().read(key)).toEqual(later)
  })

  it.each([
    ['no JSON', '{"claim":1'],
    ['no name', '{"claim":1}'],
    ['no content', JSON.stringify({ ...key, claim: 1, write: 1 })],
    ['no number', JSON.stringify({ ...draft(), claim: 1 })],
  ])('an entry that was changed by hand is ignored: %s', async (_fault, text) => {
    localStore.set(entry, text)
    const kept = draft({ serviceId: 'kept' })
    await openLocalDrafts().write(kept)
    expect(await openLocalDrafts().read(key)).toBeNull()
    expect(await openLocalDrafts().listOf('minato-city', 'U-1')).toEqual([kept])
    expect(localStore.keys()).toEqual([])
  })

  it('a log-out also removes an entry that was changed by hand', async () => {
    localStore.set(entry, '{"tab":1')
    expect(await openLocalDrafts().removeAllOf('minato-city', 'U-1')).toBe(true)
    expect(localStore.keys()).toEqual([])
  })

  it('leaves the entries of others alone', async () => {
    localStore.set('another', '1')
    await openLocalDrafts().read(key)
    expect(localStore.keys()).toEqual(['another'])
  })

  it('replaces what the same page has written before', async () => {
    await openLocalDrafts().write(draft())
    const later = draft({ content: { ...draft().content, answers: { a: { b: '最後' } } } })
    localStore.set(entry, written(Date.now() + 60_000, 2, later))
    expect(await openLocalDrafts().read(key)).toEqual(later)
  })

  it('keeps its entry while the database is full; what the database has can be read and removed', async () => {
    const drafts = openLocalDrafts()
    const before = draft({ changedAt: '2026-11-21T09:00:00.000Z' })
    await drafts.write(before)
    const other = draft({ userId: 'U-2' })
    await drafts.write(other)
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    })
    expect(await drafts.write(draft())).toBe(false)
    expect(localStore.keys()).toEqual([entry])
    expect(await openLocalDrafts().read(key)).toEqual(before)
    full.mockRestore()
    expect(await openLocalDrafts().read(key)).toEqual(draft())
    expect(localStore.keys()).toEqual([])
    localStore.set(entry, leftCopy)
    expect(await openLocalDrafts().removeAllOf('minato-city', 'U-1')).toBe(true)
    expect(localStore.keys()).toEqual([])
    expect(await openLocalDrafts().read({ ...key, userId: 'U-2' })).toEqual(other)
  })

  it('keeps an entry that its page has replaced during the import', async () => {
    const name = entry
    localStore.set(name, leftCopy)
    const later = leftCopy.replace('"write":9', '"write":10')
    const { put } = IDBObjectStore.prototype
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore, copy) {
      localStore.set(name, later)
      return put.call(this, copy)
    })
    expect(await openLocalDrafts().read(key)).toEqual(draft())
    expect(localStore.get(name)).toBe(later)
  })

  it('does not come back from an import that goes on after the draft was removed', async () => {
    for (const serviceId of ['water-start', 'water-stop'])
      localStore.set(
        `portal.unwritten.minato-city/U-1/${serviceId}/individual`,
        written(Date.now() + 60_000, 1, draft({ serviceId })),
      )
    const drafts = openLocalDrafts()
    const { get } = IDBObjectStore.prototype
    const removing: Promise<boolean>[] = []
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function (this: IDBObjectStore, query) {
      removing.push(drafts.removeAllOf('minato-city', 'U-1'))
      return get.call(this, query)
    })
    await drafts.listOf('minato-city', 'U-1')
    expect(await Promise.all(removing)).toEqual([true])
    expect(await drafts.listOf('minato-city', 'U-1')).toEqual([])
  })

  it('keeps the entry of another user when one is removed', async () => {
    localStore.set(entry, leftCopy)
    await openLocalDrafts().removeAllOf('minato-city', 'U-2')
    expect(localStore.keys()).toEqual([entry])
  })

  it('keeps its entry until its last write is in the database', async () => {
    const drafts = openLocalDrafts()
    const writing = drafts.write(draft())
    localStore.set(entry, leftCopy)
    expect(await writing).toBe(true)
    expect(localStore.get(entry)).toBe(leftCopy)
  })
})

describe('a tab that has taken the application over', () => {
  const typed = (name: string) => draft({ content: { ...draft().content, answers: { a: { b: name } } } })

  it('a tab that takes over is not overwritten by the former owner, e.g. one that was frozen', async () => {
    const [former, next] = [openLocalDrafts(), openLocalDrafts()]
    await former.read(key)
    await former.write(typed('前'))
    expect(await next.read(key)).toEqual(typed('前'))
    await next.write(typed('続き'))
    await former.write(typed('遅れて届いた文'))
    expect(await openLocalDrafts().read(key)).toEqual(typed('続き'))
  })

  it('a tab that takes over is later than the former one, although the clock was set back', async () => {
    const former = openLocalDrafts()
    await former.read(key)
    await former.write(typed('前'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    const next = openLocalDrafts()
    await next.read(key)
    await next.write(typed('続き'))
    expect(await openLocalDrafts().read(key)).toEqual(typed('続き'))
  })
})

describe('a submission', () => {
  const sent = { key: 'key-1', phase: 'sending', body: '{}' } as const

  it('a submission is in the record of its application, which is listed again once answers may be edited', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft({ submission: sent }))
    expect(await openLocalDrafts().read(key)).toMatchObject({ submission: sent })
    expect(await drafts.listOf('minato-city', 'U-1')).toEqual([])
    await drafts.write(draft())
    expect(await drafts.listOf('minato-city', 'U-1')).toHaveLength(1)
  })

  it.each([undefined, null, 'sent', { phase: 'sending', body: '{}' }, { ...sent, key: '' }])(
    'a submission without a key is ignored: %o',
    async (submission) => {
      const drafts = openLocalDrafts()
      await drafts.write({ ...draft(), submission } as unknown as LocalDraft)
      expect(await drafts.read(key)).toMatchObject({ content: draft().content, submission: { phase: 'editing' } })
    },
  )
})
