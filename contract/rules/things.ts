/**
 * What the answers of an API show of each thing: an application, a charge, a file. Several operations show the same
 * thing, in schemas of their own, and a resident reads all of them. Whatever a request has stored of a thing is shown as
 * it was sent.
 */
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../form-model/record.ts'
import { operationsOf, resolved } from '../openapi/document.ts'
import type { ApiDocument, Operation, Reference } from '../openapi/document.ts'
import { shortened } from '../report/check.ts'
import type { Answer, Violation } from './answer.ts'
import { pathParametersOf } from './request.ts'

/**
 * A member of a thing as one answer shows it, or as its request has sent it; undefined if the answer could have it and
 * does not.
 */
export type Fact = { thing: string; member: string; value: unknown; isSent?: true }

/** @param sent the JSON of the request */
export type Facts = (answer: Pick<Answer, 'operation' | 'headers' | 'body' | 'exchange'>, sent?: unknown) => Fact[]

type Schema = Partial<Reference> & {
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  oneOf?: Schema[]
}

/** By schema: the kind of the thing, and the members that identify it; some are in the path of the request only. */
export const kinds: { readonly [schema: string]: readonly [kind: string, ...ids: string[]] } = {
  OrderSummary: ['application', 'orderId'],
  OrderDetails: ['application', 'orderId'],
  OrderReplacement: ['application', 'orderId'],
  SubmittedOrder: ['application', 'orderId'],
  Charge: ['charge', 'chargeId'],
  ChargeSummary: ['charge', 'chargeId'],
  ChargeAttempt: ['payment attempt', 'attemptId'],
  PaymentAttempt: ['payment attempt', 'attemptId'],
  Draft: ['draft', 'serviceId', 'type'],
  DraftSummary: ['draft', 'serviceId', 'type'],
  SavedDraft: ['draft', 'serviceId', 'type'],
  Attachment: ['attachment', 'attachmentId'],
  IssuedFile: ['issued file', 'fileId'],
  Service: ['service', 'serviceId'],
  Profile: ['profile'],
}

/** A member that another thing has, too: the schema and the member, then the kind, its id, and its name there. */
const elsewhere = [
  ...['OrderSummary', 'OrderDetails', 'DraftSummary'].map(
    (schema) => [schema, 'serviceName', 'service', 'serviceId', 'name'] as const,
  ),
  ...['OrderSummary', 'OrderDetails'].map(
    (schema) => [schema, 'orderNoun', 'service', 'serviceId', 'orderNoun'] as const,
  ),
  ...['receiptNumber', 'orderNoun'].map((member) => ['Charge', member, 'application', 'orderId', member] as const),
  ...['receiptNumber', 'orderNoun', 'serviceName'].map(
    (member) => ['IssuedFile', member, 'application', 'orderId', member] as const,
  ),
]

/** What no request changes. */
const lasting: { readonly [kind: string]: readonly string[] } = {
  application:
    'receiptNumber serviceId type submittedAt formVersion answers shippingAddress attachments reapplyOf'.split(' '),
  charge: ['orderId', 'createdAt'],
  attachment: ['name', 'contentType', 'size', 'sha256'],
  'issued file': ['name', 'kind', 'contentType', 'size', 'issuedAt', 'orderId'],
}

/** Changes by itself. */
const scan = 'scan'
/** It answers what the submission has returned, whatever became of the application since. */
const ofThePast = 'getSubmission'
/** The actions of a waiting charge, by those of its application. */
const chargeActions: { readonly [action: string]: string } = { pay: 'proceed', withdraw: 'decline' }

