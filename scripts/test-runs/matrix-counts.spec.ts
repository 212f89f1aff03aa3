import { describe, expect, it } from 'vitest'
import { matrices, matrixCounts } from './matrix-counts.ts'
import type { Matrix } from './matrix-counts.ts'

function cells(many: number, prefix = 'cell') {
  return Array.from({ length: many }, (_, index) => `${prefix} ${index}`)
}

/** As Playwright reports: nested suites, with a spec for each test. */
function playwright(tag: string, titles: string[], failing: string[] = []) {
  return {
    suites: [
      {
        suites: [
          {
            specs: titles.map((title) => ({
              id: title,
              tags: [tag, 'full'],
              tests: [{ projectId: 'phone', status: failing.includes(title) ? 'unexpected' : 'expected' }],
            })),
          },
        ],
      },
    ],
  }
}

function vitest(titles: string[], failing: string[] = []) {
  return {
    testResults: [
      {
        assertionResults: titles.map((title) => ({
          ancestorTitles: ['matrix C: hostile ids (S-02)', 'a route'],
          fullName: title,
          status: failing.includes(title) ? 'failed' : 'passed',
        })),
      },
    ],
  }
}

function counts(wanted: Matrix[], browser: unknown, component: unknown = null) {
  return matrixCounts(wanted, { playwright: browser, vitest: component })
}

const a = matrices.A.total
const { total: c, browserTotal: inBrowser } = matrices.C

describe('the counts of the fault matrices', () => {
  it('are complete when every cell has passed', () => {
    expect(counts(['A'], playwright('matrix-a', cells(a)))).toEqual([{ line: `matrix A: ${a}/${a}`, sound: true }])
    expect(counts(['B'], playwright('@matrix-b', cells(96)))).toEqual([{ line: 'matrix B: 96/96', sound: true }])
  })

  it('take the cells of matrix C from the components and from the browser', () => {
    expect(counts(['C'], playwright('matrix-c', cells(inBrowser)), vitest(cells(c)))).toEqual([
      { line: `matrix C: ${c}/${c}`, sound: true },
      { line: `matrix C in the browser: ${inBrowser}/${inBrowser}`, sound: true },
    ])
    expect(counts(['C'], playwright('matrix-c', cells(inBrowser)), vitest(cells(c), ['cell 3']))[0]).toEqual({
      line: `matrix C: ${c - 1}/${c}`,
      sound: false,
    })
  })

  it('ignore a cell that was not run, that failed or that occurs twice', () => {
    expect(counts(['A'], playwright('matrix-a', cells(a - 1)))).toEqual([
      { line: `matrix A: ${a - 1}/${a}`, sound: false },
    ])
    expect(counts(['A'], playwright('matrix-a', cells(a), ['cell 7']))).toEqual([
      { line: `matrix A: ${a - 1}/${a}`, sound: false },
    ])
    expect(counts(['A'], playwright('matrix-a', [...cells(a - 1), 'cell 0']))).toEqual([
      { line: `matrix A: ${a - 1}/${a}`, sound: false },
    ])
    expect(counts(['A'], null)).toEqual([{ line: `matrix A: 0/${a}`, sound: false }])
  })

  it('are invalid with an unknown cell, and ignore the cells of another matrix', () => {
    expect(counts(['B'], playwright('matrix-b', cells(97)))[0]?.sound).toBe(false)
    expect(counts(['A'], playwright('matrix-b', cells(a)))).toEqual([{ line: `matrix A: 0/${a}`, sound: false }])
  })
})
