import type { Answers, JsonSchema } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { allFields, fieldTree } from '../source/fields.ts'
import { words } from '../source/label-words.ts'
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
/** The fields of a step that collects single fields. */
const maxGathered = 30

/**
 * Required groups become steps of their own; the fields between them are collected. Conditions across groups keep the
 * whole form in one step.
 */
export function splitIntoSteps(root: JsonSchema): Part[] {
  const properties = isRecord(root.properties) ? root.properties : {}
  const required = Array.isArray(root.required) ? (root.required as unknown[]).map(String) : []
  const across = ['allOf', 'anyOf', 'oneOf', 'if', 'dependencies', 'dependentRequired', 'dependentSchemas', 'not'].some(
    (keyword) => root[keyword] !== undefined,
  )
  const names = Object.keys(properties).filter((name) => !isEmptyGroup(properties[name]))
  if (across || names.length === 0) {
    const whole = { ...root, title: undefined }
    const all = fieldTree('form', root, {}).children.map((field) => field.name)
    return [{ id: 'form', label: 'Form', schema: whole, property: null, names: all, leaves: leaves(root) }]
  }
  const parts: Part[] = []
  const used = new Set<string>([reviewPage])
  const idFor = (name: string) => {
    const plain = name
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^[^A-Za-z]+|-+$/g, '')
      .slice(0, 36)
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
      parts.push({ id: idFor(name), label: words(name), schema, property: name, names: [name], leaves: leaves(schema) })
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
  return parts.map((part) =>
    part.property === null
      ? {
          ...part,
          label: part.names.length === 1 ? words(part.names[0] ?? '') : part.label,
          schema: {
            type: 'object',
            properties: Object.fromEntries(part.names.map((name) => [name, properties[name]])),
            ...(required.some((name) => part.names.includes(name))
              ? { required: required.filter((name) => part.names.includes(name)) }
              : {}),
          },
        }
      : part,
  )
}

function leaves(schema: unknown): number {
  return isRecord(schema)
    ? allFields(fieldTree('', schema, {})).filter(({ kind, name }) => kind === 'field' && name !== '[]').length
    : 0
}

/** An object without properties has no question. */
function isEmptyGroup(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    schema.type === 'object' &&
    ['properties', 'patternProperties', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'].every((keyword) => {
      const value = schema[keyword]
      return value === undefined || typeof value === 'boolean' || (isRecord(value) && Object.keys(value).length === 0)
    })
  )
}

/** Whether the group may be absent although an empty one is invalid. */
function hasRequirements(schema: JsonSchema): boolean {
  return ['required', 'allOf', 'anyOf', 'oneOf', 'if', 'minProperties'].some((keyword) =>
    Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]).length > 0 : schema[keyword] !== undefined,
  )
}

/** Answers of the original shape, moved to the steps. */
export function toAnswers(parts: Part[], original: unknown): Answers {
  const whole = withoutNulls(original)
  if (!isRecord(whole)) return {}
  return Object.fromEntries(
    parts.map(({ id, property, names }) => {
      if (property === null)
        return [
          id,
          Object.fromEntries(names.flatMap((name) => (Object.hasOwn(whole, name) ? [[name, whole[name]]] : []))),
        ]
      const own = whole[property]
      return [id, isRecord(own) ? own : {}]
    }),
  )
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return (value as unknown[]).filter((entry) => entry !== null).map(withoutNulls)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => (entry === null ? [] : [[key, withoutNulls(entry)]])),
  )
}
