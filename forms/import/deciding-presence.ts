import type { JsonSchema } from '../../form-model/definition.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { choices } from './deciding-field.ts'

type ClosedGroup = { properties: { [name: string]: unknown }; required: string[] }

/**
 * Closed groups of which each, but perhaps one, requires a question that no other has: whether it is answered decides.
 *
 * `{ oneOf: [{ properties: { a }, required: ['a'], … }, { properties: { b, c }, … }] }` → `{ properties: { a }, if: {
 * required: ['a'] }, then: …, else: { properties: { b, c } } }`
 */
export function byPresence(rest: JsonSchema, parts: readonly JsonSchema[]): JsonSchema | null {
  const isOpen = ['properties', 'required', 'additionalProperties', 'oneOf', 'if'].every(
    (keyword) => rest[keyword] === undefined,
  )
  const groups = parts.flatMap((part) => closedGroup(part) ?? [])
  if (!isOpen || groups.length < parts.length || groups.length < 2) return null
  return onlyQuestions(rest, groups) ?? byQuestion(rest, groups)
}

function closedGroup({ type = 'object', properties, required, additionalProperties, ...others }: JsonSchema) {
  const isPlain = Object.keys(others).every((keyword) => keyword === 'title' || keyword === 'description')
  return isPlain && type === 'object' && isRecord(properties) && additionalProperties === false
    ? { properties, required: arrayOf(required).map(String) }
    : null
}

/** Each group is one question: exactly one of them is answered. */
function onlyQuestions(rest: JsonSchema, groups: readonly ClosedGroup[]): JsonSchema | null {
  const names = groups.map(({ properties }) => Object.keys(properties))
  const isOne = groups.every(({ required }, index) => names[index]?.length === 1 && required[0] === names[index][0])
  if (!isOne || new Set(names.flat()).size < groups.length) return null
  const properties = Object.assign({}, ...groups.map((group) => group.properties)) as JsonSchema
  return {
    type: 'object',
    ...rest,
    properties,
    additionalProperties: false,
    oneOf: names.map((required) => ({ required })),
  }
}

function byQuestion(rest: JsonSchema, groups: readonly ClosedGroup[]): JsonSchema | null {
  const named = groups.map((group) => ({ group, name: decidingName(group, groups) }))
  const decided = named.flatMap(({ group, name }) => (name === undefined ? [] : [{ group, name }]))
  const [open, ...others] = named.filter(({ name }) => name === undefined)
  if (others.length > 0) return null
  const last = open?.group ?? decided.pop()?.group
  return last === undefined ? null : { type: 'object', ...rest, ...chain(decided, last) }
}

/** A group may be empty while it is drawn, so only the answer to a single question says that it is answered. */
function decidingName({ properties, required }: ClosedGroup, groups: readonly ClosedGroup[]): string | undefined {
  return required.find((name) => {
    const own = properties[name]
    const isQuestion = isRecord(own) && (choices(own) !== null || plainTypes.has(String(own.type)))
    return isQuestion && groups.filter((group) => Object.hasOwn(group.properties, name)).length === 1
  })
}

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean'])

function chain([first, ...others]: readonly { group: ClosedGroup; name: string }[], last: ClosedGroup): JsonSchema {
  if (!first) return closed(last)
  const { name, group } = first
  const { [name]: question, ...properties } = group.properties
  return {
    properties: { [name]: question },
    if: { required: [name] },
    // A closed branch must still name the question that it no longer describes.
    then: closed({
      properties: { [name]: {}, ...properties },
      required: group.required.filter((other) => other !== name),
    }),
    else: chain(others, last),
  }
}

function closed({ properties, required }: ClosedGroup): JsonSchema {
  return { properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false }
}
