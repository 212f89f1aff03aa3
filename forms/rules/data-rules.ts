import { valuesAt } from '../../form-model/field-path.ts'
import { formatRegExp, isFormatName } from '../../form-model/formats.ts'
import { isRecord } from '../../form-model/record.ts'
import { createAjv, runSchema } from '../compile/compile-validator.ts'
import { allFields } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { placeOfField, textPointer } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { walkSchemas } from '../../form-model/schema-walk.ts'
import { languages } from '../source/messages.ts'
import { judgePattern, placeOf } from './limit-rules.ts'
import { nearestOf } from './nearest.ts'

type Schema = { [keyword: string]: unknown }

/** Schemas that contradict themselves, so that a field, a choice or the whole form could never be answered. */
export function dataProblems(form: SourceForm): Problem[] {
  const problems: Problem[] = []
  for (const { schema } of form.steps) {
    const conditions = schemasInConditions(schema)
    walkSchemas(schema, '', (part, _pointer, _depth, keyword) => {
      problems.push(...boundProblems(form, part), ...choiceProblems(form, part))
      if (!conditions.has(part)) problems.push(...unionProblems(form, part))
      if (keyword !== 'if' && keyword !== 'not') problems.push(...defaultProblems(form, part))
    })
  }
  for (const field of form.steps.flatMap(({ root }) => allFields(root)))
    problems.push(...requiredProblems(form, field), ...exampleProblems(form, field))
  return [...problems, ...feeProblems(form)]
}

const pairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
] as const

function boundProblems(form: SourceForm, schema: Schema): Problem[] {
  return pairs.flatMap(([low, high]): Problem[] => {
    const lowValue = schema[low]
    const highValue = schema[high]
    if (typeof lowValue !== 'number' || typeof highValue !== 'number') return []
    const touching = low.startsWith('exclusive') || high.startsWith('exclusive')
    if (touching ? lowValue < highValue : lowValue <= highValue) return []
    return [{ rule: 'contradictory-bounds', ...placeOf(form, schema, low), params: { low, lowValue, high, highValue } }]
  })
}

type Judge = (value: unknown) => string | null

const ajv = createAjv({ allErrors: false })
const judges = new Map<string, Judge>()
const mostJudges = 2000

/** Returns the keyword that refuses a value, or `null`; invalid schemas are reported by other rules. */
function judgeFor(schema: Schema): Judge {
  const key = JSON.stringify(schema)
  const known = judges.get(key)
  if (known) return known
  if (judges.size >= mostJudges) judges.clear()
  const judge = makeJudge(schema)
  judges.set(key, judge)
  return judge
}

function makeJudge(schema: Schema): Judge {
  try {
    const run = runSchema(schema, ajv)
    return (value) => {
      const { valid, errors } = run(value)
      return valid ? null : (errors[0]?.keyword ?? 'schema')
    }
  } catch (cause) {
    if (cause instanceof Error) return () => null
    throw cause
  }
}

function refusedBy(schema: Schema, value: unknown): string | null {
  return judgeFor(schema)(value)
}

function isQuick(schema: Schema) {
  return typeof schema.pattern !== 'string' || judgePattern(schema.pattern).kind === 'fine'
}

function choiceProblems(form: SourceForm, schema: Schema): Problem[] {
  const { enum: choices, const: constant, ...rest } = schema
  const problems: Problem[] = []
  const plain = Object.fromEntries(
    [
      'type',
      'pattern',
      'format',
      'minLength',
      'maxLength',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
    ].flatMap((keyword) => (rest[keyword] === undefined ? [] : [[keyword, rest[keyword]]])),
  )
  const check = (value: unknown, keyword: 'enum' | 'const') => {
    const refused = isQuick(schema) ? refusedBy(plain, value) : null
    if (refused !== null)
      problems.push({
        rule: 'impossible-choice',
        ...placeOf(form, schema, keyword),
        params: { value: JSON.stringify(value), keyword: refused },
      })
  }
  if (Array.isArray(choices)) {
    const seen = new Set<string>()
    for (const choice of choices as unknown[]) {
      const value = JSON.stringify(choice)
      if (seen.has(value))
        problems.push({ rule: 'duplicate-choice', ...placeOf(form, schema, 'enum'), params: { value } })
      else if (seen.size <= 1000) check(choice, 'enum')
      seen.add(value)
    }
  }
  if ('const' in schema) {
    check(constant, 'const')
    if (Array.isArray(choices) && !choices.some((choice) => JSON.stringify(choice) === JSON.stringify(constant)))
      problems.push({
        rule: 'impossible-choice',
        ...placeOf(form, schema, 'const'),
        params: { value: JSON.stringify(constant), keyword: 'enum' },
      })
  }
  return problems
}

function defaultProblems(form: SourceForm, schema: Schema): Problem[] {
  const { default: value, ...rest } = schema
  const problems: Problem[] = []
  if (value !== undefined && isQuick(schema)) {
    const refused = refusedBy(rest, value)
    if (refused !== null)
      problems.push({
        rule: 'invalid-default',
        ...placeOf(form, schema, 'default'),
        params: { value: JSON.stringify(value), keyword: refused },
      })
  }
  const place = form.bundler.placeOf(schema)
  const written = place ? writtenAt(place) : undefined
  const examples = isRecord(written) ? written.examples : undefined
  if (place && Array.isArray(examples) && isQuick(schema)) {
    examples.forEach((example: unknown, index) => {
      const refused = refusedBy(rest, example)
      if (refused !== null)
        problems.push({
          rule: 'invalid-example',
          source: place.source,
          pointer: `${place.pointer}/examples/${index}`,
          params: { value: String(example), keyword: refused },
        })
    })
  }
  return problems
}

