import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Definition } from '../../form-model/definition.ts'
import { evaluateFee } from '../../form-model/fee.ts'
import { valuesAt } from '../../form-model/field-path.ts'
import { checkForm } from '../check/check-form.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { writeExample } from '../testing/write-example.ts'
import type { ExampleParts } from './example-form.ts'

const work = mkdtempSync(path.join(tmpdir(), 'fee-rules-'))

const now = Date.parse('2026-04-01T12:00:00+09:00')
let count = 0

function check(parts: ExampleParts) {
  count += 1
  const folder = path.join(work, String(count), 'tenant/service/example')
  writeExample(folder, parts)
  const checked = checkForm(folder, { now })
  const found = checked.problems.filter(({ rule }) => rule.startsWith('fee-'))
  const isSilence = (rule: string) => rule === 'fee-none' || rule === 'fee-not-asked'
  const ofFee = found.filter(({ rule }) => !isSilence(rule))
  return {
    ...checked,
    ofFee: ofFee.map(({ rule, pointer, params }) => [rule, pointer, params] as const),
    /** What may be left out so that nothing is charged. */
    silences: found.flatMap(({ rule }) => (isSilence(rule) ? [rule] : [])),
  }
}

function withFee(line: string, more: ExampleParts = {}): ExampleParts {
  const from = '"amount": 300, "quantity": { "answer": "applicant/count" }'
  return { ...more, edit: [{ file: 'form.json', from, to: line }, ...(more.edit ?? [])] }
}

const requiredBase = [{ file: 'form.json', from: '"kind", "count"],', to: '"kind", "count", "field"],' }]

it('finds choices without an amount in branches of conditions and in shared parts', () => {
  const inBranch = withFee('"amount": { "byAnswer": "applicant/field", "table": { "a": 1 } }', {
    schema: '{ "type": "string", "enum": ["a"] }',
    edit: [
      ...requiredBase,
      {
        file: 'form.json',
        from: '"company": { "type": "string", "maxLength": 100 }',
        to: '"company": { "type": "string", "maxLength": 100 }, "field": { "enum": ["a", "b"] }',
      },
    ],
  })
  const shared = withFee('"amount": { "byAnswer": "applicant/field", "table": { "a": 1 } }', {
    schema: '{ "$ref": "#/$defs/choice" }',
    edit: [
      {
        file: 'form.json',
        from: '"type": "object",',
        to: '"type": "object", "$defs": { "choice": { "enum": ["a", "b"] } },',
      },
      { file: 'form.json', from: '["name", "kind", "count"]', to: '["name", "kind", "count", "field"]' },
    ],
  })
  for (const parts of [inBranch, shared])
    expect(check(parts).ofFee).toEqual([
      ['fee-amount-missing', '/fee/lines/0/amount/table', { line: '写し', question: '項目', choices: '「b」' }],
    ])
})

it.each([
  ['{ "type": "number", "minimum": 0 }', 'fee-rounding'],
  ['{ "type": "number", "minimum": 0, "multipleOf": 0.5 }', 'fee-rounding'],
  ['{ "type": "number", "exclusiveMinimum": -1, "maximum": 9 }', 'fee-not-whole'],
  ['{ "type": "number", "minimum": 0, "multipleOf": 5 }', undefined],
  ['{ "type": "integer" }', 'fee-not-whole'],
  ['{ "type": "integer", "minimum": -1 }', 'fee-not-whole'],
  ['{ "type": "integer", "exclusiveMinimum": -1 }', undefined],
  ['{ "type": "integer", "minimum": 0 }', undefined],
  ['{ "enum": [0, 1, 2.5] }', 'fee-rounding'],
  ['{ "enum": [0, 1, -2.5] }', 'fee-not-whole'],
  ['{ "enum": [0, 1, 2] }', undefined],
  ['{ "type": "string", "maxLength": 9 }', 'fee-not-whole'],
  ['{ "type": "boolean" }', 'fee-not-whole'],
])(
  'reports a quantity and a second factor of the schema %s as %s, decimals only without a rounding',
  (schema, rule) => {
    for (const key of ['quantity', 'times']) {
      const line = `"amount": 300, "${key}": { "answer": "applicant/field" }`
      const found = (more: string) =>
        check(withFee(line + more, { schema, edit: requiredBase })).ofFee.map(([id]) => id)
      expect(found('')).toEqual(rule === undefined ? [] : [rule])
      expect(found(', "rounding": { "mode": "down", "to": 10 }, "minimum": 0')).toEqual(
        rule === 'fee-not-whole' ? [rule] : [],
      )
    }
  },
)

