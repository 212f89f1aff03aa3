import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { isInside, joinPointer, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { wrongAmounts } from './fee-rules.ts'
import { nearestOf } from './nearest.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'

type SchemaName = 'definition' | 'texts' | 'part-texts' | 'service' | 'tenant' | 'sandbox'

const validators = new Map<string, ValidateFunction>()

/** The published schema of a file, with the inside of JSON Schemas left to `schema-keyword-rules.ts`. */
function validatorFor(name: SchemaName): ValidateFunction {
  const known = validators.get(name)
  if (known) return known
  const schema = JSON.parse(
    readFileSync(path.join(import.meta.dirname, `../../schemas/${name}.schema.json`), 'utf8'),
  ) as {
    definitions: { [name: string]: unknown }
  }
  if (name === 'definition') schema.definitions.schema = { type: 'object' }
  const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, messages: false, logger: false })
  const validator = ajv.compile(schema)
  validators.set(name, validator)
  return validator
}

const unions = new Set(['anyOf', 'oneOf'])

/** Keys and values of form.json, texts, and the files around forms against their published schemas. */
export function structureProblems(source: JsonSource, name: SchemaName): Problem[] {
  if (source.value === undefined) return []
  const validate = validatorFor(name)
  if (validate(source.value)) return []
  const errors = validate.errors ?? []
  const isOfFee = ({ keyword, instancePath, params }: ErrorObject) =>
    (/^\/fee\/lines\/\d+\/(?:amount|quantity|times)$/.test(instancePath) &&
      wrongAmounts(valueAt(source.value, instancePath), '').length > 0) ||
    (/^\/fee\/lines\/\d+\/exempt$/.test(instancePath) && keyword === 'required' && params.missingProperty === 'when')
  const atUnion = errors
    .filter(({ keyword, propertyName }) => unions.has(keyword) && propertyName === undefined)
    .map(({ instancePath }) => instancePath)
  const found = errors.flatMap((error, index) => {
    // The branches of a union contradict each other: only the innermost union is reported.
    const isUnion = unions.has(error.keyword) && error.propertyName === undefined
    const below = atUnion.some((path) =>
      isUnion ? path.startsWith(`${error.instancePath}/`) : isInside(error.instancePath, path),
    )
    // A union in a union is reported once, by the outer one. The rules of the fee name the amount or the exemption itself.
    const isInner = isUnion && errors.slice(index + 1).some((other) => isSameUnion(error, other))
    return below || isInner || isOfFee(error) ? [] : toProblems(error, source)
  })
  // Whoever removes a key does not correct its value.
  const removed = new Set(found.filter(({ part }) => part === 'key').map(({ pointer }) => pointer))
  return found.filter(({ rule, pointer }) => rule !== 'wrong-value' || !removed.has(pointer))
}

function isSameUnion(one: ErrorObject, other: ErrorObject): boolean {
  return unions.has(other.keyword) && other.propertyName === undefined && one.instancePath === other.instancePath
}

function toProblems(
  { keyword, instancePath, params, parentSchema, propertyName }: ErrorObject,
  source: JsonSource,
): Problem[] {
  const { additionalProperty, missingProperty } = params as { [name: string]: unknown }
  if (keyword === 'if' || (propertyName !== undefined && keyword !== 'propertyNames')) return []
  if (keyword === 'additionalProperties') {
    const key = String(additionalProperty)
    const properties = Object.keys(recordOf(recordOf(parentSchema).properties))
    return [
      {
        rule: 'unknown-key',
        source,
        pointer: joinPointer(instancePath, key),
        part: 'key',
        params: { key, ...nearestOf(key, properties) },
      },
    ]
  }
  if (keyword === 'propertyNames') {
    const key = String((params as { propertyName?: unknown }).propertyName)
    const rule = key === 'ui:placeholder' ? 'placeholder' : 'unknown-key'
    const known = ['ui:order', 'ui:widget', 'ui:options', 'ui:readonly', 'ui:disabled']
    return [
      { rule, source, pointer: joinPointer(instancePath, key), part: 'key', params: { key, ...nearestOf(key, known) } },
    ]
  }
  if (keyword === 'required')
    return [{ rule: 'missing-key', source, pointer: instancePath, params: { key: String(missingProperty) } }]
  if (keyword === 'enum' && instancePath.endsWith('/ui:widget')) {
    const known = (params as { allowedValues: string[] }).allowedValues
    return [
      {
        rule: 'unknown-widget',
        source,
        pointer: instancePath,
        params: {
          widget: String(valueAt(source.value, instancePath)),
          known: known.join(', '),
          ...nearestOf(String(valueAt(source.value, instancePath)), known),
        },
      },
    ]
  }
  return [
    {
      rule: 'wrong-value',
      source,
      pointer: instancePath,
      params:
        instancePath.endsWith('/id') && keyword === 'pattern'
          ? { expected: 'expected-id' }
          : expectedBy(keyword, params, parentSchema),
    },
  ]
}

/** The required value; messages translate a name that begins with `expected-` into words. */
function expectedBy(
  keyword: string,
  params: { [name: string]: unknown },
  schema: unknown,
): NonNullable<Problem['params']> {
  const { allowedValues, allowedValue, type } = params
  const limit = Number(params.limit)
  switch (keyword) {
    case 'enum':
      return Array.isArray(allowedValues) ? { expected: allowedValues.map(String).join(', ') } : descriptionsOf(schema)
    case 'const':
      return { expected: JSON.stringify(allowedValue) }
    case 'type':
      return { expected: String(type) }
    case 'minLength':
      return { expected: limit === 1 ? 'expected-text' : 'expected-min-length', limit }
    case 'maxLength':
      return { expected: 'expected-max-length', limit }
    case 'minItems':
    case 'minProperties':
    case 'minimum':
      return { expected: 'expected-minimum', limit }
    case 'maxItems':
    case 'maximum':
      return { expected: 'expected-maximum', limit }
    default: {
      const described = descriptionsOf(schema)
      return described.expected === '' ? { expected: keyword } : described
    }
  }
}

/** The description of a schema, or of each branch of a union, in both languages. */
function descriptionsOf(schema: unknown): { expected: string; expectedJa: string } {
  if (!isRecord(schema)) return { expected: '', expectedJa: '' }
  if (typeof schema.description === 'string') {
    const [expected = '', expectedJa = expected] = schema.description.split('\n\n')
    return { expected, expectedJa }
  }
  const branches = [...unions].flatMap((keyword) => {
    const list = schema[keyword]
    return arrayOf(list).map(descriptionsOf)
  })
  const described = branches.filter(({ expected }) => expected !== '')
  return {
    expected: described.map(({ expected }) => expected).join(' / '),
    expectedJa: described.map(({ expectedJa }) => expectedJa).join(' / '),
  }
}
