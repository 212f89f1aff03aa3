import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FormSource, FormTexts, JsonSchema } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { checkForm } from '../check/check-form.ts'
import { hasErrors, toFindings } from '../source/finding.ts'
import { compareVerdicts, compileOriginal } from './compare-verdicts.ts'
import type { Change } from './import-changes.ts'
import { importFile } from './import-files.ts'
import { unexplained } from './unexplained.ts'
import type { ImportResult } from './import-files.ts'

const work = mkdtempSync(path.join(tmpdir(), 'same-verdict-'))

const now = Date.parse('2026-04-01T12:00:00+09:00')

function importOf(schema: JsonSchema): ImportResult {
  const file = path.join(work, 'foreign.json')
  rmSync(path.join(work, 'out'), { recursive: true, force: true })
  writeFileSync(file, JSON.stringify(schema, null, 2))
  return importFile(file, path.join(work, 'out'), { shown: (shown) => path.basename(shown), now })
}

function group(properties: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties, ...rest }
}

/** The questions of an imported form, and their English texts. */
function imported(properties: JsonSchema, rest: JsonSchema = {}) {
  const result = importOf(group(properties, rest))
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(result.folder ?? '', name), 'utf8'))
  const form = read('form.json') as FormSource
  const texts = read('texts.en.json') as FormTexts
  return {
    ...result,
    changes: (question: string) =>
      (result.imported?.report.questions ?? [])
        .filter(({ path: field }) => field === question)
        .flatMap(({ changes }) => changes.map(({ key, params }) => [key, params])),
    fields: Object.assign({}, ...form.steps.map(({ schema }) => schema.properties)) as JsonSchema,
    required: form.steps.flatMap(({ schema }) => schema.required ?? []),
    texts: texts.fields,
    rules: toFindings(result.problems, 'en').map(({ rule, message }) => [rule, message]),
  }
}

