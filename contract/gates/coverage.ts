/**
 * Gate: every response of every operation, query parameter and error code is pinned by an interaction or waived with a
 * reason.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument } from '../openapi/document.ts'
import { coverageOf } from '../pact/coverage.ts'
import type { Waivers } from '../pact/coverage.ts'
import { readPact } from '../pact/pact-file.ts'

const root = join(import.meta.dirname, '..', '..')
const pact = readPact()
const waivers = JSON.parse(readFileSync(join(root, 'pact', 'coverage-waivers.json'), 'utf8')) as Waivers
const testReport = join(root, '.local', 'reports', 'pact.json')
if (!existsSync(testReport)) {
  console.error('The consumer tests have not run yet. First: npm run contract -- --only "pact is up to date"')
  process.exit(1)
}
const tests = JSON.parse(readFileSync(testReport, 'utf8')) as { numPassedTests: number }

const { operations, answers, findings } = coverageOf(readDocument(), pact, waivers, tests.numPassedTests)
for (const finding of findings) console.error(`  ${finding}`)
console.log(
  `operations pinned: ${operations.pinned}/${operations.total}, answers pinned: ${answers.pinned} and waived: ${answers.waived} of ${answers.total}, interactions: ${pact.interactions.length}`,
)
if (findings.length > 0) process.exitCode = 1
