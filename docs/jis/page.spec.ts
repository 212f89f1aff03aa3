import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkNames, checks, screenChecks, screens } from './checks.ts'
import { criteria } from './criteria.ts'
import { cellOf, criterionOf, page, pagePath, pages, readRun, resultOf } from './page.ts'

const run = readRun()
const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string
  devDependencies: Record<string, string>
}

it('is generated from the last recorded run', () => {
  expect(readFileSync(pagePath, 'utf8'), 'Run `npm run docs` and commit the page.').toBe(page(run))
})

it('shows the results of this release with its version of axe', () => {
  const recorded = { release: run.release, axe: run.axe }
  const hint =
    'docs/jis/run.json is from another version. Run `npm run accessibility` on a build and commit the results.'
  expect(recorded, hint).toEqual({ release: version, axe: devDependencies['axe-core'] })
})

it('names only tests that exist', () => {
  for (const { file, title } of checkNames.map((name) => checks[name]))
    expect(readFileSync(file, 'utf8'), `${file}: ${title}`).toContain(title)
  for (const { call } of Object.values(screenChecks)) expect(readFileSync(screens, 'utf8')).toContain(call)
})

it('uses every check, and has a recorded result of each', () => {
  const used = new Set(criteria.flatMap(({ checks: names = [] }) => names))
  expect([...used].toSorted()).toEqual(checkNames.toSorted())
  expect(Object.keys(run.passed).toSorted()).toEqual(checkNames.toSorted())
})

it('has a recorded result of every screen', () => {
  expect(pages.length).toBeGreaterThan(20)
  expect(pages.filter(({ route }) => (run.screens[route]?.rules.split(' ').length ?? 0) < 10)).toEqual([])
})

it('lists the criteria of level A and AA: 38 of JIS X 8341-3:2016, 12 of WCAG 2.1, 6 of WCAG 2.2', () => {
  const count = (wanted: string) => criteria.filter(({ standard }) => standard === wanted).length
  expect(['JIS X 8341-3:2016', 'WCAG 2.1', 'WCAG 2.2'].map(count)).toEqual([38, 12, 6])
  expect(new Set(criteria.map(({ id }) => id)).size).toBe(criteria.length)
})

it('reads the criterion from the tag of an axe rule', () => {
  expect(criterionOf('wcag111')).toBe('1.1.1')
  expect(criterionOf('wcag1412')).toBe('1.4.12')
  expect(criterionOf('wcag2aa')).toBeNull()
})

it('reports a failed check or screen as a failure, and nothing checked as not done', () => {
  const criterion = { id: '9.9.9', name: '', level: 'A', standard: 'WCAG 2.2' } as const
  const failedCheck = { ...run, passed: { ...run.passed, labels: false } }
  expect(resultOf({ ...criterion, checks: ['labels'] }, run)).toBe('適合')
  expect(resultOf({ ...criterion, checks: ['labels'], person: 'x' }, run)).toBe('機械による試験の範囲で問題なし')
  expect(resultOf({ ...criterion, checks: ['labels'] }, failedCheck)).toBe('不適合')
  expect(resultOf(criterion, run)).toBe('未実施')
  expect(cellOf({ ...criterion, screens: ['reflow'] }, 'login', { ...run, screens: {} })).toBe('×')
  expect(resultOf({ ...criterion, screens: ['reflow'] }, { ...run, screens: {} })).toBe('不適合')
})
