import { customizeValidator } from '@rjsf/validator-ajv8'
import type { JsonSchema } from '../../form-model/definition.ts'
import { formatRegExp, formats, isFormatName } from '../../form-model/formats.ts'

/**
 * rjsf's own validator, which the portal cannot use: it evaluates code. Strict, so that it compiles no schema with a
 * keyword that it ignores; the formats are those of the portal alone.
 */
const rjsf = customizeValidator({
  customFormats: Object.fromEntries(
    Object.keys(formats)
      .filter(isFormatName)
      .map((name) => [name, formatRegExp(name)]),
  ),
  ajvFormatOptions: false,
  ajvOptionsOverrides: {
    strict: true,
    // The check has its own rules for these, with positions; ajv would refuse fields declared in `then`.
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
    allowMatchingProperties: true,
    discriminator: true,
    verbose: false,
    messages: false,
    validateSchema: false,
    logger: false,
  },
})

/** The schemas that rjsf has compiled, by their JSON: most changes of an author do not affect most schemas. */
const compiled = new Map<string, JsonSchema>()
const maxCompiled = 2000

/** What rjsf says about a value: the place of its first error, `null` without one, or that it cannot use the schema. */
export function rjsfVerdict(schema: JsonSchema, value: unknown): { refusedAt: string | null } | 'unusable' {
  const { errors, validationError } = rjsf.rawValidation<{ instancePath: string }>(sameAsCompiled(schema), value)
  if (validationError) return 'unusable'
  return { refusedAt: errors?.[0]?.instancePath ?? null }
}

/** Whether rjsf can use a schema; one that it cannot use has a keyword without effect, or of the wrong type. */
export function isUsable(schema: JsonSchema): boolean {
  return rjsfVerdict(schema, null) !== 'unusable'
}

function sameAsCompiled(schema: JsonSchema): JsonSchema {
  const key = JSON.stringify(schema)
  const known = compiled.get(key)
  if (known) return known
  if (compiled.size >= maxCompiled) {
    compiled.clear()
    rjsf.reset?.()
  }
  compiled.set(key, schema)
  return schema
}
