/**
 * `npm test`: all stages, those that fail fastest first, then the counts. The contract runs beside the build and the journeys.
 *
 * `--full` adds the whole fault matrices, repetitions, the other engines and the mutation check of changed files;
 * `--from STAGE` starts later (for work on one stage).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { quietTools } from './quiet-tools.ts'
import { secondsOfChildren } from './test-runs/children-time.ts'
import { journeyTimes, specTimes } from './test-runs/file-times.ts'
import type { FileTime } from './test-runs/file-times.ts'
import { journeyCounts } from './test-runs/journey-counts.ts'
import { matrixCounts, matrixNames } from './test-runs/matrix-counts.ts'
import type { MatrixCount } from './test-runs/matrix-counts.ts'

type Stage = {
  name: string
  commands: string[][]
  report?: Report
  /** A file that a pre-script writes; without it the stage is reported as not run. */
  needs?: string
  /** The next stages do not wait for it, because they leave a part of the machine idle. Has one command. */
  isParallel?: true
}
type Report = { file: string; read: (json: unknown) => Counts; times: (json: unknown) => FileTime[] }
type Counts = { passed: number; failed: number; skipped: number }

const reports = '.local/reports'
/** The files of a stage that the table of a full run has: those that took the longest. */
const filesInTable = 25
const { values } = parseArgs({ options: { full: { type: 'boolean', default: false }, from: { type: 'string' } } })

// Number of generated answers with which each page is rendered (src/app/generated-answers.spec.tsx).
if (values.full) process.env.GENERATED_ANSWER_SEEDS ??= '200'
// All cells of matrix C (src/app/hostile-ids.spec.tsx).
if (values.full) process.env.HOSTILE_IDS ??= 'all'
const env = { ...process.env, ...quietTools }

