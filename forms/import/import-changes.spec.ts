import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FormSource, FormTexts, JsonSchema } from '../../form-model/definition.ts'
import { schemaKeywordProblems } from '../rules/schema-keyword-rules.ts'
import { parseJsonSource } from '../source/json-source.ts'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { compareVerdicts } from './compare-verdicts.ts'
import { importFile } from './import-files.ts'
import type { ImportResult } from './import-files.ts'
import { unexplained } from './unexplained.ts'

const now = Date.parse('2026-04-01T12:00:00+09:00')
const text = { type: 'string', maxLength: 20 }
/** 申請 */
const eucJp = Buffer.from([0xbf, 0xbd, 0xc0, 0xc1])

function resultOf(value: unknown, others: { [name: string]: unknown } = {}): ImportResult {
  const work = mkdtempSync(path.join(tmpdir(), 'import-changes-'))
  for (const [name, other] of Object.entries({ 'foreign.json': value, ...others }))
    writeFileSync(path.join(work, name), JSON.stringify(other, null, 1))
  return importFile(path.join(work, 'foreign.json'), path.join(work, 'out'), { now, shown: path.basename })
}

function rulesOf({ problems }: ImportResult): string[] {
  return toFindings(problems, 'en').map(({ rule }) => rule)
}

/** The rules by which an original is refused. */
function refusedBy(value: unknown, others: { [name: string]: unknown } = {}): string[] {
  const result = resultOf(value, others)
  expect([result.folder, result.imported]).toEqual([null, null])
  return rulesOf(result)
}

/** A file, imported: its steps, what was reported, and the errors of the check. */
function imported(value: unknown) {
  const result = resultOf(value)
  const read = (name: string): unknown => JSON.parse(readFileSync(path.join(result.folder ?? '', name), 'utf8'))
  if (!result.imported) throw new Error('not imported')
  const checked = checkForm(result.folder ?? '', { now })
  const { report } = result.imported
  const { differences } = compareVerdicts(result.imported, checked, now)
  return {
    imported: result.imported,
    steps: (read('form.json') as FormSource).steps,
    texts: read('texts.en.json') as FormTexts,
    changes: [...report.questions.flatMap((one) => one.changes), ...report.others].map(
      ({ key, place }) => `${place.pointer} ${key}`,
    ),
    errors: rulesOf(result),
    differences,
    silent: unexplained(differences, report).map(({ question, keyword }) => [question, keyword]),
  }
}

/** What `check` says about a schema. */
function messagesOf(schema: JsonSchema): string[] {
  const problems = schemaKeywordProblems(parseJsonSource('schema.json', JSON.stringify(schema)), schema, '')
  return toFindings(problems, 'en').map(({ message }) => message)
}

function group(properties: JsonSchema, rest: JsonSchema = {}): JsonSchema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', properties, ...rest }
}

function fieldsOf({ steps }: { steps: FormSource['steps'] }): JsonSchema {
  return Object.assign({}, ...steps.map(({ schema }) => schema.properties)) as JsonSchema
}

