/**
 * The catalogue of test cases, docs/test-catalogue.md. `node docs/test-catalogue.ts` fills its column of tests; with
 * `--check` it fails if the column is out of date.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const page = join(import.meta.dirname, 'test-catalogue.md')
const idPattern = /\b[SPFRAX]-\d{2}\b/g

export type Case = { id: string; sentence: string; tests: string }

/** Every id that a file of the repository uses, with the files. The catalogue itself is excluded. */
export function idsInUse(): Map<string, string[]> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|md|ya?ml)$/.test(file) && !/^docs\/test-catalogue|^src\/api\/generated\//.test(file))
    .filter((file) => existsSync(join(root, file)))
  const found = new Map<string, string[]>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const id of new Set(text.match(idPattern))) found.set(id, [...(found.get(id) ?? []), file])
  }
  return found
}

export function catalogueCases(text = readFileSync(page, 'utf8')): Case[] {
  return [...text.matchAll(/^\| ([SPFRAX]-\d{2}) \| (.*?) \|(.*)\|$/gm)].map(
    ([, id = '', sentence = '', tests = '']) => ({ id, sentence, tests: tests.trim() }),
  )
}

export function testsOf(id: string, inUse: Map<string, string[]>): string[] {
  return (inUse.get(id) ?? []).filter((file) => /\.(spec|e2e)\.tsx?$|^e2e\/(?!engines\/)/.test(file)).toSorted()
}

function withTests(text: string): string {
  const inUse = idsInUse()
  return text.replaceAll(/^(\| ([SPFRAX]-\d{2}) \| .*? \|)(.*)\|$/gm, (row, start: string, id: string) => {
    const tests = testsOf(id, inUse)
    return tests.length === 0 ? row : `${start} ${tests.map((file) => `\`${file}\``).join(' ')} |`
  })
}

if (import.meta.main) {
  const before = readFileSync(page, 'utf8')
  const after = withTests(before)
  if (!process.argv.includes('--check')) writeFileSync(page, after)
  else if (before !== after) process.exitCode = 1
  process.stdout.write(
    before === after
      ? 'docs/test-catalogue.md is up to date\n'
      : process.exitCode === 1
        ? 'docs/test-catalogue.md is out of date: run `npm run docs` and commit it\n'
        : 'docs/test-catalogue.md\n',
  )
}
