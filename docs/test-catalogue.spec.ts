import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = readFileSync('docs/test-catalogue.md', 'utf8')
const ids = [...page.matchAll(/^- ([SPFRA]-\d{2}): /gm)].map(([, id = '']) => id)
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|md|ya?ml)$/.test(file) && existsSync(file))
const inUse = filesByCase()

describe('the test catalogue', () => {
  it('contains one row for every id that is used', () => {
    expect(inUse.size).toBeGreaterThan(50)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...inUse.keys()].filter((id) => !ids.includes(id))).toEqual([])
  })

  it('names no id without a test', () => {
    const isTest = (file: string) => /\.(spec|e2e)\.tsx?$|^e2e\/(?!engines\/)/.test(file)
    expect(ids.filter((id) => !(inUse.get(id) ?? []).some(isTest))).toEqual([])
  })

  it('explains every matrix that a test names', () => {
    const known = new Set([...page.matchAll(/^- (matrix [A-Z]): /gm)].map(([, name]) => name))
    const named = [...inUse.values()]
      .flat()
      .filter((file) => file.startsWith('e2e/'))
      .flatMap((file) => readFileSync(file, 'utf8').match(/\bmatrix [A-E]\b/g) ?? [])
    expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([])
  })
})

it('contains no reference to documents outside the repository', () => {
  const outside = /\b(decisions? D\d|details \d|specification, section|\(D\d\)|safety\.md|V-\d\d\b)/
  const wrong = files
    .filter((file) => /\.(tsx?|md|yaml)$/.test(file) && file !== 'docs/test-catalogue.spec.ts')
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (outside.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 100)}`] : [])),
    )
  expect(wrong, 'Give the reason itself, or link a page of docs/.').toEqual([])
})

/** Every id that a file of the repository uses, with the files. The catalogue itself is excluded. */
function filesByCase(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of files.filter((name) => !/^docs\/test-catalogue|^src\/api\/generated\//.test(name))) {
    for (const id of new Set(readFileSync(file, 'utf8').match(/\b[SPFRA]-\d{2}\b/g)))
      found.set(id, [...(found.get(id) ?? []), file])
  }
  return found
}
