import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { schemaErrors } from '../../form-model/interpreter.ts'
import { checkForm } from '../check/check-form.ts'
import { writeExample } from '../testing/write-example.ts'

const work = mkdtempSync(path.join(tmpdir(), 'contradictory-bounds-'))
let count = 0

type Question = { schema: { [keyword: string]: unknown }; ui?: object; values: readonly unknown[] }

function isNamed({ schema, ui }: Question): boolean {
  count += 1
  const folder = path.join(work, String(count), 'tenant/service/example')
  writeExample(folder, {
    schema: JSON.stringify(schema),
    ui: JSON.stringify({ 'ui:options': ui ?? {} }),
    ja: '{ "label": "項目", "options": { "a": "あ", "b": "い", "c": "う" } }',
  })
  return checkForm(folder).problems.some(({ rule }) => rule === 'contradictory-bounds')
}

const texts = Array.from({ length: 8 }, (_, length) => 'x'.repeat(length))
const numbers = Array.from({ length: 401 }, (_, index) => (index - 200) / 20)
const few = { requiredKeys: ['type'] as ['type'], noNullPrototype: true }
const size = fc.nat(6)

/** A limit that half of the steps of 0.1 and 0.5 do not meet. */
const limit = fc.integer({ min: -30, max: 30 }).map((twentieths) => twentieths / 20)
const limits = { minimum: limit, maximum: limit, exclusiveMinimum: limit, exclusiveMaximum: limit }

function upTo(most: number) {
  return (values: readonly unknown[]) => values.length <= most
}

const lists = ['a', 'b', 'c'].reduce<string[][]>((all, value) => [...all, ...all.map((list) => [...list, value])], [[]])
const choices = { type: 'string', enum: ['a', 'b', 'c'] }
const files = texts.map(({ length }) =>
  Array.from({ length }, (_, index) => `018f4c1e-0000-7000-8000-00000000000${index}`),
)

const question: fc.Arbitrary<Question> = fc.oneof(
  fc
    .record({ type: fc.constant('string'), minLength: size, maxLength: size }, few)
    .map((schema) => ({ schema, values: texts })),
  fc.record({ type: fc.constant('integer'), ...limits }, few).map((schema) => ({ schema, values: numbers })),
  fc
    .record({ type: fc.constant('number'), ...limits, multipleOf: fc.constantFrom(0.1, 0.5) }, few)
    .map((schema) => ({ schema, values: numbers })),
  fc
    .record({ type: fc.constant('array'), minItems: size, maxItems: size, uniqueItems: fc.constant(true) }, few)
    .map((schema) => ({ schema: { uniqueItems: true, ...schema, items: choices }, values: lists })),
  fc
    .tuple(
      fc.record({ type: fc.constant('array'), minItems: size, maxItems: size }, few),
      fc.option(
        size.map((most) => most + 1),
        { nil: undefined },
      ),
    )
    .map(([schema, maxFiles]) => ({
      schema: { ...schema, items: { type: 'string', format: 'attachment-id' } },
      ui: { ...(maxFiles !== undefined && { maxFiles }) },
      values: maxFiles === undefined ? files : files.filter(upTo(maxFiles)),
    })),
)

it('names limits of a question exactly if no answer meets them', () => {
  const seen = { named: 0, silent: 0 }
  fc.assert(
    fc.property(question, (given) => {
      const named = isNamed(given)
      seen[named ? 'named' : 'silent'] += 1
      expect(named).toBe(given.values.every((value) => schemaErrors(given.schema, value).length > 0))
    }),
    { numRuns: 150 },
  )
  expect(Math.min(seen.named, seen.silent)).toBeGreaterThan(10)
})