/** Reads the facts of an answer by the schemas of the document. */
export function factsBy(document: ApiDocument): Facts {
  const operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]))
  const target = (schema: Schema) => resolved<Schema>(document, schema as Schema | Reference)
  const itemOf = (schema: Schema) => target(schema).items ?? {}

  function membersOf(schema: Schema): [name: string, schema: Schema][] {
    const { properties = {}, allOf = [], oneOf = [] } = target(schema)
    return [...[...allOf, ...oneOf].flatMap(membersOf), ...Object.entries(properties)]
  }

  function factsIn(schema: Schema, value: unknown, path: Record<string, string>): Fact[] {
    if (Array.isArray(value)) return value.flatMap((item) => factsIn(itemOf(schema), item, path))
    if (!isRecord(value)) return []
    const members = [...new Map(membersOf(schema))]
    const inner = members.flatMap(([name, member]) => factsIn(member, value[name], path))
    const thing = thingOf(schema, value, path)
    if (thing === null) return inner
    const [, ...ids] = kinds[nameOf(schema)] ?? []
    const own = members
      .filter(([name]) => name !== scan && !ids.includes(name))
      .map(([name, member]) => ({ thing, member: name, value: shown(member, withNoun(name, value[name]), path) }))
    return [...own, ...factsElsewhere(nameOf(schema), value), ...factsOfCharges(value), ...inner]
  }

  /** With the name of another thing instead of its members, which are facts of their own, or of its id. */
  function shown(schema: Schema, value: unknown, path: Record<string, string>): unknown {
    const [kind] = kinds[nameOf(schema)] ?? []
    if (Array.isArray(value)) {
      const items: unknown[] = value.map((item) => shown(itemOf(schema), item, path))
      return nameOf(itemOf(schema)) in kinds ? inOrder(items) : items
    }
    if (typeof value === 'string') return kind === undefined ? value : `${kind} ${value}`
    return isRecord(value) ? (thingOf(schema, value, path) ?? value) : value
  }

  /** The members of a request that answers about the thing can have, too. */
  function factsSent(thing: string, sent: Record<string, unknown>): Fact[] {
    const schemas = Object.keys(kinds).filter((name) => kinds[name]?.[0] === kindOf(thing))
    const members = new Map(schemas.flatMap((name) => membersOf(document.components.schemas[name] ?? {})))
    return Object.entries(sent).flatMap(([member, value]): Fact[] => {
      const schema = members.get(member)
      if (schema === undefined || value === undefined) return []
      // Null removes an optional member.
      return [{ thing, member, value: shown(schema, value ?? undefined, {}), isSent: true }]
    })
  }

  return ({ operation: name, headers, body, exchange: { path: address, status } }, sent) => {
    const operation = operations.get(name)
    const schema = operation?.responses.get(status)?.content?.['application/json']?.schema as Schema | undefined
    if (operation === undefined || schema === undefined || name === ofThePast) return []
    const path = pathParametersOf(operation.path, address.split('?')[0] ?? '')
    const tag = headers.get('ETag')
    const thing = isRecord(body) ? thingOf(schema, body, path) : null
    const ofTag = thing === null || tag === null ? [] : [{ thing, member: 'ETag', value: tag }]
    return [
      ...(thing !== null && isRecord(sent) ? factsSent(thing, sent) : []),
      ...factsIn(schema, body, path),
      ...ofTag,
    ]
  }
}

/** The kind of the thing that a successful answer is about. */
export function kindShownBy({ responses }: Operation): string | undefined {
  const [, success] = [...responses].find(([status]) => status < 300) ?? []
  return kinds[nameOf((success?.content?.['application/json']?.schema ?? {}) as Schema)]?.[0]
}

function nameOf({ $ref = '' }: Schema): string {
  return $ref.split('/').at(-1) ?? ''
}

function thingOf(schema: Schema, value: Record<string, unknown>, path: Record<string, string>): string | null {
  const [kind, ...ids] = kinds[nameOf(schema)] ?? []
  const named = ids.map((id) => value[id] ?? path[id]).filter((id) => typeof id === 'string')
  return kind === undefined || named.length < ids.length ? null : [kind, ...named].join(' ')
}

function factsElsewhere(shownBy: string, value: Record<string, unknown>): Fact[] {
  return elsewhere.flatMap(([schema, member, kind, id, name]) => {
    const shown = withNoun(member, value[member])
    return schema === shownBy && typeof value[id] === 'string' && shown !== undefined
      ? [{ thing: `${kind} ${value[id]}`, member: name, value: shown }]
      : []
  })
}

