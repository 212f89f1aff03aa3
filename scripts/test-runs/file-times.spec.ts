import { describe, expect, it } from 'vitest'
import { journeyTimes, specTimes } from './file-times.ts'

describe('the time of each file', () => {
  it('is summed over the tests, projects and attempts of a journey, the longest first', () => {
    const spec = (...durations: number[]) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] })
    const report = {
      suites: [
        { file: 'orders/history.e2e.ts', specs: [spec(1_000)], suites: [] },
        { file: 'payment/back.e2e.ts', specs: [], suites: [{ specs: [spec(2_000, 500), spec(500)] }] },
      ],
    }
    expect(journeyTimes(report)).toEqual([
      { file: 'payment/back.e2e.ts', tests: 2, seconds: 3 },
      { file: 'orders/history.e2e.ts', tests: 1, seconds: 1 },
    ])
  })

  it('is summed over the tests of a spec, with its name below the repository', () => {
    const testResults = [
      { name: '/repository/src/a.spec.ts', assertionResults: [{ duration: 250 }, { duration: null }] },
      { name: '/repository/src/b.spec.ts', assertionResults: [{ duration: 750.5 }] },
    ]
    expect(specTimes({ testResults }, '/repository')).toEqual([
      { file: 'src/b.spec.ts', tests: 1, seconds: 0.7505 },
      { file: 'src/a.spec.ts', tests: 2, seconds: 0.25 },
    ])
  })
})
