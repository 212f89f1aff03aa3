import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogueCases, idsInUse, testsOf } from './test-catalogue.ts'

const cases = catalogueCases()
const inUse = idsInUse()

describe('the test catalogue', () => {
  it('contains one row for every id that is used', () => {
    const ids = cases.map(({ id }) => id)
    expect(inUse.size).toBeGreaterThan(50)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...inUse.keys()].filter((id) => !ids.includes(id))).toEqual([])
  })

  it('names a test for every row, or states that it is done by hand', () => {
    const untested = cases.filter(({ id, tests }) => testsOf(id, inUse).length === 0 && !tests.startsWith('by hand'))
    expect(untested.map(({ id }) => id)).toEqual([])
  })

  it('explains every fault, oracle and matrix that a test names', () => {
    const page = readFileSync('docs/test-catalogue.md', 'utf8')
    const known = new Set([...page.matchAll(/^\| (F\d+|O\d+|matrix [A-Z]) \|/gm)].map(([, id]) => id))
    const named = [...inUse.values()]
      .flat()
      .filter((file) => file.startsWith('e2e/'))
      .flatMap((file) => readFileSync(file, 'utf8').match(/\bF\d{1,2}\b(?=[ ':])|\bO\d\b|\bmatrix [A-E]\b/g) ?? [])
    expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([])
  })
})

it('contains no reference to documents outside the repository', () => {
  const outside = /\b(decisions? D\d|details \d|specification, section|\(D\d\)|safety\.md|V-\d\d\b)/
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.yaml'], { encoding: 'utf8' })
  const wrong = tracked
    .split('\n')
    .filter((file) => file !== '' && file !== 'docs/test-catalogue.spec.ts' && existsSync(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (outside.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 100)}`] : [])),
    )
  expect(wrong, 'Give the reason itself, or link a page of docs/.').toEqual([])
})
