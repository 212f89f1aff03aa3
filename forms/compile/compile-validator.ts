import { Ajv } from 'ajv'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import standaloneCode from 'ajv/dist/standalone/index.js'
import type { JsonSchema } from '../../form-model/definition.ts'
import { formatRegExp, formats, isFormatName } from '../../form-model/formats.ts'
import { segmentsOf } from '../../form-model/pointer.ts'
import { runtimeSource } from './validator-runtime.ts'
import { remember } from './remember.ts'

/** The schemas that validate a version, in draft-07 keywords. */
export type ValidatorSchemas = {
  steps: { [stepId: string]: JsonSchema }
  conditions: { [key: string]: JsonSchema }
  whole: JsonSchema
  /** Sub-schemas by `schemaKey`. */
  sub: { [key: string]: JsonSchema }
}

const options: Options = {
  allErrors: true,
  strict: true,
  // The check has its own rules for these, with positions; ajv would refuse fields declared in `then`.
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowMatchingProperties: true,
  allowUnionTypes: true,
  discriminator: true,
  messages: false,
  multipleOfPrecision: 8,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
}

/** ajv as configured everywhere in this project: formats from `formats.ts`, no other format or keyword. */
export function createAjv(extra: Options = {}): Ajv {
  const ajv = new Ajv({ ...options, ...extra })
  for (const name of Object.keys(formats)) if (isFormatName(name)) ajv.addFormat(name, formatRegExp(name))
  return ajv
}

export function stepKey(id: string) {
  return `step:${encodeURIComponent(id)}`
}
export function conditionKey(key: string) {
  return `condition:${encodeURIComponent(key)}`
}

/**
 * The schema over the whole answers, for submission and the API: visible steps are required, hidden ones must be
 * absent, and fields are required by `requiredWhen`. Refers to the other schemas by their keys.
 */
export function wholeSchema(
  stepIds: readonly string[],
  visibleWhen: readonly string[],
  requiredWhen: readonly { field: string; key: string }[],
): JsonSchema {
  const always = stepIds.filter((id) => !visibleWhen.includes(id))
  const conditional = stepIds.filter((id) => visibleWhen.includes(id))
  return {
    type: 'object',
    properties: Object.fromEntries(stepIds.map((id) => [id, { $ref: stepKey(id) }])),
    additionalProperties: false,
    required: always,
    allOf: [
      ...conditional.map((id) => ({
        if: { $ref: conditionKey(`step:${id}`) },
        then: { required: [id] },
        else: { properties: { [id]: false } },
      })),
      ...requiredWhen.map(({ field, key }) => ({
        if: { $ref: conditionKey(key) },
        then: requiredAt(segmentsOf(field)),
      })),
    ],
  }
}

/** `applicant/name/family` → the group must be present with the field in it; through lists: in each entry. */
function requiredAt([first, ...rest]: string[]): JsonSchema {
  if (first === undefined) return {}
  if (first === '[]') return rest.length === 0 ? {} : { items: requiredAt(rest) }
  return rest.length === 0 ? { required: [first] } : { properties: { [first]: requiredAt(rest) } }
}

/**
 * One self-contained ES module with the exports of `ValidatorModule`. Throws what ajv throws for an impossible schema.
 */
export const compileValidatorModule = remember(8, writeValidatorModule)

function writeValidatorModule(schemas: ValidatorSchemas): string {
  // References between these schemas stay calls, so that `whole` shares the code of the steps.
  const ajv = createAjv({ code: { source: true, lines: true, optimize: true }, inlineRefs: false })
  for (const [id, schema] of Object.entries(schemas.steps)) ajv.addSchema(schema, stepKey(id))
  for (const [key, schema] of Object.entries(schemas.conditions)) ajv.addSchema(schema, conditionKey(key))
  ajv.addSchema(schemas.whole, 'whole')
  for (const [key, schema] of Object.entries(schemas.sub)) ajv.addSchema(schema, `sub:${key}`)

  const refs: { [name: string]: string } = {}
  const exported = (key: string): string => {
    const name = `v${Object.keys(refs).length}`
    refs[name] = key
    return `compiled.${name}`
  }
  const table = (entries: [string, string][]) =>
    `{${entries.map(([name, key]) => `${JSON.stringify(name)}: ${exported(key)}`).join(', ')}}`
  const tables = [
    `export const steps = ${table(Object.keys(schemas.steps).map((id) => [id, stepKey(id)]))};`,
    `export const conditions = ${table(Object.keys(schemas.conditions).map((key) => [key, conditionKey(key)]))};`,
    `export const whole = ${exported('whole')};`,
    `export const sub = ${table(Object.keys(schemas.sub).map((key) => [key, `sub:${key}`]))};`,
  ]
  const code = standaloneCode(ajv, refs).replaceAll(/^exports\.(v\d+) = /gm, 'compiled.$1 = ')
  return ['const compiled = {};', inlineRuntime(code.replace('"use strict";', '')), ...tables, ''].join('\n')
}

/** ajv's code loads its small run-time functions by `require`; they are copied into the module instead. */
function inlineRuntime(code: string): string {
  const needed = new Set<string>()
  const inlined = code.replaceAll(/require\("([^"]+)"\)(?:\.default)?/g, (_whole, name: string) => {
    needed.add(name)
    return runtimeSource(name).identifier
  })
  if (/\brequire\(/.test(inlined)) throw new Error('The validator would need a module at run time')
  return [...[...needed].map((name) => runtimeSource(name).source), inlined].join('\n')
}

export type RunningValidator = (data: unknown) => { valid: boolean; errors: ErrorObject[] }

/** The same validation compiled at once, for the tool itself (never used in the portal). */
export function runSchema(schema: JsonSchema, ajv = createAjv()): RunningValidator {
  const validate: ValidateFunction = ajv.compile(schema)
  return (data) => {
    const valid = validate(data)
    return { valid, errors: [...(validate.errors ?? [])] }
  }
}
