import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeLocks } from '../testing/fake-locks.ts'
import type { ApplicationTabs, HandOver, TabMessage } from './application-tabs.ts'
import { createOwnership, handOverWaitMs, lockWaitMs } from './ownership.ts'

const name = 'minato-city/U-1/water-start/individual'
const written: HandOver = { kind: 'written', record: null }
const order = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' } as const

/** A browser whose tabs share the locks and receive each other's messages. */
function browser({ hasLocks = true, waitMs = handOverWaitMs } = {}) {
  const locks = fakeLocks()
  const tabs: Set<(message: TabMessage) => void>[] = []

  function channel(): ApplicationTabs {
    const mine = new Set<(message: TabMessage) => void>()
    tabs.push(mine)
    return {
      post(message) {
        for (const tab of tabs.filter((each) => each !== mine))
          for (const listener of tab) queueMicrotask(() => listener(message))
      },
      subscribe(listener) {
        mine.add(listener)
        return () => mine.delete(listener)
      },
    }
  }

  function open({ visible = Promise.resolve(), answers = true } = {}) {
    const link = channel()
    const handOver = vi.fn<() => Promise<HandOver>>(async () => written)
    const onLost = vi.fn<() => void>()
    const ownership = createOwnership({
      locks: () => (hasLocks ? locks : null),
      tabs: answers ? link : { ...link, subscribe: () => () => true },
      whenVisible: () => visible,
      handOver,
      onLost,
      onOwned: () => undefined,
      waitMs: () => waitMs,
    })
    const inTime = async (begun: Promise<void>) => {
      await vi.advanceTimersByTimeAsync(handOverWaitMs)
      await begun
    }
    return {
      ...ownership,
      claimed: (each: string) => inTime(ownership.claim(each)),
      takenOver: (each: string) => inTime(ownership.takeOver(each)),
      link,
      handOver,
      onLost,
      kind: () => ownership.place(name).kind,
    }
  }
  return { open, locks }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each([
  ['with locks', true],
  ['without locks, as on a page without https', false],
])('an application of one browser (%s)', (_name, hasLocks) => {
  it('moves to the tab that opens it last, after the former owner has written', async () => {
    const { open } = browser({ hasLocks })
    const first = open()
    await first.claimed(name)
    const isWritten = Promise.withResolvers<HandOver>()
    first.handOver.mockReturnValue(isWritten.promise)
    const second = open()
    void second.claim(name)
    await vi.advanceTimersByTimeAsync(handOverWaitMs - 1)
    expect(first.handOver).toHaveBeenCalledOnce()
    isWritten.resolve(written)
    await vi.advanceTimersByTimeAsync(0)
    expect([first.kind(), second.kind()]).toEqual(['elsewhere', 'here'])
  })

  it('returns to a former owner in which the user continues', async () => {
    const { open } = browser({ hasLocks })
    const [first, second] = [open(), open()]
    await first.claimed(name)
    await second.claimed(name)
    await vi.advanceTimersByTimeAsync(0)
    await first.takenOver(name)
    await vi.advanceTimersByTimeAsync(0)
    expect([first.kind(), second.kind()]).toEqual(['here', 'elsewhere'])
  })

  it('opens again with each claim, because another tab may have written', async () => {
    const { open } = browser({ hasLocks })
    const [first, second] = [open(), open()]
    await first.claimed(name)
    const before = first.place(name)
    await second.claimed(name)
    await vi.advanceTimersByTimeAsync(0)
    await first.takenOver(name)
    expect(first.place(name)).not.toEqual(before)
  })

  it('stays with a tab that is sending it; the other one shows the result', async () => {
    const { open } = browser({ hasLocks })
    const [first, second] = [open(), open()]
    await first.claimed(name)
    first.handOver.mockResolvedValue({ kind: 'sending' })
    await second.claimed(name)
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    expect([first.kind(), second.kind()]).toEqual(['here', 'sending'])
    first.link.post({ kind: 'result', name, order })
    await vi.advanceTimersByTimeAsync(0)
    expect(second.place(name)).toEqual({ kind: 'sent', order })
  })

  it('can be continued in the other tab if nothing was sent', async () => {
    const { open } = browser({ hasLocks })
    const [first, second] = [open(), open()]
    await first.claimed(name)
    first.handOver.mockResolvedValue({ kind: 'sending' })
    await second.claimed(name)
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    first.link.post({ kind: 'result', name, order: null })
    await vi.advanceTimersByTimeAsync(0)
    expect(second.kind()).toBe('elsewhere')
    first.handOver.mockResolvedValue(written)
    await second.takenOver(name)
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    expect([first.kind(), second.kind()]).toEqual(['elsewhere', 'here'])
  })

  it('waits in a hidden tab until the user sees it', async () => {
    const { open } = browser({ hasLocks })
    const first = open()
    await first.claimed(name)
    const visible = Promise.withResolvers<void>()
    const second = open({ visible: visible.promise })
    void second.claim(name)
    await vi.advanceTimersByTimeAsync(10_000)
    expect([first.kind(), second.kind()]).toEqual(['here', 'unclaimed'])
    visible.resolve()
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    expect([first.kind(), second.kind()]).toEqual(['elsewhere', 'here'])
  })

  it('stays where it is when another application is opened', async () => {
    const { open } = browser({ hasLocks })
    const [first, second] = [open(), open()]
    await first.claimed(name)
    await second.claimed(`${name}-other`)
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    expect(first.kind()).toBe('here')
    expect(first.handOver).not.toHaveBeenCalled()
  })

  it('stays with its owner if the other tab leaves its page before it has the application', async () => {
    const { open } = browser({ hasLocks })
    const [first, second] = [open(), open()]
    await first.claimed(name)
    void second.claim(name)
    second.release(name)
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    expect(second.kind()).toBe('unclaimed')
    await first.takenOver(name)
    expect(first.kind()).toBe('here')
    first.release(name)
    await second.claimed(name)
    expect(second.kind()).toBe('here')
  })
})

describe('the lock of an application', () => {
  it('opens it at once in the first tab', async () => {
    const tab = browser().open()
    await tab.claim(name)
    expect(tab.kind()).toBe('here')
  })

  it('takes the application from a frozen tab within 0.3 seconds, and that tab stops', async () => {
    const { open } = browser()
    const frozen = open({ answers: false })
    await frozen.claimed(name)
    const second = open()
    void second.claim(name)
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    expect(second.kind()).toBe('here')
    expect(frozen.onLost).toHaveBeenCalledExactlyOnceWith(name)
    expect(frozen.kind()).toBe('elsewhere')
  })

  it.each([written, { kind: 'sending' }] as const)(
    'stays with the tab that took it from a busy owner, whose answer ($kind) is late',
    async (answer) => {
      const { open } = browser()
      const [busy, second] = [open(), open()]
      await busy.claimed(name)
      const handedOver = Promise.withResolvers<HandOver>()
      busy.handOver.mockReturnValue(handedOver.promise)
      await second.claimed(name)
      const place = second.place(name)
      expect(place.kind).toBe('here')
      expect(busy.onLost).toHaveBeenCalledExactlyOnceWith(name)
      handedOver.resolve(answer)
      await vi.advanceTimersByTimeAsync(0)
      expect([busy.kind(), second.place(name)]).toEqual(['elsewhere', place])
    },
  )

  it('ends with a closed tab: the next one waits for nobody', async () => {
    const { open, locks } = browser()
    await open().claimed(name)
    locks.crash()
    const second = open()
    await second.claimed(name)
    expect(second.kind()).toBe('here')
  })

  it('goes to the tab that waits for the result if the sending one is closed', async () => {
    const { open, locks } = browser()
    const first = open()
    await first.claimed(name)
    first.handOver.mockResolvedValue({ kind: 'sending' })
    const second = open()
    await second.claimed(name)
    expect(second.kind()).toBe('sending')
    locks.crash()
    await vi.advanceTimersByTimeAsync(0)
    expect(second.kind()).toBe('here')
  })

  it('makes no difference to a single tab if the browser refuses it', async () => {
    const link: ApplicationTabs = { post: () => undefined, subscribe: () => () => undefined }
    const refusal = new DOMException('Refused', 'SecurityError')
    const tab = createOwnership({
      locks: () => ({ request: () => Promise.reject(refusal), query: () => Promise.reject(refusal) }),
      tabs: link,
      whenVisible: async () => undefined,
      handOver: async () => written,
      onLost: () => undefined,
      onOwned: () => undefined,
      waitMs: () => handOverWaitMs,
    })
    const claimed = tab.claim(name)
    await vi.advanceTimersByTimeAsync(handOverWaitMs)
    await claimed
    expect(tab.place(name).kind).toBe('here')
    expect(await tab.heldElsewhere()).toBeNull()
  })

  it('waits for no browser whose locks do not answer, and gives a late one back', async () => {
    const locks = fakeLocks()
    const answers = Promise.withResolvers<void>()
    const late = (async (...request: Parameters<typeof locks.request>) => {
      await answers.promise
      return locks.request(...request)
    }) as typeof locks.request
    const tab = createOwnership({
      locks: () => ({ request: late, query: () => new Promise<never>(() => undefined) }),
      tabs: { post: () => undefined, subscribe: () => () => undefined },
      whenVisible: async () => undefined,
      handOver: async () => written,
      onLost: () => undefined,
      onOwned: () => undefined,
      waitMs: () => handOverWaitMs,
    })
    const claimed = tab.claim(name)
    await vi.advanceTimersByTimeAsync(lockWaitMs + handOverWaitMs)
    await claimed
    expect(tab.place(name).kind).toBe('here')
    answers.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect((await locks.query()).held).toEqual([])
    expect(await tab.heldElsewhere()).toBeNull()
  })

  it('tells a log-out which applications the other tabs edit', async () => {
    const { open } = browser()
    const [first, second] = [open(), open()]
    await first.claimed(name)
    await second.claimed(`${name}-other`)
    expect(await first.heldElsewhere()).toEqual([`${name}-other`])
    expect(second.held()).toEqual([`${name}-other`])
  })
})
