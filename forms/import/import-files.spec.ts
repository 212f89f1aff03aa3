import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Answers, FormSource, FormTexts } from '../../form-model/definition.ts'
import { satisfiesSchema } from '../../form-model/interpreter.ts'
import { toDraft07 } from '../source/draft-07.ts'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { words } from '../source/label-words.ts'
import { importFile } from './import-files.ts'
import { splitIntoSteps } from './import-steps.ts'
import { toUnicodePattern } from './unicode-pattern.ts'
import { unionsToConditions } from './unions-to-conditions.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-import-'))

const draft04 = {
  $schema: 'http://json-schema.org/draft-04/schema#',
  title: 'Change of address',
  definitions: {
    address: {
      type: 'object',
      required: ['country', 'city'],
      oneOf: [
        {
          properties: {
            country: { type: 'string', enum: ['JPN'] },
            postalCode: { type: 'string', pattern: '^\\d{7}$' },
          },
          required: ['postalCode'],
        },
        {
          properties: {
            country: { not: { type: 'string', enum: ['JPN'] } },
            postalCode: { type: 'string', maxLength: 20 },
          },
        },
      ],
      properties: { city: { type: 'string' } },
    },
  },
  type: 'object',
  additionalProperties: false,
  properties: {
    applicant: {
      type: 'object',
      required: ['fullName', 'agreeToTerms'],
      properties: {
        fullName: { type: 'string', title: 'Full name', example: 'Hanako Yamada', maxLength: 50 },
        age: { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 150 },
        middleName: { type: ['string', 'null'], maxLength: 30 },
        agreeToTerms: { type: 'boolean' },
      },
    },
    newAddress: { $ref: '#/definitions/address' },
    reasons: {
      type: 'array',
      items: { type: 'string', enum: ['work', 'family'], enumNames: ['New job', 'Family'] },
      uniqueItems: true,
    },
    isRented: { type: 'boolean' },
    strayKeyword: { type: 'string', maxlen: 3, format: 'telephone' },
  },
  required: ['applicant', 'newAddress', 'isRented'],
}

function importDraft04(name = 'change-of-address-schema.json') {
  const file = path.join(work, name)
  writeFileSync(file, JSON.stringify(draft04, null, 1))
  writeFileSync(
    path.join(work, 'change-of-address-example.json'),
    JSON.stringify({
      applicant: { fullName: 'Hanako Yamada', middleName: null, age: 41, agreeToTerms: true },
      newAddress: { country: 'JPN', city: 'Tokyo', postalCode: '1000001' },
      isRented: false,
    }),
  )
  return importFile(file, path.join(work, 'out'), { shown: (shown) => path.basename(shown) })
}

function read<T>(folder: string | null, name: string): T {
  return JSON.parse(readFileSync(path.join(folder ?? '', name), 'utf8')) as T
}

