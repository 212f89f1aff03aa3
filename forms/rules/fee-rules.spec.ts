import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { Definition } from '../../form-model/definition.ts'
import { evaluateFee } from '../../form-model/fee.ts'
import { valuesAt } from '../../form-model/field-path.ts'
import { checkForm } from '../check/check-form.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { writeExample } from '../testing/write-example.ts'
import type { ExampleParts } from './example-form.ts'

const work = mkdtempSync(path.join(tmpdir(), 'fee-rules-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

const now = Date.parse('2026-04-01T12:00:00+09:00')
let count = 0

function check(parts: ExampleParts) {
  count += 1
  const folder = path.join(work, String(count), 'tenant/service/example')
  writeExample(folder, parts)
  const checked = checkForm(folder, { now })
  const ofFee = checked.problems.filter(({ rule }) => rule.startsWith('fee-'))
  return { ...checked, ofFee: ofFee.map(({ rule, pointer, params }) => [rule, pointer, params]) }
}

function withFee(line: string, more: ExampleParts = {}): ExampleParts {
  const from = '"amount": 300, "quantity": { "answer": "applicant/count" }'
  return { ...more, edit: [{ file: 'form.json', from, to: line }, ...(more.edit ?? [])] }
}

it('finds choices without an amount in branches of conditions and in shared parts', () => {
  const inBranch = withFee('"amount": { "byAnswer": "applicant/field", "table": { "a": 1 } }', {
    schema: '{ "type": "string", "enum": ["a"] }',
    edit: [
      { file: 'form.json', from: '"required": ["company"]', to: '"required": ["company", "field"]' },
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
  ['{ "type": "number", "minimum": 0 }', true],
  ['{ "type": "number", "minimum": 0, "multipleOf": 0.5 }', true],
  ['{ "type": "number", "minimum": 0, "multipleOf": 5 }', false],
  ['{ "type": "integer" }', true],
  ['{ "type": "integer", "minimum": -1 }', true],
  ['{ "type": "integer", "exclusiveMinimum": -1 }', false],
  ['{ "type": "integer", "minimum": 0 }', false],
  ['{ "enum": [0, 1, 2.5] }', true],
  ['{ "enum": [0, 1, 2] }', false],
  ['{ "type": "string", "maxLength": 9 }', true],
  ['{ "type": "boolean" }', true],
])('a quantity of the schema %s is reported: %s', (schema, isReported) => {
  const { ofFee } = check(withFee('"amount": 300, "quantity": { "answer": "applicant/field" }', { schema }))
  expect(ofFee.map(([rule]) => rule)).toEqual(isReported ? ['fee-not-whole'] : [])
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

it('without a finding, each accepted answer has a fee, which is 0 only by an amount or an answer of 0', () => {
  const choices = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })
  const amounts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(2), { noNullPrototype: true })
  const quantity = fc.constantFrom(
    '{ "type": "integer", "minimum": 0, "maximum": 2 }',
    '{ "type": "integer", "minimum": 1, "maximum": 9 }',
    '{ "type": "integer", "minimum": -2, "maximum": 2 }',
    '{ "type": "number", "minimum": 0, "maximum": 3, "multipleOf": 0.5 }',
  )
  const seen = { found: 0, computed: 0 }
  fc.assert(
    fc.property(choices, amounts, quantity, fc.boolean(), (values, table, number, isRequired) => {
      const amount = `{ "byAnswer": "applicant/field", "table": ${JSON.stringify(table)} }`
      const { ofFee, usable, form } = check(
        withFee(`"amount": ${amount}, "quantity": { "answer": "applicant/count" }`, {
          schema: JSON.stringify({ type: 'string', enum: values }),
          edit: [
            { file: 'form.json', from: '{ "type": "integer", "minimum": 1, "maximum": 10 }', to: number },
            ...(isRequired ? [{ file: 'form.json', from: '"kind", "count"]', to: '"kind", "count", "field"]' }] : []),
          ],
        }),
      )
      seen[ofFee.length > 0 ? 'found' : 'computed'] += 1
      if (ofFee.length > 0) return true
      if (!usable) return false
      const definition = form.value as Definition
      return [0, 1, 2, 3].every((seed) => {
        const answers = generateAnswers(definition, usable.runner, seed, now)
        if (answers === null) return false
        const fee = evaluateFee(definition, answers, () => true)
        const at = (field: string) => valuesAt(answers, field)[0]?.value
        const isFree = at('applicant/count') === 0 || table[String(at('applicant/field'))] === 0
        return !('uncounted' in fee) && (fee.total === 0) === isFree
      })
    }),
    { numRuns: 60 },
  )
  expect(Math.min(seen.found, seen.computed)).toBeGreaterThan(2)
})
