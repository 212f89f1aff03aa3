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
  const {
    additionalProperty,
    missingProperty,
    propertyName: name,
    allowedValues,
  } = params as { [name: string]: unknown }
  const found = (rule: Problem['rule'], values: NonNullable<Problem['params']>): Problem[] => [
    { rule, source, pointer: instancePath, params: values },
  ]
  const unknown = (rule: 'placeholder' | 'unknown-key', key: string, known: readonly string[]): Problem[] => {
    const params = { key, ...nearestOf(key, known) }
    return [{ rule, source, pointer: joinPointer(instancePath, key), part: 'key', params }]
  }
  if (keyword === 'if' || (propertyName !== undefined && keyword !== 'propertyNames')) return []
  if (keyword === 'additionalProperties')
    return unknown('unknown-key', String(additionalProperty), Object.keys(recordOf(recordOf(parentSchema).properties)))
  if (keyword === 'propertyNames')
    return unknown(name === 'ui:placeholder' ? 'placeholder' : 'unknown-key', String(name), layoutKeys)
  if (keyword === 'required') return found('missing-key', { key: String(missingProperty) })
  if (keyword === 'enum' && instancePath.endsWith('/ui:widget')) {
    const [widget, known] = [String(valueAt(source.value, instancePath)), arrayOf(allowedValues).map(String)]
    return found('unknown-widget', { widget, known: known.join(', '), ...nearestOf(widget, known) })
  }
  const isId = instancePath.endsWith('/id') && keyword === 'pattern'
  return found('wrong-value', isId ? { expected: 'expected-id' } : expectedBy(keyword, params, parentSchema))
}

const layoutKeys = ['ui:order', 'ui:widget', 'ui:options', 'ui:readonly', 'ui:disabled']

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
