/**
 * `npm run e2e -- --accessibility`: tests every screen on the last build and writes the day, the versions and the result
 * of each screen into docs/jis-x-8341-3.md. For a release, after `npm run test:full`. The rest of the page is by hand.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensure } from '../../scripts/ensure.ts'
import { optionsOf } from '../../scripts/options.ts'
import { routePatterns } from '../../src/paths.ts'
import { routesUnderTest } from '../faults/on-load/routes-under-test.ts'
import { formScreens } from './form-screens.ts'

type Suite = {
  suites?: Suite[]
  specs?: { title: string; ok: boolean; tests: { annotations: { type: string; description?: string }[] }[] }[]
}

optionsOf(
  'npm run e2e -- --accessibility   tests every screen, and writes the results into docs/jis-x-8341-3.md; has no options',
  {},
)
ensure('browser')

const root = join(import.meta.dirname, '../..')
const page = join(root, 'docs/jis-x-8341-3.md')
const report = join(root, '.local/reports/accessibility.json')

/** A route that only redirects shows the screen of another route. */
const redirects = ['home', 'paymentSuccessCallback', 'paymentCancelCallback', 'paymentErrorCallback']
/** The screens by the titles of their tests in `screens.e2e.ts`. */
const screens = [
  ...routesUnderTest
    .filter(({ route }) => !redirects.includes(route))
    .map(({ route, title }) => ({
      test: String(route),
      address: routePatterns[route].pattern,
      title: typeof title === 'string' ? title : '（手続きによる）',
    })),
  ...formScreens.map(({ id, route = 'application', title }) => ({
    test: id,
    address: routePatterns[route].pattern,
    title,
  })),
]

mkdirSync(join(root, '.local/reports'), { recursive: true })
spawnSync(
  'playwright',
  ['test', '-c', 'e2e/playwright.config.ts', '--reporter=json', 'e2e/screens/screens', '-g', 'every'],
  {
    cwd: root,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
const results = resultsIn(JSON.parse(readFileSync(report, 'utf8')) as Suite)
const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  devDependencies: { [name: string]: string }
}
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date())
const browser = [...results.values()].find((result) => result.browser !== '')?.browser ?? '不明'
const rows = screens.map(({ test, address, title }, index) => {
  const result = results.get(test)
  const outcome = result === undefined ? '未実施' : result.passed ? '問題なし' : '問題あり'
  return `| ${index + 1} | ${title} | \`${address}\` | ${outcome} | ${result?.rules ?? 0} |`
})
const text = [
  `製品の版 ${version}、${day}、Chromium ${browser}、axe-core ${devDependencies['axe-core'] ?? '不明'}。`,
  '',
  '| 番号 | 画面 | アドレス | 結果 | 検査対象があった axe の規則 |',
  '|---|---|---|---|---|',
  ...rows,
].join('\n')
const between = /(?<=<!-- results of axe -->\n)[^]*?(?=\n<!-- end -->)/
writeFileSync(
  page,
  readFileSync(page, 'utf8').replace(between, () => text),
)
const failed = screens.filter(({ test }) => results.get(test)?.passed !== true)
process.stdout.write(`${screens.length} screens, ${failed.length} failed or not tested; written: ${page}\n`)
process.exitCode = failed.length === 0 ? 0 : 1

function resultsIn(suite: Suite): Map<string, { passed: boolean; rules: number; browser: string }> {
  const own = (suite.specs ?? []).map(({ title, ok, tests }) => {
    const noteOf = (type: string) =>
      tests.flatMap(({ annotations }) => annotations).find((note) => note.type === type)?.description ?? ''
    const rules = noteOf('axe').split(' ').filter(Boolean).length
    return [title.replace(/ @.*$/, ''), { passed: ok && rules > 0, rules, browser: noteOf('browser') }] as const
  })
  return new Map([...own, ...(suite.suites ?? []).flatMap((inner) => [...resultsIn(inner)])])
}
