/**
 * The page of test results by JIS X 8341-3, docs/jis-x-8341-3.md, from the table of criteria and the results of the last
 * recorded run. `node docs/jis/page.ts` writes it (`npm run docs`); `npm run accessibility` runs the tests first.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { routesUnderTest } from '../../e2e/faults/on-load/routes-under-test.ts'
import { formScreens } from '../../e2e/screens/form-screens.ts'
import { routePatterns } from '../../src/paths.ts'
import { checkNames, checks, screenChecks, screens } from './checks.ts'
import type { CheckName, ScreenCheck } from './checks.ts'
import { criteria } from './criteria.ts'
import type { Criterion } from './criteria.ts'

export type Run = {
  release: string
  /** The day of the run in Japan. */
  date: string
  axe: string
  browser: string
  /** Whether every test of a check passed. */
  passed: Record<CheckName, boolean>
  /** By route: whether the test of the screen passed, and the axe rules that found something to check, with spaces between. */
  screens: Record<string, { passed: boolean; rules: string }>
}
type Rule = { ruleId: string; tags: string[] }

export const pagePath = join(import.meta.dirname, '../jis-x-8341-3.md')
const axe = createRequire(import.meta.url)('axe-core') as { getRules: () => Rule[] }

/** axe's tag of the criterion 1.4.12 is `wcag1412`. */
export function criterionOf(tag: string): string | null {
  const [, first, second, third] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? []
  return first === undefined ? null : `${first}.${second}.${third}`
}

function rulesOf(id: string): string[] {
  return axe
    .getRules()
    .filter(({ tags }) => tags.some((tag) => criterionOf(tag) === id))
    .map(({ ruleId }) => ruleId)
}

/** A route that only redirects shows the page of another route. */
const redirects = ['home', 'paymentSuccessCallback', 'paymentCancelCallback', 'paymentErrorCallback']
const routes = routesUnderTest
  .filter(({ route }) => !redirects.includes(route))
  .map(({ route, title }) => ({
    route: String(route),
    address: routePatterns[route].pattern,
    title: typeof title === 'string' ? title : '（手続きによる）',
  }))
/** The screens by their tests in `screens.e2e.ts`: one of each route, and those of application forms. */
export const pages = [
  ...routes,
  ...formScreens.map(({ id, title }) => ({ route: id, address: routePatterns.application.pattern, title })),
]

type Cell = '○' | '×' | '人' | '－'

/** What was checked on one page for a criterion. */
export function cellOf(criterion: Criterion, route: string, run: Run): Cell {
  if (criterion.absent !== undefined) return '－'
  const screen = run.screens[route]
  const applied = rulesOf(criterion.id).some((rule) => screen?.rules.split(' ').includes(rule))
  if ((criterion.screens ?? []).length === 0 && !applied) return '人'
  return screen?.passed === true ? '○' : '×'
}

type Result = '適合' | '不適合' | '該当なし' | '機械による試験の範囲で問題なし' | '未実施'

export function resultOf(criterion: Criterion, run: Run): Result {
  if (criterion.absent !== undefined) return '該当なし'
  const cells = pages.map(({ route }) => cellOf(criterion, route, run))
  const own = criterion.checks ?? []
  if (cells.includes('×') || own.some((name) => !run.passed[name])) return '不適合'
  if (!cells.includes('○') && own.length === 0) return '未実施'
  return criterion.person === undefined ? '適合' : '機械による試験の範囲で問題なし'
}

