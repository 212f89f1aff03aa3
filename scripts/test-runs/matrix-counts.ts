import { routesWithIds } from '../../src/app/testing/hostile-addresses.ts'
import { hostileIds } from '../../src/app/testing/hostile-ids.ts'
import { routePatterns } from '../../src/paths.ts'

const loadFaults = 12
/** Hostile values of each route that a browser tries, too. */
const valuesInBrowser = 3

/**
 * The fault matrices, and the number of their cells that passed in a run; from the reports of Playwright and Vitest.
 */
export const matrices = {
  A: { total: Object.keys(routePatterns).length * loadFaults, browser: '@matrix-a' },
  B: { total: 96, browser: '@matrix-b' },
  C: {
    total: routesWithIds.length * hostileIds.length,
    component: 'matrix C',
    browser: '@matrix-c',
    browserTotal: routesWithIds.length * valuesInBrowser,
  },
} as const

export type Matrix = keyof typeof matrices
export const matrixNames = Object.keys(matrices) as Matrix[]

export type Reports = { playwright: unknown; vitest: unknown }
export type MatrixCount = { line: string; sound: boolean }

/**
 * One line for each matrix, `matrix A: 324/324`. The total is the required number, so a cell that was not run counts as
 * failed; a failed or unlisted cell also makes the count invalid.
 */
export function matrixCounts(wanted: readonly Matrix[], { playwright, vitest }: Reports): MatrixCount[] {
  return wanted.flatMap((name) => {
    const matrix = matrices[name]
    const browser = browserCells(playwright, matrix.browser)
    if (!('component' in matrix)) return [count(`matrix ${name}`, browser, matrix.total)]
    return [
      count(`matrix ${name}`, componentCells(vitest, matrix.component), matrix.total),
      count(`matrix ${name} in the browser`, browser, matrix.browserTotal),
    ]
  })
}

type Cell = { id: string; passed: boolean }

function count(label: string, cells: readonly Cell[], total: number): MatrixCount {
  const all = new Set(cells.map(({ id }) => id))
  const failed = new Set(cells.filter((cell) => !cell.passed).map(({ id }) => id))
  const passed = all.size - failed.size
  return { line: `${label}: ${passed}/${total}`, sound: passed === total && failed.size === 0 }
}

/** Playwright: one test per cell, identified by its tag. */
function browserCells(node: unknown, tag: string): Cell[] {
  if (Array.isArray(node)) return node.flatMap((child) => browserCells(child, tag))
  if (typeof node !== 'object' || node === null) return []
  if ('tags' in node && 'tests' in node && Array.isArray(node.tags) && Array.isArray(node.tests)) {
    const tags = node.tags.map((name) => `@${String(name).replace(/^@/, '')}`)
    if (!tags.includes(tag)) return []
    return [{ id: textOf(node, 'id'), passed: node.tests.every((test) => textOf(test, 'status') === 'expected') }]
  }
  return Object.values(node).flatMap((child) => browserCells(child, tag))
}

/** Vitest: one test per cell, identified by its outermost `describe`. */
function componentCells(node: unknown, describe: string): Cell[] {
  if (Array.isArray(node)) return node.flatMap((child) => componentCells(child, describe))
  if (typeof node !== 'object' || node === null) return []
  if ('ancestorTitles' in node && Array.isArray(node.ancestorTitles)) {
    if (!String(node.ancestorTitles[0]).startsWith(describe)) return []
    return [{ id: textOf(node, 'fullName'), passed: textOf(node, 'status') === 'passed' }]
  }
  return Object.values(node).flatMap((child) => componentCells(child, describe))
}

function textOf(node: unknown, key: string): string {
  const value: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined
  return typeof value === 'string' ? value : ''
}
