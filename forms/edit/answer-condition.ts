import type { FieldPath } from '../../form-model/definition.ts'
import { pointerOf, segmentsOf } from '../../form-model/pointer.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { satisfies } from '../../form-model/condition.ts'
import { editSamples, setInForm } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { allNodes, conditionBelow, conjuncts, isQuestion } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue, removeValue } from './json-text.ts'

/** A condition on any answers of the form, which authors choose from lists. */
export type AnswerCondition = { join: 'and' | 'or'; parts: readonly ConditionPart[] }

/** What one answer must be. */
export type ConditionPart = { path: FieldPath } & (
  | { is: 'answered' }
  | { is: 'one-of' | 'none-of'; values: readonly (string | boolean)[] }
  | { is: 'chosen'; value: string }
  | { is: 'at-least' | 'at-most'; number: number }
)

/** Questions that a condition can name: those outside lists, because each of them has a single value. */
export function conditionFields(tree: readonly FormNode[]): FormNode[] {
  return allNodes(tree).filter((node) => isQuestion(node) && !segmentsOf(node.path).includes('[]'))
}

/** What has to hold together with a condition, as schemas of the group that it is about. */
export type ConditionContext = {
  /**
   * What shows a question. A draft keeps the answers of hidden questions, which decide nothing: each is written with
   * what shows its question.
   */
  shownWhen: (path: FieldPath) => readonly unknown[]
  /** What shows the groups around whatever has the condition. */
  implied: readonly unknown[]
}

const withoutContext: ConditionContext = { shownWhen: () => [], implied: [] }

/**
 * The schema of a condition; it never holds for an answer that is missing.
 * @param base the group that the schema describes; `''` for the whole answers
 */
export function schemaOf(
  { join, parts }: AnswerCondition,
  base: FieldPath = '',
  { shownWhen, implied }: ConditionContext = withoutContext,
): unknown {
  const inside = (path: FieldPath) => (base === '' ? path : path.slice(base.length + 1))
  const each = parts.map((part) => [...shownWhen(part.path), partSchema({ ...part, path: inside(part.path) })])
  if (join === 'and' || each.length === 1) return allOf([...implied, ...each.flat()])
  return allOf([...implied, { anyOf: each.map(allOf) }])
}

function allOf(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
  return distinct.length === 1 ? distinct[0] : { allOf: distinct }
}

function partSchema(part: ConditionPart): unknown {
  const segments = segmentsOf(part.path)
  const last = segments.pop() ?? ''
  const leaf = leafSchema(part)
  const question = { ...(leaf === null ? {} : { properties: { [last]: leaf } }), required: [last] }
  return conditionBelow(segments, question)
}

function leafSchema(part: ConditionPart): unknown {
  switch (part.is) {
    case 'answered':
      return null
    case 'one-of':
      return oneOf(part.values)
    case 'none-of':
      return { not: oneOf(part.values) }
    case 'chosen':
      return { contains: { const: part.value } }
    case 'at-least':
      return { minimum: part.number }
    case 'at-most':
      return { maximum: part.number }
  }
}

function oneOf(values: readonly (string | boolean)[]): unknown {
  return values.length === 1 ? { const: values[0] } : { enum: values }
}

/**
 * The condition that a schema was written for; `null` if an author wrote another one.
 * @param base the group that the schema describes; `''` for the whole answers
 */
export function conditionIn(
  schema: unknown,
  base: FieldPath = '',
  { shownWhen, implied }: ConditionContext = withoutContext,
): AnswerCondition | null {
  const above = segmentsOf(base)
  const all = conjuncts(schema)
  const left = without(all, implied)
  // What shows a group may be chosen for a question in it as well.
  const known = left.length === 0 ? all : left
  const [only, ...others] = known
  const either = isRecord(only) && Object.keys(only).length === 1 ? only.anyOf : undefined
  if (Array.isArray(either) && others.length === 0) {
    const parts = either.flatMap((entry: unknown) => {
      const found = partsIn(conjuncts(entry))
      return found?.length === 1 ? found : []
    })
    return parts.length === either.length && parts.length > 0 ? { join: 'or', parts } : null
  }
  const parts = partsIn(known)
  return parts && { join: 'and', parts }

  /** The parts, without what shows their questions; `null` if there are others. */
  function partsIn(schemas: readonly unknown[]): ConditionPart[] | null {
    const readable = schemas.flatMap((each) => partIn(each, above) ?? [])
    const showing = readable.flatMap(({ path }) => shownWhen(path))
    const chosen = without(schemas, showing).map((each) => partIn(each, above))
    const parts = chosen.filter((part) => part !== null)
    return parts.length === chosen.length && parts.length > 0 ? parts : null
  }
}

function without(schemas: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map((schema) => JSON.stringify(schema)))
  return schemas.filter((schema) => !known.has(JSON.stringify(schema)))
}

function partIn(schema: unknown, above: readonly string[]): ConditionPart | null {
  if (!isRecord(schema) || !Array.isArray(schema.required) || schema.required.length !== 1) return null
  const others = Object.keys(schema).filter((key) => !['type', 'properties', 'required'].includes(key))
  if (others.length > 0) return null
  const name = String(schema.required[0])
  const segments = [...above, name]
  if (schema.properties === undefined) return { path: pathOf(segments), is: 'answered' }
  if (!isRecord(schema.properties) || Object.keys(schema.properties).join() !== name) return null
  const inside = schema.properties[name]
  return leafIn(inside, pathOf(segments)) ?? partIn(inside, segments)
}

function pathOf(segments: readonly string[]): FieldPath {
  return pointerOf(segments).slice(1)
}

function leafIn(schema: unknown, path: FieldPath): ConditionPart | null {
  if (!isRecord(schema)) return null
  const [entry, ...more] = Object.entries(schema)
  if (!entry || more.length > 0) return null
  const [keyword, value] = entry
  const values = valuesIn(schema)
  if (values) return { path, is: 'one-of', values }
  if (keyword === 'not' && isRecord(value) && Object.keys(value).length === 1) {
    const excluded = valuesIn(value)
    return excluded && { path, is: 'none-of', values: excluded }
  }
  if (keyword === 'contains' && isRecord(value) && Object.keys(value).join() === 'const')
    return typeof value.const === 'string' ? { path, is: 'chosen', value: value.const } : null
  if ((keyword === 'minimum' || keyword === 'maximum') && typeof value === 'number')
    return { path, is: keyword === 'minimum' ? 'at-least' : 'at-most', number: value }
  return null
}

function valuesIn(schema: { [key: string]: unknown }): (string | boolean)[] | null {
  const given = 'const' in schema ? [schema.const] : arrayOf(schema.enum)
  const plain = given.filter((value) => typeof value === 'string' || typeof value === 'boolean')
  return plain.length > 0 && plain.length === given.length ? plain : null
}

/** Shows a step only on a condition. Samples that do not fulfil it lose the answers of the step. */
export function setStepCondition(files: FormFiles, step: FormNode, schema: unknown): FormFiles {
  return editSamples(setInForm(files, `${step.holderPointer}/visibleWhen`, schema), (text) =>
    schema !== undefined && satisfies(schema, readValue(text, '')) === false
      ? removeValue(text, pointerOf([step.name]))
      : text,
  )
}
