import { Validator, format as knownFormats } from '@cfworker/json-schema'
import type { OutputUnit, Schema } from '@cfworker/json-schema'
import type { JsonSchema } from './definition.ts'
import { formatRegExp, formats, isFormatName } from './formats.ts'
import { isInside, ownValue, resolveLocalRef, segmentsOf, valueAt } from './pointer.ts'
import { isRecord } from './record.ts'

for (const name of Object.keys(formats)) {
  if (isFormatName(name)) knownFormats[name] = (value: string) => formatRegExp(name).test(value)
}

/** What a schema refuses, named like an error of ajv: rjsf and the API use its keywords and parameters. */
export type SchemaError = {
  instancePath: string
  schemaPath: string
  keyword: string
  params: { [name: string]: unknown }
}

/** Every error of a value; `undefined` counts as no property, as in JSON. */
export function schemaErrors(schema: JsonSchema, value: unknown): SchemaError[] {
  const plain = withoutUndefined(value)
  const { errors } = validatorOf(everyError, schema, schema).validate(plain)
  return errors.length === 0 ? [] : toSchemaErrors(errors, schema, plain)
}

/** Whether a value satisfies a schema. `root` contains the definitions of its references. */
export function satisfiesSchema(schema: JsonSchema, value: unknown, root: JsonSchema = schema): boolean {
  return validatorOf(firstError, schema, root).validate(withoutUndefined(value)).valid
}

type Validators = { known: WeakMap<JsonSchema, Validator>; shortCircuit: boolean }

const everyError: Validators = { known: new WeakMap(), shortCircuit: false }
const firstError: Validators = { known: new WeakMap(), shortCircuit: true }

function validatorOf({ known, shortCircuit }: Validators, schema: JsonSchema, root: JsonSchema): Validator {
  const found = known.get(schema)
  if (found) return found
  const { definitions } = root
  const whole = definitions === undefined || schema === root ? schema : { definitions, ...schema }
  const made = new Validator(whole as Schema, '7', shortCircuit)
  known.set(schema, made)
  return made
}

/** The answers of a form that is being filled in have properties that are `undefined`, which no JSON has. */
function withoutUndefined(value: unknown): unknown {
  if (value === undefined) return null
  const json = JSON.stringify(value)
  const plain: unknown = JSON.parse(json)
  return json.includes('\\ud') ? withWellFormedNames(plain) : plain
}

/** The interpreter encodes names as in an address, and half a character has no such encoding. */
function withWellFormedNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWellFormedNames)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name.toWellFormed(), withWellFormedNames(entry)]),
  )
}

/** A unit of the interpreter's report as a place in the answers and one in the schema. */
type Unit = { keyword: string; instancePath: string; schemaPath: string; location: string }

function toUnit({ keyword, instanceLocation, keywordLocation }: OutputUnit): Unit {
  const instancePath = decodeURIComponent(instanceLocation.slice(1))
  return { keyword, instancePath, schemaPath: keywordLocation, location: decodeURIComponent(keywordLocation.slice(1)) }
}

/** Keywords whose report only repeats that something below them is refused. */
const containers = new Set(['$ref', 'properties', 'patternProperties', 'items', 'allOf', 'if', 'propertyNames'])

function toSchemaErrors(report: readonly OutputUnit[], root: JsonSchema, value: unknown): SchemaError[] {
  const seen = new Set<string>()
  const units = report.map(toUnit)
  const errors = units.flatMap((unit, index): SchemaError[] => {
    const { keyword, instancePath, schemaPath } = unit
    const error = (params: SchemaError['params'], named = keyword): SchemaError => ({
      instancePath,
      schemaPath,
      keyword: named,
      params,
    })
    if (keyword === 'false') return [falseError(unit, units[index - 1])]
    if (containers.has(keyword) || keyword.startsWith('additional')) return []
    const rule = valueOf(root, unit.location)
    if (keyword !== 'required' && keyword !== 'dependencies') return [error(paramsOf(keyword, rule))]
    // Reported once for each missing property, but without its name.
    const place = `${instancePath} ${schemaPath}`
    if (seen.has(place)) return []
    seen.add(place)
    const group = valueAt(value, instancePath)
    return missingIn(group, rule).map((missingProperty) => error({ missingProperty }))
  })
  return withoutOtherBranches(errors, root, value)
}