it('finds each missing cell of a table by two answers, and rows and columns that are gone', () => {
  const grid = (table: string) =>
    check(
      withFee(`"amount": { "byAnswers": ["applicant/kind", "applicant/field"], "table": ${table} }`, {
        schema: '{ "type": "string", "enum": ["a", "b"] }',
        edit: requiredBase,
      }),
    ).ofFee
  expect(grid('{ "person": { "a": 1, "b": 2 }, "company": { "a": 0, "b": 9 } }')).toEqual([])
  const table = '/fee/lines/0/amount/table'
  expect(grid('{ "person": { "a": 1, "old": 2 }, "club": { "a": 0 } }')).toEqual([
    ['fee-amount-missing', table, { line: '写し', question: '種別', choices: '「法人」' }],
    ['fee-choice-gone', `${table}/club`, { line: '写し', question: '種別', choice: 'club' }],
    ['fee-amount-missing', `${table}/person`, { line: '写し', question: '項目', choices: '「個人 × b」' }],
    ['fee-choice-gone', `${table}/person/old`, { line: '写し', question: '項目', choice: 'old' }],
  ])
})

const half = '"fromEntry": [{ "from": 2, "text": "copy", "percent": 50 }]'

it.each([
  ['"amount": 300, "minimum": 500, "maximum": 500', ['fee-limits /maximum']],
  ['"amount": 300, "minimum": 400, "maximum": 500', []],
  [`"amount": 300, ${half}`, ['fee-entries /fromEntry']],
  [`"amount": 300, "forEach": "applicant/field", ${half}`, []],
  [`"amount": 301, "forEach": "applicant/field", ${half}`, ['fee-rounding /fromEntry/0/percent']],
  [`"amount": 301, "forEach": "applicant/field", ${half}, "rounding": { "mode": "up", "to": 1 }`, []],
  [
    `"amount": ${JSON.stringify({ answer: 'applicant/count' })}, "forEach": "applicant/field", ${half}`,
    ['fee-rounding /fromEntry/0/percent'],
  ],
  [
    '"amount": 300, "forEach": "applicant/field", "fromEntry": [{ "from": 3, "text": "copy", "percent": 0 }, { "from": 3, "text": "copy", "amount": 1 }]',
    ['fee-entries /fromEntry/1/from'],
  ],
  ['"amount": "later"', []],
  [
    '"amount": "later", "quantity": { "answer": "applicant/count" }, "minimum": 9',
    ['fee-later /quantity', 'fee-later /minimum'],
  ],
  [`"amount": 300, "exempt": { "when": ${ofKind('company')}, "text": "copy" }`, []],
])('reports of the line %s: %j', (line, expected) => {
  const { ofFee } = check(withFee(line, listOfEntries))
  expect(ofFee.map(([rule, pointer]) => `${rule} ${pointer.replace('/fee/lines/0', '')}`)).toEqual(expected)
})

it('needs the reasons of a fee in the texts, and checks the condition of an exemption like each other', () => {
  const line = `"amount": 300, "exempt": { "when": ${ofKind('nobody')}, "text": "welfare" }`
  const { problems } = check(withFee(line))
  expect(problems.flatMap(({ rule, params }) => (rule === 'text-missing' ? [params?.key] : []))).toContain(
    'fee.welfare',
  )
  expect(problems.map(({ pointer }) => pointer).some((pointer) => pointer.startsWith('/fee/lines/0/exempt/when'))).toBe(
    true,
  )
})

function someKinds(kinds: string) {
  return `{ "properties": { "applicant": { "properties": { "kind": ${kinds} }, "required": ["kind"] } }, "required": ["applicant"] }`
}

