/**
 * `npm run mutation`: changes the code in small ways, one at a time, and reports each change that no spec notices.
 *
 * `-- FILE…` measures these files only, `-- --scope NAME` one scope, `-- --changed [--since REF]` the files that differ
 * from a commit (default: where the branch left main). Fails if a survivor is not in survivors.json, or if a scope that
 * was measured as a whole has a score below 85 %.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { codeOf, scopeNames, subjectOf } from './scopes.ts'
import type { ScopeName } from './scopes.ts'
import { acceptedSurvivors, compare, scoreOf } from './survivors.ts'
import type { Mutant } from './survivors.ts'

type Result = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const minScore = 85
const report = '.local/reports/mutation.json'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'boolean', default: false },
    since: { type: 'string' },
    scope: { type: 'string', multiple: true },
  },
})

const wanted = wantedFiles()
const scopes = scopeNames.filter((name) => codeOf(name).some((file) => wanted.includes(file)))
if (scopes.length === 0) {
  console.log('No file of a scope of the mutation check was changed or named.')
  process.exit(positionals.length > 0 ? 2 : 0)
}
const mutants: Mutant[] = []
for (const scope of scopes)
  mutants.push(
    ...(await measure(
      scope,
      codeOf(scope).filter((file) => wanted.includes(file)),
    )),
  )
mkdirSync(path.dirname(report), { recursive: true })
writeFileSync(report, JSON.stringify(mutants, null, 2))

const tooLow: string[] = []
const rows = scopes.map((scope) => {
  const own = mutants.filter(({ file }) => codeOf(scope).includes(file))
  const isWhole = codeOf(scope).every((file) => wanted.includes(file))
  if (isWhole && scoreOf(own) < minScore) tooLow.push(scope)
  return { scope, files: isWhole ? 'all' : 'some', ...counts(own) }
})
console.table(rows)
const { unlisted, outdated } = compare(mutants, acceptedSurvivors())
for (const { file, lineNumber, line, mutation } of unlisted)
  console.log(`survived: ${file}:${lineNumber}\n    ${line}\n    ${mutation}`)
for (const { file, line, mutation } of outdated)
  console.log(`noticed now, remove it from survivors.json: ${file}\n    ${line}\n    ${mutation}`)
for (const scope of tooLow) console.log(`The score of ${scope} is below ${minScore} %.`)
console.log(`${unlisted.length} survivors without a reason; all mutants are in ${report}`)
process.exit(unlisted.length > 0 || tooLow.length > 0 ? 1 : 0)

function counts(own: readonly Mutant[]) {
  return {
    mutants: own.filter(({ status }) => status !== 'invalid').length,
    survived: own.filter(({ status }) => status === 'survived').length,
    score: `${scoreOf(own).toFixed(1)} %`,
  }
}

function wantedFiles(): string[] {
  if (positionals.length > 0) return positionals.map((file) => subjectOf(path.relative('.', file)))
  if (values.changed) return changedFiles().map(subjectOf)
  const unknown = (values.scope ?? []).find((name) => !isScope(name))
  if (unknown !== undefined) throw new Error(`Unknown scope "${unknown}". Scopes: ${scopeNames.join(', ')}`)
  return (values.scope?.filter(isScope) ?? scopeNames).flatMap(codeOf)
}

function isScope(name: string): name is ScopeName {
  return scopeNames.some((scope) => scope === name)
}

/** Committed and uncommitted changes. On main itself, and without a main, the changes of the last commit. */
function changedFiles(): string[] {
  const left = values.since ?? git('merge-base', 'HEAD', 'main')
  const since = left === null || left === git('rev-parse', 'HEAD') ? git('rev-parse', '--verify', 'HEAD^') : left
  if (since === null) throw new Error('There is no earlier commit to compare with: name one with --since.')
  const changed = git('diff', '--name-only', since)
  if (changed === null) throw new Error(`Unknown commit "${since}".`)
  const added = git('ls-files', '--others', '--exclude-standard') ?? ''
  return [...changed.split('\n'), ...added.split('\n')]
}

/** null if git refuses, e.g. because a commit is missing. */
function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

async function measure(scope: ScopeName, files: string[]): Promise<Mutant[]> {
  process.env.MUTATION_SCOPE = scope
  const stryker = new Stryker({
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    // Threads would not support process.umask, which a spec sets.
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    // A change of a constant of a module needs its module loaded again and all specs of the scope: half a second each.
    ignoreStatic: scope !== 'paths',
    concurrency: 2,
    // A mutation may end in an endless loop.
    timeoutMS: 15_000,
    tempDirName: '.local/mutation',
    ignorePatterns: ['.local', 'dist', 'docs', 'e2e'],
    // Stryker rewrites the file with the API of TypeScript 5; there is nothing to rewrite.
    tsconfigFile: 'none',
    reporters: ['progress-append-only'],
  })
  return (await stryker.runMutationTest()).filter(({ status }) => status !== 'Ignored').map(mutantOf)
}

function mutantOf({ fileName, location, replacement, status }: Result): Mutant {
  const file = path.relative('.', fileName)
  const lines = readFileSync(file, 'utf8').split('\n')
  // Both ends count from 1.
  const { start, end } = location
  const text = lines.slice(start.line - 1, end.line)
  const last = text.length - 1
  text[last] = (text[last] ?? '').slice(0, end.column - 1)
  text[0] = (text[0] ?? '').slice(start.column - 1)
  return {
    file,
    lineNumber: start.line,
    line: (lines[start.line - 1] ?? '').trim(),
    mutation: `${short(text.join('\n'))} → ${short(replacement)}`,
    status:
      status === 'Killed' || status === 'Timeout'
        ? 'killed'
        : status === 'Survived' || status === 'NoCoverage'
          ? 'survived'
          : 'invalid',
  }
}

function short(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ')
  return line.length <= 100 ? line : `${line.slice(0, 60)} … ${line.slice(-35)}`
}
