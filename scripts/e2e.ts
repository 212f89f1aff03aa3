/** `npm run e2e`: journeys in a browser on the last build. See the usage below. */
import { spawnSync } from 'node:child_process'
import { ensure } from './ensure.ts'
import { optionsOf, passedOn, refuse } from './options.ts'

const usage = `npm run e2e -- [options] [FILE…]   journeys on the last build

  -g "NAME"           journeys by name
  --grep-invert NAME  all but these
  --project NAME      those of one screen size, e.g. phone
  --main              the journeys of npm test
  --matrix A          a fault matrix: A loading, B submitting, C hostile ids
  --translated        in a browser that translates every page
  --engine firefox    the journeys of another engine, installed where it is missing: firefox or webkit
  --repeat-each N     each journey N times
  --shard N/M         one of M parts
  --workers N         journeys at a time
  --reporter NAME     how results are printed, e.g. line
  --max-failures N    stop after N failures
  --last-failed       those that failed in the last run
  --list              print the journeys and run none
  --headed            in a visible window
  --debug             step by step, with the inspector of Playwright
  --ui                in the window of Playwright

Other programs, each with options of its own (--help after the first):

  --explore           random runs against a model
  --accessibility     tests every screen, and writes the results into docs/jis-x-8341-3.md
  --known-defects     whether the explorer finds defects that are put back`

const programs = {
  '--explore': 'e2e/explorer/run.ts',
  '--accessibility': 'e2e/screens/axe-results.ts',
  '--known-defects': 'e2e/explorer/known-defects/check.ts',
}
const tags: Record<string, string> = { A: '@matrix-a', B: '@matrix-b', C: '@matrix-c' }
const engines = ['firefox', 'webkit'] as const
const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const args = process.argv.slice(2)
const other = Object.entries(programs).find(([option]) => args.includes(option))
process.exitCode =
  other === undefined ? journeys() : start('node', [other[1], ...args.toSpliced(args.indexOf(other[0]), 1)])

function journeys(): number {
  const { values, positionals, tokens } = optionsOf(usage, {
    allowPositionals: true,
    tokens: true,
    options: {
      grep: { type: 'string', short: 'g' },
      'grep-invert': text,
      project: { type: 'string', multiple: true },
      main: flag,
      matrix: text,
      engine: text,
      translated: flag,
      'repeat-each': text,
      shard: text,
      workers: text,
      reporter: text,
      'max-failures': text,
      'last-failed': flag,
      list: flag,
      headed: flag,
      debug: flag,
      ui: flag,
    },
  })
  const tag = values.matrix === undefined ? (values.main ? '@main' : undefined) : tags[values.matrix]
  if (values.matrix !== undefined && tag === undefined) refuse(`Unknown matrix "${values.matrix}". Matrices: A, B, C.`)
  const engine = engines.find((name) => name === values.engine)
  if (values.engine !== undefined && engine === undefined)
    refuse(`Unknown engine "${values.engine}". Engines: ${engines.join(', ')}.`)
  ensure(engine ?? 'browser')
  if (values.translated) process.env.JOURNEY_TRANSLATED = '1'
  return start('playwright', [
    'test',
    '-c',
    engine === undefined ? 'e2e/playwright.config.ts' : `e2e/engines/${engine}.config.ts`,
    ...(tag === undefined ? [] : ['--grep', tag]),
    ...passedOn(tokens, ['main', 'matrix', 'engine', 'translated']),
    ...positionals,
  ])
}

function start(program: string, programArgs: string[]): number {
  const { status, error } = spawnSync(program, programArgs, { stdio: 'inherit' })
  if (error !== undefined) console.error(`${program} could not be started: ${error.message}`)
  return status ?? 1
}
