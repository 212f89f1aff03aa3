import { setTimeout as pause } from 'node:timers/promises'

/** The sandbox's own time, in ms since the epoch: the machine's, moved by the control panel. */
export type Clock = {
  now: () => number
  /** Moves the clock by a number of ms, forwards or backwards; it continues from there. */
  shift: (ms: number) => void
  /** Sets the clock; it continues from there. */
  set: (ms: number) => void
  /** Stops the clock: until `reset` only `shift` and `set` move it, for tests that must not depend on real time. */
  stop: () => void
  /** How far it is ahead of the machine's clock, in ms. */
  offset: () => number
  reset: () => void
  /**
   * Waits a number of ms, or until the signal is aborted. If the clock is stopped, the wait ends when the clock has
   * been moved by that number; moving a running clock does not shorten the wait.
   */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Number of pending waits. */
  waiting: () => number
}

export function createClock(machine: () => number = Date.now): Clock {
  let offset = 0
  let stoppedAt: number | null = null
  let ongoing = 0
  const sleepers = new Set<{ until: number; wake: () => void }>()

  const now = () => stoppedAt ?? machine() + offset

  function wakeUntil(moment: number): void {
    for (const sleeper of sleepers) if (sleeper.until <= moment) sleeper.wake()
  }

  async function waitUntilMoved(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return
    await new Promise<void>((resolve) => {
      const sleeper = { until: now() + ms, wake }
      function wake(): void {
        sleepers.delete(sleeper)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      sleepers.add(sleeper)
      signal?.addEventListener('abort', wake)
    })
  }

  async function waitRealTime(ms: number, signal?: AbortSignal): Promise<void> {
    const options = signal === undefined ? { ref: false } : { signal, ref: false }
    await pause(ms, undefined, options).catch((error: unknown) => {
      if (signal?.aborted !== true) throw error
    })
  }

  return {
    now,
    shift(ms) {
      if (stoppedAt === null) offset += ms
      else {
        stoppedAt += ms
        wakeUntil(stoppedAt)
      }
    },
    set(ms) {
      if (stoppedAt === null) offset = ms - machine()
      else {
        stoppedAt = ms
        wakeUntil(ms)
      }
    },
    stop: () => void (stoppedAt = now()),
    offset: () => (stoppedAt === null ? offset : stoppedAt - machine()),
    reset() {
      offset = 0
      stoppedAt = null
      wakeUntil(Infinity)
    },
    async wait(ms, signal) {
      ongoing += 1
      try {
        await (stoppedAt === null ? waitRealTime(ms, signal) : waitUntilMoved(ms, signal))
      } finally {
        ongoing -= 1
      }
    },
    waiting: () => ongoing,
  }
}
