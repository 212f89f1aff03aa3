import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { escapeSegment, valueAt } from '../form-model/pointer.ts'
import { isRecord } from '../form-model/record.ts'

/** One operation of api-spec/openapi.yaml, as far as a provider needs it. */
export type Operation = {
  id: string
  method: string
  /** Below the base path, with `{name}` for parameters: `/o/orders/{orderId}`. */
  path: string
  /** Whether a bearer token is needed. */
  owner: boolean
  /** Whether it takes an Idempotency-Key. */
  keyed: boolean
  multipart: boolean
  /** The answer's codes by status: what `x-codes` allows. */
  codes(status: number): readonly string[]
}

export type Sent = {
  pathParameters: { [name: string]: string }
  query: URLSearchParams
  headers: Headers
  /** Parsed JSON; undefined if nothing was sent. */
  body: unknown
}

/** What the document objects to. `place` says in which part of the request; `pointer` is as in a FieldError. */
export type Objection = { place: 'path' | 'query' | 'header' | 'body'; pointer: string; keyword: string }

export type Contract = {
  basePath: string
  operations: readonly Operation[]
  /** Objections to a request, at most one for each place it concerns. */
  checkRequest: (operation: Operation, sent: Sent) => Objection[]
  /** Sentences about an answer that the document does not allow; none = it holds. */
  checkResponse: (operation: Operation, response: { status: number; headers: Headers; body: unknown }) => string[]
}

type Node = { [key: string]: unknown }

let cached: Contract | undefined

/** The contract of this repository, read once per process. */
export function contract(): Contract {
  cached ??= readContract(path.join(import.meta.dirname, '..', '..', 'api-spec', 'openapi.yaml'))
  return cached
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

function readContract(file: string): Contract {
  const document = node(parse(readFileSync(file, 'utf8')))
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, coerceTypes: false })
  formats(ajv)
  ajv.addFormat('binary', true)
  ajv.addFormat('password', true)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()

  /** Compiled on first use: a sandbox for one page test needs a handful of some hundred schemas. */
  function schemaAt(pointer: string): ValidateFunction {
    const known = compiled.get(pointer)
    if (known !== undefined) return known
    const validate = ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }

  function resolve(given: unknown, pointer: string): { value: Node; pointer: string } {
    const ref = node(given).$ref
    if (typeof ref !== 'string') return { value: node(given), pointer }
    return { value: at(document, ref.slice(1)), pointer: ref.slice(1) }
  }

  /** Errors of a body; where a member names its kind, those of that kind alone. */
  function errorsOf(pointer: string, body: unknown): BodyError[] {
    const schema = resolve(at(document, pointer), pointer)
    const choice = isRecord(schema.value.discriminator) ? schema.value.discriminator : null
    if (choice !== null) {
      const name = String(choice.propertyName)
      const kind = isRecord(body) ? body[name] : undefined
      const mapping = node(choice.mapping)
      const chosen = typeof kind === 'string' && Object.hasOwn(mapping, kind) ? String(mapping[kind]) : null
      return chosen === null
        ? [{ instancePath: `/${name}`, keyword: 'enum', params: {} }]
        : errorsOf(chosen.slice(1), body)
    }
    const validate = schemaAt(schema.pointer)
    let errors: BodyError[] = validate(body) ? [] : (validate.errors ?? [])
    if (!isRecord(body)) return errors
    for (const [name, given] of Object.entries(isRecord(schema.value.properties) ? schema.value.properties : {})) {
      const property = resolve(given, `${schema.pointer}/properties/${escapeSegment(name)}`)
      if (property.value.discriminator === undefined || body[name] === undefined) continue
      const place = `/${escapeSegment(name)}`
      errors = [
        ...errors.filter(({ instancePath }) => !instancePath.startsWith(place)),
        ...errorsOf(property.pointer, body[name]).map((error) => ({
          ...error,
          instancePath: place + error.instancePath,
        })),
      ]
    }
    return errors
  }

  const operations: (Operation & {
    pointer: string
    parameters: Parameter[]
    bodyPointer: string | null
    bodyRequired: boolean
  })[] = []
  const paths = node(document.paths)
  for (const [template, item] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = node(item)[method]
      if (operation === undefined) continue
      const pointer = `/paths/${escapeSegment(template)}/${method}`
      const description = node(operation)
      const parameters = [
        ...list(node(item).parameters).map((given, index) =>
          resolve(given, `/paths/${escapeSegment(template)}/parameters/${index}`),
        ),
        ...list(description.parameters).map((given, index) => resolve(given, `${pointer}/parameters/${index}`)),
      ].map(toParameter)
      const requestBody =
        description.requestBody === undefined ? null : resolve(description.requestBody, `${pointer}/requestBody`)
      const multipart = requestBody !== null && node(requestBody.value.content)['multipart/form-data'] !== undefined
      operations.push({
        id: String(description.operationId),
        method,
        path: template,
        owner: !Array.isArray(description.security),
        keyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
        multipart,
        pointer,
        parameters,
        bodyPointer:
          requestBody === null || multipart ? null : `${requestBody.pointer}/content/application~1json/schema`,
        bodyRequired: requestBody?.value.required === true,
        codes: (status) => {
          const response = node(description.responses)[String(status)]
          return response === undefined ? [] : list(resolve(response, '').value['x-codes']).map(String)
        },
      })
    }
  }

  const known = (operation: Operation) => {
    const found = operations.find(({ id }) => id === operation.id)
    if (found === undefined) throw new Error(`The contract has no operation ${operation.id}`)
    return found
  }

  return {
    basePath: String(node(list(document.servers)[0]).url),
    operations,

    checkRequest(operation, sent) {
      const { parameters, bodyPointer, bodyRequired } = known(operation)
      const objections: Objection[] = []
      for (const parameter of parameters) {
        const value = valueOf(parameter, sent)
        const place = parameter.place
        if (value === undefined) {
          if (parameter.required) objections.push({ place, pointer: `/${parameter.name}`, keyword: 'required' })
          continue
        }
        const validate = schemaAt(`${parameter.pointer}/schema`)
        if (!validate(value))
          objections.push({ place, pointer: `/${parameter.name}`, keyword: firstKeyword(validate.errors) })
      }
      if (bodyPointer === null) return objections
      if (sent.body === undefined) {
        return bodyRequired ? [...objections, { place: 'body', pointer: '', keyword: 'required' }] : objections
      }
      return [...objections, ...bodyObjections(errorsOf(bodyPointer, sent.body))]
    },

    checkResponse(operation, { status, headers, body }) {
      const { pointer } = known(operation)
      const responses = node(at(document, pointer).responses)
      if (responses[String(status)] === undefined) return [`status ${status} is not in the contract`]
      const response = resolve(responses[String(status)], `${pointer}/responses/${status}`)
      const wrong: string[] = []
      for (const name of Object.keys(node(response.value.headers ?? {})))
        if (!headers.has(name)) wrong.push(`the header ${name} is missing`)
      const content = response.value.content === undefined ? null : node(response.value.content)
      if (content === null) return body === undefined ? wrong : [...wrong, 'it has a body']
      const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
      if (content[type] === undefined) return [...wrong, `the content type "${type}" is not in the contract`]
      if (!type.endsWith('json')) return wrong
      const validate = schemaAt(`${response.pointer}/content/${escapeSegment(type)}/schema`)
      if (!validate(body))
        wrong.push(
          ...(validate.errors ?? []).map(
            ({ instancePath, message }) => `${instancePath || 'the body'} ${message ?? ''}`,
          ),
        )
      const codes = list(response.value['x-codes'])
      const code = isRecord(body) ? body.code : undefined
      if (codes.length > 0 && !codes.includes(code))
        wrong.push(`the code ${String(code)} is not one of ${codes.join(', ')}`)
      return wrong
    },
  }
}