describe('importing a draft-04 schema', () => {
  const result = importDraft04()
  const changesAt = (question: string) =>
    (result.imported?.report.questions ?? [])
      .filter(({ path: field }) => field === question)
      .flatMap(({ changes }) => changes.map(({ key, params }) => [key, params]))
  const form = read<FormSource>(result.folder, 'form.json')

  it('writes a form that the check accepts, with valid and invalid samples', () => {
    expect(result.folder).toBe(path.join(work, 'out/imported/change-of-address/individual'))
    const findings = toFindings(checkForm(result.folder ?? '').problems, 'en')
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(result.samples).toEqual({ examples: 1, generated: 1, invalid: 4 })
  })

  it('makes steps of required groups and collects the remaining fields', () => {
    expect(form.steps.map(({ id }) => id)).toEqual(['applicant', 'newAddress', 'general'])
    expect(read<Answers>(result.folder, 'valid/example.json')).toEqual({
      applicant: { fullName: 'Hanako Yamada', age: 41, agreeToTerms: true },
      newAddress: { country: 'JPN', city: 'Tokyo', postalCode: '1000001' },
      general: { isRented: false },
    })
  })

  it('does not give a step the reserved name of the review page', () => {
    const group = { type: 'object', properties: { note: { type: 'string', maxLength: 9 } } }
    const { parts } = splitIntoSteps({ type: 'object', properties: { review: group, applicant: group } })
    expect(parts.map(({ id }) => id)).toEqual(['review-2', 'applicant'])
  })

  it('converts keywords that draft-04 defines differently', () => {
    expect(form.steps[0]?.schema.properties).toEqual({
      fullName: { type: 'string', maxLength: 50 },
      age: { type: 'integer', exclusiveMinimum: 0, maximum: 150 },
      middleName: { type: 'string', maxLength: 30 },
      agreeToTerms: { type: 'boolean' },
    })
  })

  it('turns branches that a field distinguishes into conditions', () => {
    expect(form.steps[1]?.schema).toMatchObject({
      properties: { country: { type: 'string' } },
      allOf: [
        {
          if: { properties: { country: { const: 'JPN' } }, required: ['country'] },
          then: { required: ['postalCode'] },
        },
        {
          if: { properties: { country: { not: { enum: ['JPN'] } } } },
          then: { properties: { postalCode: { maxLength: 20 } } },
        },
      ],
    })
  })

  it('uses labels, choices and examples for the texts', () => {
    const texts = read<FormTexts>(result.folder, 'texts.en.json')
    expect(texts.title).toBe('Change of address')
    expect(texts.fields['applicant/fullName']).toEqual({ label: 'Full name', example: 'Hanako Yamada' })
    expect(texts.fields['general/reasons']?.options).toEqual({ work: 'New job', family: 'Family' })
    expect(read<FormTexts>(result.folder, 'texts.ja.json').fields['general/isRented']?.options).toEqual({
      true: 'はい',
      false: 'いいえ',
    })
  })

  it('reports which limits it added', () => {
    expect(changesAt('newAddress/city')).toEqual([['length', { value: 1000 }]])
  })

  it('reports omitted parts at their place in the original', () => {
    const found = result.imported?.report.questions.find(({ path: field }) => field === 'general/strayKeyword')
    expect(found?.changes.map(({ key, place, params }) => [key, place.pointer, params])).toEqual([
      ['keyword', '/properties/strayKeyword/maxlen', { keyword: 'maxlen' }],
      ['format', '/properties/strayKeyword/format', { format: 'telephone' }],
      ['length', '/properties/strayKeyword', { value: 1000 }],
    ])
    expect(result.problems).toEqual([])
  })

  it('reports every question, also those that are kept', () => {
    const questions = result.imported?.report.questions ?? []
    const kept = questions.filter(({ changes }) => changes.length === 0).map(({ path: field }) => field)
    expect(kept).toEqual(expect.arrayContaining(['applicant/fullName', 'applicant/age', 'newAddress/postalCode']))
    expect(changesAt('applicant/middleName')).toEqual([['optional', {}]])
    expect(questions.every(({ place }) => place.source.positionOf(place.pointer).line > 1)).toBe(true)
  })
})

it('refuses a file that is not valid JSON, with the place', () => {
  const file = path.join(work, 'broken.json')
  writeFileSync(file, '{\n  "type": "object",,\n}')
  const { folder, problems } = importFile(file, path.join(work, 'out'))
  expect(folder).toBeNull()
  expect(toFindings(problems, 'en')[0]).toMatchObject({ rule: 'syntax', line: 2, column: 20 })
})

it.each([
  ['properties that are no group', { type: 'object', properties: 'name' }],
  ['alternatives that are no list', { type: 'object', allOf: {}, properties: { b: { type: 'string' } } }],
  ['a reference to nothing', { type: 'object', properties: { b: { $ref: '#/definitions/b' } } }],
  ['a required question that is missing', { type: 'object', required: ['c'], properties: { b: { type: 'string' } } }],
  ['fields beside the properties', { type: 'object', properties: { b: { type: 'object', c: { type: 'string' } } } }],
  ['a limit that is a text', { type: 'object', properties: { b: { type: 'string', maxLength: '9' } } }],
])('refuses %s once, at its place in the original', (_name, schema) => {
  const folder = mkdtempSync(path.join(work, 'once-'))
  const file = path.join(folder, 'once.json')
  writeFileSync(file, JSON.stringify(schema))
  const errors = toFindings(importFile(file, path.join(folder, 'out')).problems, 'en').filter(
    ({ severity }) => severity === 'error',
  )
  expect(errors).toHaveLength(1)
  expect(errors[0]?.file).toMatch(/once\.json$/)
})

