import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second for programs (`getconf CLK_TCK`). */
const ticksPerSecond = 100

/**
 * Processor time of all programs that this one has started and that have ended, in seconds; null on other systems than
 * Linux. Unlike a clock it does not count what other programs take.
 */
export function secondsOfChildren(read: () => string = () => readFileSync('/proc/self/stat', 'utf8')): number | null {
  try {
    // The name of the program, in brackets, may contain spaces. `cutime` and `cstime` are fields 16 and 17: proc(5).
    const fields = read().split(') ').at(-1)?.split(' ') ?? []
    const ticks = Number(fields[13]) + Number(fields[14])
    return Number.isNaN(ticks) ? null : ticks / ticksPerSecond
  } catch {
    // There is no such file.
    return null
  }
}
