/**
 * `npm run identity:check -- config.json TENANT__USER`: uses the pool of a stage as the portal does, with the account's
 * password from the variable PORTAL_CHECK_PASSWORD. Exit code 0 if every step succeeded, 1 if not, 2 for invalid
 * arguments.
 */
import { readFileSync } from 'node:fs'
import { parseConfig } from '../../src/lib/config.ts'
import { checkPool } from './check-pool.ts'

const [file, username] = process.argv.slice(2)
const password = process.env.PORTAL_CHECK_PASSWORD
if (file === undefined || username === undefined || password === undefined) {
  process.stderr.write('Usage: PORTAL_CHECK_PASSWORD=… npm run identity:check -- config.json TENANT__USER\n')
  process.exit(2)
}
const { auth } = parseConfig(JSON.parse(readFileSync(file, 'utf8')))
const steps = await checkPool(auth, { username, password })
for (const { step, problem, fix } of steps)
  process.stdout.write(problem === undefined ? `ok    ${step}\n` : `WRONG ${step}: ${problem}\n      ${fix}\n`)
process.exitCode = steps.some(({ problem }) => problem !== undefined) ? 1 : 0
