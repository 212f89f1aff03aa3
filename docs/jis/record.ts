/**
 * `npm run accessibility`: runs the tests of `checks.ts` on the last build, writes their results to `run.json` and
 * generates docs/jis-x-8341-3.md from it. For a release, after `npm test`.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { checkNames, checks, screens } from './checks.ts'
import { page, pagePath } from './page.ts'
import type { Run } from './page.ts'

type Annotation = { type: string; description?: string }
type Suite = {
  suites?: Suite[]
  specs?: { title: string; file: string; ok: boolean; tests: { annotations: Annotation[] }[] }[]
}
type UnitReport = { testResults: { name: string; assertionResults: { title: string; status: string }[] }[] }
type Outcome = { file: string; title: string; passed: boolean; annotations: Annotation[] }

const reports = '.local/reports'
const files = [...new Set([screens, ...checkNames.map((name) => checks[name].file)])]
const outcomes = [...journeys(files.filter((file) => file.endsWith('.e2e.ts'))), ...units()]
const versions = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string
  devDependencies: Record<string, string>
}

const run: Run = {
  release: versions.version,
  date: new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date()),
  axe: versions.devDependencies['axe-core'] ?? '',
  browser: annotation(outcomes.find(({ file, passed }) => file === screens && passed)?.annotations ?? [], 'browser'),
  passed: Object.fromEntries(
    checkNames.map((name) => {
      const own = outcomes.filter(
        ({ file, title }) => file === checks[name].file && title.startsWith(checks[name].title),
      )
      return [name, own.length > 0 && own.every(({ passed }) => passed)]
    }),
  ) as Run['passed'],
  screens: Object.fromEntries(
    outcomes
      .filter(({ file, annotations }) => file === screens && annotation(annotations, 'axe') !== '')
      .map(({ title, passed, annotations }) => [
        title,
        { passed, rules: annotation(annotations, 'axe').split(' ').toSorted().join(' ') },
      ]),
  ),
}
writeFileSync(join(import.meta.dirname, 'run.json'), `${JSON.stringify(run, null, 2)}\n`)
writeFileSync(pagePath, page(run))
const failed = outcomes.filter(({ passed }) => !passed)
for (const { file, title } of failed) process.stdout.write(`failed: ${file} ${title}\n`)
process.stdout.write(
  `${outcomes.length} tests, ${failed.length} failed; written: docs/jis/run.json, ${relative('.', pagePath)}\n`,
)
process.exit(failed.length > 0 || outcomes.length === 0 ? 1 : 0)

function journeys(named: string[]): Outcome[] {
  const report = `${reports}/accessibility-journeys.json`
  spawnSync('playwright', ['test', '-c', 'e2e/playwright.config.ts', '--reporter=json', ...named], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const read = ({ suites = [], specs = [] }: Suite): Outcome[] => [
    ...specs.map(({ title, file, ok, tests }) => ({
      file: `e2e/${file}`,
      title,
      passed: ok,
      annotations: tests.flatMap(({ annotations }) => annotations),
    })),
    ...suites.flatMap(read),
  ]
  return read(JSON.parse(readFileSync(report, 'utf8')) as Suite)
}

function units(): Outcome[] {
  const report = `${reports}/accessibility-units.json`
  const named = files.filter((file) => !file.endsWith('.e2e.ts'))
  spawnSync('vitest', ['run', '--reporter=json', `--outputFile=${report}`, ...named], { stdio: 'inherit' })
  return (JSON.parse(readFileSync(report, 'utf8')) as UnitReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative('.', name),
      title,
      passed: status === 'passed',
      annotations: [],
    })),
  )
}

function annotation(annotations: readonly Annotation[], type: string): string {
  return annotations.find((one) => one.type === type)?.description ?? ''
}
