import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { guardTasks, TaskEnded } from '../preview/guarded-tasks.ts'
import type { WorkerInput } from './check-calls.ts'
import { startCheckThread } from './check-thread.ts'

const workers: FakeWorker[] = []

class FakeWorker extends EventTarget {
  readonly received: WorkerInput[] = []
  isEnded = false

  constructor() {
    super()
    workers.push(this)
  }

  postMessage(input: WorkerInput) {
    this.received.push(input)
  }

  terminate() {
    this.isEnded = true
  }

  post(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Worker', FakeWorker)
  workers.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

type Tasks = { publish: () => string }

it('limits the time of a task, not the time to load the worker, and starts another worker after the limit', async () => {
  const run = guardTasks<Tasks>(5000, () => startCheckThread(null))
  const first = run('publish')
  const outcome = first.catch((cause: unknown) => cause)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(workers.map(({ isEnded, received }) => [isEnded, received.length])).toEqual([[false, 1]])
  workers[0]?.post({ kind: 'ready', warmUpMs: 300 })
  await vi.advanceTimersByTimeAsync(4900)
  expect(workers[0]).toMatchObject({ isEnded: false, received: { length: 2 } })
  await vi.advanceTimersByTimeAsync(100)
  expect(await outcome).toBeInstanceOf(TaskEnded)
  expect(workers[0]?.isEnded).toBe(true)

  const second = run('publish')
  await vi.advanceTimersByTimeAsync(0)
  workers[1]?.post({ kind: 'ready', warmUpMs: 300 })
  await vi.advanceTimersByTimeAsync(0)
  workers[1]?.post({ kind: 'message', message: { kind: 'done', value: 'a version' }, files: new Map() })
  expect(await second).toBe('a version')
})

it.each([
  [3000, 15_000],
  [900_000, 60_000],
])('allows a check more time if the warm-up took %i ms', async (warmUpMs, limitMs) => {
  const over = vi.fn()
  const thread = startCheckThread(null)
  workers[0]?.post({ kind: 'ready', warmUpMs })
  thread.limit(5000, over)
  await vi.advanceTimersByTimeAsync(limitMs - 100)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(over).toHaveBeenCalledOnce()
})

it('does not count the time for which the computer has slept', async () => {
  const over = vi.fn()
  startCheckThread(null).limit(5000, over)
  await vi.advanceTimersByTimeAsync(1000)
  vi.setSystemTime(Date.now() + 3_600_000)
  await vi.advanceTimersByTimeAsync(3900)
  expect(over).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(over).toHaveBeenCalledOnce()
})

it('does not call back after it was stopped', async () => {
  const over = vi.fn()
  startCheckThread(null).limit(100, over)()
  await vi.advanceTimersByTimeAsync(1000)
  expect(over).not.toHaveBeenCalled()
})
