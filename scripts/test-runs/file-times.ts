import path from 'node:path'
import { isRecord } from '../../form-model/record.ts'

/** The tests of one file and their time, summed over all workers. */
export type FileTime = { file: string; tests: number; seconds: number }

/** @param report Playwright's JSON report */
export function journeyTimes(report: unknown): FileTime[] {
  return summed(journeysIn(report, ''))
}

/** @param report Vitest's JSON report. The time includes hooks, not the imports of a file. */
export function specTimes(report: unknown, root: string): FileTime[] {
  return summed(
    listOf(report, 'testResults').flatMap((file) =>
      listOf(file, 'assertionResults').map((test) => ({
        file: path.relative(root, textOf(file, 'name')),
        ms: numberOf(test, 'duration'),
      })),
    ),
  )
}

type TestTime = { file: string; ms: number }

/** A suite names its file and contains suites and specs; a spec has a test per project, with a result per attempt. */
function journeysIn(node: unknown, file: string): TestTime[] {
  const inside = listOf(node, 'suites').flatMap((suite) => journeysIn(suite, textOf(suite, 'file') || file))
  const own = listOf(node, 'specs').flatMap((spec) =>
    listOf(spec, 'tests').map((test) => ({
      file,
      ms: listOf(test, 'results').reduce<number>((sum, result) => sum + numberOf(result, 'duration'), 0),
    })),
  )
  return [...inside, ...own]
}

/** The longest first. */
function summed(tests: readonly TestTime[]): FileTime[] {
  const files = Map.groupBy(tests, ({ file }) => file)
  return [...files]
    .map(([file, own]) => ({ file, tests: own.length, seconds: own.reduce((sum, { ms }) => sum + ms, 0) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
}

function listOf(node: unknown, key: string): unknown[] {
  const value = isRecord(node) ? node[key] : null
  return Array.isArray(value) ? value : []
}

function textOf(node: unknown, key: string): string {
  const value = isRecord(node) ? node[key] : null
  return typeof value === 'string' ? value : ''
}

function numberOf(node: unknown, key: string): number {
  const value = isRecord(node) ? node[key] : null
  return typeof value === 'number' ? value : 0
}
