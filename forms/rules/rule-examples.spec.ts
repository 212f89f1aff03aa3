import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkService } from '../check/check-service.ts'
import { checkForm } from '../check/check-form.ts'
import { checkTenant } from '../check/check-tenant.ts'
import { toFindings } from '../source/finding.ts'
import type { Finding } from '../source/finding.ts'
import { loadSourceForm } from '../source/load-source.ts'
import { testForm, untestedBranches } from '../check/test-form.ts'
import { writeExample } from '../testing/write-example.ts'
import type { ExampleParts } from './example-form.ts'
import { ruleExamples } from './rule-examples.ts'
import { ruleIds, topicOf } from '../source/rule-list.ts'
import type { RuleId } from '../source/rule-list.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-rules-'))

const now = Date.parse('2026-04-01T12:00:00+09:00')

function findings(
  rule: RuleId,
  kind: 'good' | 'bad',
  parts: ExampleParts,
): { found: Finding[]; files: { [name: string]: string } } {
  const type = rule === 'folder-name' && kind === 'bad' ? 'not an id' : 'example'
  const folder = path.join(work, rule, kind, 'tenant', 'service', type)
  const files = writeExample(folder, parts)
  const { published } = ruleExamples[rule]
  const before = path.join(work, rule, 'published', 'tenant', 'service', 'example')
  if (published) writeExample(before, published)
  const checked = checkForm(folder, {
    now,
    shown: (file) => path.relative(folder, file),
    published: () => (published ? loadSourceForm(before) : null),
  })
  const shown = (file: string) => path.relative(folder, file)
  const service = checkService(path.dirname(folder), shown)
  const tenant = checkTenant(path.resolve(folder, '../..'), shown)
  const tested = topicOf(rule) === 'samples' ? (testForm(checked, now)?.problems ?? []) : []
  return {
    found: toFindings(
      [...checked.problems, ...(service?.problems ?? []), ...(tenant?.problems ?? []), ...tested],
      'en',
    ),
    files,
  }
}

