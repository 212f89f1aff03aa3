import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { localStore } from '../../../lib/safe-storage.ts'
import { FakeStorage } from '../../../lib/testing/fake-storage.ts'
import { openLocalDrafts } from './draft-database.ts'
import { applicationName } from './draft.ts'
import type { ApplicationKey, LocalDraft } from './draft.ts'

const key: ApplicationKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }

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

/** As local storage is after the browser was killed: it has none of the last writes. */
function killBrowser(): void {
  for (const name of localStore.keys()) localStore.remove(name)
}

/** The database has finished what was asked of it. */
async function databaseIdle(): Promise<void> {
  const database = await openDB('portal-drafts', 1)
  await database.transaction('applications', 'readwrite').done
  database.close()
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', new FakeStorage())
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function typed(text: string): LocalDraft {
  return draft({ content: { ...draft().content, answers: { a: { b: text } } } })
}

describe('the drafts in the browser', () => {
  it('a draft belongs to one user of one tenant, one service and one type', async () => {
    const drafts = openLocalDrafts()
    expect(drafts.write(draft())).toBe(true)
    for (const other of [{ userId: 'U-2' }, { tenantId: 'aozora-water' }, { serviceId: 'x' }, { type: 'corporate' }])
      expect(await drafts.read({ ...key, ...other })).toBeNull()
    expect(await openLocalDrafts().read(key), 'of another page').toEqual(draft())
  })

  it.each(['local storage', 'the database'])(
    'the drafts are removed one by one, or all of one user only, from %s',
    async (place) => {
      const drafts = openLocalDrafts()
      for (const over of [{}, { serviceId: 'bulky-waste' }, { userId: 'U-2' }, { userId: 'U-10' }])
        drafts.write(draft(over))
      await databaseIdle()
      if (place === 'the database') killBrowser()
      else vi.stubGlobal('indexedDB', new IDBFactory())
      const left = place === 'the database' ? drafts : openLocalDrafts()
      expect(await left.remove({ ...key, serviceId: 'bulky-waste' })).toBe(true)
      expect(await left.listOf('minato-city', 'U-1')).toEqual([draft()])
      expect(await left.removeAllOf('minato-city', 'U-1')).toBe(true)
      expect(await left.listOf('minato-city', 'U-1')).toEqual([])
      for (const userId of ['U-2', 'U-10']) expect(await left.listOf('minato-city', userId)).toHaveLength(1)
    },
  )

  it('the record of a sent application is removed by its order, and no other one', async () => {
    const drafts = openLocalDrafts()
    const sent = { key: 'key-1', phase: 'waiting', body: '{}' } as const
    drafts.write(draft({ submission: { ...sent, orderId: 'OR-1' } }))
    drafts.write(draft({ serviceId: 'other', submission: { ...sent, orderId: 'OR-2' } }))
    drafts.write(draft({ serviceId: 'unknown', submission: sent }))
    await drafts.removeSent('OR-1')
    const left = ['water-start', 'other', 'unknown'].map((serviceId) => drafts.read({ ...key, serviceId }))
    expect(await Promise.all(left)).toEqual([null, expect.anything(), expect.anything()])
  })

  it('the drafts are listed with the latest change first', async () => {
    const drafts = openLocalDrafts()
    drafts.write(draft({ serviceId: 'old', changedAt: '2026-11-20T10:00:00.000Z' }))
    drafts.write(draft({ serviceId: 'new', changedAt: '2026-11-21T10:00:00.000Z' }))
    const list = await drafts.listOf('minato-city', 'U-1')
    expect(list.map(({ serviceId }) => serviceId)).toEqual(['new', 'old'])
  })

  it('a tab that takes over is not overwritten by the former owner, e.g. one that was frozen', async () => {
    const [former, next] = [openLocalDrafts(), openLocalDrafts()]
    await former.read(key)
    former.write(typed('前'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    expect(await next.read(key)).toEqual(typed('前'))
    next.write(typed('続き'))
    former.write(typed('遅れて届いた文'))
    expect(await openLocalDrafts().read(key), 'although the clock was set back').toEqual(typed('続き'))
  })

  it('a former owner does not overwrite local storage either, where there is no database', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const [former, next] = [openLocalDrafts(), openLocalDrafts()]
    await former.read(key)
    former.write(typed('前'))
    await next.read(key)
    next.write(typed('続き'))
    expect(former.write(typed('遅れて届いた文'))).toBe(false)
    expect(await openLocalDrafts().read(key)).toEqual(typed('続き'))
  })

  it('a tab that takes over continues with what it was given until it writes, or until a log-out', async () => {
    const next = openLocalDrafts()
    next.receive(applicationName(key), typed('続き'))
    expect(await next.read(key)).toEqual(typed('続き'))
    next.write(typed('続きの続き'))
    expect(await next.read(key)).toEqual(typed('続きの続き'))
    next.receive(applicationName(key), typed('続き'))
    await next.removeAllOf('minato-city', 'U-1')
    expect(await next.read(key)).toBeNull()
  })

  it.each([
    ['cut off', JSON.stringify({ ...draft(), claim: 1, write: 1 }).slice(0, -10)],
    ['no object', '7'],
    ['without content', JSON.stringify({ ...draft(), content: { answers: {} }, claim: 1, write: 1 })],
    ['without a key', JSON.stringify({ ...draft(), submission: { phase: 'sending' }, claim: 1, write: 1 })],
    ['without a number', JSON.stringify({ ...draft(), claim: 1 })],
  ])('a record that is %s is ignored, replaced, and removed by a log-out', async (_fault, text) => {
    const entry = 'portal.record.minato-city/U-1/water-start/individual'
    localStore.set(entry, text)
    localStore.set('another', '1')
    const drafts = openLocalDrafts()
    expect(await drafts.read(key)).toBeNull()
    expect(await drafts.listOf('minato-city', 'U-1')).toEqual([])
    drafts.write(draft())
    expect(await drafts.read(key)).toEqual(draft())
    localStore.set(entry, text)
    await drafts.removeAllOf('minato-city', 'U-1')
    expect(localStore.keys()).toEqual(['another'])
  })
})

describe('the database of the drafts', () => {
  it('a draft is in the database when the browser is killed, although local storage has lost the last writes', async () => {
    const drafts = openLocalDrafts()
    await drafts.read(key)
    drafts.write(typed('前'))
    const left = localStore.keys().map((name) => [name, localStore.get(name) ?? ''] as const)
    drafts.write(typed('最後の一文字'))
    await databaseIdle()
    killBrowser()
    for (const [name, value] of left) localStore.set(name, value)
    expect(await openLocalDrafts().read(key)).toEqual(typed('最後の一文字'))
  })

  it('the drafts need one connection', async () => {
    const open = vi.spyOn(indexedDB, 'open')
    const drafts = openLocalDrafts()
    drafts.write(draft())
    await drafts.read(key)
    expect(open).toHaveBeenCalledOnce()
  })

  it('the database is opened again after its connection was lost without an event', async () => {
    const drafts = openLocalDrafts()
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
    expect(await drafts.read(key)).toEqual(draft())
  })

  it('the database is opened again after a newer version of the portal, or the browser, has closed it', async () => {
    const drafts = openLocalDrafts()
    drafts.write(draft())
    const newer = await openDB('portal-drafts', 2)
    newer.close()
    expect(await drafts.read(key), 'which has the database now').toEqual(draft())
    vi.stubGlobal('indexedDB', new IDBFactory())
    drafts.write(draft())
    await databaseIdle()
    killBrowser()
    expect(await drafts.read(key)).toEqual(draft())
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
    const drafts = openLocalDrafts()
    expect(drafts.write(draft())).toBe(true)
    expect(await openLocalDrafts().read(key)).toEqual(draft())
    expect(await drafts.remove(key)).toBe(true)
    expect(await drafts.read(key)).toBeNull()
  })

  it('the drafts are in local storage if the database never responds, and removing them is not confirmed', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() })
    const drafts = openLocalDrafts()
    drafts.write(draft())
    const answers = Promise.all([openLocalDrafts().read(key), drafts.listOf('minato-city', 'U-1')])
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
          await drafts.put({ ...draft(), claim: 1, write: 1 })
          started()
          // A transaction lasts as long as it has requests.
          while (isHeld) await drafts.count()
        },
      })
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reading = openLocalDrafts().read(key)
    await vi.advanceTimersByTimeAsync(9_000)
    isHeld = false
    expect(await reading).toEqual(draft())
  })

  it('the database being full, its drafts can still be read and removed', async () => {
    const drafts = openLocalDrafts()
    drafts.write(typed('前'))
    await databaseIdle()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    })
    expect(drafts.write(draft())).toBe(true)
    expect(await drafts.read(key)).toEqual(draft())
    killBrowser()
    expect(await drafts.read(key)).toEqual(typed('前'))
    expect(await drafts.remove(key)).toBe(true)
    expect(await drafts.read(key)).toBeNull()
  })

  it('a draft that the browser does not store is not kept by its page, because another tab may go on with it', async () => {
    const full = new FakeStorage()
    full.full = true
    vi.stubGlobal('localStorage', full)
    vi.stubGlobal('indexedDB', undefined)
    const drafts = openLocalDrafts()
    expect(drafts.write(draft())).toBe(false)
    expect(await drafts.read(key)).toBeNull()
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
    await drafts.read(key)
    const before = transactions.length
    const used = drafts.listOf(key.tenantId, key.userId)
    await vi.waitFor(() => expect(transactions.length).toBeGreaterThan(before))
    page.dispatchEvent(new Event('pagehide'))
    for (const transaction of transactions) expect(() => transaction.objectStore('applications')).toThrow()
    expect(drafts.write(typed('最後の一文字'))).toBe(true)
    await used
    expect(transactions).toHaveLength(before + 1)
    expect(await openLocalDrafts().read(key)).toEqual(typed('最後の一文字'))
    page.dispatchEvent(new Event('pageshow'))
    await drafts.read(key)
    expect(transactions).toHaveLength(before + 3)
  })
})