it.each([
  ['nothing chosen', '', 'fee-exempt-open'],
  ['an empty schema', '{}', 'fee-exempt-all'],
  [
    'any answer',
    '{ "properties": { "applicant": { "required": ["kind"] } }, "required": ["applicant"] }',
    'fee-exempt-all',
  ],
  ['every choice', someKinds('{ "enum": ["company", "person"] }'), 'fee-exempt-all'],
  [
    'one choice or the other',
    `{ "anyOf": [${someKinds('{ "const": "person" }')}, ${someKinds('{ "const": "company" }')}] }`,
    'fee-exempt-all',
  ],
  ['a number that each answer has', counted('"minimum": 1'), 'fee-exempt-all'],
  ['a higher number', counted('"minimum": 2'), undefined],
  ['one choice', someKinds('{ "const": "person" }'), undefined],
  ['another choice than one', someKinds('{ "not": { "const": "person" } }'), undefined],
  [
    'an optional answer',
    '{ "properties": { "applicant": { "required": ["field"] } }, "required": ["applicant"] }',
    undefined,
  ],
  [
    'an answer of a branch',
    '{ "properties": { "applicant": { "required": ["company"] } }, "required": ["applicant"] }',
    undefined,
  ],
  ['a step that is not always asked', '{ "required": ["details"] }', undefined],
])('reports an exemption for %s as %s%s', (_, when, rule) => {
  const condition = when === '' ? '' : `, "when": ${when}`
  const { problems } = check(withFee(`"amount": 300, "exempt": { "text": "copy"${condition} }`))
  expect(problems.filter(({ rule: id }) => id.startsWith('fee-')).map((found) => found.rule)).toEqual(
    rule === undefined ? [] : [rule],
  )
  expect(problems.map((found) => found.rule)).not.toContain('missing-key')
})

function counted(limit: string) {
  return `{ "properties": { "applicant": { "properties": { "count": { ${limit} } }, "required": ["count"] } }, "required": ["applicant"] }`
}

it.each([
  ['"amount": 30', 'down', 100, true],
  ['"amount": 100', 'down', 100, false],
  ['"amount": 50', 'half-up', 100, false],
  ['"amount": 49', 'half-up', 100, true],
  ['"amount": 1', 'up', 100, false],
  ['"amount": 30, "minimum": 0', 'down', 100, false],
  ['"amount": 30, "quantity": { "answer": "applicant/count" }', 'down', 10, false],
  ['"amount": 300, "quantity": { "answer": "applicant/field" }', 'down', 100, true],
  ['"amount": 300, "quantity": { "answer": "applicant/field" }', 'down', 10, false],
  ['"amount": { "byAnswer": "applicant/kind", "table": { "person": 0, "company": 50 } }', 'down', 100, true],
  ['"amount": { "byAnswer": "applicant/kind", "table": { "person": 0, "company": 100 } }', 'down', 100, false],
])('says whether a rounding of %s %s to %i makes it 0: %s', (line, mode, to, isReported) => {
  const { ofFee } = check(
    withFee(`${line}, "rounding": { "mode": "${mode}", "to": ${to} }`, {
      schema: '{ "type": "number", "minimum": 0, "maximum": 9, "multipleOf": 0.1 }',
      edit: requiredBase,
    }),
  )
  expect(ofFee.map(([rule]) => rule)).toEqual(isReported ? ['fee-rounded-away'] : [])
})

it.each([
  ['"amount": 0', ['/amount']],
  ['"amount": 300, "quantity": 0', ['/quantity']],
  ['"amount": 300, "maximum": 0', ['/maximum']],
  ['"amount": { "byAnswer": "applicant/kind", "table": { "person": 0, "company": 0 } }', ['/amount']],
  ['"amount": { "byAnswer": "applicant/kind", "table": { "person": 0, "company": 1 } }', []],
  ['"amount": 5, "times": { "byAnswer": "applicant/kind", "table": { "person": 0, "company": 0 } }', ['/times']],
  ['"amount": 5, "times": { "byAnswer": "applicant/kind", "table": { "person": 0, "company": 1 } }', []],
])('reports that the line %s is always 0 yen at %j', (line, pointers) => {
  const { ofFee } = check(withFee(line))
  expect(ofFee).toEqual(pointers.map((pointer) => ['fee-zero', `/fee/lines/0${pointer}`, { line: '写し' }]))
})

