import type { JsonSchema } from '../../form-model/definition.ts'
import { formats, isFormatName } from '../../form-model/formats.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { nearestOf } from './nearest.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'
import { walkSchemas } from '../../form-model/schema-walk.ts'

function isCount(value: unknown) {
  return Number.isInteger(value) && Number(value) >= 0
}
function isNumber(value: unknown) {
  return typeof value === 'number' && Number.isFinite(value)
}
function isText(value: unknown) {
  return typeof value === 'string'
}
function isFlag(value: unknown) {
  return typeof value === 'boolean'
}
function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}
function isSchema(value: unknown) {
  return isRecord(value) || typeof value === 'boolean'
}
function isSchemaMap(value: unknown) {
  return isRecord(value) && Object.values(value).every(isSchema)
}
function isSchemaList(value: unknown) {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema)
}

type Kind = { expected: string; test: (value: unknown) => boolean }

const count: Kind = { expected: 'expected-count', test: isCount }
const number: Kind = { expected: 'number', test: isNumber }
const text: Kind = { expected: '"…"', test: isText }
const flag: Kind = { expected: 'true / false', test: isFlag }
const names: Kind = { expected: 'expected-names', test: isNames }
const schema: Kind = { expected: 'expected-schema', test: isSchema }
const schemaMap: Kind = { expected: 'expected-schema-map', test: isSchemaMap }
const schemaList: Kind = { expected: 'expected-schema-list', test: isSchemaList }
const anything: Kind = { expected: '', test: () => true }

