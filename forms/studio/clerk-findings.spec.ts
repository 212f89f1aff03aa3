import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm, tenantWarnings } from '../check/check-form.ts'
import { checkService } from '../check/check-service.ts'
import { checkTenant } from '../check/check-tenant.ts'
import { testForm, untestedBranches } from '../check/test-form.ts'
import { readFormFiles, writeFormFiles } from '../edit/form-folder.ts'
import { pathToNode } from '../edit/form-tree.ts'
import { ruleFields } from '../edit/question-condition.ts'
import { fixByClick, isFixableByClick } from '../fixes/fixes.ts'
import { ruleExamples } from '../rules/rule-examples.ts'
import { clerkFindings } from '../source/clerk-findings.ts'
import type { ClerkFinding } from '../source/clerk-findings.ts'
import { loadSourceForm } from '../source/load-source.ts'
import { ruleIds } from '../source/rule-list.ts'
import type { RuleId } from '../source/rule-list.ts'
import { jargonIn } from '../testing/jargon.ts'
import { writeExample } from '../testing/write-example.ts'
import { editPlace, findingPlaces, ownFile, safeTree } from './form-places.ts'
import type { EditPlace } from './form-places.ts'

const work = mkdtempSync(path.join(tmpdir(), 'clerk-findings-'))
const now = Date.parse('2026-04-01T12:00:00+09:00')

/** `not-drawn` needs the form engine. */
const rules = ruleIds.filter((rule) => rule !== 'not-drawn')
/** Only the command line reports these. */
const notInStudio: readonly RuleId[] = ['field-removed', 'field-tightened', 'not-fillable', 'not-drawn']
/** The studio makes the samples that are missing. */
const makesSamples: readonly RuleId[] = ['sample-missing', 'branch-untested']
function folderOf(rule: RuleId, use: string): string {
  const type = rule === 'folder-name' ? 'not an id' : 'example'
  return path.join(work, rule, use, 'tenant', 'service', type)
}

function findings(folder: string, rule: RuleId, language: 'ja' | 'en' = 'ja'): ClerkFinding[] {
  const { published } = ruleExamples[rule]
  const before = path.join(work, rule, 'published', 'tenant', 'service', 'example')
  if (published) writeExample(before, published)
  const checked = checkForm(folder, {
    now,
    shown: (file) => file,
    published: () => (published ? loadSourceForm(before) : null),
  })
  const service = checkService(path.dirname(folder), (file) => file)?.problems ?? []
  const tenant = tenantWarnings(folder, (file) => file)
  const tested = rule === 'not-fillable' ? (testForm(checked, now)?.problems ?? []) : untestedBranches(checked)
  const all = clerkFindings([...checked.problems, ...service, ...tenant, ...tested], checked.form, language)
  return all.filter((finding) => finding.rule === rule)
}

type Outcome = EditPlace['kind'] | 'samples are made' | 'restored' | 'fixed' | 'not fixed' | 'unknown node'

/** What a click on the finding does: it fixes it, or leads to a place of the studio. */
function outcomeOf(rule: RuleId): Outcome {
  const folder = folderOf(rule, 'places')
  writeExample(folder, ruleExamples[rule].bad)
  const form = folder
    .slice(work.length + 1)
    .split('/')
    .slice(-3)
    .join('/')
  const [finding] = findings(folder, rule)
  if (!finding) throw new Error('The example has no finding')
  if (makesSamples.includes(rule)) return 'samples are made'
  const files = readFormFiles(folder)
  const own = { ...finding, file: ownFile(form, finding.file) ?? '' }
  if (isFixableByClick(own)) {
    writeFormFiles(folder, files, fixByClick(files, own))
    return findings(folder, rule).some(({ pointer }) => pointer === finding.pointer) ? 'not fixed' : 'fixed'
  }
  const source = files['form.json'] ?? ''
  const tree = safeTree(source)
  // The page restores the last text that it could read.
  if (tree === null) return 'restored'
  const place = editPlace(finding, form, findingPlaces(tree, ruleFields(source)))
  return place.kind === 'node' && pathToNode(tree, place.path).length === 0 ? 'unknown node' : place.kind
}

const editable: readonly Outcome[] = ['node', 'text', 'fees', 'samples', 'service', 'tenant', 'approval', 'structure']