describe('an imported question', () => {
  it.each(['oneOf', 'anyOf'])('keeps the titles of its choices in %s', (keyword) => {
    const { fields, texts, rules } = imported({
      fruit: {
        type: 'string',
        [keyword]: [
          { const: 'ap', title: 'Apple, red' },
          { enum: ['pe'], title: ' Pear ' },
        ],
      },
      several: {
        type: 'array',
        uniqueItems: true,
        items: {
          [keyword]: [
            { const: 1, title: 'One' },
            { const: 2, title: 'Two' },
          ],
        },
      },
      sure: {
        [keyword]: [
          { const: false, title: 'Not yet' },
          { const: true, title: 'Quite' },
        ],
      },
    })
    expect(rules).toEqual([])
    expect(fields).toMatchObject({
      fruit: { type: 'string', enum: ['ap', 'pe'] },
      several: { items: { type: 'integer', enum: [1, 2] } },
      sure: { type: 'boolean' },
    })
    expect(Object.values(texts).map(({ options }) => options)).toEqual([
      { ap: 'Apple, red', pe: 'Pear' },
      { 1: 'One', 2: 'Two' },
      { true: 'Quite', false: 'Not yet' },
    ])
  })

  it('may stay open if it may be null, and is the other branch of the union', () => {
    const nothing = { type: 'null' }
    const { fields, required, rules } = imported(
      {
        short: { anyOf: [{ type: 'string', maxLength: 9 }, nothing], default: null, title: 'Short' },
        kind: { oneOf: [nothing, { enum: ['a', 'b'] }] },
        place: { anyOf: [{ type: 'object', properties: { town: { type: 'string', maxLength: 9 } } }, nothing] },
        age: { type: ['integer', 'null'], default: null },
      },
      { required: ['short', 'kind', 'age'] },
    )
    expect(rules).toEqual([])
    expect(fields).toEqual({
      short: { type: 'string', maxLength: 9 },
      kind: { type: 'string', enum: ['a', 'b'] },
      town: { type: 'string', maxLength: 9 },
      age: { type: 'integer' },
    })
    expect(required).toEqual([])
  })

  it.each<[string, JsonSchema]>([
    ['two types in a union', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['a choice and a text in a union', { anyOf: [{ const: 'a', title: 'A' }, { type: 'string' }] }],
  ])('causes a refusal at its place if it has %s', (_title, answer) => {
    expect(imported({ answer }).rules.map(([rule]) => rule)).toContain('no-discriminator')
  })

  it('causes a refusal in the original if it has two types in a list', () => {
    const { folder, problems } = importOf(group({ answer: { type: ['string', 'integer'] } }))
    expect([folder, problems.map(({ rule }) => rule)]).toEqual([null, ['unsupported-keyword']])
  })

  it('gets the type of its choices or keywords if it has none, or is a text, which is reported', () => {
    const { rules, fields, changes } = imported({
      note: { title: 'Which grant' },
      count: { minimum: 1 },
      size: { enum: ['S', 'M'] },
    })
    expect(rules).toEqual([])
    expect(fields).toMatchObject({ note: { type: 'string' }, count: { type: 'number' }, size: { type: 'string' } })
    expect(changes('general/note')).toContainEqual(['any-answer', {}])
    expect(changes('general/count')).toContainEqual(['type', { type: 'number' }])
  })

  it('causes a refusal if it has no type and keywords of several', () => {
    const { rules } = imported({ answer: { minimum: 1, maxLength: 9 } })
    expect(rules).toEqual([['no-type', expect.stringContaining('answer')]])
  })

  it('stays a yes or no, and is named if it may be a consent', () => {
    const flag = { type: 'boolean' }
    const { fields, changes } = imported(
      { hasCertificate: flag, acceptsCalls: flag, isNew: flag },
      { required: ['hasCertificate', 'isNew'] },
    )
    expect(fields).toEqual({ hasCertificate: flag, acceptsCalls: flag, isNew: flag })
    expect(['hasCertificate', 'acceptsCalls', 'isNew'].map((name) => changes(`general/${name}`))).toEqual([
      [['consent', {}]],
      [],
      [],
    ])
  })

  it('causes a refusal if its choices are groups', () => {
    const { rules } = imported({ pier: { enum: [{ name: 'North' }, { name: 'South' }] } })
    expect(rules.map(([rule]) => rule)).toContain('unusable-choice')
  })

  it('labels a choice by its value, unless the value is an identifier', () => {
    const identifiers = ['dateOfBirth', 'place_of_birth', 'fooBar', 'foo_bar', 'foo-bar', 'line_2', 'KG']
    const others = ['A+', 'A-', 'A', '-5', '1.5', '9:00', 'info@city.example', '100-150 years', '東京都', 'B-1', 'a/b']
    const { texts } = imported({ named: { type: 'string', enum: identifiers }, other: { enum: others } })
    expect(Object.values(texts['general/named']?.options ?? {})).toEqual([
      'Date of birth',
      'Place of birth',
      'fooBar',
      'foo_bar',
      'foo-bar',
      'Line 2',
      'KG',
    ])
    expect(texts['general/other']?.options).toEqual(Object.fromEntries(others.map((value) => [value, value])))
    const numbers = imported({ change: { enum: [-5, 5, 1.5, 15] } }).texts['general/change']?.options
    expect(numbers).toEqual({ '-5': '-5', 5: '5', 1.5: '1.5', 15: '15' })
  })

  it('gives distinct choices distinct labels', () => {
    const word = fc.constantFrom('a', 'foo', 'Bar', 'KG', '1', '5', '.', '-', '_', ' ', '+', ':', '@', '東')
    const text = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('').trim())
      .filter((joined) => joined !== '')
    const values = fc.uniqueArray(fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), {
      minLength: 2,
      maxLength: 6,
      selector: String,
    })
    fc.assert(
      fc.property(values, (choices) => {
        const { texts } = imported({ answer: { enum: choices } })
        const options = texts['general/answer']?.options ?? {}
        const labels = Object.values(options)
        expect(new Set(labels).size).toBe(choices.length)
        const changed = Object.keys(options).filter((value) => options[value] !== value)
        expect(changed.filter((value) => !/^[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*$/.test(value))).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it.each<[string, unknown, string]>([
    ['that is null', { const: null }, 'unusable-choice'],
    ['of any kind', true, 'no-type'],
    ['that is a group with an answer of any kind', group({ inside: true }), 'no-type'],
    ['with any entries', { type: 'array', items: true }, 'no-items'],
    ['without entries', { type: 'array', items: false }, 'no-items'],
    ['whose entries are null', { type: 'array', items: { const: null } }, 'unusable-choice'],
    ['whose first entry may be anything', { type: 'array', prefixItems: [true, { type: 'string' }] }, 'no-items'],
    ['whose first entry may be anything, in draft-07', { type: 'array', items: [true] }, 'no-items'],
    ['whose entries have one', { type: 'array', items: group({ inside: true }) }, 'no-type'],
  ])('%s is refused at its place, also in a branch', (_title, answer, rule) => {
    const branch = {
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      then: { properties: { answer } },
    }
    const kind = { enum: ['a', 'b'] }
    for (const { rules } of [imported({ answer }), imported({ kind }, branch)])
      expect(rules.map(([name]) => name)).toContain(rule)
  })

  it('imports a question of any kind from the part that describes it', () => {
    const { rules } = imported({ answer: { type: 'string' } }, { allOf: [{ properties: { answer: true } }] })
    expect(rules).toEqual([])
  })

  it.each(['then and else', 'allOf'])('reports both names of a choice that has another one in %s', (place) => {
    const named = (yes: string) => ({
      properties: {
        answer: {
          oneOf: [
            { const: 'y', title: yes },
            { const: 'n', title: 'No' },
          ],
        },
      },
    })
    const condition = { properties: { kind: { const: 'a' } }, required: ['kind'] }
    const branches =
      place === 'allOf'
        ? { allOf: [named('Yes, one'), named('Yes, two')] }
        : { if: condition, then: named('Yes, one'), else: named('Yes, two') }
    const { texts, changes } = imported({ kind: { enum: ['a', 'b'] } }, branches)
    expect(texts['form/answer']?.options).toEqual({ y: 'Yes, one', n: 'No' })
    expect(changes('form/answer')).toContainEqual(['name-lost', { value: 'y', kept: 'Yes, one', lost: 'Yes, two' }])
  })

  it('loses keywords that have no effect beside the others', () => {
    const list = { type: 'array', items: { type: 'string', maxLength: 9 }, additionalItems: false, maxItems: 3 }
    const { rules, fields } = imported({ list }, { if: { required: ['list'] } })
    expect(rules).toEqual([])
    expect(fields).toEqual({ list: { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 3 } })
  })
})

/** A question of a foreign schema, and answers of which some are valid; with `null` instead of no answer. */
type Foreign = { schema: JsonSchema | true; answers: unknown[]; nullable?: boolean }

const answersOfAnyKind = [
  'a',
  'b',
  'ab',
  '',
  '2026-04-01',
  0,
  1,
  2,
  1.5,
  true,
  false,
  [],
  ['a'],
  [1],
  ['a', 'a'],
  {},
  { name: 'x' },
]

const plain = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'string', maxLength: 1 },
  { type: 'string', pattern: '^a' },
  { type: 'string', format: 'date' },
  { type: 'integer', minimum: 1 },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'string', enum: ['a', 'b'] },
  { enum: ['a', 'b'] },
  { enum: [1, 2] },
  { enum: [true, false] },
  { const: 'a' },
  { type: 'array', items: { type: 'string' }, additionalItems: false, maxItems: 9 },
  { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true },
  { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
)
const doubtful = fc.constantFrom<JsonSchema>(
  { const: null },
  { type: 'array', items: true },
  { type: 'array', items: false },
  { type: 'array', items: { const: null } },
  { type: 'array', items: [true] },
  {},
  { title: 'Read this' },
  { maxLength: 1 },
  { pattern: '^a' },
  { minimum: 1 },
  { items: { type: 'string' } },
  { type: 'array' },
  { enum: ['a', 1] },
  { enum: [] },
  { type: 'string', enum: [] },
  { type: 'array', minContains: 0, items: { type: 'string' } },
  { oneOf: [{ type: 'boolean' }, { type: 'string', const: 'a' }] },
  { oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 'ab'] }] },
  { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] },
  { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'object' }] },
  { enum: [{ name: 'x' }, { name: 'y' }] },
  { const: ['a'] },
  { type: ['string', 'integer'] },
  { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
  { anyOf: [{ const: 'a', title: 'A' }, { type: 'string' }] },
  { oneOf: [{ enum: [''] }, { type: 'string', format: 'date' }] },
  { oneOf: [{ type: 'string', maxLength: 1 }, { type: 'integer' }] },
  { type: 'string', maxLength: 2, anyOf: [{ const: 'b', title: 'B' }, { pattern: '^a' }] },
  {
    type: 'string',
    oneOf: [
      { const: 'a', deprecated: true },
      { enum: ['b', 'ab'], maxLength: 1 },
    ],
  },
  { type: 'object', additionalProperties: { type: 'string' } },
  { type: 'string', format: 'time' },
  { oneOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'string' }] },
)
const chosen = fc
  .record({
    keyword: fc.constantFrom('oneOf', 'anyOf'),
    values: fc.uniqueArray(fc.constantFrom<unknown>('a', 'b', 'ab', 1, 2, true, false), { minLength: 1, maxLength: 3 }),
    isConst: fc.boolean(),
    type: fc.constantFrom<JsonSchema>({}, { type: 'string' }),
  })
  .map(({ keyword, values, isConst, type }): JsonSchema => {
    const title = (value: unknown) => `Title of ${String(value)}`
    return {
      ...(values.every((value) => typeof value === 'string') ? type : {}),
      [keyword]: values.map((value) => ({ ...(isConst ? { const: value } : { enum: [value] }), title: title(value) })),
    }
  })
