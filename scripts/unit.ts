/** `npm run test:unit`: specs without a browser. See the usage below. */
import { spawnSync } from 'node:child_process'
import { optionsOf, passedOn } from './options.ts'

const usage = `npm run test:unit -- [options] [PATH…]   specs whose path contains PATH; without one, all

  -t "NAME"         specs by name
  --project NAME    node or page
  --shard N/M       one of M parts
  --reporter NAME   how results are printed, e.g. verbose
  --bail N          stop after N failures
  -u                write the snapshots again, e.g. those of the screen reader`

const { positionals, tokens } = optionsOf(usage, {
  allowPositionals: true,
  tokens: true,
  options: {
    testNamePattern: { type: 'string', short: 't' },
    project: { type: 'string', multiple: true },
    shard: { type: 'string' },
    reporter: { type: 'string', multiple: true },
    bail: { type: 'string' },
    update: { type: 'boolean', short: 'u' },
  },
})
// Paths first, because `-u` of Vitest takes a path after it for its value.
const { status, error } = spawnSync('vitest', ['run', ...positionals, ...passedOn(tokens, [])], { stdio: 'inherit' })
if (error !== undefined) console.error(`vitest could not be started: ${error.message}`)
process.exitCode = status ?? 1
