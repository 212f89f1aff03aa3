/**
 * `npm run engines`: the main journeys in the engines besides Chromium, and a table of engines and files by result.
 * `--engine webkit` or `--engine firefox` runs one of them. Other arguments are passed to Playwright.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { notRun } from '../e2e/engines/journeys.ts'
import type { NotRun } from '../e2e/engines/journeys.ts'
import { notInWebKit } from '../e2e/engines/webkit-journeys.ts'

type Suite = { file?: string; suites?: Suite[]; specs?: { file: string; tests: { status: string }[] }[] }
type Result = { file: string; result: string }

const engines = {
  firefox: { shown: 'Firefox', notRun },
  webkit: { shown: 'WebKitGTK', notRun: notInWebKit },
} as const
type Engine = keyof typeof engines

const [wanted, others] = chosen(process.argv.slice(2))
const runs = wanted.map((engine) => ({ engine, ...run(engine) }))
console.table(runs.flatMap(({ engine, results }) => rows(engines[engine].shown, engines[engine].notRun, results)))
process.exit(runs.every(({ ok }) => ok) ? 0 : 1)

function run(engine: Engine): { ok: boolean; results: Result[] } {
  const report = `.local/reports/${engine}.json`
  rmSync(report, { force: true })
  const isReady = start('node', [`scripts/ensure-${engine}.mjs`])
  const passed = isReady && start('playwright', ['test', '-c', `e2e/engines/${engine}.config.ts`, ...others])
  const results = existsSync(report) ? statuses((JSON.parse(readFileSync(report, 'utf8')) as Suite).suites ?? []) : []
  return { ok: passed && results.length > 0, results }
}

function start(program: string, args: string[]): boolean {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (error !== undefined) console.error(`${program} could not be started: ${error.message}`)
  return status === 0
}

function chosen(args: string[]): [Engine[], string[]] {
  const at = args.indexOf('--engine')
  if (at < 0) return [['firefox', 'webkit'], args]
  const name = args[at + 1]
  if (name === 'firefox' || name === 'webkit') return [[name], args.toSpliced(at, 2)]
  console.error(`Unknown engine "${name}". Engines: ${Object.keys(engines).join(', ')}`)
  process.exit(2)
}

function rows(engine: string, left: readonly NotRun[], results: Result[]) {
  const files = new Set([...results, ...left].map(({ file }) => file))
  return [...files].toSorted().map((file) => {
    const own = results.filter((result) => result.file === file)
    const count = (cause: NotRun['cause']) => left.filter((one) => one.file === file && one.cause === cause).length
    return {
      engine,
      journeys: file,
      passed: own.filter(({ result }) => result === 'expected').length,
      failed: own.filter(({ result }) => result !== 'expected').length,
      'limits of the driver': count('driver'),
      'not explained': count('open'),
    }
  })
}

function statuses(suites: Suite[]): Result[] {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ file, tests }) => tests.map(({ status: result }) => ({ file, result }))),
    ...statuses(suite.suites ?? []),
  ])
}