it('writes nothing of a file, or for a form, that is too large', () => {
  const out = path.join(work, 'large')
  const file = path.join(work, 'large.json')
  const written = (schema: unknown) => {
    writeFileSync(file, JSON.stringify(schema))
    const { folder, problems } = importFile(file, out)
    return [folder, problems.map(({ rule }) => rule)]
  }
  const note = { type: 'string', title: 'a'.repeat(190) }
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`)
  const group = (count: number, property: unknown) => ({
    type: 'object',
    properties: Object.fromEntries(names(count).map((name) => [name, property])),
  })
  expect(written(group(1500, note))).toEqual([null, ['file-too-large']])
  const definitions = { part: group(300, note) }
  expect(written({ ...group(40, { $ref: '#/definitions/part' }), definitions })).toEqual([null, ['too-large']])
})

it.each([
  ['dateOfBirth', 'Date of birth'],
  ['first_name', 'First name'],
  ['FAMILY_NAME', 'Family name'],
  ['mostEarningsInAYear', 'Most earnings in a year'],
  ['has_no_PII', 'Has no PII'],
  ['veteranVAFileNumber', 'Veteran VA file number'],
  ['AdditionalEINs', 'Additional EINs'],
  ['A+', 'A+'],
])('labels a question %s without a title as %s', (name, label) => {
  expect(words(name)).toBe(label)
})

describe('unions', () => {
  it('become choices if their branches are constants', () => {
    expect(unionsToConditions({ oneOf: [{ type: 'string', enum: ['a'] }, { const: 'b' }] })).toEqual({
      type: 'string',
      enum: ['a', 'b'],
    })
  })

  it('stay unions without a type of their own if their branches only require answers', () => {
    const branches = ['a', 'b', 'c'].map((name) => ({ type: 'object', required: [name] }))
    const stripped = branches.map(({ required }) => ({ required }))
    expect(unionsToConditions({ anyOf: branches })).toEqual({ type: 'object', anyOf: stripped })
    expect(unionsToConditions({ type: 'object', oneOf: branches })).toEqual({ type: 'object', oneOf: stripped })
  })

  it('try one pattern after the other if their branches are texts', () => {
    const texts = [
      { type: 'string', maxLength: 5, pattern: '^a' },
      { type: 'string', maxLength: 9, pattern: '^b' },
    ]
    const [short, long] = texts.map(({ type: _type, ...rest }) => rest)
    const atLeastOne = { if: short, else: long }
    expect(unionsToConditions({ anyOf: texts })).toEqual({ type: 'string', maxLength: 9, allOf: [atLeastOne] })
    const notBoth = { not: { allOf: [short, long] } }
    expect(unionsToConditions({ oneOf: texts })).toEqual({ type: 'string', maxLength: 9, allOf: [atLeastOne, notBoth] })
  })

  it('distinguishes the branches of a union by a second field if the first is the same', () => {
    const branch = (kind: string, extra: object, required: string[] = []) => ({
      properties: { kind: { enum: [kind] }, ...extra },
      required: ['kind', ...required],
      additionalProperties: false,
    })
    const schema = {
      type: 'object',
      oneOf: [
        branch('home', { town: { type: 'string' } }, ['town']),
        branch('abroad', { country: { enum: ['KR'] } }, ['country']),
        branch('abroad', { country: { enum: ['other'] }, name: { type: 'string' } }, ['country', 'name']),
      ],
    }
    const conditions = unionsToConditions(schema)
    expect(JSON.stringify(conditions)).not.toContain('oneOf')
    const check = (value: unknown) => satisfiesSchema(toDraft07(conditions), value)
    const valid = [
      { kind: 'home', town: 'x' },
      { kind: 'abroad', country: 'KR' },
      { kind: 'abroad', country: 'other', name: 'x' },
    ]
    const invalid = [
      { kind: 'home' },
      { kind: 'home', town: 'x', country: 'KR' },
      { kind: 'abroad', country: 'other' },
      { kind: 'moon' },
      {},
    ]
    expect(valid.filter((value) => !check(value))).toEqual([])
    expect(invalid.filter((value) => check(value))).toEqual([])
  })

  it('stay unchanged if no field distinguishes the branches', () => {
    const schema = { oneOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }] }
    expect(unionsToConditions(schema)).toEqual(schema)
  })
})

describe('patterns of other tools', () => {
  it.each([
    ['^[\\w-.]+$', '^[\\w\\-.]+$'],
    ['^\\-?\\d+\\.\\d\\%$', '^-?\\d+\\.\\d%$'],
    ["^[a-zA-Z0-9\\-\\'\\s]*$", "^[a-zA-Z0-9\\-'\\s]*$"],
    ['^a{2}$', '^a{2}$'],
    ['.*[A-Za-z]+.*', '[A-Za-z]+'],
    ['^.*a\\.*', '^.*a\\.*'],
  ])('%s is read with the u flag as %s', (pattern, expected) => {
    expect(toUnicodePattern(pattern)).toBe(expected)
  })

  it('stay unchanged if they are invalid, so that the check reports them', () => {
    expect(toUnicodePattern('^(a')).toBeNull()
  })
})
