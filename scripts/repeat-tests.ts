/**
 * `npm run test:repeat -- --times 5 --load 2 [--fresh] [--from STAGE]`: runs `npm test` several times, the last ones
 * beside a busy program on every core, and ends at the first failure. `--fresh` runs each in a new clone of the last
 * commit, whose installation counts as well. The output of each run and the table of all are in
 * `.local/reports/repeat/`. Exit code 0 if every run passed.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { countsIn, repeatSuite, withoutThisPackage } from './test-runs/repeat.ts'

const folder = '.local/reports/repeat'
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    load: { type: 'string', default: '2' },
    from: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
})
const [times, underLoad] = [Number(values.times), Number(values.load)]
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(underLoad) || underLoad < 0 || underLoad > times) {
  console.error('Usage: npm run test:repeat -- --times 5 --load 2 [--fresh] [--from STAGE]')
  console.error('  --times N  number of runs; --load N  how many of the last runs share the machine with busy programs')
  console.error('  --fresh    each run in a new clone of the last commit, with its installation')
  process.exit(2)
}
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const table = path.join(folder, 'table.md')
appendFileSync(table, '| run | machine | seconds | result |\n|---|---|---|---|\n')

const ok = repeatSuite({
  times,
  underLoad,
  runSuite(run) {
    const log = path.join(folder, `run-${run}.log`)
    const output = openSync(log, 'w')
    const started = Date.now()
    const args = values.from === undefined ? [] : ['--from', values.from]
    const [program, first, cwd] = values.fresh
      ? (['npm', ['test', '--'], freshClone()] as const)
      : ([process.execPath, ['scripts/run-tests.ts'], '.'] as const)
    const { status } = spawnSync(program, [...first, ...args], {
      cwd,
      env: values.fresh ? withoutThisPackage(process.env) : process.env,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    // The clone of a failed run stays, for its reports.
    if (values.fresh && status === 0) rmSync(cwd, { recursive: true, force: true })
    return { ok: status === 0, counts: countsIn(readFileSync(log, 'utf8')), seconds: (Date.now() - started) / 1000 }
  },
  startLoad() {
    const busy = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;) {}']))
    return () => busy.forEach((program) => program.kill())
  },
  onRow({ run, load, seconds, result }) {
    const row = `| ${run} | ${load} | ${seconds} | ${result} |`
    console.log(row)
    appendFileSync(table, `${row}\n`)
  },
})
process.exit(ok ? 0 : 1)

function freshClone(): string {
  const clone = mkdtempSync(path.join(tmpdir(), 'portal-'))
  execFileSync('git', ['clone', '--quiet', process.cwd(), clone])
  return clone
}