const patterns = fc.constantFrom('oneOf', 'anyOf').map((keyword) => ({
  [keyword]: [
    { type: 'string', pattern: '^a', maxLength: 2 },
    { type: 'string', pattern: 'b$', maxLength: 2 },
  ],
}))
const once = fc.oneof({ weight: 5, arbitrary: plain }, doubtful, chosen, patterns)
const described = fc
  .record({ schema: once, union: fc.constantFrom('no', 'no', 'oneOf', 'anyOf', 'type', 'part'), named: fc.boolean() })
  .map(({ schema, union, named }): Foreign => {
    const standard = named ? { default: null } : {}
    if (union === 'no') return { schema, answers: answersOfAnyKind }
    if (union === 'type' || union === 'part') {
      if (typeof schema.type !== 'string' || [schema.enum, schema.anyOf, schema.oneOf].some((one) => one !== undefined))
        return { schema, answers: answersOfAnyKind }
      const maybe = { ...schema, type: [schema.type, 'null'], ...standard }
      return { schema: union === 'type' ? maybe : { allOf: [maybe] }, answers: answersOfAnyKind, nullable: true }
    }
    return { schema: { [union]: [schema, { type: 'null' }], ...standard }, answers: answersOfAnyKind, nullable: true }
  })
const question = fc.oneof(
  { weight: 9, arbitrary: described },
  fc.constant<Foreign>({ schema: true, answers: answersOfAnyKind }),
)

