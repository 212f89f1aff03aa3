import { basePath } from '../openapi/conformance.ts'
import type { Operation } from '../openapi/document.ts'
import type { Interaction } from '../pact/pact-file.ts'
import type { StateValues } from '../pact/set-state.ts'
import { segmentsOf } from '../../form-model/pointer.ts'

/** A request by the names of the document. */
export type Request = {
  operation: string
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | readonly string[]>>
  /** The Idempotency-Key. Without it a new one, null for none. */
  key?: string | null
  /** The bearer token. Without it that of the state, null for none. */
  token?: string | null
  ifMatch?: string | undefined
  /** The Accept-Language, without it Japanese. */
  language?: string
  /** A value for JSON, or bytes with their content type. */
  body?: unknown
  contentType?: string
}

/** The request of an interaction, with the values that its state has returned. */
export function requestOf(interaction: Interaction, { operationId, path }: Operation, values: StateValues): Request {
  const { generators = {}, query = {}, headers = {}, body } = interaction.request
  const filled = (text: string, generator: { type: string; expression?: string } | undefined) =>
    generator?.type === 'ProviderState' ? fill(generator.expression ?? '', values) : text
  const ifMatch = headers['If-Match']?.[0]
  return {
    operation: operationId,
    path: pathParametersOf(path, filled(interaction.request.path, generators.path)),
    query: Object.fromEntries(
      Object.entries(query).map(([name, given]) => [name, given.map((text) => filled(text, generators.query?.[name]))]),
    ),
    ...(ifMatch === undefined ? {} : { ifMatch: filled(ifMatch, generators.header?.['If-Match']) }),
    ...(body === undefined ? {} : bodyOf(body, generators.body ?? {}, values)),
  }
}

type Body = NonNullable<Interaction['request']['body']>
type Generators = NonNullable<NonNullable<Interaction['request']['generators']>['body']>

function bodyOf({ content, contentType, encoded }: Body, generators: Generators, values: StateValues) {
  if (encoded === 'base64') return { body: Buffer.from(String(content), 'base64'), contentType }
  const body: unknown = structuredClone(content)
  for (const [place, generator] of Object.entries(generators))
    if (generator.type === 'ProviderState') put(body, place, fill(generator.expression, values))
  return { body }
}

/** Sets the value at a place such as `$.answers.booking.date`. */
function put(body: unknown, place: string, value: string): void {
  const names = place.split('.').slice(1)
  let target = body as Record<string, unknown>
  for (const name of names.slice(0, -1)) target = target[name] as Record<string, unknown>
  target[names.at(-1) ?? ''] = value
}

function fill(expression: string, values: StateValues): string {
  return expression.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

export function pathParametersOf(template: string, path: string): Record<string, string> {
  const given = segmentsOf(path.slice(basePath.length))
  return Object.fromEntries(
    segmentsOf(template).flatMap((segment, index) =>
      segment.startsWith('{') ? [[segment.slice(1, -1), decodeURIComponent(given[index] ?? '')]] : [],
    ),
  )
}

/** The address of a request, from the origin's root. */
export function addressOf({ path = {}, query = {} }: Request, operation: Operation): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, given]) => [given].flat().map((value) => [name, String(value)])),
  ).toString()
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))
  return `${basePath}${filled}${search === '' ? '' : `?${search}`}`
}

/** The save of an application as a draft. */
export function saveOf({ body }: Pick<Request, 'body'>) {
  const { serviceId = '', type = '', applicationId = '', formVersion, answers } = body as Record<string, string>
  return { operation: 'saveDraft', path: { serviceId, type }, body: { applicationId, formVersion, answers } }
}

/** The application of an example in another name. */
export function withFamilyName(example: Request, familyName: string): Request {
  const body = structuredClone(example.body) as { answers: { applicant: { name: object } } }
  Object.assign(body.answers.applicant.name, { familyName })
  return { ...example, body }
}
