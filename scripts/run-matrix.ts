/**
 * `npm run matrix -- A B C`: the whole fault matrices, all of them without an argument.
 *
 * - A: 28 routes × 12 faults while a page loads
 * - B: 12 actions × 8 faults on submit
 * - C: 27 routes that contain an id × 22 hostile values; all of them on components, three per route in the browser
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { matrices, matrixCounts, matrixNames } from './test-runs/matrix-counts.ts'

const reports = { playwright: '.local/reports/journeys.json', vitest: '.local/reports/matrix-components.json' }
const { positionals } = parseArgs({ allowPositionals: true })

const letters = positionals.map((letter) => letter.toUpperCase())
const unknown = letters.filter((letter) => !matrixNames.some((name) => name === letter))
if (unknown.length > 0) {
  console.error(`Unknown matrix ${unknown.join(', ')}. Matrices: ${matrixNames.join(', ')}`)
  process.exit(2)
}
const wanted = letters.length === 0 ? matrixNames : matrixNames.filter((name) => letters.includes(name))

mkdirSync('.local/reports', { recursive: true })
for (const file of Object.values(reports)) rmSync(file, { force: true })
const tags = wanted.map((name) => matrices[name].browser).join('|')
const runs = [
  !wanted.includes('C') || runComponents(matrices.C.component),
  run('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--project=phone', '--grep', tags]),
]
const counts = matrixCounts(wanted, { playwright: read(reports.playwright), vitest: read(reports.vitest) })
for (const { line } of counts) console.log(line)
process.exit(runs.every(Boolean) && counts.every(({ sound }) => sound) ? 0 : 1)

function runComponents(name: string): boolean {
  const report = ['--reporter=dot', '--reporter=json', `--outputFile.json=${reports.vitest}`]
  return run('vitest', ['run', 'hostile-ids', '-t', name, ...report])
}

function run(command: string, args: string[]): boolean {
  const result = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, HOSTILE_IDS: 'all' } })
  if (result.error !== undefined) console.error(`${command} could not be started: ${result.error.message}`)
  return result.status === 0
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
