import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { secondsOfChildren } from './children-time.ts'

describe('the processor time of the programs of a stage', () => {
  it('reads the processor time from the fields of the process, whatever its name is', () => {
    const stat = '7 (node (main) x) S 1 7 7 0 -1 0 1 2 3 4 10 20 1234 66 20 0'
    expect(secondsOfChildren(() => stat)).toBe(13)
  })

  it('grows by that of a program that has ended', () => {
    const before = secondsOfChildren() ?? 0
    const busy = 'const end = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < end);'
    spawnSync(process.execPath, ['-e', busy])
    expect((secondsOfChildren() ?? 0) - before).toBeGreaterThanOrEqual(0.05)
  })

  it('reports no processor time if the system has none', () => {
    const none = () => {
      throw new Error('ENOENT')
    }
    expect(secondsOfChildren(none)).toBeNull()
    expect(secondsOfChildren(() => '')).toBeNull()
  })
})
