/**
 * `npm run test:repeat -- --times 5 --load 2 [--from STAGE]`: runs `npm test` several times, the last ones beside a busy
 * program on every core, and ends at the first failure. The output of each run and the table of all are in
 * `.local/reports/repeat/`. Exit code 0 if every run passed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { countsIn, repeatSuite } from './test-runs/repeat.ts'

const folder = '.local/reports/repeat'
const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '5' },
    load: { type: 'string', default: '2' },
    from: { type: 'string' },
  },
})
const [times, underLoad] = [Number(values.times), Number(values.load)]
if (!Number.isInteger(times) || times < 1 || !Number.isInteger(underLoad) || underLoad < 0 || underLoad > times) {
  console.error('Usage: npm run test:repeat -- --times 5 --load 2 [--from STAGE]')
  console.error('  --times N  number of runs; --load N  how many of the last runs share the machine with busy programs')
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
    const args = ['scripts/run-tests.ts', ...(values.from === undefined ? [] : ['--from', values.from])]
    const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', output, output] })
    closeSync(output)
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
