/**
 * `npm run e2e -- --known-defects`: shows that the explorer finds defects. Each patch in this folder restores one
 * defect; it is applied in a temporary copy, which is built and explored until a run has the finding that the patch
 * names in its first lines ("Finding: <regular expression>"). Another finding does not count. "Groups: …" and "Start:
 * …" are the options `--groups` and `--start` of the search: a defect that needs several rare steps would take too many
 * seeds otherwise.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { ensure } from '../../../scripts/ensure.ts'
import { numberOf, optionsOf, refuse } from '../../../scripts/options.ts'

const root = path.join(import.meta.dirname, '../../..')
const usage = `npm run e2e -- --known-defects [options]   whether the explorer finds defects that are put back

  --only NAME   one patch, by its file name without .patch
  --seeds N     give up after N seeds (200)
  --workers W   as for npm run e2e -- --explore`

const { values } = optionsOf(usage, {
  options: {
    only: { type: 'string' },
    seeds: { type: 'string', default: '200' },
    workers: { type: 'string', default: String(availableParallelism() + 1) },
  },
})
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => file.slice(0, -'.patch'.length))
  .filter((name) => values.only === undefined || values.only === name)
if (names.length === 0) refuse(`There is no patch "${values.only}" in ${import.meta.dirname}.`)
for (const option of ['seeds', 'workers'] as const) numberOf(`--${option}`, values[option])
ensure('browser')

const missed = names.filter((name) => {
  const found = isFound(name)
  console.log(`${name}: ${found ?? 'NOT FOUND'}`)
  return found === null
})
process.exit(missed.length === 0 ? 0 : 1)

/** The first line of the run with the finding, and the number of seeds needed; null if there was none. */
function isFound(name: string): string | null {
  const copy = mkdtempSync(path.join(tmpdir(), `known-defect-${name}-`))
  try {
    const files = run('git', ['ls-files', '-z'], root).stdout.split('\0').filter(Boolean)
    for (const file of files) {
      mkdirSync(path.join(copy, path.dirname(file)), { recursive: true })
      cpSync(path.join(root, file), path.join(copy, file))
    }
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
    mkdirSync(path.join(copy, '.local'))
    cpSync(path.join(root, '.local/browser.json'), path.join(copy, '.local/browser.json'))
    const patch = path.join(import.meta.dirname, `${name}.patch`)
    const applied = run('git', ['apply', '--whitespace=nowarn', patch], copy)
    if (applied.status !== 0) throw new Error(`${name}.patch does not apply: ${applied.stderr}`)
    const built = run(process.execPath, ['scripts/build.ts'], copy)
    if (built.status !== 0) throw new Error(`${name} does not build: ${built.stdout}${built.stderr}`)
    const text = readFileSync(patch, 'utf8')
    const [, finding] = /^Finding: (.+)$/m.exec(text) ?? []
    const [, groups] = /^Groups: (.+)$/m.exec(text) ?? []
    const [, start] = /^Start: (.+)$/m.exec(text) ?? []
    if (finding === undefined) throw new Error(`${name}.patch names no finding`)
    const { seeds, workers } = values
    const explored = run(
      process.execPath,
      [
        'e2e/explorer/run.ts',
        `--seeds=${seeds}`,
        `--workers=${workers}`,
        `--until=${finding}`,
        '--no-shrink',
        ...(groups === undefined ? [] : ['--groups', groups]),
        ...(start === undefined ? [] : ['--start', start]),
      ],
      copy,
    )
    const lines = explored.stdout.split('\n')
    const failures = lines.filter((line) => /^seed \d+ failed/.test(line))
    const found = failures.find((line) => new RegExp(finding).test(line))
    const summary = lines.findLast((line) => line.startsWith('explorer:')) ?? explored.stderr
    if (found === undefined) console.log(failures.join('\n'), summary)
    return found === undefined ? null : `${found} (${summary})`
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function run(command: string, args: string[], cwd: string): { status: number | null; stdout: string; stderr: string } {
  // Without a repository around it, `git apply` changes the files of the copy.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() }
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}
