import type { Answers, JsonSchema } from '../../form-model/definition.ts'
import { escapeSegment, pointerOf, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { allFields, fieldTree } from '../source/fields.ts'
import { words } from '../source/label-words.ts'
import { isSameJson } from '../source/same-json.ts'
import { reviewPage } from '../../src/features/apply/pages/form-pages.ts'

/** A step of the imported form and its part of the original. */
export type Part = {
  id: string
  label: string
  schema: JsonSchema
  /** Property of the original that becomes this step; absent = several fields. */ property: string | null
  names: string[]
  /** Fields inside. */
  leaves: number
}

const maxSteps = 20
/** Keywords whose effect is on several groups. */
const acrossGroups = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'not',
  'const',
  'enum',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
]
/** The fields of a step that collects single fields. */
const maxGathered = 30

/**
 * Required groups become steps of their own; the fields between them are collected. Conditions across groups keep the
 * whole form in one step.
 */
export function splitIntoSteps(root: JsonSchema): { parts: Part[]; freeData: string[]; unknown: string[] } {
  const properties = recordOf(root.properties)
  const required = Array.isArray(root.required)
    ? (root.required as unknown[]).filter((name) => typeof name === 'string')
    : []
  const across = acrossGroups.some((keyword) => root[keyword] !== undefined) || isRecord(root.additionalProperties)
  const freeData = Object.keys(properties).filter((name) => properties[name] === true || isEmptyGroup(properties[name]))
  const names = Object.keys(properties).filter((name) => !freeData.includes(name))
  if (across || names.length === 0) {
    const whole = { ...root, title: undefined }
    const all = fieldTree('form', root, {}).children.map((field) => field.name)
    const part = { id: 'form', label: 'Form', schema: whole, property: null, names: all, leaves: leaves(root) }
    return { parts: [part], freeData: [], unknown: [] }
  }
  const withDefinitions = (schema: JsonSchema): JsonSchema =>
    JSON.stringify(schema).includes('"#/definitions/') ? { ...schema, definitions: root.definitions } : schema
  const parts: Part[] = []
  const used = new Set<string>([reviewPage])
  const idFor = (name: string) => {
    const plain = name
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replace(/^[^A-Za-z]+/, '')
      .slice(0, 36)
      .replace(/-+$/, '')
    const base = plain === '' ? 'part' : plain.charAt(0).toLowerCase() + plain.slice(1)
    let id = base
    for (let count = 2; used.has(id); count++) id = `${base}-${count}`
    used.add(id)
    return id
  }
  for (const name of names) {
    const schema = properties[name]
    const own =
      isRecord(schema) &&
      schema.type === 'object' &&
      isRecord(schema.properties) &&
      (required.includes(name) || !hasRequirements(schema)) &&
      parts.length < maxSteps - 1
    if (own) {
      const part = { property: name, names: [name], leaves: leaves(schema) }
      parts.push({ id: idFor(name), label: words(name), schema: withDefinitions(schema), ...part })
      continue
    }
    const last = parts.at(-1)
    const gathered = last && last.property === null ? last : null
    const count = leaves(schema)
    if (gathered && (gathered.leaves + count <= maxGathered || parts.length >= maxSteps)) {
      gathered.names.push(name)
      gathered.leaves += count
    } else {
      const number = parts.filter((part) => part.property === null).length + 1
      parts.push({
        id: idFor('general'),
        label: number === 1 ? 'General' : `General ${number}`,
        schema: {},
        property: null,
        names: [name],
        leaves: count,
      })
    }
  }
  const standard = recordOf(root.default)
  const withDefault = (schema: JsonSchema, own: unknown): JsonSchema =>
    isRecord(own) && Object.keys(own).length > 0
      ? Object.assign(schema, { default: { ...own, ...recordOf(schema.default) } })
      : schema
  const filled = parts.map((part) =>
    part.property === null
      ? {
          ...part,
          label: part.names.length === 1 ? words(part.names[0] ?? '') : part.label,
          schema: withDefault(
            withDefinitions({
              type: 'object',
              properties: Object.fromEntries(part.names.map((name) => [name, properties[name]])),
              ...(required.some((name) => part.names.includes(name))
                ? { required: required.filter((name) => part.names.includes(name)) }
                : {}),
            }),
            picked(standard, part.names),
          ),
        }
      : { ...part, schema: withDefault(part.schema, standard[part.property]) },
  )
  return { parts: filled, freeData, unknown: required.filter((name) => !Object.hasOwn(properties, name)) }
}

