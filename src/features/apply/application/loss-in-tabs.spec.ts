import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LogOutLoss } from '../../../identity/port.ts'
import type { ApplicationTabs, TabMessage } from './application-tabs.ts'
import { firstReportMs, lossInOtherTabs, reportLosses } from './loss-in-tabs.ts'

const hanako = { tenantId: 'minato-city', userId: 'U-1' }
const limitMs = 1_200

/** Tabs of one browser: each message reaches every other one, as by BroadcastChannel. */
function browser(): () => ApplicationTabs {
  const all: { listeners: Set<(message: TabMessage) => void> }[] = []
  return () => {
    const tab = { listeners: new Set<(message: TabMessage) => void>() }
    all.push(tab)
    return {
      post(message) {
        for (const other of all.filter((each) => each !== tab))
          for (const listener of other.listeners) queueMicrotask(() => listener(message))
      },
      subscribe(listener) {
        tab.listeners.add(listener)
        return () => tab.listeners.delete(listener)
      },
    }
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what a log-out would lose in other tabs', () => {
  async function lossWith(
    ...tabs: (() => Promise<LogOutLoss> | null)[]
  ): Promise<{ loss: LogOutLoss; afterMs: number }> {
    const open = browser()
    for (const lossOf of tabs) reportLosses(open(), lossOf)
    const startedAt = Date.now()
    const asked = lossInOtherTabs(open(), hanako, limitMs).then((loss) => ({ loss, afterMs: Date.now() - startedAt }))
    await vi.advanceTimersByTimeAsync(limitMs + 1)
    return asked
  }

  const after = (ms: number, loss: LogOutLoss) => () =>
    new Promise<LogOutLoss>((resolve) => setTimeout(() => resolve(loss), ms))

  it('a log-out loses nothing without other tabs, and without open forms in them', async () => {
    expect(await lossWith()).toEqual({ loss: 'nothing', afterMs: firstReportMs })
    expect(await lossWith(() => null)).toEqual({ loss: 'nothing', afterMs: firstReportMs })
  })

  it('a log-out reports the greatest loss of the other tabs, as soon as all have saved', async () => {
    expect(await lossWith(after(10, 'result'), after(600, 'nothing'))).toEqual({ loss: 'result', afterMs: 600 })
    expect(await lossWith(after(600, 'answers'), after(10, 'nothing'))).toEqual({ loss: 'answers', afterMs: 600 })
  })

  it('a log-out would lose the answers of a tab that does not finish within the limit, or fails', async () => {
    expect(await lossWith(() => new Promise(() => {}))).toEqual({ loss: 'answers', afterMs: limitMs })
    expect(await lossWith(() => Promise.reject(new Error('broken')))).toEqual({
      loss: 'answers',
      afterMs: firstReportMs,
    })
  })

  it('asks each tab for this user, and ignores the answers to another log-out', async () => {
    const open = browser()
    const lossOf = vi.fn<(user: typeof hanako) => null>(() => null)
    reportLosses(open(), lossOf)
    const stranger = open()
    const asked = lossInOtherTabs(open(), hanako, limitMs)
    stranger.post({ kind: 'loss', logOut: 'of-another', tab: 'a-tab', loss: 'answers' })
    await vi.advanceTimersByTimeAsync(limitMs)
    expect(await asked).toBe('nothing')
    expect(lossOf).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(hanako))
  })
})