const names = ['first', 'acceptsCalls', 'third']
const rules = fc.constantFrom<JsonSchema>(
  {},
  {},
  {},
  { anyOf: [{ required: ['first'] }, { required: ['third'] }] },
  { oneOf: [{ required: ['first'] }, { required: ['third'] }] },
  { if: { required: ['first'] } },
  { if: { properties: { first: { const: 'a' } }, required: ['first'] }, then: { required: ['third'] } },
  { dependencies: { first: ['third'] } },
  { dependentRequired: { first: ['acceptsCalls', 'third'] } },
  { required: ['first', 'gone'] },
  { const: { first: 'a' } },
  { patternProperties: { '^extra': { type: 'string', maxLength: 1 } } },
  { dependencies: { first: { properties: { extra: { type: 'string' } }, required: ['extra'] } } },
  {
    oneOf: [
      { properties: { kind: { const: 'a' }, extra: { type: 'string', maxLength: 1 } }, required: ['kind', 'extra'] },
      { properties: { kind: { const: 'b' } }, required: ['kind'] },
    ],
  },
  {
    oneOf: [
      { properties: { kind: { const: 'a', title: 'Kind' }, extra: { maxLength: 1 } }, required: ['kind'] },
      { properties: { kind: { type: 'string', not: { enum: ['a'] }, maxLength: 1 }, extra: { enum: ['a', 'b'] } } },
    ],
  },
)

const foreignForm = fc.record({
  questions: fc.array(question, { minLength: 1, maxLength: 3 }),
  required: fc.subarray(names),
  rule: rules,
  picks: fc.array(fc.array(fc.nat({ max: 40 }), { minLength: 5, maxLength: 5 }), { minLength: 12, maxLength: 12 }),
})

