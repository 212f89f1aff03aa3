/** `npm run e2e`: journeys in a browser on the last build. See the usage below. */
import { spawnSync } from 'node:child_process'

const usage = `npm run e2e -- [options] [FILE…] [options of Playwright]   journeys on the last build

  --main              the journeys of npm test
  --matrix A          a fault matrix: A loading, B submitting, C hostile ids
  --engine firefox    the journeys of another engine, installed where it is missing: firefox or webkit
  --explore           random runs against a model; its options: npm run e2e -- --explore --help
  --accessibility     tests every screen, and writes the results into docs/jis-x-8341-3.md
  --known-defects     whether the explorer finds defects that are put back; options: --only, --seeds, --workers
  -g "NAME"           journeys by name; other options are passed to Playwright, e.g. --repeat-each, --shard`

const tags: Record<string, string> = { A: '@matrix-a', B: '@matrix-b', C: '@matrix-c' }
const engines = ['firefox', 'webkit']

process.exitCode = run(process.argv.slice(2))

function run(args: string[]): number {
  const programs = {
    '--accessibility': 'e2e/screens/axe-results.ts',
    '--explore': 'e2e/explorer/run.ts',
    '--known-defects': 'e2e/explorer/known-defects/check.ts',
  }
  for (const [option, program] of Object.entries(programs)) {
    const at = args.indexOf(option)
    if (at >= 0) return start('node', [program, ...args.toSpliced(at, 1)])
  }
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  const isMain = args.includes('--main')
  const [matrix, afterMatrix] = valueOf(
    '--matrix',
    args.filter((arg) => arg !== '--main'),
  )
  const [engine, rest] = valueOf('--engine', afterMatrix)
  if (matrix !== null && !(matrix in tags)) return refuse(`Unknown matrix "${matrix}". Matrices: A, B, C`)
  if (engine !== null && !engines.includes(engine))
    return refuse(`Unknown engine "${engine}". Engines: ${engines.join(', ')}`)
  if (engine !== null && start('node', [`scripts/ensure-${engine}.mjs`]) !== 0) return 1
  const config = engine === null ? 'e2e/playwright.config.ts' : `e2e/engines/${engine}.config.ts`
  const tag = matrix === null ? (isMain ? ['--grep', '@main'] : []) : ['--grep', tags[matrix] ?? '']
  return start('playwright', ['test', '-c', config, ...tag, ...rest])
}

/** The value of an option and the other arguments; null without the option. */
function valueOf(option: string, args: string[]): [string | null, string[]] {
  const at = args.indexOf(option)
  return at < 0 ? [null, args] : [args[at + 1] ?? '', args.toSpliced(at, 2)]
}

function refuse(message: string): number {
  console.error(message)
  return 2
}

function start(program: string, args: string[]): number {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' })
  if (error !== undefined) console.error(`${program} could not be started: ${error.message}`)
  return status ?? 1
}