function writtenAt({ source, pointer }: { source: SourceForm['source']; pointer: string }): unknown {
  return pointer === ''
    ? source.value
    : valuesAt(isRecord(source.value) ? { '': source.value } : {}, pointer.startsWith('/') ? pointer : `/${pointer}`)[0]
        ?.value
}

/** An example in the texts is what people copy: so it must be valid where users type the stored form. */
function exampleProblems(form: SourceForm, field: Field): Problem[] {
  const { pattern, format } = field.merged
  const typed = ['jp-phone', 'jp-postal-code', 'jp-corporate-number', 'jp-kana', 'email', 'time', 'uri']
  return languages.flatMap((language): Problem[] => {
    const texts = form.texts[language]
    const text = texts && Object.hasOwn(texts.fields, field.path) ? texts.fields[field.path] : undefined
    if (!texts || !isRecord(text) || typeof text.example !== 'string') return []
    const value = text.example
    const refused =
      typeof pattern === 'string' && judgePattern(pattern).kind === 'fine' && !new RegExp(pattern, 'u').test(value)
        ? 'pattern'
        : isFormatName(format) && typed.includes(format) && !formatRegExp(format).test(value)
          ? format
          : null
    if (refused === null) return []
    const pointer = Object.hasOwn(texts.own, field.path) ? textPointer(field.path, 'example') : '/fields'
    return [{ rule: 'invalid-example', source: texts.source, pointer, params: { value, keyword: refused } }]
  })
}

function requiredProblems(form: SourceForm, field: Field): Problem[] {
  if (field.kind !== 'group') return []
  const open = field.schemas.some(
    ({ additionalProperties, patternProperties }) => isRecord(additionalProperties) || patternProperties !== undefined,
  )
  if (open) return []
  const known = new Set(field.children.map(({ name }) => name))
  return field.schemas.flatMap((schema) => {
    const { required } = schema
    if (!Array.isArray(required)) return []
    const place = placeOf(form, schema, 'required')
    return (required as unknown[]).flatMap((name, index): Problem[] =>
      known.has(String(name))
        ? []
        : [
            {
              rule: 'required-unknown',
              ...place,
              pointer: `${place.pointer}/${index}`,
              params: { name: String(name), ...nearestOf(String(name), known) },
            },
          ],
    )
  })
}

/** What `if` and `not` contain is a condition, not a question. */
function schemasInConditions(root: Schema): ReadonlySet<unknown> {
  const found = new Set<unknown>()
  walkSchemas(root, '', (part, _pointer, _depth, keyword) => {
    if (keyword === 'if' || keyword === 'not') walkSchemas(part, '', (inside) => found.add(inside))
  })
  return found
}

/**
 * `oneOf` or `anyOf` between groups: without a field that decides, residents would have to choose between "1" and "2",
 * and a branch that only narrows a field cannot be drawn.
 */
function unionProblems(form: SourceForm, schema: Schema): Problem[] {
  return (['oneOf', 'anyOf'] as const).flatMap((keyword) => branchProblems(form, schema, keyword))
}

function branchProblems(form: SourceForm, schema: Schema, keyword: 'oneOf' | 'anyOf'): Problem[] {
  const { [keyword]: union, discriminator } = schema
  if (!Array.isArray(union)) return []
  const branches = (union as unknown[]).filter(isRecord)
  const groups = branches.filter((branch) => isRecord(branch.properties))
  if (discriminator === undefined)
    return groups.length > 1 ? [{ rule: 'no-discriminator', ...placeOf(form, schema, keyword) }] : []
  const name = isRecord(discriminator) ? String(discriminator.propertyName) : ''
  const tags = branches.map((branch) => tagOf(branch, name))
  const distinct = new Set(tags.flat().map((tag) => JSON.stringify(tag)))
  const complete =
    tags.length === union.length && tags.every((tag) => tag.length > 0) && distinct.size === tags.flat().length
  const named = branches.every((branch) => isRequired(branch, name)) || isRequired(schema, name)
  return complete && named && schema.type === 'object'
    ? []
    : [{ rule: 'invalid-discriminator', ...placeOf(form, schema, 'discriminator'), params: { name } }]
}

function isRequired({ required }: Schema, name: string) {
  return Array.isArray(required) && required.includes(name)
}

function tagOf(branch: Schema, name: string): unknown[] {
  const property =
    isRecord(branch.properties) && Object.hasOwn(branch.properties, name) ? branch.properties[name] : undefined
  if (!isRecord(property)) return []
  if ('const' in property) return [property.const]
  return Array.isArray(property.enum) ? (property.enum as unknown[]) : []
}

/** Numbers that multiply a fee. */
function feeProblems(form: SourceForm): Problem[] {
  const lines = isRecord(form.value.fee) ? form.value.fee.lines : undefined
  if (!Array.isArray(lines)) return []
  const fields = new Map(form.steps.flatMap(({ root }) => allFields(root)).map((field) => [field.path, field]))
  return (lines as unknown[]).filter(isRecord).flatMap((line): Problem[] =>
    ['amount', 'quantity'].flatMap((key): Problem[] => {
      const value = line[key]
      const path = isRecord(value) && typeof value.answer === 'string' ? value.answer : null
      const field = path === null ? undefined : fields.get(path)
      if (!field || path === null || field.merged.maximum !== undefined || field.merged.enum !== undefined) return []
      return [{ rule: 'unbounded-fee', ...placeOfField(form, field), params: { path } }]
    }),
  )
}