/** Line and column of the beginning of a text. */
function placeOf(content: string, text: string): { line: number; column: number } {
  const offset = content.indexOf(text)
  if (offset < 0) throw new Error(`The example has no ${text}`)
  const before = content.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

/** `not-drawn` needs the form engine; see drawing.spec.ts. */
const checkedHere = ruleIds.filter((rule) => rule !== 'not-drawn')

/** Other mistakes that a bad example has; a rule must not report the same one. */
const companions: { readonly [rule in RuleId]?: readonly RuleId[] } = {
  'missing-key': ['text-unused'],
  'duplicate-step': ['late-condition', 'no-label', 'text-unused'],
  'step-without-fields': ['text-unused'],
  'too-large': ['no-option-label'],
  'next-for-all': ['text-missing'],
  'unusable-choice': ['no-option-label'],
  'invalid-discriminator': ['text-unused'],
  'fee-optional': ['fee-not-whole'],
  'unbounded-fee': ['sample-accepted'],
  'sample-missing': ['branch-untested'],
  'branch-untested': ['sample-missing'],
  'not-fillable': ['sample-refused'],
}

describe.each(checkedHere)('the rule %s', (rule) => {
  const example = ruleExamples[rule]

  it('finds nothing in its good example', () => {
    expect(findings(rule, 'good', example.good).found).toEqual([])
  })

  it('reports the mistake in its bad example', () => {
    const { file = 'form.json', text } = example.at
    const { found, files } = findings(rule, 'bad', example.bad)
    const ours = found.filter((finding) => finding.rule === rule)
    expect(ours[0]).toMatchObject({ file, ...placeOf(files[file] ?? '', text) })
    for (const { message } of ours) expect(message).not.toMatch(/\{\{|undefined|\[object/)
    const others = found.map((finding) => finding.rule).filter((other) => other !== rule)
    expect([...new Set(others)].toSorted()).toEqual(companions[rule] ?? [])
  })
})

it.each(['unreachable-step', 'unreachable-branch', 'late-condition'] as const)(
  '%s leaves no finding about samples that never take the branch',
  (rule) => {
    const folder = path.join(work, 'never', rule, 'tenant/service/example')
    writeExample(folder, ruleExamples[rule].bad)
    expect(untestedBranches(checkForm(folder, { now }))).toEqual([])
  },
)

it('folder-name reports a tenant named like a page of the portal, but not a service with such a name', () => {
  const folder = path.join(work, 'reserved')
  const names = ['login/error/order', 'tenant/error/order'].map((name) => {
    writeExample(path.join(folder, name), {})
    return checkForm(path.join(folder, name), { now }).problems.map(({ rule, params }) => [rule, params?.name])
  })
  expect(names).toEqual([[['folder-name', 'login']], []])
})

it('forbidden-name reports a step with the name of the review, which residents could never reach', () => {
  const folder = path.join(work, 'step-named-review/tenant/service/example')
  writeExample(folder, { edit: [{ file: 'form.json', from: '"id": "details"', to: '"id": "review"' }] })
  const found = checkForm(folder, { now }).problems.filter(({ rule }) => rule === 'forbidden-name')
  expect(found.map(({ pointer, params }) => [pointer, params?.name])).toEqual([['/steps/1/id', 'review']])
})

it('forbidden-name reports a question whose name is that of an entry of a list', () => {
  const folder = path.join(work, 'numbered/tenant/service/example')
  const named = (name: string) => `"${name}": { "type": "string", "maxLength": 9 }`
  const properties = ['1', '[]', '01', 'a/b'].map(named).join()
  writeExample(folder, { schema: `{ "type": "object", "properties": { ${properties} } }` })
  const found = checkForm(folder, { now }).problems.filter(({ rule }) => rule === 'forbidden-name')
  expect(found.map(({ params }) => params?.name)).toEqual(['1', '[]'])
})

it.each([
  ['ja', '{ "label": "Item" }', '「Item」は日本語ではないようです。日本語に直してください。'],
  ['en', '{ "label": "項目" }', '「項目」は英語ではないようです。英語に直してください。'],
  [
    'en',
    `{ "label": "${'長い文言'.repeat(30)}" }`,
    `「${'長い文言'.repeat(10).slice(0, 39)}…」は英語ではないようです。英語に直してください。`,
  ],
] as const)(
  'text-language quotes the text of the catalogue %s, shortened if it is long: %s',
  (language, label, message) => {
    const folder = path.join(work, 'quoted', String(label.length), language, 'tenant/service/example')
    writeExample(folder, { [language]: label })
    const found = toFindings(checkForm(folder, { now }).problems, 'ja').filter(({ rule }) => rule === 'text-language')
    expect(found.map((finding) => finding.message)).toEqual([message])
  },
)

it.each(['{}', '{ "type": "array" }', '{ "type": "array", "items": {} }', '{ "type": "string", "maxLength": 9 }'])(
  'step-without-fields is the only finding about the definition of a step that is no group of questions: %s',
  (schema) => {
    const folder = path.join(work, 'no-group', String(schema.length), 'tenant/service/example')
    const whole =
      '{\n        "type": "object",\n        "properties": { "note": { "type": "string", "maxLength": 500 } }\n      }'
    writeExample(folder, { edit: [{ file: 'form.json', from: whole, to: schema }] })
    const found = checkForm(folder, { now }).problems.filter(({ rule }) => topicOf(rule) === 'definition')
    expect(found.map(({ rule, pointer }) => [rule, pointer])).toEqual([['step-without-fields', '/steps/1/schema']])
  },
)

it('text-language names one of many texts in another language, with the number of the others', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, { type: 'string', maxLength: 9 }]))
  const languageFindings = (count: number) => {
    const folder = path.join(work, 'foreign', String(count), 'tenant/service/example')
    const texts = Object.keys(fields(count)).map((name) => `"applicant/field/${name}": { "label": "Name" }`)
    const label = ['{ "label": "項目" }', ...texts].join(', ')
    writeExample(folder, {
      schema: JSON.stringify({ type: 'object', properties: fields(count) }),
      ja: label,
      en: label.replace('項目', 'Item'),
    })
    return toFindings(checkForm(folder, { now }).problems, 'ja').filter(({ rule }) => rule === 'text-language')
  }
  expect(languageFindings(3)).toHaveLength(3)
  const [first, ...others] = languageFindings(43)
  expect(others).toEqual([])
  expect(first?.message).toBe(
    '「Name」は日本語ではないようです。日本語に直してください。このファイルのほか42件の文言も同じです。',
  )
})

it('choices of a list that have the same error are reported together, with their number', () => {
  const folder = path.join(work, 'choices/tenant/service/example')
  const choice = fc.constantFrom<unknown>('a', 'b', 'long', 'longer', 'longest', 'longest of all', 1, 2, null, {}, [])
  const choiceRules = ['impossible-choice', 'duplicate-choice', 'unusable-choice']
  const choices = fc.array(choice, { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(choices, fc.integer({ min: 0, max: 3 }), (list, maxLength) => {
      writeExample(folder, { schema: JSON.stringify({ type: 'string', maxLength, enum: list }) })
      const found = checkForm(folder, { now }).problems.filter(({ rule }) => choiceRules.includes(rule))
      const causes = found.map(({ rule, pointer, params }) => [rule, pointer, params?.keyword].join(' '))
      expect(causes).toEqual([...new Set(causes)])
    }),
    { numRuns: 60 },
  )
  writeExample(folder, { schema: '{ "type": "string", "maxLength": 1, "enum": ["aa", "bb", "cc", "dd", "ee"] }' })
  const refused = checkForm(folder, { now }).problems.filter(({ rule }) => rule === 'impossible-choice')
  expect(refused.map(({ params }) => params?.value)).toEqual(['"aa", "bb", "cc", … (5)'])
})
