/** Gate: the consumer tests pass and write exactly the committed pact. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { quietTools } from '../../scripts/quiet-tools.ts'
import { pactFile, readPact } from '../pact/pact-file.ts'

const root = resolve(import.meta.dirname, '..', '..')
const committed = existsSync(pactFile) ? readFileSync(pactFile, 'utf8') : ''
const { status, stdout, stderr } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  [
    'run',
    '-c',
    'pact/vitest.config.ts',
    '--reporter=dot',
    '--reporter=json',
    '--outputFile.json=.local/reports/pact.json',
  ],
  { cwd: root, encoding: 'utf8', env: { ...process.env, ...quietTools } },
)
if (status !== 0) {
  if (committed !== '') writeFileSync(pactFile, committed)
  console.error(stdout, stderr)
  process.exitCode = 1
} else if (readFileSync(pactFile, 'utf8') !== committed) {
  console.error('  pact/pacts was out of date and has been rewritten: review the difference and commit it.')
  process.exitCode = 1
}
console.log(`consumer tests: ${readPact().interactions.length} interactions`)
