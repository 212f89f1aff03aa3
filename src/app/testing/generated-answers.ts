import fc from 'fast-check'
import { getResponse } from 'msw'
import type { RequestHandler } from 'msw'
import { valuesOf } from '../../../contract/fuzz/arbitrary.ts'
import type { Fullness } from '../../../contract/fuzz/arbitrary.ts'
import { operationsOf, readDocument } from '../../../contract/openapi/document.ts'
import type { Operation } from '../../../contract/openapi/document.ts'
import { isRecord } from '../../../form-model/record.ts'

type Params = { [name: string]: unknown }
type MockHandler = (answer: (info: { params: Params }) => unknown) => RequestHandler

const document = readDocument()
const operations = operationsOf(document)
const modules = import.meta.glob<{ [name: string]: unknown }>('../../api/generated/**/*.msw.ts', { eager: true })
const mocks = Object.fromEntries(Object.values(modules).flatMap((module) => Object.entries(module)))

/** Required members only, then everything at its maximum, then random answers. */
function extentOf(seed: number): Fullness {
  return seed === 0 ? 'least' : seed === 1 ? 'most' : 'any'
}

export type GeneratedAnswers = {
  answer: (request: Request) => Promise<Response | null>
  /** Chooses the next answers; the same seed gives the same ones. */
  use: (seed: number) => void
  /** The answers of an operation that were sent, one per seed. */
  sent: (operationId: string) => readonly unknown[]
}

/** Adapts a response to the requirements of the test. */
export type Adapt = (operationId: string, body: unknown) => unknown

/** Answers of the generated mock handlers with every shape that the contract allows. */
export function generatedAnswers(adapt: Adapt): GeneratedAnswers {
  let seed = 0
  const sent = new Map<string, Map<number, unknown>>()
  const handlers = operations.map((operation) => {
    const create = mocks[`get${operation.operationId.replace(/^./, (first) => first.toUpperCase())}MockHandler`]
    if (typeof create !== 'function') throw new Error(`There is no generated mock of ${operation.operationId}`)
    return (create as MockHandler)(({ params }) => bodyOf(operation, params))
  })

  function bodyOf(operation: Operation, params: Params): unknown {
    const { operationId } = operation
    const bodies = sent.get(operationId) ?? new Map<number, unknown>()
    sent.set(operationId, bodies)
    const body = adapt(operationId, withIds(generated(operation, seed), params))
    bodies.set(seed, body)
    return body
  }

  return {
    answer: async (request) => (await getResponse(handlers, request)) ?? null,
    use: (next) => void (seed = next),
    sent: (operationId) => [...(sent.get(operationId)?.values() ?? [])],
  }
}

const bodies = new Map<string, fc.Arbitrary<unknown>>()

function generated(operation: Operation, seed: number): unknown {
  const { operationId } = operation
  const [body] = fc.sample(bodiesOf(operation, extentOf(seed)), { seed: numberOf(operationId, seed), numRuns: 1 })
  return withUniqueIds(body)
}

/** Building the arbitrary takes much longer than drawing a value from it. */
function bodiesOf({ operationId, responses }: Operation, extent: Fullness): fc.Arbitrary<unknown> {
  const success = [...responses].find(([status]) => status < 300)?.[1]
  const schema = success?.content?.['application/json']?.schema
  const key = `${operationId} ${extent}`
  const built = bodies.get(key) ?? (schema === undefined ? fc.constant(undefined) : valuesOf(document, schema, extent))
  bodies.set(key, built)
  return built
}

/** Two operations must not draw the same numbers. */
function numberOf(operationId: string, seed: number): number {
  return [...operationId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 31, seed + 1)
}

/** Entries of a list differ in their id, the first member that ends in `Id`, or in their type. */
function withUniqueIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown, index) => withId(withUniqueIds(entry), index))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withUniqueIds(member)]))
}

function withId(entry: unknown, index: number): unknown {
  if (!isRecord(entry)) return entry
  const name = Object.keys(entry).find((key) => key.endsWith('Id')) ?? (Object.hasOwn(entry, 'type') ? 'type' : null)
  return name === null ? entry : { ...entry, [name]: `${String(entry[name]).slice(0, 58)}${index}` }
}

/** A resource names itself by the ids in its address. */
function withIds(body: unknown, params: Params): unknown {
  if (!isRecord(body)) return body
  const ids = Object.entries(params).filter(([name]) => Object.hasOwn(body, name))
  return { ...body, ...Object.fromEntries(ids) }
}
