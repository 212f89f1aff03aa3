import type { RJSFSchema } from '@rjsf/utils'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { schemaKey } from '../../../form-model/canonical.ts'
import type { JsonSchema } from '../../../form-model/definition.ts'
import { satisfiesSchema } from './interpreter.ts'
import type { MissingValidator } from '../definition/load-form.ts'
import { compileForm, newAjv } from '../testing/compile-form.ts'
import { validatorAdapter } from './validator-adapter.ts'

const condition = { properties: { kind: { const: 'b' } }, required: ['kind'] }
const step: JsonSchema = {
  type: 'object',
  properties: { kind: { type: 'string', enum: ['a', 'b'] } },
  if: condition,
  then: { properties: { more: { type: 'string' } } },
}

function asRjsf(schema: JsonSchema) {
  return schema as RJSFSchema
}

describe('the validator for rjsf', () => {
  it('uses the precompiled functions of steps and parts', () => {
    const form = compileForm({ steps: [{ id: 'a', schema: step }] })
    const adapter = validatorAdapter(form)
    const { validator } = adapter
    expect(validator.isValid(asRjsf(step), { kind: 'a' }, asRjsf(step))).toBe(true)
    expect(validator.isValid(asRjsf(step), { kind: 'c' }, asRjsf(step))).toBe(false)
    expect(validator.isValid(asRjsf(condition), { kind: 'b' }, asRjsf(step))).toBe(true)
    expect(validator.isValid(asRjsf({ ...condition }), { kind: 'a' }, asRjsf(step))).toBe(false)
    expect(adapter.missed).toBe(0)
  })

  it('reports a missing validator once, loads the interpreter and validates again', async () => {
    const missing: MissingValidator[] = []
    const form = compileForm(
      { steps: [{ id: 'a', schema: step }] },
      { withoutSub: true, onMissing: (one) => missing.push(one) },
    )
    const adapter = validatorAdapter(form)
    const first = adapter.validator
    const changed = vi.fn<() => void>()
    adapter.subscribe(changed)
    expect(first.isValid(asRjsf(condition), { kind: 'b' }, asRjsf(step))).toBe(false)
    expect(first.isValid(asRjsf(condition), { kind: 'b' }, asRjsf(step))).toBe(false)
    expect(missing).toEqual([{ key: schemaKey(condition), schema: condition, formVersion: '0123456789ab' }])
    expect(adapter.missed).toBe(1)
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
    expect(adapter.validator).not.toBe(first)
    expect(adapter.validator.isValid(asRjsf(condition), { kind: 'b' }, asRjsf(step))).toBe(true)
    expect(adapter.validator.isValid(asRjsf(condition), { kind: 'a' }, asRjsf(step))).toBe(false)
    expect(missing).toHaveLength(1)
  })

  it('never matches rjsf’s placeholder of a branch', () => {
    const form = compileForm({ steps: [{ id: 'a', schema: step }] })
    const { validator } = validatorAdapter(form)
    expect(validator.isValid(asRjsf({ $id: '_$junk_option_schema_id$_' }), {}, asRjsf(step))).toBe(false)
  })
})

describe('the interpreter', () => {
  const value = fc.oneof(
    fc.constantFrom('a', 'b', '', '1050011', '０９０', 'ヤマダ', '2026-02-28', 'x@example.jp'),
    fc.integer({ min: -3, max: 12 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }),
  )
  const data = fc.dictionary(fc.constantFrom('kind', 'n', 's', 'list', 'more'), value, { maxKeys: 5 })
  const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
    fc.constantFrom<JsonSchema>(
      { type: 'string' },
      { type: 'string', minLength: 2, maxLength: 6 },
      { type: 'string', pattern: '^[0-9]{7}$' },
      { type: 'string', format: 'jp-postal-code' },
      { type: 'string', format: 'jp-kana' },
      { type: 'string', format: 'email' },
      { type: 'string', format: 'date' },
      { type: 'integer', minimum: 0, maximum: 10 },
      { type: 'number', exclusiveMinimum: 0, multipleOf: 2 },
      { type: 'boolean' },
      { enum: ['a', 'b', 1] },
      { const: 'b' },
      { type: ['string', 'null'] },
      { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1, maxItems: 3, uniqueItems: true },
      { not: { const: 'a' } },
    ),
  )
  const group: fc.Arbitrary<JsonSchema> = fc
    .record({
      properties: fc.dictionary(fc.constantFrom('kind', 'n', 's', 'list', 'more'), leaf, { maxKeys: 5 }),
      required: fc.uniqueArray(fc.constantFrom('kind', 'n', 's'), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
      tag: leaf,
      then: leaf,
      keyword: fc.constantFrom('allOf', 'anyOf', 'oneOf'),
    })
    .map(({ properties, required, additionalProperties, tag, then, keyword }) => ({
      type: 'object',
      properties,
      required,
      additionalProperties,
      if: { properties: { kind: tag }, required: ['kind'] },
      then: { properties: { n: then } },
      dependencies: { s: ['kind'] },
      [keyword]: [{ properties: { more: tag } }, { required: ['more'] }],
    }))

  it('agrees with ajv on validity', () => {
    const ajv = newAjv()
    fc.assert(
      fc.property(group, fc.array(data, { minLength: 4, maxLength: 4 }), (schema, values) => {
        const validate = ajv.compile(schema)
        for (const one of values) expect(satisfiesSchema(schema, one, {})).toBe(validate(one))
      }),
      { numRuns: 500 },
    )
  })
})
