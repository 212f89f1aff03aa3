import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../form-model/record.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { operationsOf } from '../openapi/document.ts'
import type { ApiDocument, Operation } from '../openapi/document.ts'

export type Impact = 'major' | 'minor' | 'patch'
export type Change = { impact: Impact; message: string }

/** Changes that the tool of the comparison does not see: who may call, codes of problems, required headers, defaults. */
export function changesOfMeaning(base: ApiDocument, revision: ApiDocument): Change[] {
  const after = new Map(operationsOf(revision).map((operation) => [operation.operationId, operation]))
  const pairs = operationsOf(base).flatMap((before) => {
    const now = after.get(before.operationId)
    return now === undefined ? [] : [{ before, now }]
  })
  return [
    ...pairs.flatMap(({ before, now }) => [...security(before, now), ...codes(before, now), ...headers(before, now)]),
    ...defaults(base, revision),
  ]
}

function security(before: Operation, { operationId, owned }: Operation): Change[] {
  if (before.owned === owned) return []
  return owned
    ? [{ impact: 'major', message: `${operationId} needs a token now.` }]
    : [{ impact: 'minor', message: `${operationId} needs no token any more.` }]
}

/** The portal reacts to codes: a further one is as a further value of an enum in a response. */
function codes(before: Operation, { operationId, responses }: Operation): Change[] {
  return [...responses].flatMap(([status, { 'x-codes': now = [] }]): Change[] => {
    const earlier = before.responses.get(status)
    if (earlier === undefined) return []
    const { 'x-codes': was = [] } = earlier
    const [gained, lost] = [now.filter((code) => !was.includes(code)), was.filter((code) => !now.includes(code))]
    return [
      ...(gained.length === 0
        ? []
        : [{ impact: 'major', message: `${operationId} ${status} gained the codes ${gained.join(', ')}.` } as const]),
      ...(lost.length === 0
        ? []
        : [{ impact: 'patch', message: `${operationId} ${status} lost the codes ${lost.join(', ')}.` } as const]),
    ]
  })
}

/** The portal reads the required headers; the tool sees only those that are removed. */
function headers(before: Operation, { operationId, responses }: Operation): Change[] {
  return [...responses].flatMap(([status, response]) =>
    Object.entries(response.headers ?? {})
      .filter(([name, { required }]) => {
        const earlier = before.responses.get(status)?.headers?.[name]
        return earlier?.required === true && required !== true
      })
      .map(([name]): Change => ({
        impact: 'major',
        message: `${operationId} ${status} may omit the header ${name} now.`,
      })),
  )
}

/** Who leaves a value out gets another result. */
function defaults(base: ApiDocument, revision: ApiDocument): Change[] {
  const [before, now] = [schemasOf(base), schemasOf(revision)]
  return [...before].flatMap(([place, schema]): Change[] => {
    const other = now.get(place)
    if (other === undefined || isDeepStrictEqual(schema.default, other.default)) return []
    const message = `The default at ${place} is ${JSON.stringify(other.default) ?? 'missing'} instead of ${JSON.stringify(schema.default) ?? 'missing'}.`
    return [{ impact: schema.default === undefined ? 'minor' : 'major', message }]
  })
}

/** Every schema by its place. Parameters are named, because their position in a list may change. */
function schemasOf(value: unknown, place = '', found = new Map<string, Record<string, unknown>>()) {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) schemasOf(item, joinPointer(place, nameOf(item) ?? index), found)
  else if (isRecord(value)) {
    if (!place.endsWith('/properties') && ('type' in value || 'default' in value)) found.set(place, value)
    for (const [name, member] of Object.entries(value))
      if (!unread.has(name)) schemasOf(member, joinPointer(place, name), found)
  }
  return found
}

/** Values, not schemas. */
const unread: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

function nameOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item.name === 'string' ? item.name : undefined
}
