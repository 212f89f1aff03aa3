import { describe, expect, it, vi } from 'vitest'
import { countsIn, repeatSuite, withoutThisPackage } from './repeat.ts'
import type { Row, Run } from './repeat.ts'

const passed: Run = { ok: true, counts: '9 passed, 0 failed', seconds: 3.4 }

function repeat(times: number, underLoad: number, runs: readonly Run[]) {
  const rows: Row[] = []
  const endLoad = vi.fn<() => void>()
  const startLoad = vi.fn<() => () => void>(() => endLoad)
  const ok = repeatSuite({
    times,
    underLoad,
    runSuite: (run) => runs[run - 1] ?? passed,
    startLoad,
    onRow: (row) => rows.push(row),
  })
  return { ok, rows, startLoad, endLoad }
}

describe('the repetition of the suite', () => {
  it('runs the last repetitions beside busy programs, and ends those', () => {
    const { ok, rows, startLoad, endLoad } = repeat(3, 2, [])
    expect(ok).toBe(true)
    expect(rows.map(({ load }) => load)).toEqual(['idle', 'busy', 'busy'])
    expect(rows[0]).toEqual({ run: 1, load: 'idle', seconds: '3', result: '9 passed, 0 failed' })
    expect([startLoad, endLoad].map(({ mock }) => mock.calls.length)).toEqual([2, 2])
  })

  it('ends at the first failure, with its counts', () => {
    const { ok, rows, endLoad } = repeat(4, 4, [passed, { ...passed, ok: false, counts: '8 passed, 1 failed' }])
    expect(ok).toBe(false)
    expect(rows.map(({ result }) => result)).toEqual(['9 passed, 0 failed', 'FAILED: 8 passed, 1 failed'])
    expect(endLoad).toHaveBeenCalledTimes(2)
  })
})

it('runs a new clone without the settings and programs of this folder', () => {
  const env = {
    HOME: '/root',
    PATH: '/portal/node_modules/.bin:/usr/bin:/usr/lib/node_modules/npm/node_modules/@npmcli/run-script/lib/node-gyp-bin',
    npm_config_local_prefix: '/portal',
    NPM_CONFIG_CACHE: '/cache',
    INIT_CWD: '/portal',
  }
  expect(withoutThisPackage(env)).toEqual({ HOME: '/root', PATH: '/usr/bin', NPM_CONFIG_CACHE: '/cache' })
})

describe('the counts of a run', () => {
  it('are the last ones in its output', () => {
    expect(countsIn('2 passed, 0 failed\n…\n5 passed, 1 failed\n')).toBe('5 passed, 1 failed')
  })

  it('are missing if the run ended early', () => {
    expect(countsIn('npm error')).toMatch(/ended early/)
  })
})
