import Form from '@rjsf/core'
import { createSchemaUtils, JUNK_OPTION_ID, schemaParser } from '@rjsf/utils'
import type { GenericObjectType, RJSFSchema, ValidatorType } from '@rjsf/utils'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { JsonSchema, StepAnswers } from '../../form-model/definition.ts'
import { schemaKey } from '../../form-model/canonical.ts'
import { isRecord } from '../../form-model/record.ts'
import { defaultFormState } from '../../src/form-engine/validation/default-form-state.ts'
import { createAjv, runSchema } from './compile-validator.ts'
import type { RunningValidator } from './compile-validator.ts'
import { remember } from './remember.ts'
import { walkSchemas } from '../../form-model/schema-walk.ts'

/**
 * The sub-schemas that rjsf validates against while it shows a step, by `schemaKey`: those that its own parser
 * predicts, and those that it uses when the step is rendered and changed with the given answers (its parser misses
 * some, e.g. `anyOf: [{required: […]}]`).
 */
export const askedSchemas = remember(400, computeAskedSchemas)

function computeAskedSchemas(step: JsonSchema, samples: readonly StepAnswers[]): { [key: string]: JsonSchema } {
  const asked = new Map<string, JsonSchema>()
  const rootKey = schemaKey(step)
  const running = new Map<string, RunningValidator>()
  const ajv = createAjv()

  const note = (schema: JsonSchema): string => {
    const key = schemaKey(schema)
    if (key !== rootKey && !asked.has(key)) asked.set(key, schema)
    return key
  }
  const isValid = (schema: unknown, data: unknown): boolean => {
    if (!isRecord(schema)) return schema !== false
    if (schema.$id === JUNK_OPTION_ID) return false
    const key = note(schema)
    const validator = running.get(key) ?? runSchema(withDefinitions(schema, step), ajv)
    running.set(key, validator)
    return validator(data).valid
  }
  const validator: ValidatorType<unknown, RJSFSchema, GenericObjectType> = {
    isValid,
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({}),
  }

  for (const { $id: _id, ...schema } of Object.values(schemaParser(step as RJSFSchema))) note(schema)
  if (!hasConditions(step)) return {}
  const utils = createSchemaUtils<unknown, RJSFSchema, GenericObjectType>(
    validator,
    step as RJSFSchema,
    defaultFormState,
  )
  let before: { schema: RJSFSchema; data: unknown } | undefined
  for (const data of distinct([undefined, {}, ...samples])) {
    renderToStaticMarkup(
      createElement(Form<unknown, RJSFSchema, GenericObjectType>, {
        schema: step as RJSFSchema,
        validator,
        formData: data,
        tagName: 'div',
        experimental_defaultFormStateBehavior: defaultFormState,
      }),
    )
    const schema = utils.retrieveSchema(step as RJSFSchema, data)
    utils.omitExtraData(step as RJSFSchema, data)
    if (before) utils.sanitizeDataForNewSchema(schema, before.schema, before.data)
    before = { schema, data }
  }
  return Object.fromEntries([...asked].map(([key, schema]) => [key, withDefinitions(schema, step)]))
}

const conditions = ['if', 'anyOf', 'oneOf', 'dependencies', 'allOf', 'patternProperties', '$ref']

/** Without any of these rjsf validates no sub-schema, and a large plain step need not be rendered. */
function hasConditions(step: JsonSchema): boolean {
  let found = false
  walkSchemas(step, '', (schema) => {
    found ||= conditions.some((keyword) => schema[keyword] !== undefined)
  })
  return found
}

function distinct(samples: readonly (StepAnswers | undefined)[]) {
  return [...new Map(samples.map((sample) => [JSON.stringify(sample), sample])).values()]
}

/** Sub-schemas may refer to the step's recursive parts. */
function withDefinitions(schema: JsonSchema, step: JsonSchema): JsonSchema {
  const { definitions } = step
  const plain = { ...schema }
  delete plain.$id
  return definitions === undefined || plain.definitions !== undefined ? plain : { ...plain, definitions }
}