it('names every question of the fee that is gone, in the tab of the fee', () => {
  const line =
    '"choice": "applicant/a", "amount": { "byAnswer": "applicant/b", "table": {} }, "quantity": { "answer": "applicant/c" }'
  const { ofFee } = check(withFee(line))
  expect(ofFee.map(([rule, pointer]) => [rule, pointer])).toEqual([
    ['fee-question-gone', '/fee/lines/0/choice'],
    ['fee-question-gone', '/fee/lines/0/amount/byAnswer'],
    ['fee-question-gone', '/fee/lines/0/quantity/answer'],
  ])
})

const listOfEntries = {
  schema:
    '{ "type": "array", "maxItems": 3, "items": { "type": "object", "properties": { "price": { "type": "integer", "minimum": 1, "maximum": 9 } }, "required": ["price"] } }',
}
const price = '{ "answer": "applicant/field/[]/price" }'

it.each([
  [`"amount": ${price}`, ['/fee/lines/0/amount']],
  [`"amount": ${price}, "forEach": "applicant/field"`, []],
  [`"amount": ${price}, "forEach": "applicant/field/[]"`, []],
  [`"amount": 300, "quantity": ${price}`, ['/fee/lines/0/quantity']],
  ['"amount": 300, "forEach": "applicant/field", "quantity": { "answer": "applicant/count" }', []],
  [`"amount": ${price}, "forEach": "applicant/kind"`, ['/fee/lines/0/forEach']],
])('the line %s is reported for its list at %j', (line, pointers) => {
  const { ofFee } = check(withFee(line, listOfEntries))
  expect(ofFee.flatMap(([rule, pointer]) => (rule === 'fee-list' ? [pointer] : []))).toEqual(pointers)
})

const inGroup =
  '{ "type": "object", "properties": { "n": { "type": "integer", "minimum": 0, "maximum": 9 } }, "required": ["n"] }'
const whole = '{ "type": "integer", "minimum": 0, "maximum": 9 }'
const requiredInThen = [{ file: 'form.json', from: '"required": ["company"]', to: '"required": ["company", "field"]' }]
const requiredInElse = [{ file: 'form.json', from: '"then": {', to: '"else": { "required": ["field"] }, "then": {' }]
function requiredWhen(kind: string) {
  const rule = `"requiredWhen": [{ "field": "applicant/field", "when": ${ofKind(kind)} }], "checks": [`
  return [{ file: 'form.json', from: '"checks": [', to: rule }]
}

function ofKind(kind: string) {
  return `{ "properties": { "applicant": { "properties": { "kind": { "const": "${kind}" } }, "required": ["kind"] } }, "required": ["applicant"] }`
}

it.each([
  ['everywhere', 'applicant/field', whole, requiredBase, false],
  ['nowhere', 'applicant/field', whole, [], true],
  ['in one branch', 'applicant/field', whole, requiredInThen, true],
  ['in both branches', 'applicant/field', whole, [...requiredInThen, ...requiredInElse], false],
  ['by a condition', 'applicant/field', whole, requiredWhen('person'), true],
  ['by the condition of the line', 'applicant/field', whole, requiredWhen('company'), false],
  ['in an optional group', 'applicant/field/n', inGroup, [], true],
  ['in a required group', 'applicant/field/n', inGroup, requiredBase, false],
  ['in an entry', 'applicant/field/[]/price', listOfEntries.schema, [], false],
  [
    'nowhere in an entry',
    'applicant/field/[]/price',
    listOfEntries.schema.replace(', "required": ["price"]', ''),
    [],
    true,
  ],
])(
  'reports an amount or a quantity that may be left out, for a question required %s',
  (_, path, schema, edits, isReported) => {
    const forEach = path.includes('[]') ? ', "forEach": "applicant/field"' : ''
    const when = `, "when": ${ofKind('company')}${forEach}`
    for (const key of ['amount', 'quantity']) {
      const line =
        key === 'amount' ? `"amount": { "answer": "${path}" }` : `"amount": 3, "quantity": { "answer": "${path}" }`
      const { ofFee } = check(withFee(line + when, { schema, edit: edits }))
      const optional = ofFee.filter(([rule]) => rule === 'fee-optional')
      expect(optional.map(([, pointer]) => pointer)).toEqual(isReported ? [`/fee/lines/0/${key}`] : [])
    }
  },
)