/** Every keyword of a form's schemas with what its value must be. */
export const schemaKeywordKinds: { [keyword: string]: Kind } = {
  $schema: text,
  $id: text,
  $comment: text,
  $ref: text,
  $defs: schemaMap,
  definitions: schemaMap,
  type: anything,
  title: text,
  description: text,
  default: anything,
  examples: { expected: '[ … ]', test: Array.isArray },
  readOnly: flag,
  writeOnly: flag,
  deprecated: flag,
  enum: { expected: 'expected-choices', test: (value) => Array.isArray(value) && value.length > 0 },
  const: anything,
  format: text,
  pattern: text,
  minLength: count,
  maxLength: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { expected: '> 0', test: (value) => isNumber(value) && Number(value) > 0 },
  properties: schemaMap,
  required: names,
  additionalProperties: schema,
  patternProperties: schemaMap,
  propertyNames: schema,
  minProperties: count,
  maxProperties: count,
  items: {
    expected: 'expected-schema',
    test: (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
  },
  prefixItems: schemaList,
  additionalItems: schema,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  contains: schema,
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
  discriminator: {
    expected: '{ "propertyName": "…" }',
    test: (value) => isRecord(value) && isText(value.propertyName),
  },
  not: schema,
  if: schema,
  then: schema,
  else: schema,
  dependencies: {
    expected: '{ "name": ["…"] }',
    test: (value) => isRecord(value) && Object.values(value).every((part) => isSchema(part) || isNames(part)),
  },
  dependentRequired: {
    expected: '{ "name": ["…"] }',
    test: (value) => isRecord(value) && Object.values(value).every(isNames),
  },
  dependentSchemas: schemaMap,
}

/** Unsupported keywords of JSON Schema, with their replacement. */
const unsupported: { [keyword: string]: string } = {
  unevaluatedProperties: 'additionalProperties',
  unevaluatedItems: 'additionalItems',
  $dynamicRef: '$ref',
  $dynamicAnchor: '$defs',
  $recursiveRef: '$ref',
  $recursiveAnchor: '$defs',
  $anchor: '$defs',
  minContains: 'minItems',
  maxContains: 'maxItems',
  contentMediaType: 'files',
  contentEncoding: 'files',
  contentSchema: 'files',
  $vocabulary: '–',
  id: '$id',
  extends: 'allOf',
  divisibleBy: 'multipleOf',
  disallow: 'not',
  enumNames: 'instead-enum-names',
  visibleWhen: 'instead-visible-when',
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const dialects = /^https?:\/\/json-schema\.org\/(?:draft-07|draft\/2020-12)\/schema#?$/

function insteadOf(other: string): string {
  if (other === '–' || other.startsWith('instead-')) return other === '–' ? '' : other
  return `→ ${other}`
}

/** A misspelt keyword, or a field that is outside `properties` by mistake. */
function meantKeyword(keyword: string, value: unknown): { nearest?: string } {
  const near = nearestOf(keyword, Object.keys(schemaKeywordKinds))
  return near.nearest === undefined && isQuestion(value) ? { nearest: `properties/${keyword}` } : near
}

/** Whether a value says what is answered; the notes of other tools may have keys such as `properties`, too. */
function isQuestion(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { type, $ref, enum: choices, properties } = value
  const isTyped = [type].flat().some((name) => typeof name === 'string' && types.has(name))
  return (
    isTyped ||
    typeof $ref === 'string' ||
    Array.isArray(choices) ||
    (isRecord(properties) && Object.values(properties).some(isQuestion))
  )
}

/** The keywords of every schema below a pointer of a file. */
export function schemaKeywordProblems(source: JsonSource, root: unknown, rootPointer: string): Problem[] {
  const problems: Problem[] = []
  walkSchemas(root, rootPointer, (schema, pointer) => problems.push(...keywordProblems(source, schema, pointer)))
  return problems
}

/** The keywords of one schema. */
export function keywordProblems(source: JsonSource, part: JsonSchema, pointer: string): Problem[] {
  const problems: Problem[] = []
  const found = (rule: Problem['rule'], pointer: string, part: 'key' | 'value', params: Problem['params'] = {}) =>
    problems.push({ rule, source, pointer, part, params })
  for (const [keyword, value] of Object.entries(part)) {
    const place = joinPointer(pointer, keyword)
    const kind = Object.hasOwn(schemaKeywordKinds, keyword) ? schemaKeywordKinds[keyword] : undefined
    if (Object.hasOwn(unsupported, keyword)) {
      found('unsupported-keyword', place, 'key', {
        keyword,
        instead: insteadOf(unsupported[keyword] ?? ''),
      })
    } else if (!kind) found('unknown-keyword', place, 'key', { keyword, ...meantKeyword(keyword, value) })
    else if (kind === schemaMap && isRecord(value)) {
      for (const name of Object.keys(value).filter((one) => !isSchema(value[one])))
        found('wrong-value', joinPointer(place, name), 'value', { expected: schema.expected })
    } else if (!kind.test(value)) found('wrong-value', place, 'value', { expected: kind.expected })
    if (keyword === 'type') typeProblem(value, place)
    if (keyword === 'format' && typeof value === 'string' && !isFormatName(value))
      found('unknown-format', place, 'value', {
        format: value,
        known: Object.keys(formats).join(', '),
        ...nearestOf(value === 'tel' ? 'jp-phone' : value, Object.keys(formats)),
      })
    if (keyword === '$schema' && typeof value === 'string' && !dialects.test(value))
      found('dialect', place, 'value', { dialect: value })
  }
  return problems

  function typeProblem(value: unknown, place: string) {
    const named = Array.isArray(value) ? (value as unknown[]) : [value]
    const wrong = named.find((type) => typeof type !== 'string' || !types.has(type))
    if (wrong !== undefined || named.length === 0)
      found('unknown-type', place, 'value', { type: typeof wrong === 'string' ? wrong : JSON.stringify(wrong ?? []) })
    else if (Array.isArray(value) && named.filter((type) => type !== 'null').length > 1)
      found('unsupported-keyword', place, 'value', {
        keyword: `type: [${named.map(String).join(', ')}]`,
        instead: '→ oneOf, anyOf',
      })
  }
}
