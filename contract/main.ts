/**
 * `npm run contract`: all gates of the contract, the fastest failure first. Every gate is also a command of its own.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { quietTools } from '../scripts/quiet-tools.ts'

const gates: [name: string, script: string, ...args: string[]][] = [
  ['document is clean', 'gates/lint.ts'],
  ['version fits the changes', 'gates/changes.ts'],
  ['generated code is up to date', 'gates/generated.ts'],
  ['pact is up to date', 'gates/pacts.ts'],
  ['coverage', 'gates/coverage.ts'],
  ['pact fits the document', 'gates/pact-document.ts'],
  ['mocks fit the document', 'gates/mocks.ts'],
  ['docs are up to date', 'gates/docs.ts', '--check'],
  ['test catalogue is up to date', '../docs/test-catalogue.ts', '--check'],
  ['sandbox conforms to the contract', '../pact/verify.ts'],
  ['breaking changes are detected', 'gates/seeds.ts'],
  ['a broken provider is detected', 'gates/mutations.ts'],
  ['sandbox survives fuzzing', 'gates/fuzz.ts'],
]

const { values } = parseArgs({ options: { from: { type: 'string' }, verbose: { type: 'boolean', default: false } } })
const first = values.from === undefined ? 0 : gates.findIndex(([name]) => name === values.from)
if (first < 0) {
  console.error(`Unknown gate "${values.from}". Gates: ${gates.map(([name]) => name).join(', ')}`)
  process.exit(2)
}

const started = Date.now()
for (const [name, script, ...args] of gates.slice(first)) {
  const began = Date.now()
  const result = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    env: { ...process.env, ...quietTools },
  })
  const failed = result.status !== 0
  const seconds = ((Date.now() - began) / 1000).toFixed(1).padStart(5)
  const last = result.stdout?.trimEnd().split('\n').at(-1) ?? ''
  console.log(`${failed ? 'FAIL' : 'ok  '} ${seconds} s  ${name}${failed ? '' : ` (${last})`}`)
  if (result.error) console.error(`${script} could not be started: ${result.error.message}`)
  if (failed || values.verbose) console.log(`${result.stdout}\n${result.stderr}`)
  if (failed) process.exit(1)
}
console.log(`All gates of the contract passed (${((Date.now() - started) / 1000).toFixed(0)} s).`)