describe.each(rules)('the finding %s', (rule) => {
  it.each(['ja', 'en'] as const)('says in %s what is wrong without words of JSON', (language) => {
    const folder = folderOf(rule, `words-${language}`)
    writeExample(folder, ruleExamples[rule].bad)
    const all = findings(folder, rule, language).map(({ words }) => words)
    expect(all.length).toBeGreaterThan(0)
    expect(all.flatMap((words) => jargonIn(words, language))).toEqual([])
  })
})

it.each(rules.filter((rule) => !notInStudio.includes(rule)))(
  'fixes the finding %s by a click, or leads to where the studio corrects it',
  (rule) => {
    const wanted: readonly Outcome[] = ['samples are made', 'restored', 'fixed', ...editable]
    expect(wanted).toContain(outcomeOf(rule))
  },
)

it.each([
  '{ "locales": ["ja"], "contact": { "phone": "03-1234-5678" } }',
  '{ "locales": ["ja"], "colour": "#0017C1" }',
  '{ "locales": ["ja"], "locales": ["ja"] }',
  '{ "displayName": { "ja": "さくら市" } }',
])('offers no fix for the settings of the tenant, which the studio does not have, in %s', (settings) => {
  const form = folderOf('wrong-value', 'tenant')
  writeExample(form, ruleExamples['wrong-value'].good)
  const folder = path.join(work, 'tenants', settings.length.toString(), 'sakura-city')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'tenant.json'), settings)
  const problems = checkTenant(folder)?.problems ?? []
  const words = clerkFindings(problems, loadSourceForm(form), 'ja').map((finding) => finding.words)
  expect(words.length).toBeGreaterThan(0)
  expect(words.join('\n')).not.toMatch(/「直す」|\{\{|undefined/)
})

it('names what the list of procedures lacks in the words of its fields', () => {
  const folder = folderOf('service-language', 'entry')
  writeExample(folder, ruleExamples['service-language'].bad)
  const words = findings(folder, 'service-language').map((finding) => finding.words)
  expect(words).toEqual([expect.stringMatching(/^手続きの名前に英語がない/)])
})

it.each([
  ['text-missing', '"label": "備考" }', '"label": "備考", "help": "任意です。" }', '英語の説明がありません。'],
  ['wrong-value', '"label": "備考"', `"label": "${'あ'.repeat(201)}"`, '日本語の質問文が長すぎます。200文字までに'],
] as const)('names the text, and its language, of the finding %s', (rule, from, to, words) => {
  const folder = path.join(work, 'named-text', rule, 'tenant/service/example')
  writeExample(folder, { edit: [{ file: 'texts.ja.json', from, to }] })
  expect(findings(folder, rule).map((finding) => finding.words)).toEqual([expect.stringContaining(words)])
})

const late = '"min": "today+9", "max": "today+3"'
const good = ruleExamples['service-language'].good

it.each([
  ['from today', late, true],
  ['that are fixed', '"min": "2026-05-01", "max": "2026-04-01"', true],
  ['that leave one date', '"min": "today+3", "max": "today+3"', false],
  ['of which one is fixed', '"min": "today+9", "max": "2026-04-01"', false],
])('names days of a question %s if they exclude every date', (name, days, isNamed) => {
  const folder = path.join(work, 'late-days', name, 'tenant/service/example')
  writeExample(folder, { edit: [{ file: 'form.json', from: '"min": "today"', to: days }] })
  const words = findings(folder, 'contradictory-bounds').map((finding) => finding.words)
  expect(words.map((one) => one.startsWith('「最も早い日」が「最も遅い日」より後'))).toEqual(isNamed ? [true] : [])
})

it('names the days of a procedure for which nobody can apply', () => {
  const folder = path.join(work, 'late-days/of-service/tenant/service/example')
  const files = Object.fromEntries(
    Object.entries(good.files ?? {}).map(([file, text]) => [
      file,
      text?.replace('{', '{ "opensOn": "2027-04-01", "closesOn": "2027-03-01", ') ?? null,
    ]),
  )
  writeExample(folder, { ...good, files })
  const words = findings(folder, 'contradictory-bounds').map((finding) => finding.words)
  expect(words).toEqual([
    expect.stringMatching(/^「受付を開始する日」（2027-04-01）が「受付を終了する日」（2027-03-01）より後/),
  ])
})