describe('a change of the import', () => {
  it('makes a question optional whose answer may be an empty text', () => {
    const form = imported(
      group(
        {
          from: { oneOf: [{ type: 'string', format: 'date' }, { const: '' }] },
          size: { type: 'string', enum: ['', 's', 'm'], enumNames: ['–', 'Small', 'Medium'] },
        },
        { required: ['from', 'size'] },
      ),
    )
    expect(fieldsOf(form)).toEqual({
      from: { type: 'string', format: 'date' },
      size: { type: 'string', enum: ['s', 'm'] },
    })
    expect(form.texts.fields['general/size']?.options).toEqual({ s: 'Small', m: 'Medium' })
    expect(form.changes).toEqual(['/properties/from optional', '/properties/size optional'])
    expect(form.imported.toAnswers({ from: '', size: 's' })).toEqual({ general: { size: 's' } })
    expect(form.errors).toEqual([])
  })

  it('keeps an empty text that the question itself refuses, and an empty list beside an empty text, invalid', () => {
    const form = imported(
      group(
        {
          from: { type: 'string', minLength: 1, oneOf: [{ const: 'a' }, { const: '' }] },
          size: { type: 'string', minLength: 1, enum: ['', 's', 'm'] },
          unit: { enum: ['', 2, 'kg'] },
        },
        { required: ['from'] },
      ),
    )
    expect(form.steps[0]?.schema.required).toEqual(['from'])
    expect(form.changes).toEqual(['/properties/size/enum choice', '/properties/unit optional'])
    expect(form.imported.toAnswers({ unit: [] })).toEqual({ general: { unit: [] } })
    expect(form.silent).toEqual([])
  })

  it('leaves out choices that the question itself refuses, and refuses a question without others', () => {
    const choice = { type: 'string', maxLength: 3, enum: ['yes', 'perhaps', 'no'], enumNames: ['Yes', 'Perhaps', 'No'] }
    const form = imported(group({ choice, several: { type: 'array', items: choice, uniqueItems: true } }))
    const kept = { type: 'string', maxLength: 3, enum: ['yes', 'no'] }
    expect(fieldsOf(form)).toMatchObject({ choice: kept, several: { items: kept } })
    expect(form.texts.fields['general/choice']?.options).toEqual({ yes: 'Yes', no: 'No' })
    expect(form.changes).toEqual([
      '/properties/choice/enum choice',
      '/properties/several/items/enum choice',
      '/properties/several entries',
    ])
    expect([form.errors, form.silent]).toEqual([[], []])
    expect(imported(group({ choice: { ...choice, maxLength: 1 } })).errors).toContain('impossible-choice')
  })

  it('keeps what a branch says about the question that decides, and its place', () => {
    const form = imported({
      type: 'object',
      oneOf: [
        { properties: { kind: { const: 'a', title: 'The kind' }, x: { type: 'integer' } }, required: ['kind', 'x'] },
        { properties: { kind: { type: 'string', not: { enum: ['a'] }, maxLength: 1 } }, required: ['kind'] },
      ],
    })
    expect(form.texts.fields['form/kind']?.label).toBe('The kind')
    expect(form.imported.report.questions.map(({ path: field, place }) => [field, place.pointer])).toContainEqual([
      'form/kind',
      '/oneOf/0/properties/kind',
    ])
    expect([form.errors, form.silent]).toEqual([[], []])
  })

  it('offers the choices of the alternatives only, and refuses alternatives without any of them', () => {
    const branches = ['a', 'b'].map((kind) => ({
      properties: { kind: { const: kind }, [kind]: text },
      required: ['kind', kind],
    }))
    const kinds = (schema: JsonSchema) => imported(group({ kind: schema }, { oneOf: branches }))
    const form = kinds({ type: ['string', 'null'], enum: ['a', 'b', 'c', null], enumNames: ['A', 'B', 'C', '–'] })
    expect(fieldsOf(form).kind).toEqual({ type: 'string', enum: ['a', 'b'] })
    expect(form.texts.fields['form/kind']?.options).toEqual({ a: 'A', b: 'B' })
    expect([form.errors, form.silent]).toEqual([[], []])
    expect(kinds({ const: 'c' }).errors).toContain('no-discriminator')
  })

  it('names the type of a question without one, where another branch or entry has choices', () => {
    const condition = { properties: { kind: { const: 'a' } }, required: ['kind'] }
    const branch = (answer: JsonSchema) => ({ properties: { answer } })
    const form = imported(
      group(
        { kind: { enum: ['a', 'b'] }, list: { type: 'array', items: [{ maxLength: 1 }, { enum: ['x', 'y'] }] } },
        { if: condition, then: branch({ maxLength: 2 }), else: branch({ enum: ['x', 'y'] }) },
      ),
    )
    expect(form.changes).toEqual(expect.arrayContaining(['/then/properties/answer type', '/properties/list type']))
    expect([form.errors, form.silent]).toEqual([[], []])
  })

  it('names the limit of a text in each list inside itself, and what an alternative makes of it', () => {
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, inside: { type: 'array', items: { $ref: '#/definitions/tree' } } },
    }
    const form = imported(
      group(
        { tree: { $ref: '#/definitions/tree' }, other: { enum: ['a', 'b'] } },
        {
          definitions: { tree },
          anyOf: [{ required: ['other'] }, { properties: { note: { type: 'string' } }, required: ['note'] }],
        },
      ),
    )
    const limited = form.imported.report.questions.filter(({ changes }) => changes.some(({ key }) => key === 'length'))
    expect(limited.map(({ path: field }) => field)).toEqual(
      expect.arrayContaining(['form/note', 'form/tree/name', 'form/tree/inside/[]/name']),
    )
    expect([form.errors, form.silent]).toEqual([[], []])
  })

  it('names web addresses that the original accepts', () => {
    const form = imported(group({ site: { type: 'string', format: 'uri', maxLength: 99 } }))
    expect(fieldsOf(form)).toEqual({ site: { type: 'string', format: 'http-uri', maxLength: 99 } })
    expect(form.changes).toEqual(['/properties/site/format web-address'])
    expect(form.differences).toEqual([
      {
        question: 'general/site',
        answer: 'mailto:a@example.jp',
        acceptedBy: 'original',
        keyword: 'format',
        refusedAt: 'general/site',
      },
    ])
  })

  it('names groups without a type, of which the original accepts others', () => {
    const form = imported(group({ list: { type: 'array', maxItems: 3, items: { properties: { a: text } } } }))
    expect(form.changes).toEqual(['/properties/list/items type'])
    const step = imported(group({ first: { properties: { a: text } }, b: text }, { required: ['first', 'b'] }))
    expect(step.steps.map(({ id }) => id)).toContain('first')
    expect(step.changes).toEqual(['/properties/first type'])
    const definitions = { first: { properties: { a: text } } }
    const first = { title: 'First', $ref: '#/definitions/first' }
    expect(imported(group({ first, b: text }, { definitions })).changes).toEqual(['/properties/first type'])
  })

  it('places a difference where one of the two refuses', () => {
    const form = imported(group({ a: text, b: { type: ['string', 'null'], maxLength: 9 } }, { required: ['a', 'b'] }))
    expect(form.changes).toEqual(['/properties/b optional'])
    expect(new Set(form.differences.map(({ refusedAt }) => refusedAt))).toEqual(new Set(['general/b']))
  })

  it('keeps texts without a limit on one line', () => {
    const form = imported(group({ name: { type: 'string' }, note: { type: 'string', maxLength: 2000 } }))
    expect(form.steps[0]?.ui).toEqual({ 'ui:order': ['name', 'note'], note: { 'ui:widget': 'textarea' } })
  })

  it('keeps "exactly one of", and "at least one of", as they are', () => {
    const branches = [{ required: ['person'] }, { required: ['company'] }]
    for (const keyword of ['oneOf', 'anyOf']) {
      const form = imported(group({ holder: group({ person: text, company: text }, { [keyword]: branches }) }))
      expect(fieldsOf(form).holder).toMatchObject({ [keyword]: branches })
      expect([form.errors, form.differences]).toEqual([[], []])
    }
  })

  it('reports findings of files that are referred to', () => {
    const shop = { type: 'object', properties: { name: text }, owner: { type: 'string' } }
    expect(refusedBy(group({ shop: { $ref: 'shop.json' } }), { 'shop.json': shop })).toEqual(['unknown-keyword'])
  })

  it('leaves out notes of other tools, and refuses to leave out questions', () => {
    const options = { order: ['a'], properties: { a: { classes: 'wide' } } }
    const noted = imported(group({ a: text }, { options }))
    expect([noted.changes, noted.errors]).toEqual([['/options keyword'], []])
    const misplaced = { b: text, part: { properties: { c: text } }, propertes: { d: text } }
    expect(refusedBy(group({ a: text }, misplaced))).toEqual(Array(3).fill('unknown-keyword'))
  })

  it('reads definitions in a folder of definitions, and only those that the form is made of', () => {
    const shared = { names: { first: { type: 'string', maxLength: 9, format: 'name' } } }
    const unused = { type: 'string', propertes: { a: text }, unevaluatedProperties: false }
    const form = imported(
      group({ a: { $ref: '#/definitions/shared/names/first' } }, { definitions: { shared, unused } }),
    )
    expect(form.errors).toEqual([])
    expect(form.changes).toEqual(['/definitions/shared/names/first/format format'])
  })

  it('keeps the definitions of a schema that contains itself', () => {
    const person = {
      type: 'object',
      properties: { name: text, children: { type: 'array', items: { $ref: '#/definitions/p' } } },
    }
    const form = imported(
      group({ head: { $ref: '#/definitions/p' } }, { definitions: { p: person }, required: ['head'] }),
    )
    expect(form.errors).toEqual([])
    expect(form.steps[0]?.schema.definitions).toBeDefined()
  })

  it('keeps bounds of the whole, in one step', () => {
    const form = imported(group({ phone: text, mail: text }, { minProperties: 1 }))
    expect(form.steps.map(({ schema }) => schema.minProperties)).toEqual([1])
    expect([form.errors, form.differences]).toEqual([[], []])
  })

  it('names groups of free data, lists to read, and keywords beside a reference of draft-07', () => {
    const form = imported(
      group(
        {
          name: { $ref: '#/definitions/name', maxLength: 5, title: 'Own' },
          data: { type: 'object' },
          info: { type: 'array', items: [], title: 'Read this' },
        },
        { definitions: { name: text } },
      ),
    )
    expect(fieldsOf(form)).toEqual({ name: text, info: { type: 'null' } })
    expect(form.changes).toEqual([
      '/properties/name/maxLength beside-ref',
      '/properties/info info-list',
      '/properties/data free-data',
    ])
    expect(form.errors).toEqual([])
    expect(new Set(form.differences.map(({ question }) => question))).toEqual(new Set(['general/info']))
  })

  it('keeps the texts of a list that has only texts', () => {
    const help = [
      { type: 'null', title: 'Attach the budget.' },
      { type: 'null', description: 'And the map.' },
    ]
    const form = imported(group({ info: { type: 'array', items: help, title: 'Attachments' }, name: text }))
    expect(fieldsOf(form)).toEqual({ info: { type: 'null' }, name: text })
    expect(form.texts.fields['general/info']).toMatchObject({
      label: 'Attachments',
      help: 'Attach the budget.\nAnd the map.',
    })
    expect(form.changes).toEqual(['/properties/info info-list'])
    for (const info of [[], [null]])
      expect(form.imported.toAnswers({ info, name: 'a' })).toEqual({ general: { name: 'a' } })
  })

  it('names a list without entries, and choices that a program fills, as texts', () => {
    const form = imported(
      group(
        {
          list: { type: 'array', maxItems: 3 },
          gas: { enum: [], maxLength: 9 },
          never: text,
          other: { type: 'string', maxLength: 9 },
        },
        { if: { properties: { other: { enum: [] } }, required: ['other'] }, then: { required: ['never'] } },
      ),
    )
    expect(fieldsOf(form)).toMatchObject({
      list: { type: 'array', items: { type: 'string' } },
      gas: { type: 'string', maxLength: 9 },
    })
    expect(form.changes).toEqual(
      expect.arrayContaining(['/properties/list any-entry', '/properties/gas/enum no-choices']),
    )
    // A condition that is never satisfied has no answer to compare with.
    expect(form.errors).toEqual(['wrong-value'])
  })

  it('names entries of a list that may be anything, at the list', () => {
    const form = imported(group({ list: { type: 'array', items: [{}], maxItems: 3 } }))
    const { questions, others } = form.imported.report
    expect([questions.flatMap(({ changes }) => changes.map(({ key }) => key)), others]).toEqual([
      ['any-entry', 'length'],
      [],
    ])
  })

  it('leaves out a number of certain entries if no entry is certain', () => {
    const list = { type: 'array', maxItems: 3, items: text }
    const form = imported(group({ list: { ...list, minContains: 0 } }))
    expect([fieldsOf(form), form.errors]).toEqual([{ list }, []])
    expect(form.changes).toEqual(['/properties/list/minContains no-effect'])
    const certain = group({ list: { ...list, contains: { const: 'a' }, minContains: 2 } })
    expect(refusedBy(certain)).toEqual(['unsupported-keyword'])
  })

  it('makes one list of an answer and a list of such answers, and loses groups that name no fields', () => {
    const choice = { type: 'string', enum: ['a', 'b'] }
    const form = imported(
      group({
        needs: { anyOf: [{ type: 'array', maxItems: 3, items: choice }, choice] },
        notes: { anyOf: [{ type: 'array', maxItems: 3, items: text }, { type: 'object' }] },
      }),
    )
    expect(fieldsOf(form)).toEqual({
      needs: { type: 'array', maxItems: 3, items: choice },
      notes: { type: 'array', maxItems: 3, items: text },
    })
    expect(form.changes).toEqual(['/properties/needs/anyOf one-or-list', '/properties/notes/anyOf free-branch'])
    expect(form.errors).toEqual([])
  })

  it('asks yes, no or another word as one choice', () => {
    const migrated = { const: 'MIGRATED', type: 'string' }
    const form = imported(group({ isLowRisk: { oneOf: [{ type: 'boolean' }, migrated] } }))
    expect(fieldsOf(form)).toEqual({ isLowRisk: { enum: [true, false, 'MIGRATED'] } })
    expect(form.texts.fields['general/isLowRisk']?.options).toEqual({ true: 'Yes', false: 'No', MIGRATED: 'Migrated' })
    expect([form.changes, form.errors, form.differences]).toEqual([[], [], []])
  })

  it('keeps closed groups of which one is answered', () => {
    const closed = (properties: JsonSchema, required: string[]) => ({
      properties,
      required,
      additionalProperties: false,
    })
    const holder = {
      oneOf: [closed({ person: group({ name: text }) }, ['person']), closed({ company: text }, ['company'])],
    }
    const identity = {
      oneOf: [closed({ passport: text, country: text }, ['country']), closed({ number: text }, ['number'])],
    }
    const form = imported(
      group(
        { holder: { type: 'object', ...holder }, identity: { type: 'object', ...identity } },
        { required: ['holder'] },
      ),
    )
    expect(fieldsOf(form).identity).toMatchObject({
      properties: { country: text },
      then: { properties: { passport: text } },
    })
    expect([form.changes, form.errors, form.differences]).toEqual([[], [], []])
  })

  it('leaves out a default that the question refuses, and tags of its texts', () => {
    const description = '<p>Write the <b>street</b> &amp; [number](https://example.jp).</p>'
    const form = imported(
      group({ list: { type: 'array', minItems: 1, maxItems: 3, default: [], items: text, description } }),
    )
    expect(fieldsOf(form).list).toEqual({ type: 'array', minItems: 1, maxItems: 3, items: text })
    expect(form.texts.fields['general/list']?.help).toBe('Write the street & number (https://example.jp).')
    expect(form.changes).toEqual(['/properties/list/default default', '/properties/list/description markup'])
    expect(form.errors).toEqual([])
  })

  it('cuts the title of the form and of a step, and names of choices', () => {
    const title = 'あ'.repeat(201)
    const choice = { type: 'string', oneOf: [{ const: 'a', title }, { const: 'b' }] }
    const form = imported(group({ part: group({ a: { ...choice, title: 'Choice' } }, { title }) }, { title }))
    expect(form.changes.filter((change) => change.endsWith('text-cut'))).toEqual([
      '/properties/part/title text-cut',
      '/properties/part/properties/a text-cut',
      '/title text-cut',
    ])
    expect(form.errors).toEqual([])
  })

  it('limits a pattern that is slow for long texts only', () => {
    const pattern = '^(?![A-Z1-9]+[A-Z0-9]*?[0-9]{9})[A-Z0-9]*$'
    const form = imported(group({ code: { type: 'string', maxLength: 12, pattern } }))
    expect(fieldsOf(form).code).toMatchObject({ pattern: `^(?![^]{13})${pattern.slice(1)}` })
    expect(form.changes).toEqual(['/properties/code/pattern pattern'])
    expect([form.errors, form.differences]).toEqual([[], []])
    const parts = imported(group({ code: { type: 'string', allOf: [{ maxLength: 12 }, { pattern }] } }))
    expect(parts.changes).toContain('/properties/code/allOf pattern')
    expect(parts.errors).toEqual([])
  })

  it('limits texts that depend on another answer', () => {
    const dependencies = { card: { properties: { holder: { type: 'string' } }, required: ['holder'] } }
    expect(imported(group({ card: text }, { dependencies })).changes).toEqual([
      '/dependencies/card/properties/holder length',
    ])
  })

  it.each<[string, JsonSchema, unknown, JsonSchema]>([
    [
      'list',
      { type: 'array', maxItems: 3, items: group({ fuel: text }) },
      [{ fuel: 'x' }],
      { entries: [{ fuel: 'x' }] },
    ],
    ['text', { type: 'string', maxLength: 9 }, 'x', { answer: 'x' }],
  ])('makes a file that is a %s the question of one step', (_kind, schema, original, answers) => {
    const form = imported(schema)
    expect(form.changes).toEqual([expect.stringMatching(/^ top-(?:list|answer)$/)])
    expect(form.imported.toAnswers(original)).toEqual({ general: answers })
    expect(form.imported.fromAnswers({ general: answers })).toEqual(original)
    expect(form.errors).toEqual([])
  })

  it('reads a schema beside its layout and its answers', () => {
    const schema = group({ a: text, b: text, c: { type: 'string', maxLength: 99 } })
    const uiSchema = { 'ui:order': ['b', '*'], a: { 'ui:widget': 'textarea' }, c: { 'ui:help': 'Help' } }
    const form = imported({ schema, uiSchema, formData: { a: 'x' } })
    expect(form.steps[0]?.ui).toEqual({ 'ui:order': ['b', 'a', 'c'], a: { 'ui:widget': 'textarea' } })
    expect(form.changes).toEqual(['/uiSchema/c/ui:help layout'])
    expect(form.errors).toEqual([])
  })

  it('refuses choices that are groups, without a word about their labels', () => {
    const place = { enum: [{ name: 'North' }, { name: 'South' }], enumNames: ['North', 'South'] }
    expect(new Set(imported(group({ place })).errors)).toEqual(new Set(['unusable-choice']))
  })

  it('keeps the names of choices that have notes and limits of their own', () => {
    const branches = [
      { const: 'a', title: 'First', deprecated: true, description: 'Until 2025' },
      { const: 'bb', title: 'Second', minLength: 1, maxLength: 2 },
      { const: 'ccc', title: 'Third', maxLength: 2 },
    ]
    const form = imported(group({ way: { type: 'string', oneOf: branches } }))
    expect(fieldsOf(form)).toEqual({ way: { type: 'string', enum: ['a', 'bb'] } })
    expect(form.texts.fields['general/way']?.options).toEqual({ a: 'First', bb: 'Second' })
    expect(form.changes).toEqual(['/properties/way/oneOf branch-text'])
    expect([form.errors, form.differences]).toEqual([[], []])
  })

  it('takes no label from one of several patterns', () => {
    const code = { type: 'string', maxLength: 9, oneOf: [{ pattern: '^a', title: 'Old' }, { pattern: '^b' }] }
    const form = imported(group({ code }))
    expect(form.texts.fields['general/code']?.label).toBe('Code')
    expect(form.changes).toEqual(['/properties/code/oneOf branch-text', '/properties/code/oneOf conditions'])
  })

  it('takes a value beside a pattern as a text, and says that its title is not shown', () => {
    const number = {
      type: 'string',
      maxLength: 9,
      anyOf: [{ const: 'none', title: 'No number' }, { pattern: '^[0-9]+$' }],
    }
    const form = imported(group({ number }))
    expect(form.texts.fields['general/number']?.label).toBe('Number')
    expect(form.changes).toContain('/properties/number/anyOf branch-text')
    expect([form.errors, form.differences]).toEqual([[], []])
  })

  it('leaves a question open that may be null, wherever it is required', () => {
    const maybe = { type: ['string', 'null'], maxLength: 9 }
    const form = imported(
      group(
        {
          kind: { enum: ['a', 'b'] },
          note: maybe,
          other: { allOf: [{ $ref: '#/definitions/maybe' }], title: 'Other' },
        },
        {
          definitions: { maybe },
          required: ['other'],
          if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
          then: { required: ['note'] },
          dependencies: { kind: ['note'], other: { required: ['note'] } },
        },
      ),
    )
    const [step] = form.steps
    expect(step?.schema).toMatchObject({ then: { required: [] }, dependencies: { kind: [], other: { required: [] } } })
    expect(step?.schema.required).toBeUndefined()
    expect(form.changes).toContain('/properties/note optional')
    expect(form.errors).toEqual([])
  })

  it('requires a question that only one of its parts allows to be null', () => {
    const maybe = { type: ['string', 'null'], maxLength: 9 }
    const parts = { one: { allOf: [maybe, { type: 'string' }] }, other: { ...maybe, allOf: [{ type: 'string' }] } }
    const form = imported(group(parts, { required: ['one', 'other'] }))
    expect(form.steps[0]?.schema.required).toEqual(['one', 'other'])
  })

  it('leaves a question open of which a union says that it may be null', () => {
    const code = {
      oneOf: [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: 'b$' },
      ],
    }
    const form = imported(group({ code: { anyOf: [code, { type: 'null' }] } }, { required: ['code'] }))
    expect(form.steps[0]?.schema.required).toBeUndefined()
  })

  it('reads nullable as other tools mean it', () => {
    const form = imported(group({ a: { ...text, nullable: true }, b: text }, { required: ['a', 'b'] }))
    expect(form.steps[0]?.schema.required).toEqual(['b'])
    expect(form.changes).toEqual(['/properties/a optional'])
  })

  it.each<[string, JsonSchema, string]>([
    ['a required question that is missing', { required: ['a', 'gone'] }, 'required-unknown'],
    [
      'one of which a program adds others',
      { required: ['gone'], patternProperties: { '^x': text } },
      'required-unknown',
    ],
    ['a missing question that an answer makes required', { dependencies: { a: ['gone'] } }, 'required-unknown'],
    ['the only value of the whole', { const: { a: 'x' } }, 'unusable-choice'],
    ['a list of values of the whole', { enum: [{ a: 'x' }] }, 'unusable-choice'],
    ['a question without a name', { properties: { a: text, '': text } }, 'forbidden-name'],
    [
      'an escape that other languages read as the start',
      { properties: { a: { ...text, pattern: '\\Ax' } } },
      'invalid-pattern',
    ],
  ])('refuses %s', (_title, rest, rule) => {
    expect(rulesOf(resultOf(group({ a: text }, rest)))).toContain(rule)
  })

  it('refuses a file of another tool at its beginning', () => {
    const work = mkdtempSync(path.join(tmpdir(), 'import-changes-'))
    writeFileSync(path.join(work, 'pages.json'), JSON.stringify({ title: 'Form', pages: [{ elements: [] }] }))
    const { folder, problems } = importFile(path.join(work, 'pages.json'), path.join(work, 'out'), { now })
    expect([folder, problems.map(({ rule, pointer }) => [rule, pointer])]).toEqual([null, [['wrong-value', '']]])
  })

  it.each<[string, (json: string) => Buffer]>([
    ['UTF-16', (json) => Buffer.from(`\uFEFF${json}`, 'utf16le')],
    ['UTF-16 without a mark', (json) => Buffer.from(json, 'utf16le')],
    [
      'EUC-JP',
      (json) =>
        Buffer.concat([Buffer.from(json.slice(0, -1)), Buffer.from(' , "title": "'), eucJp, Buffer.from('" }')]),
    ],
  ])('refuses a file in %s, also one that is referred to', (_name, encode) => {
    const work = mkdtempSync(path.join(tmpdir(), 'import-changes-'))
    const write = (name: string, content: string | Buffer) => writeFileSync(path.join(work, name), content)
    write('other.json', encode(JSON.stringify(group({ a: text }))))
    write('form.json', JSON.stringify(group({ part: { $ref: 'other.json' } })))
    const reasons = ['other.json', 'form.json'].map((name) => {
      const { problems } = importFile(path.join(work, name), path.join(work, 'out'), { now, shown: path.basename })
      return problems.filter(({ rule }) => rule === 'syntax').map(({ source, params }) => [source.file, params?.reason])
    })
    expect(reasons).toEqual([[['other.json', 'Encoding']], [['other.json', 'Encoding']]])
  })

  it('shows a value of another kind as it is written', () => {
    const wrong = group({ a: { type: [] }, b: { type: { x: 1 } }, c: text }, { required: ['c', { x: 1 }] })
    expect(refusedBy(wrong)).toEqual(['wrong-value'])
    expect(messagesOf(group({ a: { type: [] }, b: { type: { x: 1 } } }))).toEqual(
      expect.arrayContaining([expect.stringContaining('"[]" is not'), expect.stringContaining('"{"x":1}" is not')]),
    )
  })

  it('gives an optional group that must not be empty no step of its own', () => {
    const part = group({ a: text, b: text }, { not: { maxProperties: 0 } })
    const form = imported(group({ part, c: text }))
    expect(form.steps.map(({ id }) => id)).toEqual(['general'])
  })

  it('names fields and groups that nobody can be asked for', () => {
    const map = { type: 'object', additionalProperties: { type: 'integer' } }
    const form = imported(
      group(
        { a: text, data: { ...map, minProperties: 1 }, part: group({ b: text, more: map, some: { type: 'object' } }) },
        { patternProperties: { '^n_': text, '^x_': false }, required: ['part'] },
      ),
    )
    expect(form.changes.toSorted()).toEqual(
      [
        '/properties/part/properties/more free-data',
        '/properties/part/properties/more/additionalProperties open-names',
        '/properties/part/properties/some free-data',
        '/properties/data free-data',
        '/properties/data/additionalProperties open-names',
        '/patternProperties open-names',
      ].toSorted(),
    )
    expect(form.errors).toEqual([])
  })

  it('names labels and help that only one of the branches has', () => {
    const branch = (title: string, description: string) => ({ properties: { name: { ...text, title, description } } })
    const form = imported(
      group(
        { kind: { enum: ['a', 'b'] } },
        {
          if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
          then: branch('Your name', 'As in the register'),
          else: branch('Name of the company', 'As in the register'),
        },
      ),
    )
    expect(form.texts.fields['form/name']).toEqual({ label: 'Your name', help: 'As in the register' })
    expect(form.changes.filter((change) => change.endsWith('text-lost'))).toHaveLength(1)
  })

  it('names times without a zone, and files', () => {
    const form = imported(
      group({ from: { type: 'string', format: 'time' }, plan: { type: 'string', format: 'data-url', maxLength: 9 } }),
    )
    expect(form.changes).toEqual(['/properties/from/format local-time', '/properties/plan/format format-file'])
  })

  it('names what other tools write beside the schema', () => {
    const schema = group({ a: text })
    expect(imported({ schema, uischema: { type: 'Group' }, version: 3 }).changes).toEqual([
      '/uischema beside-schema',
      '/version beside-schema',
    ])
  })

  it('keeps the introduction of the whole and of a group, and the answers that are there from the start', () => {
    const form = imported(
      group(
        { part: group({ a: text }, { description: 'For **tenants**' }), b: text },
        { description: '<p>Read this first.</p>', required: ['part'], default: { part: { a: 'x' }, b: 'y' } },
      ),
    )
    expect([form.texts.description, form.texts.steps.part?.description]).toEqual(['Read this first.', 'For tenants'])
    expect(form.steps.map(({ schema }) => schema.default)).toEqual([{ a: 'x' }, { b: 'y' }])
    expect(form.changes).toEqual(['/properties/part/description markup', '/description markup'])
  })

  it('adds no limit to a question that a closed branch only names', () => {
    const closed = (kind: string, rest: JsonSchema) =>
      group({ kind: { const: kind }, ...rest }, { required: ['kind'], additionalProperties: false })
    const form = imported({ oneOf: [closed('a', { x: text }), closed('b', { y: text })] })
    expect(form.changes).toEqual(['/oneOf conditions'])
    expect([form.errors, form.differences]).toEqual([[], []])
  })

  it('gives each question its line in the original', () => {
    const { questions } = imported(group({ a: text, b: { type: 'string' } })).imported.report
    expect(
      questions.map(({ path: question, place, changes }) => [
        question,
        place.source.positionOf(place.pointer).line,
        changes.length,
      ]),
    ).toEqual([
      ['general/a', 5, 0],
      ['general/b', 9, 1],
    ])
  })
})