it.each([
  ['{ "type": "number", "minimum": 0, "maximum": 9 }', '{ "multipleOf": 1 }', 'answer', 'fee-not-whole'],
  ['{ "type": "number", "minimum": 0, "maximum": 9 }', '{ "enum": [1, 2] }', 'answer', 'fee-not-whole'],
  ['{ "type": "integer", "maximum": 9 }', '{ "minimum": 0 }', 'answer', 'fee-not-whole'],
  ['{ "type": "integer", "minimum": 0, "maximum": 9 }', '{ "maximum": 3 }', 'answer', undefined],
  ['{ "type": "string", "maxLength": 9 }', '{ "enum": ["a", "b"] }', 'byAnswer', 'fee-not-choice'],
  ['{ "type": "boolean" }', '{ "const": true }', 'byAnswer', 'fee-amount-missing'],
])('the question %s that is %s in one branch, as %s: %s', (schema, narrowed, key, rule) => {
  const table = schema.includes('boolean') ? '{ "true": 1 }' : '{ "a": 1, "b": 2 }'
  const line = `"amount": { "${key}": "applicant/field"${key === 'answer' ? '' : `, "table": ${table}`} }`
  const inThen = {
    file: 'form.json',
    from: '"maxLength": 100 } }, "req',
    to: `"maxLength": 100 }, "field": ${narrowed} }, "req`,
  }
  const { ofFee } = check(withFee(line, { schema, edit: [...requiredBase, inThen] }))
  expect(ofFee.map(([found]) => found)).toEqual(rule === undefined ? [] : [rule])
})

it('gives each accepted answer the fee of its amount and its quantity if it reports nothing', () => {
  const choices = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 })
  const amounts = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) }, { noNullPrototype: true })
  const schemas = [
    ['{ "type": "integer", "minimum": 0, "maximum": 2 }', '{}'],
    ['{ "type": "integer", "minimum": 1, "maximum": 9 }', '{ "maximum": 3 }'],
    ['{ "type": "integer", "minimum": -2, "maximum": 2 }', '{ "minimum": 0 }'],
    ['{ "type": "number", "minimum": 0, "maximum": 3, "multipleOf": 0.5 }', '{ "multipleOf": 1 }'],
    ['{ "type": "number", "minimum": 0, "maximum": 3, "multipleOf": 0.5 }', '{ "enum": [1, 2] }'],
  ] as const
  const required = fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>(['base']) },
    fc.subarray(['then', 'else'], { maxLength: 2 }),
  )
  const seen = { found: 0, computed: 0 }
  fc.assert(
    fc.property(
      fc.record({
        values: choices,
        table: amounts,
        number: fc.oneof(fc.constantFrom(...schemas.slice(0, 2)), fc.constantFrom(...schemas)),
        ofField: required,
        ofCount: required,
        // A question in a list, with the line for each entry of the list, of another question, or once.
        list: fc.constantFrom(null, null, null, 'applicant/field', 'applicant/field', 'applicant/kind', ''),
      }),
      ({ values, table, number: [whole, narrowed], ofField, ofCount, list }) => {
        const field = JSON.stringify({ type: 'string', enum: values })
        const requires = (branch: string) =>
          JSON.stringify([
            ...(branch === 'base' ? ['kind'] : []),
            ...(ofField.includes(branch) ? ['field'] : []),
            ...(ofCount.includes(branch) ? ['count'] : []),
          ])
        const rules = `"required": ${requires('base')},
          "if": { "properties": { "kind": { "const": "company" } }, "required": ["kind"] },
          "then": { "properties": { "count": ${narrowed} }, "required": ${requires('then')} },
          "else": { "required": ${requires('else')} }`
        const group = `"type": "object", "properties": { "kind": { "type": "string", "enum": ["person", "company"] },
          "field": ${field}, "count": ${whole} }, ${rules}`
        const place = list === null ? 'applicant/field' : 'applicant/field/[]'
        const schema =
          list === null ? `{ ${group} }` : `{ "type": "array", "minItems": 2, "maxItems": 3, "items": { ${group} } }`
        const each = list === null || list === '' ? '' : `, "forEach": "${list}"`
        const amount = `{ "byAnswer": "${place}/field", "table": ${JSON.stringify(
          Object.fromEntries(Object.entries(table).filter(([value]) => values.some((one) => one === value))),
        )} }`
        const line = `"amount": ${amount}, "quantity": { "answer": "${place}/count" }${each}`
        const { ofFee, usable, form } = check(withFee(line, { schema, edit: requiredBase }))
        seen[ofFee.length > 0 ? 'found' : 'computed'] += 1
        if (ofFee.length > 0) return true
        if (!usable) return false
        const definition = form.value as Definition
        return [0, 1, 2, 3].every((seed) => {
          const answers = generateAnswers(definition, usable.runner, seed, now)
          if (answers === null) return false
          const groups = valuesAt(answers, place).map(({ value }) => value as { field: string; count: number })
          const total = groups.reduce((sum, given) => sum + (table[given.field as 'a'] ?? NaN) * given.count, 0)
          const fee = evaluateFee(definition, answers, () => true)
          const isSaid = groups.every((given) => table[given.field as 'a'] === 0 || given.count === 0)
          return !('uncounted' in fee) && fee.total === total && fee.total > 0 === !isSaid
        })
      },
    ),
    { numRuns: 80 },
  )
  expect(Math.min(seen.found, seen.computed)).toBeGreaterThan(5)
})

