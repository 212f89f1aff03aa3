/**
 * `npm run e2e -- --explore`: random runs of the portal against a model of what the resident did. A seed is a run, the same each
 * time; a failing one is shrunk and printed with the options that replay it.
 */
import { availableParallelism } from 'node:os'
import { chromium } from '@playwright/test'
import { ensure } from '../../scripts/ensure.ts'
import { numberOf, optionsOf, patternOf, refuse } from '../../scripts/options.ts'
import { browserPath, headlessShellPath } from '../support/browser-path.ts'
import { startSite } from '../support/start-site.ts'
import { groupNames } from './commands/all-commands.ts'
import { explore } from './explore.ts'
import type { Outcome, Replay, Start } from './explore.ts'

const usage = `npm run e2e -- --explore [options]   random runs against a model

  --seeds N     N seeds (30)
  --from F      the first of them (1)
  --seed S      seed S alone, with every step
  --path P      with --seed: the shrunk run that a failure printed
  --minutes M   stop after M minutes
  --no-shrink   report a failing run as it is, which saves time
  --stop        stop at the first failing seed
  --groups G    only these groups of commands, separated by commas
  --start JSON  where every run begins, e.g. '{"second":"tab"}'
  --until P     stop at the first failing seed whose finding matches this regular expression
  --twice       run each seed twice, without shrinking, and fail if the two runs differ
  --workers W   sandboxes at a time (one more than there are cores)`

const { values } = optionsOf(usage, {
  options: {
    seeds: { type: 'string', default: '30' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    path: { type: 'string' },
    minutes: { type: 'string' },
    'no-shrink': { type: 'boolean', default: false },
    groups: { type: 'string' },
    start: { type: 'string', default: '{}' },
    until: { type: 'string' },
    twice: { type: 'boolean', default: false },
    stop: { type: 'boolean', default: false },
    workers: { type: 'string', default: String(availableParallelism() + 1) },
  },
})

const fixed = startOption(values.start)
const finding = values.until === undefined ? null : patternOf('--until', values.until)
const groups = values.groups?.split(',')
const unknown = groups?.filter((name) => !groupNames.includes(name)) ?? []
if (unknown.length > 0) refuse(`Unknown group "${unknown.join(', ')}". Groups: ${groupNames.join(', ')}.`)
const [path, replayPath] = values.path?.split(' ') ?? []
const first = numberOf('--from', values.from)
const queue: Replay[] =
  values.seed === undefined
    ? Array.from({ length: numberOf('--seeds', values.seeds) }, (_, index) => ({ seed: first + index }))
    : [
        {
          seed: numberOf('--seed', values.seed),
          path,
          replayPath,
          onStep: (line, aside = '') => console.log(line, aside),
        },
      ]
/** A run of 500 seeds takes up to an hour. */
const progressEvery = 25
const workers = Math.min(numberOf('--workers', values.workers), queue.length)
const started = Date.now()
const until = values.minutes === undefined ? Infinity : started + numberOf('--minutes', values.minutes) * 60_000

ensure('browser')
const executablePath = headlessShellPath() ?? browserPath()
const browser = await chromium.launch({
  handleSIGHUP: false,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...(executablePath === null ? {} : { executablePath }),
})
const outcomes: Outcome[] = []
try {
  await Promise.all(Array.from({ length: workers }, work))
} finally {
  await browser.close()
}
console.log(summary())
process.exit(outcomes.length > 0 && outcomes.every(({ failure }) => failure === null) ? 0 : 1)

function summary(): string {
  const failures = outcomes.filter(({ failure }) => failure !== null)
  const steps = outcomes.reduce((sum, outcome) => sum + outcome.steps, 0)
  const seconds = Math.round((Date.now() - started) / 1000)
  return `explorer: ${outcomes.length} seeds, ${steps} steps, ${failures.length} failed, ${seconds} s`
}

/** One sandbox, one seed after the other. */
async function work(): Promise<void> {
  const site = await startSite('sandbox')
  const portal = { ...site, restart: async () => undefined }
  try {
    for (let next = queue.shift(); next !== undefined && Date.now() < until; next = queue.shift()) {
      const replay = { ...next, groups, fixed, withoutShrinking: values['no-shrink'] || values.twice }
      const outcome = await explore(browser, portal, replay)
      if (values.twice) outcome.failure = difference(outcome, await explore(browser, portal, replay))
      outcomes.push(outcome)
      if (outcomes.length % progressEvery === 0) console.log(summary())
      if (outcome.failure === null) continue
      console.log(outcome.failure)
      if (values.stop || matches(outcome.failure)) queue.length = 0
    }
  } finally {
    await site.stop()
  }
}

function matches(failure: string): boolean {
  return finding !== null && finding.test(failure)
}

/** The first step at which the repetition differs. */
function difference(one: Outcome, other: Outcome): string | null {
  const index = one.trace.findIndex((line, place) => line !== other.trace[place])
  if (index < 0 && one.trace.length === other.trace.length && one.failure === other.failure) return one.failure
  const place = index < 0 ? one.trace.length : index
  const seen = [one, other].map(({ trace, failure }) => `  ${trace[place] ?? failure ?? 'passed'}`)
  return [`seed ${one.seed} differs in its repetition after "${one.trace[place - 1]}":`, ...seen].join('\n')
}

function startOption(text: string): Partial<Start> {
  try {
    return JSON.parse(text) as Partial<Start>
  } catch {
    refuse(`--start needs JSON such as {"second":"tab"}, not "${text}".`)
  }
}