describe('a limit or an open question', () => {
  const { report } = imported(
    group({
      place: group({ town: { type: 'string' } }, { required: ['town'] }),
      note: { type: 'string' },
      list: { type: 'array', items: { type: 'string', maxLength: 5 } },
      size: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    }),
  ).imported
  const long = 'x'.repeat(1001)
  const many = Array.from({ length: 51 }, () => 'x')

  it.each([
    ['original', 'maxLength', 'general/note', long, true],
    ['original', 'maxLength', 'general/note', 'x', false],
    ['form', 'maxLength', 'general/note', 'x', false],
    ['form', 'not', 'general/note', long, true],
    ['original', 'maxItems', 'general/list', many, true],
    ['original', 'maxItems', 'general/list', ['x'], false],
    ['form', 'maxItems', 'general/list', undefined, false],
    ['original', 'maxLength', 'general/list/[]', 'xxxxxx', false],
    ['form', 'required', 'general/size', undefined, true],
    ['original', 'required', 'general/size', undefined, false],
    ['original', 'maxLength', 'general', long, false],
  ] as const)(
    'explains, of what the %s accepts by %s at %s, only its own',
    (acceptedBy, keyword, question, answer, is) => {
      const difference = { acceptedBy, keyword, question, answer, refusedAt: question }
      expect(unexplained([difference], report)).toEqual(is ? [] : [difference])
    },
  )

  it('explains nothing of the questions inside its own', () => {
    const place = { source: parseJsonSource('foreign.json', '{}'), pointer: '' }
    const change = { key: 'optional', place, params: {} } as const
    const question = { path: 'general/place', label: 'Place', place, changes: [change] }
    const missing = { acceptedBy: 'form', keyword: 'required', answer: undefined } as const
    const differences = ['general/place', 'general/place/town'].map((path) => ({
      ...missing,
      question: path,
      refusedAt: path,
    }))
    const found = unexplained(differences, { questions: [question], others: [] })
    expect(found.map(({ question: at }) => at)).toEqual(['general/place/town'])
  })
})
