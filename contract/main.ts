/**
 * `npm run contract`: all gates of the contract, two at a time, the fastest failure first. Every gate is also
 * a command of its own.
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { optionsOf, refuse } from '../scripts/options.ts'
import { quietTools } from '../scripts/quiet-tools.ts'

type Gate = [name: string, script: string, ...args: string[]]

const usage = `npm run contract -- [options]         all gates of the contract
npm run contract -- kit --out DIR     what an API team needs without this repository
npm run contract -- replay FILE.har   recorded traffic of a stage; replay --help shows its options

  --from "GATE"   begin with this gate
  --only "GATE"   this gate only, e.g. "pact is up to date" after a change of pact/consumer
  --quick         without the gates that test other gates or try generated requests, as in npm test
  --verbose       the output of every gate`

if (process.argv[2] === 'kit') {
  await import('./kit/command.ts')
  process.exit()
}
if (process.argv[2] === 'replay') {
  await import('./replay/command.ts')
  process.exit()
}

const { values } = optionsOf(usage, {
  options: {
    from: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

const longGates: Gate[] = [
  ['breaking changes are detected', 'gates/seeds.ts'],
  ['a broken provider is detected', 'gates/mutations.ts'],
  ['sandbox survives fuzzing', 'gates/fuzz.ts'],
]

const gates: Gate[] = [
  ['document is clean', 'gates/lint.ts'],
  ['version fits the changes', 'gates/changes.ts'],
  ['generated code is up to date', 'gates/generated.ts', '--check'],
  ['pact is up to date', 'gates/pacts.ts'],
  ['coverage', 'gates/coverage.ts'],
  ['pact fits the document', 'gates/pact-document.ts'],
  ['mocks fit the document', 'gates/mocks.ts'],
  ['docs are up to date', 'gates/docs.ts', '--check'],
  ['sandbox conforms to the contract', '../pact/verify.ts'],
  ...(values.quick ? [] : longGates),
]

const begin = values.only ?? values.from
const first = begin === undefined ? 0 : gates.findIndex(([name]) => name === begin)
if (first < 0) refuse(`Unknown gate "${begin}". Gates: ${gates.map(([name]) => name).join(', ')}.`)

const started = Date.now()
const waiting = gates.slice(first, values.only === undefined ? undefined : first + 1)
// The pact is written by its gate and read by later ones. Each gate uses one core.
const withoutPact = Math.max(0, gates.findIndex(([name]) => name === 'pact is up to date') + 1 - first)
for (const group of [waiting.splice(0, withoutPact), waiting])
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, () => work(group)))
if (process.exitCode !== 1) {
  console.log(
    `${values.only === undefined ? 'All gates of the contract' : 'The gate'} passed (${((Date.now() - started) / 1000).toFixed(0)} s).`,
  )
}

/** Runs gates until none is left or one has failed. */
async function work(left: Gate[]) {
  for (let gate = left.shift(); gate !== undefined && process.exitCode !== 1; gate = left.shift()) {
    if (!(await passes(gate))) process.exitCode = 1
  }
}

async function passes([name, script, ...args]: Gate): Promise<boolean> {
  const began = Date.now()
  const result = await run(join(import.meta.dirname, script), args)
  const seconds = ((Date.now() - began) / 1000).toFixed(1).padStart(5)
  const last = result.stdout.trimEnd().split('\n').at(-1) ?? ''
  console.log(`${result.passed ? 'ok  ' : 'FAIL'} ${seconds} s  ${name}${result.passed ? ` (${last})` : ''}`)
  if (!result.passed || values.verbose) console.log(`${result.stdout}\n${result.stderr}`)
  return result.passed
}

function run(script: string, args: string[]): Promise<{ passed: boolean; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...args],
      { maxBuffer: 64_000_000, env: { ...process.env, ...quietTools } },
      (error, stdout, stderr) => resolve({ passed: error === null, stdout, stderr: stderr || (error?.message ?? '') }),
    )
  })
}
