import { describe, expect, it } from 'vitest'
import { journeyCounts } from './journey-counts.ts'

function test(outcome: object) {
  return {
    tests: [{ projectId: 'phone', annotations: [{ type: 'journey', description: JSON.stringify(outcome) }] }],
  }
}
const quiet = { payments: 1, doublePayments: 0, disagreements: [] }

describe('the counts of the random journeys', () => {
  it('add up the findings of every journey, at any place of its test in the report', () => {
    const report = { suites: [{ specs: [test(quiet)], suites: [{ specs: [test({ ...quiet, payments: 0 })] }] }] }
    expect(journeyCounts(report)).toEqual({
      line: 'journeys: 2, accepted payments: 1, double payments: 0, screens that disagreed with the server: 0',
      sound: true,
    })
  })

  it('are invalid with a double payment, a screen that disagrees with the API, or no journey', () => {
    for (const outcome of [
      { ...quiet, doublePayments: 1 },
      { ...quiet, disagreements: ['tab 1 shows paid'] },
    ])
      expect(journeyCounts({ suites: [{ specs: [test(outcome)] }] }).sound).toBe(false)
    expect(journeyCounts({ suites: [] }).sound).toBe(false)
  })
})