/** `additionalProperties: false` refuses a property of the group, any other `false` the value itself. */
function falseError({ instancePath, schemaPath }: Unit, above: Unit | undefined): SchemaError {
  if (above?.keyword === 'additionalProperties') {
    const additionalProperty = segmentsOf(instancePath).at(-1)
    return { ...pathsOf(above), keyword: 'additionalProperties', params: { additionalProperty } }
  }
  if (above?.keyword === 'propertyNames') return { ...pathsOf(above), keyword: 'propertyNames', params: {} }
  return { instancePath, schemaPath: above?.schemaPath ?? schemaPath, keyword: 'false schema', params: {} }
}

function pathsOf({ instancePath, schemaPath }: Unit) {
  return { instancePath, schemaPath }
}

function paramsOf(keyword: string, rule: unknown): SchemaError['params'] {
  if (keyword === 'multipleOf') return { multipleOf: rule }
  if (keyword === 'format') return { format: rule }
  return typeof rule === 'number' ? { limit: rule } : {}
}

/** The missing properties by `required`, or by the `dependencies` of those that are there. */
function missingIn(group: unknown, rule: unknown): string[] {
  if (Array.isArray(rule)) return rule.map(String).filter((name) => ownValue(group, name) === undefined)
  if (!isRecord(rule)) return []
  return Object.entries(rule).flatMap(([name, names]) =>
    Array.isArray(names) && ownValue(group, name) !== undefined ? missingIn(group, names) : [],
  )
}

/** The value of a keyword, whose location leads through references. */
function valueOf(root: JsonSchema, location: string): unknown {
  return segmentsOf(location).reduce<unknown>((container, segment) => {
    const value = ownValue(container, segment)
    return segment === '$ref' && typeof value === 'string' ? resolveLocalRef(root, value) : value
  }, root)
}

/** Of a union with a `discriminator`, only the errors of the branch that the value names, like ajv. */
function withoutOtherBranches(errors: readonly SchemaError[], root: JsonSchema, value: unknown): SchemaError[] {
  let kept = [...errors]
  for (const union of errors) {
    if (union.keyword !== 'oneOf') continue
    const around = valueOf(root, decodeURIComponent(union.schemaPath.slice(1)).replace(/\/oneOf$/, ''))
    if (!isRecord(around) || !isRecord(around.discriminator) || !Array.isArray(around.oneOf)) continue
    const tag = String(around.discriminator.propertyName)
    const tagValue = ownValue(valueAt(value, union.instancePath), tag)
    const chosen = around.oneOf.findIndex((branch: unknown) => isNamedBy(branch, tag, tagValue))
    const named: SchemaError = { ...union, keyword: 'discriminator', params: { tag, tagValue } }
    kept = kept.flatMap((error) => {
      if (error === union) return chosen < 0 ? named : []
      const isBelow = error.schemaPath.startsWith(`${union.schemaPath}/`) && isAt(error, union)
      return isBelow && !error.schemaPath.startsWith(`${union.schemaPath}/${chosen}/`) ? [] : error
    })
  }
  return kept
}

/** Entries of one list share the place in the schema. */
function isAt({ instancePath }: SchemaError, union: SchemaError): boolean {
  return isInside(instancePath, union.instancePath)
}

function isNamedBy(branch: unknown, tag: string, value: unknown): boolean {
  const properties = ownValue(branch, 'properties')
  const rule = ownValue(properties, tag)
  if (value === undefined || !isRecord(rule)) return false
  return rule.const === value || (Array.isArray(rule.enum) && rule.enum.includes(value))
}
