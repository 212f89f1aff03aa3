/**
 * `npm run generate`: src/api/generated from api-spec/openapi.yaml. As a gate, generates in a temporary folder and
 * compares.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { optionsOf } from '../../scripts/options.ts'

const usage = `npm run generate -- [options]   the API client from api-spec/openapi.yaml

  --check   changes nothing, and fails if src/api/generated is out of date, as in npm run contract`

const { values } = optionsOf(usage, { options: { check: { type: 'boolean', default: false } } })
const root = resolve(import.meta.dirname, '..', '..')
const generated = join('src', 'api', 'generated')

const isDone = values.check ? isUpToDate() : generate(root, 'inherit')
if (!isDone) process.exitCode = 1

/** Whether orval has succeeded; otherwise it has printed the reason. */
function generate(cwd: string, stdout: 'ignore' | 'inherit'): boolean {
  const orval = join(root, 'node_modules', '.bin', 'orval')
  return spawnSync(orval, { cwd, stdio: ['ignore', stdout, 'inherit'] }).status === 0
}

function contents(folder: string): Map<string, string> {
  const files = globSync('**/*.ts', { cwd: join(folder, generated) }).toSorted()
  return new Map(files.map((file) => [file, readFileSync(join(folder, generated, file), 'utf8')]))
}

function isUpToDate(): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'generated-'))
  const differences: string[] = []
  try {
    for (const file of [
      'api-spec',
      'contract/openapi',
      'form-model',
      'orval.config.ts',
      'package.json',
      'tsconfig.json',
    ]) {
      cpSync(join(root, file), join(copy, file), { recursive: true })
    }
    cpSync(join(root, 'src'), join(copy, 'src'), {
      recursive: true,
      filter: (source) => !source.startsWith(join(root, generated)),
    })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    if (!generate(copy, 'ignore')) return false

    const expected = contents(copy)
    const committed = contents(root)
    for (const file of new Set([...expected.keys(), ...committed.keys()])) {
      if (!committed.has(file)) differences.push(`${file} is missing`)
      else if (!expected.has(file)) differences.push(`${file} is left over`)
      else if (committed.get(file) !== expected.get(file)) differences.push(`${file} differs`)
    }
    process.stdout.write(`generated code: ${expected.size} files, ${differences.length} differences\n`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  if (differences.length === 0) return true
  for (const difference of differences) process.stderr.write(`  ${difference}\n`)
  process.stderr.write('Run `npm run generate` and commit src/api/generated with the change of the contract.\n')
  return false
}
