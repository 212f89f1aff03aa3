import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const page = readFileSync('docs/architecture.md', 'utf8')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '')

function foldersIn(parent: string): string[] {
  const below = files.filter((file) => file.startsWith(parent)).map((file) => file.slice(parent.length))
  return [...new Set(below.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))]
    .filter((name) => !name.startsWith('.'))
    .toSorted()
}

it.each([
  ['', ''],
  ['src/', ''],
  ['src/features/', 'features/'],
])('docs/architecture.md has a row for every folder in "%s"', (parent, prefix) => {
  const missing = foldersIn(parent)
    .filter((name) => parent !== 'src/' || name !== 'features')
    .filter((name) => !page.includes(`| \`${prefix}${name}/\` |`))
  expect(foldersIn(parent).length).toBeGreaterThan(5)
  expect(missing, 'Add a row that says what the folder is for.').toEqual([])
})

const flows = [...page.matchAll(/^\*\*(?<name>[^*]+)\.\*\* (?<text>.*?)(?=\n\n|$(?![\s\S]))/gms)].map(({ groups }) => ({
  name: groups?.name ?? '',
  named: [...new Set([...(groups?.text ?? '').matchAll(/`(src\/[^`]+\.tsx?)`/g)].map((match) => match[1] ?? ''))],
}))

it('docs/architecture.md describes two flows', () => {
  expect(flows.map(({ name }) => name)).toEqual(['From a keystroke to an order', 'Sign-in'])
})

it.each(flows)('the flow "$name" names only files that exist', ({ named }) => {
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((file) => !files.includes(file))).toEqual([])
})

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.tsx?)'/g)].map(([, target = '']) =>
    path.join(path.dirname(file), target),
  )
}

it.each(flows)('connects the files of the flow "$name" by imports', ({ named }) => {
  // A context, or a file of types, between two files of the flow is not listed.
  const near = new Map(
    named.map((file) => [file, new Set(importsOf(file).flatMap((next) => [next, ...importsOf(next)]))]),
  )
  const isNear = (one: string, other: string) =>
    near.get(one)?.has(other) === true || near.get(other)?.has(one) === true
  const reached = new Set(named.slice(0, 1))
  for (const file of reached) for (const other of named) if (isNear(file, other)) reached.add(other)
  expect(named.filter((file) => !reached.has(file))).toEqual([])
})