/** A file whose top is a list or a single answer, as a group with one question. */
export function asGroup(root: JsonSchema): {
  root: JsonSchema
  wrapped: { name: string; key: 'top-list' | 'top-answer' } | null
} {
  const { type } = root
  if (typeof type !== 'string' || type === 'object' || type === 'null') return { root, wrapped: null }
  const name = type === 'array' ? 'entries' : 'answer'
  const { definitions, ...rest } = root
  const question = definitions === undefined ? root : rest
  const isRequired = type !== 'array' || Number(root.minItems) > 0
  return {
    root: {
      type: 'object',
      ...(definitions === undefined ? {} : { definitions }),
      ...(root.title === undefined ? {} : { title: root.title }),
      properties: { [name]: question },
      ...(isRequired ? { required: [name] } : {}),
    },
    wrapped: { name, key: type === 'array' ? 'top-list' : 'top-answer' },
  }
}

function leaves(schema: unknown): number {
  return isRecord(schema)
    ? allFields(fieldTree('', schema, {})).filter(({ kind, name }) => kind === 'field' && name !== '[]').length
    : 0
}

/** An object without properties has no question: nobody is asked for the name of a field. */
export function isEmptyGroup(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    schema.type === 'object' &&
    ['properties', 'allOf', 'anyOf', 'oneOf'].every((keyword) => {
      const value = schema[keyword]
      return value === undefined || typeof value === 'boolean' || (isRecord(value) && Object.keys(value).length === 0)
    })
  )
}

/** Whether the group may be absent although an empty one is invalid. */
function hasRequirements(schema: JsonSchema): boolean {
  return ['required', 'allOf', 'anyOf', 'oneOf', 'if', 'not', 'minProperties'].some((keyword) =>
    Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]).length > 0 : schema[keyword] !== undefined,
  )
}

/** Fields where an empty text, or an empty list, is no answer. */
export type Blanks = ReadonlyMap<string, unknown>

/** Answers of the original shape, moved to the steps. */
export function toAnswers(parts: readonly Part[], original: unknown, blanks: Blanks): Answers {
  if (!isRecord(original)) return {}
  return Object.fromEntries(
    parts.map(({ id, property, names }) => {
      const own = property === null ? picked(original, names) : original[property]
      const answered = withoutNothing(own, escapeSegment(id), blanks)
      return [id, recordOf(answered)]
    }),
  )
}

/** Answers of the form in the original shape; a text to read has none there. */
export function fromAnswers(parts: readonly Part[], answers: Answers): { [property: string]: unknown } {
  return Object.fromEntries(
    parts.flatMap(({ id, property }): [string, unknown][] => {
      const own = withoutNothing(answers[id], escapeSegment(id), new Map())
      if (!isRecord(own)) return own === undefined || property === null ? [] : [[property, own]]
      return property === null ? Object.entries(own) : [[property, own]]
    }),
  )
}

/** The place in the form of a JSON Pointer into answers of the original shape; empty if it is no question's. */
export function stepPointer(parts: readonly Part[], pointer: string): string {
  const [first = '', ...rest] = segmentsOf(pointer)
  const part = parts.find(({ property, names }) => property === first || (property === null && names.includes(first)))
  return part === undefined ? '' : pointerOf([part.id, ...(part.property === null ? [first] : []), ...rest])
}

function picked(whole: { [name: string]: unknown }, names: readonly string[]) {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(whole, name) ? [[name, whole[name]]] : [])))
}

/** A question without an answer is absent in a form. */
function withoutNothing(value: unknown, path: string, blanks: Blanks): unknown {
  if (Array.isArray(value))
    return (value as unknown[])
      .filter((entry) => entry !== null)
      .map((entry) => withoutNothing(entry, `${path}/[]`, blanks))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const at = `${path}/${escapeSegment(key)}`
      const own = withoutNothing(entry, at, blanks)
      const isNothing = own === null || (blanks.has(at) && isSameJson(own, blanks.get(at)))
      return isNothing ? [] : [[key, own]]
    }),
  )
}
