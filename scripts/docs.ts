/** `npm run docs`. See the usage below. */
import { spawnSync } from 'node:child_process'
import { optionsOf } from './options.ts'

const programs = ['contract/gates/docs.ts', 'docs/test-catalogue.ts']

const usage = `npm run docs -- [options]   writes the generated tables of docs/ and the API reference

  --check   changes nothing, and fails if a table is out of date`

const { values } = optionsOf(usage, { options: { check: { type: 'boolean', default: false } } })
const check = values.check ? ['--check'] : []
const failed = programs.filter((program) => spawnSync('node', [program, ...check], { stdio: 'inherit' }).status !== 0)
process.exitCode = failed.length === 0 ? 0 : 1
