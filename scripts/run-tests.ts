/** `npm test` and `npm run test:full`: all stages, those that fail fastest first, then a table. See the usage below. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { ensure } from './ensure.ts'
import { numberOf, optionsOf, refuse } from './options.ts'
import { quietTools } from './quiet-tools.ts'
import { explorerSeeds, seedsOfShard, shardOf } from './shard.ts'

type Stage = {
  name: string
  command: string[]
  report?: Report
  /** A file of `ensure`; without it the stage is reported as not run. */
  needs?: string
  /** The next stages do not wait for it, because they leave a part of the machine idle. */
  isParallel?: true
  /** Waits until the browsers are there, which are installed while the first stages run. */
  needsBrowsers?: true
}
type Report = { file: string; read: (json: unknown) => Counts }
type Counts = { passed: number; failed: number; skipped: number }

const reports = '.local/reports'
const browsers = 'browsers'
const usage = `npm test -- [--from STAGE]        every stage for a change
npm run test:full -- [options]   everything, for a release; goes on after a failure

  --from STAGE   begin with this stage
  --shard N/M    one of M parts, each on a machine of its own (test:full)
  --seeds N      runs of the explorer (test:full; ${explorerSeeds})`

const { values } = optionsOf(usage, {
  options: {
    full: { type: 'boolean', default: false },
    from: { type: 'string' },
    shard: { type: 'string' },
    seeds: { type: 'string' },
  },
})
const part = shardOf(values.shard)
if (part === null) refuse(`--shard needs a part such as 1/4, not "${values.shard}".`)
for (const option of ['shard', 'seeds'] as const)
  if (values[option] !== undefined && !values.full) refuse(`--${option} belongs to npm run test:full.`)
const allSeeds = values.seeds === undefined ? explorerSeeds : numberOf('--seeds', values.seeds)
if (allSeeds < part[1]) refuse(`--seeds needs at least one for each part, not ${allSeeds} for ${part[1]}.`)
const env = { ...process.env, ...quietTools, ...(values.full ? {} : { TESTS: 'main' }) }
const stages = values.full ? fullStages(part) : mainStages()
const first = values.from === undefined ? 0 : stages.findIndex(({ name }) => name === values.from)
if (first < 0) refuse(`Unknown stage "${values.from}". Stages: ${stages.map(({ name }) => name).join(', ')}.`)
if (values.full) {
  ensure('browser')
  ensure('nginx', '--brotli')
  ensure('python')
} else ensure('nginx')
mkdirSync(reports, { recursive: true })
process.exitCode = (await passes(stages.filter(({ name }, index) => index >= first || name === browsers))) ? 0 : 1

/** Each part of this selection is run as a whole: specs without `.full.` in their name, journeys with `@main`. */
function mainStages(): Stage[] {
  return [
    { name: browsers, command: ['node', 'scripts/ensure-browsers.mjs', '--optional'], isParallel: true },
    ...checkStages(),
    unit([]),
    { name: 'contract', command: npm('contract', '--quick'), isParallel: true },
    { name: 'build', command: npm('build') },
    {
      ...journeys('webkit', 'e2e/engines/webkit.config.ts', ['--grep', '@webkit']),
      needs: '.local/webkit.json',
      needsBrowsers: true,
    },
    { ...journeys('journeys', 'e2e/playwright.config.ts', ['--grep', '@main']), needsBrowsers: true },
  ]
}

function fullStages([part, of]: [number, number]): Stage[] {
  const own = of === 1 ? [] : [`--shard=${part}/${of}`]
  const { from, seeds } = seedsOfShard(part, of, allSeeds)
  return [
    ...checkStages().filter(({ name }) => part === 1 || name === 'forms'),
    unit(own),
    ...(part === 1 ? [{ name: 'contract', command: npm('contract'), isParallel: true as const }] : []),
    { name: 'build', command: npm('build') },
    journeys('journeys', 'e2e/playwright.config.ts', own),
    { name: 'translated', command: ['node', 'scripts/e2e.ts', '--main', '--translated', ...own] },
    { name: 'explorer', command: ['node', 'e2e/explorer/run.ts', '--from', `${from}`, '--seeds', `${seeds}`] },
    { name: 'firefox', command: ['node', 'scripts/e2e.ts', '--engine', 'firefox', ...own] },
    { name: 'webkit', command: ['node', 'scripts/e2e.ts', '--engine', 'webkit', ...own] },
  ]
}