const stages: Stage[] = [
  { name: 'check', commands: [['npm', 'run', '--silent', 'check']] },
  { name: 'forms', commands: [['npm', 'run', '--silent', 'forms', '--', 'build', 'schemas', '--out', '.local/forms']] },
  {
    name: 'unit',
    commands: [['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${reports}/unit.json`]],
    report: { file: `${reports}/unit.json`, read: vitestCounts, times: (json) => specTimes(json, process.cwd()) },
  },
  {
    name: 'contract',
    commands: [['npm', 'run', '--silent', 'contract', ...(values.full ? [] : ['--', '--sample'])]],
    isParallel: true,
  },
  { name: 'build', commands: [['npm', 'run', '--silent', 'build']] },
  ...(values.full
    ? []
    : [
        {
          name: 'webkit',
          commands: [['playwright', 'test', '-c', 'e2e/engines/webkit.config.ts', '--grep', '@webkit']],
          report: { file: `${reports}/webkit.json`, read: playwrightCounts, times: journeyTimes },
          needs: '.local/webkit.json',
        },
      ]),
  {
    name: 'journeys',
    commands: [
      ['playwright', 'test', '-c', 'e2e/playwright.config.ts', ...(values.full ? [] : ['--grep-invert', '@full'])],
    ],
    report: { file: `${reports}/journeys.json`, read: playwrightCounts, times: journeyTimes },
  },
  ...(values.full
    ? [
        { name: 'engines', commands: [['node', 'scripts/run-engines.ts']] },
        { name: 'mutation', commands: [['npm', 'run', '--silent', 'mutation', '--', '--changed']] },
      ]
    : []),
]

mkdirSync(reports, { recursive: true })
const first = values.from === undefined ? 0 : stages.findIndex(({ name }) => name === values.from)
if (first < 0) {
  console.error(`Unknown stage "${values.from}". Stages: ${stages.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const rows: { stage: string; seconds: string; 'processor seconds': string; result: string }[] = []
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const parallelStages: { stage: Stage; end: Promise<boolean>; log: string }[] = []
let failed = false
for (const stage of stages.slice(first)) {
  if (stage.isParallel === true) {
    parallelStages.push(startParallel(stage))
    continue
  }
  console.log(`\n── ${stage.name}`)
  if (stage.needs !== undefined && !existsSync(stage.needs)) {
    rows.push({ stage: stage.name, seconds: '', 'processor seconds': '', result: `not run: no ${stage.needs}` })
    console.log(`${stage.name}: not run, because ${stage.needs} is missing`)
    continue
  }
  if (stage.report !== undefined) rmSync(stage.report.file, { force: true })
  const started = Date.now()
  const worked = secondsOfChildren()
  const ok = stage.commands.every(([command = '', ...args]) => run(command, args))
  const isPassed = record(stage, ok, {
    seconds: ((Date.now() - started) / 1000).toFixed(1),
    'processor seconds': worked === null ? 'unknown' : ((secondsOfChildren() ?? 0) - worked).toFixed(1),
  })
  if (values.full) printFileTimes(stage)
  if (!isPassed) {
    failed = true
    break
  }
}
for (const { stage, end, log } of parallelStages) {
  const ok = await end
  console.log(`\n── ${stage.name}\n${readFileSync(log, 'utf8')}`)
  if (!record(stage, ok, { seconds: 'in parallel', 'processor seconds': '' })) failed = true
}
console.log('')
console.table(rows)
const journeys = `${reports}/journeys.json`
if (rows.some(({ stage }) => stage === 'journeys') && existsSync(journeys)) {
  console.log(journeyCounts(JSON.parse(readFileSync(journeys, 'utf8'))).line)
  for (const { line, sound } of values.full ? matricesOf(journeys) : []) {
    console.log(line)
    failed ||= !sound
  }
}
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(failed ? 1 : 0)

/** Adds a finished stage to the table and the sum; returns whether it has passed. */
function record(stage: Stage, ok: boolean, times: { seconds: string; 'processor seconds': string }): boolean {
  const counts = countsOf(stage, ok)
  total.passed += counts.passed
  total.failed += counts.failed
  total.skipped += counts.skipped
  const result =
    stage.report === undefined ? (ok ? 'ok' : 'FAILED') : `${counts.passed} passed, ${counts.failed} failed`
  rows.push({ stage: stage.name, ...times, result })
  console.log(`${stage.name}: ${result}`)
  return ok && counts.failed === 0
}

/** Its output is kept for the end. The promise resolves with whether it has passed. */
function startParallel(stage: Stage): { stage: Stage; end: Promise<boolean>; log: string } {
  const log = `${reports}/${stage.name}.log`
  const output = openSync(log, 'w')
  const [[command = '', ...args] = []] = stage.commands
  const child = spawn(command, args, { stdio: ['ignore', output, output], env })
  closeSync(output)
  const end = once(child, 'close').then(
    ([status]) => status === 0,
    (error: unknown) => {
      console.error(`${command} could not be started: ${String(error)}`)
      return false
    },
  )
  return { stage, end, log }
}

function run(command: string, args: string[]): boolean {
  const result = spawnSync(command, args, { stdio: 'inherit', env })
  if (result.error !== undefined) console.error(`${command} could not be started: ${result.error.message}`)
  return result.status === 0
}

/** Where the time of a stage went: its tests by file, summed over the workers. */
function printFileTimes({ name, report }: Stage): void {
  if (report === undefined || !existsSync(report.file)) return
  const times = report.times(JSON.parse(readFileSync(report.file, 'utf8')))
  console.log(`The ${filesInTable} of ${times.length} files of ${name} that took the longest:`)
  console.table(times.slice(0, filesInTable).map((time) => ({ ...time, seconds: time.seconds.toFixed(1) })))
}

/** A missing cell fails the full run even if every existing test has passed. */
function matricesOf(journeys: string): MatrixCount[] {
  const unit = `${reports}/unit.json`
  return matrixCounts(matrixNames, {
    playwright: JSON.parse(readFileSync(journeys, 'utf8')),
    vitest: existsSync(unit) ? JSON.parse(readFileSync(unit, 'utf8')) : null,
  })
}

/** A stage without a report counts as one test, so that no failure is missing from the sum. */
function countsOf(stage: Stage, ok: boolean): Counts {
  if (stage.report === undefined) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  if (!existsSync(stage.report.file)) return { passed: 0, failed: 1, skipped: 0 }
  const counts = stage.report.read(JSON.parse(readFileSync(stage.report.file, 'utf8')))
  return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function vitestCounts(json: unknown): Counts {
  return {
    passed: number(json, 'numPassedTests'),
    failed: number(json, 'numFailedTests'),
    skipped: number(json, 'numPendingTests'),
  }
}

function playwrightCounts(json: unknown): Counts {
  const stats = typeof json === 'object' && json !== null && 'stats' in json ? json.stats : null
  return {
    passed: number(stats, 'expected'),
    failed: number(stats, 'unexpected') + number(stats, 'flaky'),
    skipped: number(stats, 'skipped'),
  }
}

function number(json: unknown, key: string): number {
  const value: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, key) : undefined
  return typeof value === 'number' ? value : 0
}