const oneOrMore = '{ "type": "integer", "minimum": 1, "maximum": 9 }'
function fewest(text: string) {
  return `{ "type": "array", ${text}"maxItems": 3, "items": ${inGroup.replace('0', '1')} }`
}
const inBranch = [
  {
    file: 'form.json',
    from: '"company": { "type": "string", "maxLength": 100 } }, "required": ["company"]',
    to: `"extra": ${oneOrMore} }, "required": ["extra"]`,
  },
]
const perEntry = '"amount": 3, "forEach": "applicant/field"'
const perField = '"amount": 3, "quantity": { "answer": "applicant/field" }'
const perExtra = '"amount": 3, "quantity": { "answer": "applicant/extra" }'

it.each([
  ['a list without a least number', perEntry, fewest(''), requiredBase, 'fee-none'],
  ['an optional list of one or more', perEntry, fewest('"minItems": 1, '), [], 'fee-none'],
  ['a required list of one or more', perEntry, fewest('"minItems": 1, '), requiredBase, null],
  ['a list by its entries', perEntry.replace('field', 'field/[]'), fewest(''), requiredBase, 'fee-none'],
  ['a number from 0', perField, whole, requiredBase, 'fee-none'],
  ['a number from 1', perField, oneOrMore, requiredBase, null],
  ['a number above 0', perField, oneOrMore.replace('"minimum": 1', '"exclusiveMinimum": 0'), requiredBase, null],
  ['a choice of numbers', perField, '{ "type": "integer", "enum": [1, 2] }', requiredBase, null],
  ['a choice of numbers with 0', perField, '{ "type": "integer", "enum": [0, 2] }', requiredBase, 'fee-none'],
  ['a question of one branch', perExtra, oneOrMore, inBranch, 'fee-not-asked'],
  ['a question of one branch with a condition', `${perExtra}, "when": ${ofKind('company')}`, oneOrMore, inBranch, null],
  ['a least amount of 0', `${perField}, "minimum": 0`, whole, requiredBase, null],
  ['a least amount that applies to no answer', `${perField}, "minimum": 9`, whole, requiredBase, 'fee-none'],
  ['a line that everybody pays', `${perField} }, { "text": "copy", "amount": 5`, whole, requiredBase, null],
  [
    'a line that some pay',
    `${perField} }, { "text": "copy", "amount": 5, "when": ${ofKind('company')}`,
    whole,
    requiredBase,
    'fee-none',
  ],
])('says whether nothing may be charged, for %s', (_, line, schema, edits, rule) => {
  expect(check(withFee(line, { schema, edit: edits })).silences).toEqual(rule === null ? [] : [rule])
})
