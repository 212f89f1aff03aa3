/**
 * `npm run journeys`: random journeys through a payment (P-13). A seed gives the same journey each time.
 *
 * --seeds N   journeys 1 to N (40)
 * --seed N    only journey N, with a trace
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { journeyCounts } from './test-runs/journey-counts.ts'

const report = '.local/reports/journeys.json'
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '40' }, seed: { type: 'string' } } })

const seeds =
  values.seed === undefined
    ? Array.from({ length: numberOf('--seeds', values.seeds) }, (_, index) => index + 1)
    : [numberOf('--seed', values.seed)]
rmSync(report, { force: true })
const { status } = spawnSync(
  'playwright',
  ['test', '-c', 'e2e/playwright.config.ts', '--project=phone', '--grep', '@random'],
  {
    stdio: 'inherit',
    env: { ...process.env, JOURNEY_SEEDS: seeds.join(','), ...(values.seed === undefined ? {} : { TRACE: '1' }) },
  },
)
const { line, sound } = journeyCounts(JSON.parse(readFileSync(report, 'utf8')))
console.log(line)
process.exit(status === 0 && sound ? 0 : 1)

function numberOf(option: string, text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  console.error(`${option} needs a number from 1, not "${text}".`)
  process.exit(2)
}
