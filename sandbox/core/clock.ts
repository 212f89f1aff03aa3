/** The sandbox's own time, in ms since the epoch: the machine's, moved by the control panel. */
export type Clock = {
  now: () => number
  /** Moves the clock by so many ms, forwards or backwards; it goes on running from there. */
  shift: (ms: number) => void
  /** Sets the clock; it goes on running from there. */
  set: (ms: number) => void
  /** How far it is ahead of the machine's clock, in ms. */
  offset: () => number
  reset: () => void
}

export function createClock(machine: () => number = Date.now): Clock {
  let offset = 0
  return {
    now: () => machine() + offset,
    shift: (ms) => void (offset += ms),
    set: (ms) => void (offset = ms - machine()),
    offset: () => offset,
    reset: () => void (offset = 0),
  }
}