/** Places and values that the import printed. */
function linesOf({ problems, imported: form }: ImportResult): string {
  const findings = toFindings(problems, 'en').map(({ file, line, message }) => `${file}:${line} ${message}`)
  const changes =
    form === null
      ? []
      : [...form.report.questions.flatMap((one) => one.changes), ...form.report.others].filter(
          ({ key }) => !isOnlyLimit(key),
        )
  return [...findings, ...changes.map(({ key, place }) => `${place.pointer} ${key}`)].join('\n')
}

/** The rule of a form in which these questions may stay open. */
function leftOpen(rule: JsonSchema, isAnswered: (name: unknown) => boolean): JsonSchema {
  const entries = Object.entries(rule).map(([keyword, value]): [string, unknown] => {
    if (Array.isArray(value))
      return [keyword, keyword === 'required' || keyword === 'first' ? value.filter(isAnswered) : value]
    const isBranch = ['then', 'dependencies', 'dependentRequired', 'first'].includes(keyword)
    return [keyword, isBranch && isRecord(value) ? leftOpen(value, isAnswered) : value]
  })
  return Object.fromEntries(entries)
}

/** The answers of this test are short, and both forms agree about them. */
function isOnlyLimit(key: Change['key']): boolean {
  return ['length', 'entries', 'optional', 'conditions', 'no-effect'].includes(key)
}

describe('an imported form', () => {
  it('gives each answer the verdict of the original schema, or the import reports what it could not keep', () => {
    const count = { valid: 0, silent: 0, forms: 0 }
    fc.assert(
      fc.property(foreignForm, ({ questions, required, rule, picks }) => {
        const used = questions.map((each, index) => ({ ...each, name: names[index] ?? '' }))
        const properties = Object.fromEntries(used.map(({ name, schema }) => [name, schema]))
        const needed = required.filter((name) => used.some((each) => each.name === name))
        const schema = group(properties, { required: needed, ...rule })
        const result = importOf(schema)
        const mayBeOpen = (name: string) =>
          (result.imported?.report.questions ?? []).some(
            ({ path: field, changes }) => field.endsWith(`/${name}`) && changes.some(({ key }) => key === 'optional'),
          )
        const isAnswered = (name: unknown) =>
          !mayBeOpen(String(name)) && !used.some((each) => each.name === name && each.nullable === true)
        const open = leftOpen({ required: needed, ...rule }, isAnswered)
        const validateOpen = compileOriginal(group(properties, open))
        const lines = linesOf(result)
        const { folder, imported: form } = result
        count.forms += 1
        expect(folder !== null || lines !== '', JSON.stringify(schema)).toBe(true)
        if (folder === null || form === null) return
        const checked = checkForm(folder, { now })
        const { usable } = checked
        const silent = hasErrors(toFindings(result.problems, 'en'))
          ? []
          : unexplained(compareVerdicts(form, checked, now).differences, form.report)
        expect(silent, JSON.stringify(schema)).toEqual([])
        if (lines === '') count.silent += 1
        const validate = compileOriginal(schema)
        const differing = picks.flatMap((pick) => {
          const extra = { kind: ['a', 'b', 'c'][pick[3] ?? 0], extra: ['a', 'ab', 1][pick[4] ?? 0] }
          const own = used.map(({ name, answers, nullable }, index) => [
            name,
            answers[pick[index] ?? 0] ?? (nullable === true ? null : undefined),
          ])
          const original = JSON.parse(JSON.stringify({ ...Object.fromEntries(own), ...extra })) as JsonSchema
          const expected = validate(original)
          if (expected) count.valid += 1
          // An open question is null, an empty text or absent in the original, which may distinguish them.
          const isOpen = ([name, value]: [string, unknown]) => value === null || (value === '' && mayBeOpen(name))
          const absent = Object.fromEntries(Object.entries(original).filter((entry) => !isOpen(entry)))
          const found = usable?.runner.whole(form.toAnswers(original)).length === 0
          return found === expected || found === validateOpen(absent) ? [] : [{ original, expected, found }]
        })
        expect(lines === '' ? differing : [], JSON.stringify(schema)).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(count.silent / count.forms, JSON.stringify(count)).toBeGreaterThan(0.3)
    expect(count.valid, JSON.stringify(count)).toBeGreaterThan(100)
  })
})
