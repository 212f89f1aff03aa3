/** Gate: src/api/generated is what `npm run generate` makes of api-spec/openapi.yaml. Regenerates in a temporary folder and compares. */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')
const generated = join('src', 'api', 'generated')

function contents(folder: string): Map<string, string> {
  const files = globSync('**/*.ts', { cwd: join(folder, generated) }).toSorted()
  return new Map(files.map((file) => [file, readFileSync(join(folder, generated, file), 'utf8')]))
}

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
  execFileSync(join(root, 'node_modules', '.bin', 'orval'), { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] })

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
if (differences.length > 0) {
  for (const difference of differences) process.stderr.write(`  ${difference}\n`)
  process.stderr.write('Run `npm run generate` and commit src/api/generated with the change of the contract.\n')
  process.exitCode = 1
}