function checkStages(): Stage[] {
  return [
    { name: 'check', command: npm('check') },
    { name: 'forms', command: npm('forms', 'build', 'schemas', '--out', '.local/forms', '--lang', 'en') },
  ]
}

function unit(options: string[]): Stage {
  const file = `${reports}/unit.json`
  return {
    name: 'unit',
    command: ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`, ...options],
    report: { file, read: vitestCounts },
  }
}

function journeys(name: string, config: string, options: string[]): Stage {
  return {
    name,
    command: ['playwright', 'test', '-c', config, ...options],
    report: { file: `${reports}/${name}.json`, read: playwrightCounts },
  }
}

function npm(script: string, ...args: string[]): string[] {
  return ['npm', 'run', '--silent', script, ...(args.length === 0 ? [] : ['--', ...args])]
}

/**
 * Runs the stages, and prints the table. The first failure ends `npm test`; it ends a full run, whose last stages come
 * after an hour, only if nothing is built for them.
 */
async function passes(stages: Stage[]): Promise<boolean> {
  const rows: { stage: string; seconds: string; result: string }[] = []
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  const parallelStages: { stage: Stage; end: Promise<boolean>; log: string }[] = []
  let failed = false
  for (const stage of stages) {
    if (stage.needsBrowsers && !(await endOf(browsers))) {
      failed = true
      break
    }
    if (stage.needs !== undefined && !existsSync(stage.needs)) {
      rows.push({ stage: stage.name, seconds: '', result: `not run: no ${stage.needs}` })
      console.log(`\n── ${stage.name}: not run, because ${stage.needs} is missing`)
      continue
    }
    if (stage.report !== undefined) rmSync(stage.report.file, { force: true })
    if (stage.isParallel === true) {
      parallelStages.push(startParallel(stage))
      continue
    }
    console.log(`\n── ${stage.name}`)
    const started = Date.now()
    const ok = run(stage.command)
    const isPassed = record(stage, ok, ((Date.now() - started) / 1000).toFixed(1))
    if (!isPassed) failed = true
    if (!isPassed && (!values.full || stage.name === 'build')) break
  }
  for (const { stage, end, log } of parallelStages) {
    const ok = await end
    console.log(`\n── ${stage.name}\n${readFileSync(log, 'utf8')}`)
    if (!record(stage, ok, 'in parallel')) failed = true
  }
  console.log('')
  console.table(rows)
  console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  return !failed

  /** Resolves with whether a stage that was started in parallel has passed. */
  async function endOf(name: string): Promise<boolean> {
    return (await parallelStages.find(({ stage }) => stage.name === name)?.end) ?? true
  }

  /** Adds a finished stage to the table and the sum; returns whether it has passed. */
  function record(stage: Stage, ok: boolean, seconds: string): boolean {
    const counts = countsOf(stage, ok)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    const result =
      stage.report === undefined ? (ok ? 'ok' : 'FAILED') : `${counts.passed} passed, ${counts.failed} failed`
    rows.push({ stage: stage.name, seconds, result })
    console.log(`${stage.name}: ${result}`)
    return ok && counts.failed === 0
  }
}

/** Starts a stage whose output is kept for the end. The promise resolves with whether the stage passed. */
function startParallel(stage: Stage): { stage: Stage; end: Promise<boolean>; log: string } {
  const log = `${reports}/${stage.name}.log`
  const output = openSync(log, 'w')
  const [command = '', ...args] = stage.command
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

function run([command = '', ...args]: string[]): boolean {
  const result = spawnSync(command, args, { stdio: 'inherit', env })
  if (result.error !== undefined) console.error(`${command} could not be started: ${result.error.message}`)
  return result.status === 0
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
