import { afterEach, describe, expect, it, vi } from 'vitest'
import { after, isDeviceClockWrong, nextTask, noteServerDate, serverNow, withTimeLimit } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
  noteServerDate(new Date().toUTCString())
})

describe("the API's clock", () => {
  it('overrides a device that is two days off, either way', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00.000Z') })
    for (const days of [-2, 2]) {
      const server = Date.now() + days * 86_400_000
      noteServerDate(new Date(server).toUTCString())
      expect(serverNow()).toBe(server)
    }
  })
  it("the API's clock equals the device's if both agree within the precision of the header", () => {
    // The header has whole seconds: at the end of one it would be two seconds old.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00.400Z') })
    noteServerDate(new Date(Date.now() - 1_000).toUTCString())
    expect(serverNow()).toBe(Date.now())
  })
  it("the API's clock equals the device's if the response is from the time since its request, however slow it was", () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00.400Z') })
    const sentAt = Date.now() - 9_000
    for (const ago of [9_000, 5_000, 0]) {
      noteServerDate(new Date(Date.now() - ago).toUTCString(), sentAt)
      expect(serverNow()).toBe(Date.now())
    }
    noteServerDate(new Date(sentAt - 4_000).toUTCString(), sentAt)
    expect(serverNow() - Date.now()).toBeLessThan(-12_000)
  })
  it('keeps its offset if a header is missing or unreadable', () => {
    noteServerDate(new Date(Date.now() + 86_400_000).toUTCString())
    noteServerDate(null)
    noteServerDate('yesterday')
    expect(serverNow() - Date.now()).toBeGreaterThan(86_000_000)
  })
})

describe("the device's clock", () => {
  const minute = 60_000
  it.each([
    [0, false],
    [5 * minute, false],
    [-5 * minute, false],
    [6 * minute, true],
    [-6 * minute, true],
    [-400 * 24 * 60 * minute, true],
  ])("a device's clock that differs by %i ms from the server is wrong: %s", (errorMs, isWrong) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T10:00:00.000Z') })
    noteServerDate(new Date(Date.now() - errorMs).toUTCString())
    expect(isDeviceClockWrong()).toBe(isWrong)
  })
})

it('a limit of which nothing is left is over at once', async () => {
  await expect(withTimeLimit(new Promise(() => undefined), -5)).rejects.toThrow('No outcome')
})

describe('a long wait', () => {
  it('a wait of 30 days does not end at once, as with a plain timer', () => {
    vi.useFakeTimers()
    const run = vi.fn<() => void>()
    after(30 * 86_400_000, run)
    vi.advanceTimersByTime(29 * 86_400_000)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(86_400_000)
    expect(run).toHaveBeenCalledOnce()
  })
  it('a long wait can be cancelled in a later part', () => {
    vi.useFakeTimers()
    const run = vi.fn<() => void>()
    const cancel = after(60 * 86_400_000, run)
    vi.advanceTimersByTime(40 * 86_400_000)
    cancel()
    vi.advanceTimersByTime(40 * 86_400_000)
    expect(run).not.toHaveBeenCalled()
  })
})

describe('the next task', () => {
  afterEach(() => vi.unstubAllGlobals())

  it("continues with the browser's scheduler", async () => {
    const scheduler = { yield: vi.fn(() => Promise.resolve()) }
    vi.stubGlobal('scheduler', scheduler)
    await nextTask()
    expect(scheduler.yield).toHaveBeenCalledOnce()
  })
  it('continues after a timer in a browser without one', async () => {
    vi.stubGlobal('scheduler', undefined)
    vi.useFakeTimers()
    const task = nextTask()
    expect(vi.getTimerCount()).toBe(1)
    vi.runAllTimers()
    await task
    expect(vi.getTimerCount()).toBe(0)
  })
})
