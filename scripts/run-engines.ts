/**
 * `npm run engines`: the main journeys in Firefox, and a table of files by result. Arguments after `--` are passed to
 * Playwright.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { notRun } from '../e2e/engines/journeys.ts'

type Suite = { file?: string; suites?: Suite[]; specs?: { file: string; tests: { status: string }[] }[] }

const report = '.local/reports/firefox.json'
rmSync(report, { force: true })
const { status } = spawnSync('playwright', ['test', '-c', 'e2e/engines/firefox.config.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
})
if (!existsSync(report)) process.exit(1)
const results = statuses((JSON.parse(readFileSync(report, 'utf8')) as Suite).suites ?? [])
const files = new Set([...results, ...notRun].map(({ file }) => file))
const rows = [...files].toSorted().map((file) => {
  const own = results.filter((result) => result.file === file)
  return {
    engine: 'Firefox',
    journeys: file,
    passed: own.filter(({ result }) => result === 'expected').length,
    failed: own.filter(({ result }) => result !== 'expected').length,
    'limits of the driver': count(file, 'driver'),
    'not explained': count(file, 'open'),
  }
})
console.table(rows)
process.exit(status === 0 && results.length > 0 ? 0 : 1)

function count(file: string, cause: 'driver' | 'open'): number {
  return notRun.filter((one) => one.file === file && one.cause === cause).length
}

function statuses(suites: Suite[]): { file: string; result: string }[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ file, tests }) => tests.map(({ status: result }) => ({ file, result }))),
    ...statuses(suite.suites ?? []),
  ])
}
