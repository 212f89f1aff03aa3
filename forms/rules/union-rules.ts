import { arrayOf, isRecord } from '../../form-model/record.ts'
import { walkSchemas } from '../../form-model/schema-walk.ts'
import { asksAnything } from '../../src/form-engine/definition/field-description.ts'
import type { Problem } from '../source/finding.ts'
import { placeOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'

type Schema = { [keyword: string]: unknown }

/**
 * `oneOf` or `anyOf` between groups, or between a choice and a text: without a deciding field, residents would have to
 * choose between "1" and "2", and a branch that only narrows a field cannot be drawn.
 */
export function unionProblems(form: SourceForm, root: Schema): Problem[] {
  const conditions = schemasInConditions(root)
  const problems: Problem[] = []
  walkSchemas(root, '', (part) => {
    if (conditions.has(part)) return
    for (const keyword of ['oneOf', 'anyOf'] as const)
      problems.push(...noDiscriminator(form, part, keyword), ...invalidDiscriminator(form, part, keyword))
  })
  return problems
}

function branchesOf(schema: Schema, keyword: 'oneOf' | 'anyOf'): Schema[] {
  return arrayOf(schema[keyword]).filter(isRecord)
}

function noDiscriminator(form: SourceForm, schema: Schema, keyword: 'oneOf' | 'anyOf'): Problem[] {
  const branches = branchesOf(schema, keyword)
  const asking = branches.filter(asksAnything)
  const isChoice = (branch: Schema) => branch.const !== undefined || branch.enum !== undefined
  const isMixed = asking.some((branch) => !isChoice(branch)) && branches.some(isChoice)
  return schema.discriminator === undefined && (asking.length > 1 || isMixed)
    ? [{ rule: 'no-discriminator', ...placeOf(form, schema, keyword) }]
    : []
}

function invalidDiscriminator(form: SourceForm, schema: Schema, keyword: 'oneOf' | 'anyOf'): Problem[] {
  const { [keyword]: union, discriminator } = schema
  if (!Array.isArray(union) || discriminator === undefined) return []
  const branches = branchesOf(schema, keyword)
  const name = isRecord(discriminator) ? String(discriminator.propertyName) : ''
  const tags = branches.map((branch) => tagOf(branch, name))
  const distinct = new Set(tags.flat().map((tag) => JSON.stringify(tag)))
  const isComplete =
    tags.length === union.length && tags.every((tag) => tag.length > 0) && distinct.size === tags.flat().length
  const isNamed = branches.every((branch) => isRequired(branch, name)) || isRequired(schema, name)
  return isComplete && isNamed && schema.type === 'object'
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
  return arrayOf(property.enum)
}

/** The content of `if` and `not` is a condition, not a question. */
export function schemasInConditions(root: Schema): ReadonlySet<unknown> {
  const found = new Set<unknown>()
  walkSchemas(root, '', (part, _pointer, _depth, keyword) => {
    if (keyword === 'if' || keyword === 'not') walkSchemas(part, '', (inside) => found.add(inside))
  })
  return found
}
