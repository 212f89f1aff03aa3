import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openLocalDrafts } from './draft-database.ts'
import type { ApplicationKey, LocalDraft } from './draft-content.ts'

const key: ApplicationKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }

function draft(over: Partial<LocalDraft> = {}): LocalDraft {
  return {
    ...key,
    content: { formVersion: 'a1', answers: { a: { b: '港' } }, step: 'a', shippingAddress: null, reapplyOf: null },
    changedAt: '2026-11-21T10:00:00.000Z',
    unsaved: true,
    etag: null,
    savedAt: null,
    saveIds: [],
    idempotencyKey: 'key-1',
    submission: { phase: 'editing', body: null },
    ...over,
  }
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the drafts in the browser', () => {
  it('come back as they were written, after the page was opened again', async () => {
    expect(await openLocalDrafts().write(draft())).toBe(true)
    expect(await openLocalDrafts().read(key)).toEqual(draft())
  })

  it('belong to one user of one tenant, one service and one type', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft())
    for (const other of [{ userId: 'U-2' }, { tenantId: 'aozora-water' }, { serviceId: 'x' }, { type: 'corporate' }])
      expect(await drafts.read({ ...key, ...other })).toBeNull()
  })

  it('are removed one by one, or all of one user and nobody else', async () => {
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

  it('are listed with the latest change first', async () => {
    const drafts = openLocalDrafts()
    await drafts.write(draft({ serviceId: 'old', changedAt: '2026-11-20T10:00:00.000Z' }))
    await drafts.write(draft({ serviceId: 'new', changedAt: '2026-11-21T10:00:00.000Z' }))
    expect((await drafts.listOf('minato-city', 'U-1')).map(({ serviceId }) => serviceId)).toEqual(['new', 'old'])
  })

  it('refuse quietly where the browser has no storage', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    const drafts = openLocalDrafts()
    expect(await drafts.write(draft())).toBe(false)
    expect(await drafts.read(key)).toBeNull()
    expect(await drafts.remove(key)).toBe(false)
  })

  it('refuse quietly where the storage never answers', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
    const reading = openLocalDrafts().read(key)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await reading).toBeNull()
  })

  it('ignore a record that another version of the portal left', async () => {
    const drafts = openLocalDrafts()
    const { content: _content, ...rest } = draft()
    await drafts.write(rest as LocalDraft)
    expect(await drafts.read(key)).toBeNull()
  })
})