/** What an application shows of its charges: whose they are, and what can be done with the one that is waiting. */
function factsOfCharges({ orderId, charge, charges, allowedActions }: Record<string, unknown>): Fact[] {
  const last: Record<string, unknown> = isRecord(charge) ? charge : {}
  const all = [last, ...(Array.isArray(charges) ? (charges as unknown[]) : [])].map(
    (one) => (Object(one) as { chargeId?: unknown }).chargeId,
  )
  const owners = all.flatMap((id) =>
    typeof id === 'string' ? [{ thing: `charge ${id}`, member: 'orderId', value: orderId }] : [],
  )
  if (last.status !== 'WAITING' || !Array.isArray(allowedActions)) return owners
  const value = allowedActions.flatMap((action) => chargeActions[String(action)] ?? [])
  return [...owners, { thing: `charge ${String(last.chargeId)}`, member: 'allowedActions', value }]
}

/** Without a noun of its own, that of the tenant counts. */
function withNoun(member: string, value: unknown): unknown {
  return member === 'orderNoun' ? (value ?? 'application') : value
}

/**
 * What the requests so far have sent and the answers have shown. Each further answer must show the same, until a request
 * may have changed it.
 */
export class Shown {
  readonly #factsOf: Facts
  readonly #facts = new Map<string, Fact & { source: string }>()

  constructor(factsOf: Facts) {
    this.#factsOf = factsOf
  }

  forget(): void {
    this.#facts.clear()
  }

  forgetWhatChanges(): void {
    for (const [key, fact] of this.#facts) if (!isLasting(fact)) this.#facts.delete(key)
  }

  /**
   * How an answer differs from its request and from those before it.
   * @param reader whose answers are compared: a user, in a language
   * @param what `lasting` if another request, or another person, may have changed the rest meanwhile
   */
  differences(
    [answer, sent]: Parameters<Facts>,
    { reader, what }: { reader: string; what: 'all' | 'lasting' },
  ): Violation[] {
    return this.#factsOf(answer, sent).flatMap((fact): Violation[] => {
      const { thing, member, value, isSent = false } = fact
      if (what === 'lasting' && !isLasting(fact) && !isSent) return []
      const key = `${reader} ${thing} ${member}`
      const before = this.#facts.get(key)
      const source = isSent ? `the request of ${answer.operation}` : answer.operation
      if (before === undefined || isSent) this.#facts.set(key, { ...fact, source })
      if (before === undefined || isSent) return []
      if (before.isSent === true ? isDeepStrictEqual(before.value, value) : isSame(before.value, value)) return []
      const reason = `${member} of the ${kindOf(thing)} is not as in ${before.source}`
      return [{ reason, seen: inWords(value, before.value) }]
    })
  }
}

export function kindOf(thing: string): string {
  return Object.values(kinds).find(([kind]) => thing === kind || thing.startsWith(`${kind} `))?.[0] ?? thing
}

function isLasting({ thing, member }: Fact): boolean {
  return lasting[kindOf(thing)]?.includes(member) === true
}

/** The first place of two values where they differ. */
function inWords(value: unknown, wanted: unknown, place = ''): string {
  if (isRecord(value) && isRecord(wanted))
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(value)]))
      if (!isDeepStrictEqual(value[name], wanted[name])) return inWords(value[name], wanted[name], `${place}/${name}`)
  const [received, expected] = [value, wanted].map((one) =>
    one === undefined ? 'none' : shortened(JSON.stringify(one), 100),
  )
  return `${place === '' ? '' : `${place} is `}${received} instead of ${expected}`
}

/** Times to the second, because many stores keep no more; lists of texts in any order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return one === other || Math.abs(timeIn(one) - timeIn(other)) <= 1000
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && inOrder(one).every((item, index) => isSame(item, inOrder(other)[index]))
  if (!isRecord(one) || !isRecord(other)) return one === other
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]))
}

function inOrder(list: readonly unknown[]): readonly unknown[] {
  return list.every((item) => typeof item === 'string') ? list.toSorted() : list
}

function timeIn(text: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN
}