function methodOf(criterion: Criterion, run: Run): string {
  const applied = rulesOf(criterion.id).filter((rule) =>
    Object.values(run.screens).some(({ rules }) => rules.split(' ').includes(rule)),
  )
  const parts = [
    ...(applied.length > 0 ? [`axe: ${applied.map((rule) => `\`${rule}\``).join(' ')}`] : []),
    ...(criterion.screens ?? []).map((name) => `画面検査 ${screenNumber(name)}`),
    ...(criterion.checks ?? []).map((name) => `${checks[name].kind} ${checkNumber(name)}`),
  ]
  return parts.length > 0 ? parts.join('、') : '－'
}

function remarkOf({ absent, person }: Criterion): string {
  if (absent !== undefined) return absent
  return person === undefined ? '' : `人による確認が必要（未実施）: ${person}`
}

const screenNames = Object.keys(screenChecks) as ScreenCheck[]
function screenNumber(name: ScreenCheck): string {
  return `S${screenNames.indexOf(name) + 1}`
}
function checkNumber(name: CheckName): string {
  return `T${checkNames.indexOf(name) + 1}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

const standards = ['JIS X 8341-3:2016', 'WCAG 2.1', 'WCAG 2.2'] as const

function sumOf(standard: Criterion['standard'], level: Criterion['level'], run: Run): string[] {
  const own = criteria.filter((each) => each.standard === standard && each.level === level)
  const count = (result: Result) => String(own.filter((each) => resultOf(each, run) === result).length)
  return [
    standard,
    level,
    String(own.length),
    count('適合'),
    count('機械による試験の範囲で問題なし'),
    count('未実施'),
    count('該当なし'),
    count('不適合'),
  ]
}

export function page(run: Run): string {
  const results = (wanted: (standard: string) => boolean) =>
    table(
      ['細分箇条', '達成基準', '適合レベル', '適用', '方法', '結果', '注記'],
      criteria
        .filter(({ standard }) => wanted(standard))
        .map((each) => [
          each.id,
          each.name,
          each.level,
          each.absent === undefined ? '○' : '－',
          methodOf(each, run),
          resultOf(each, run),
          remarkOf(each),
        ]),
    )
  return `# JIS X 8341-3:2016 試験結果

<!-- Generated by \`npm run docs\` from docs/jis/. Do not edit. -->

製品の版 ${run.release} の自動試験の結果です。**適合も準拠も表明しません。** 機械で確かめられない事項は「未実施（人による確認が必要）」とし、
[人による確認の手順](accessibility.md#manual-checks-a-15)に従って別に行います。
表明する場合は、事業者が自らの申請書、文章、色を含む画面で試験を行い、その結果を公開してください。

## 適合レベル目標

JIS X 8341-3:2016 の適合レベル AA。あわせて WCAG 2.1 と WCAG 2.2 で加わったレベル A と AA の達成基準も試験しています。
WCAG 2.2 で廃止された 4.1.1 は JIS の達成基準として残しています。

## 試験実施期間

${run.date}

## 対象範囲

ポータルのすべての経路と申請書の画面（${pages.length} 画面、お試し環境のみなと市のデータ、幅 360 px）。他の画面へ移るだけの ${redirects.length} つの経路と、カード会社の画面は含みません。
申請書の画面（${routes.length + 1} 以降）は、お試し環境の申請書の代表的な画面です。12 は、入力を終えた下書きの確認画面です。

${table(
  ['番号', '画面', 'アドレス'],
  pages.map(({ address, title }, index) => [String(index + 1), title, `\`${address}\``]),
)}

## 試験方法

環境: Chromium ${run.browser}、axe-core ${run.axe}、仮想スクリーンリーダー（\`@guidepup/virtual-screen-reader\`）。
実際のスクリーンリーダー、音声入力、拡大鏡での試験は含みません。

- **axe**: 各画面を axe-core で検査し、達成基準に対応する規則（axe-core の \`wcag\` タグによる）で検査対象があったものを挙げます。
- **画面検査**: すべての画面を開く試験（\`${screens}\`）の一部です。

${table(
  ['番号', '内容'],
  screenNames.map((name) => [screenNumber(name), screenChecks[name].what]),
)}

- **操作**は実際のブラウザーでの試験、**部品**は画面の部品の試験、**読み上げ**は[読み上げの記録](accessibility.md#transcripts-of-a-screen-reader)との比較です。

${table(
  ['番号', '方法', '内容', '試験', '結果'],
  checkNames.map((name) => {
    const { kind, what, file } = checks[name]
    return [
      checkNumber(name),
      kind,
      what,
      `[${file.split('/').at(-1)}](../${file})`,
      run.passed[name] ? '合格' : '不合格',
    ]
  }),
)}

## 達成基準チェックリスト

「適合」は、達成基準のすべてを機械で確かめられたものだけです。「機械による試験の範囲で問題なし」は、注記の事項を人が確かめるまで適合とは言えません。

${table(
  ['規格', 'レベル', '達成基準', '適合', '機械による試験の範囲で問題なし', '未実施', '該当なし', '不適合'],
  standards.flatMap((standard) => (['A', 'AA'] as const).map((level) => sumOf(standard, level, run))),
)}

### JIS X 8341-3:2016（レベル A、AA）

${results((standard) => standard === 'JIS X 8341-3:2016')}

### WCAG 2.1 と WCAG 2.2 で加わった達成基準（参考）

${results((standard) => standard !== 'JIS X 8341-3:2016')}

## 画面ごとの結果

列の番号は「対象範囲」の画面です。○: axe または画面検査で問題なし、×: 問題あり、人: この画面では機械で確かめておらず、人による確認が必要（未実施）、－: 該当なし。
操作、部品、読み上げの試験は複数の画面にわたるため、この表には含みません。

${table(
  ['細分箇条', ...pages.map((_, index) => String(index + 1))],
  criteria.map((each) => [each.id, ...pages.map(({ route }) => cellOf(each, route, run))]),
)}
`
}

export function readRun(): Run {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'run.json'), 'utf8')) as Run
}

if (import.meta.main) {
  writeFileSync(pagePath, page(readRun()))
  process.stdout.write('docs/jis-x-8341-3.md\n')
}
