/** `npm run check` and `npm run fix`. See the usage below. */
import { spawnSync } from 'node:child_process'
import { optionsOf } from './options.ts'

const checks = [['tsc', '--noEmit', '-p', '.'], ['oxlint', '--type-aware'], ['oxfmt', '--check'], ['knip']]
const fixes = [
  ['oxlint', '--type-aware', '--fix'],
  ['oxfmt', '.'],
]

const usage = `npm run check   types, lint, format and unused code; ends at the first failure
npm run fix     lint and format, with every fix that the tools can make`

const { values } = optionsOf(usage, { options: { fix: { type: 'boolean', default: false } } })
const failed = (values.fix ? fixes : checks).find(
  ([program = '', ...args]) => spawnSync(program, args, { stdio: 'inherit' }).status !== 0,
)
process.exitCode = failed === undefined ? 0 : 1