type Parameter = {
  name: string
  place: 'path' | 'query' | 'header'
  required: boolean
  list: boolean
  integer: boolean
  pointer: string
}

function toParameter({ value, pointer }: { value: Node; pointer: string }): Parameter {
  const schema = node(value.schema)
  const place = value.in
  if (place !== 'path' && place !== 'query' && place !== 'header')
    throw new Error(`A parameter in ${String(place)} is not supported`)
  return {
    name: String(value.name),
    place,
    required: value.required === true,
    list: schema.type === 'array',
    integer: schema.type === 'integer',
    pointer,
  }
}

/** The parameter as JSON, or undefined if it was not sent. */
function valueOf({ name, place, list: isList, integer }: Parameter, sent: Sent): unknown {
  if (place === 'path') return sent.pathParameters[name]
  if (place === 'header') return sent.headers.get(name) ?? undefined
  const values = sent.query.getAll(name)
  if (values.length === 0) return undefined
  if (isList) return values
  // A parameter given twice means nothing here, so it is refused as a list.
  if (values.length > 1) return values
  return integer && /^-?\d+$/.test(values[0] ?? '') ? Number(values[0]) : values[0]
}

type BodyError = Pick<ErrorObject, 'instancePath' | 'keyword'> & { params: Node }

function bodyObjections(errors: BodyError[]): Objection[] {
  const seen = new Set<string>()
  return errors.flatMap(({ instancePath, keyword, params }) => {
    const property: unknown =
      keyword === 'required'
        ? params.missingProperty
        : keyword === 'additionalProperties'
          ? params.additionalProperty
          : undefined
    const pointer = typeof property === 'string' ? `${instancePath}/${escapeSegment(property)}` : instancePath
    if (keyword === 'oneOf' || keyword === 'anyOf' || seen.has(pointer)) return []
    seen.add(pointer)
    return [{ place: 'body' as const, pointer, keyword }]
  })
}

function firstKeyword(errors: ErrorObject[] | null | undefined): string {
  return errors?.[0]?.keyword ?? 'invalid'
}

function node(value: unknown): Node {
  if (!isRecord(value)) throw new Error('The contract is not laid out as expected')
  return value
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

function at(document: Node, pointer: string): Node {
  return node(valueAt(document, pointer))
}
