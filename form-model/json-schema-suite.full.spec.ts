import { describe, expect, it } from 'vitest'
import type { JsonSchema } from './definition.ts'
import { schemaErrors, satisfiesSchema } from './interpreter.ts'
import suite from './testing/json-schema-test-suite.json' with { type: 'json' }
import { isRealDate } from './tokyo-date.ts'

type Group = { description: string; schema: JsonSchema | boolean; tests: Test[] }
type Test = { description: string; data: unknown; valid: boolean }

/**
 * The tests of the official suite for the keywords that a published form may have; without `$id` and other documents,
 * which the build resolves. Of the formats only `date` is meant like the standard's.
 */
const files: [string, Group[]][] = Object.entries(suite.files)

describe.each(files)('the official JSON Schema suite, %s', (file, groups) => {
  it.each(groups)('finds the verdicts of the group "$description"', ({ schema, tests }) => {
    // A property or an entry may have a boolean schema, the answers of a step never have.
    const whole = typeof schema === 'boolean' ? { allOf: [schema] } : schema
    const isDate = (data: unknown) => !file.endsWith('/date') || typeof data !== 'string' || isRealDate(data)
    const found = tests.map(({ description, data }) => ({
      description,
      data,
      valid: schemaErrors(whole, data).length === 0 && isDate(data),
    }))
    expect(found).toEqual(tests)
    expect(tests.map(({ data }) => satisfiesSchema(whole, data) && isDate(data))).toEqual(
      tests.map(({ valid }) => valid),
    )
  })
})

it('includes most of the suite', () => {
  expect(files.flatMap(([, groups]) => groups.flatMap(({ tests }) => tests)).length).toBeGreaterThan(850)
})
