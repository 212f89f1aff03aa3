import { setImmediate as afterPending } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createClock } from './clock.ts'

describe('the clock of the sandbox', () => {
  it('keeps its time while it is stopped, and follows the machine again after a reset', () => {
    let machine = 1_000
    const clock = createClock(() => machine)
    clock.stop()
    machine = 5_000
    expect(clock.now()).toBe(1_000)
    clock.shift(250)
    expect([clock.now(), clock.offset()]).toEqual([1_250, -3_750])
    clock.reset()
    expect([clock.now(), clock.offset()]).toEqual([5_000, 0])
  })

  it('ends a wait when a stopped clock has been moved by the time to wait', async () => {
    const clock = createClock()
    clock.stop()
    let ended = false
    const wait = clock.wait(400).then(() => (ended = true))
    clock.shift(399)
    await afterPending()
    expect([ended, clock.waiting()]).toEqual([false, 1])
    clock.shift(1)
    await wait
    expect([ended, clock.waiting()]).toEqual([true, 0])
  })

  it('ends a wait when the caller aborts it, and every wait at a reset', async () => {
    const clock = createClock()
    clock.stop()
    const caller = new AbortController()
    const waits = [clock.wait(400, caller.signal), clock.wait(400)]
    caller.abort()
    await waits[0]
    expect(clock.waiting()).toBe(1)
    clock.reset()
    await waits[1]
    expect(clock.waiting()).toBe(0)
  })
})
