import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import type { Schemas } from './body-errors.ts'
import { bodyErrors, errorPlaces } from './body-errors.ts'
import type { DocumentNode } from './document.ts'
import { listOf, nodeOf } from './document.ts'
import type { DescribedOperation, Operation, Parameter } from './operations.ts'
import { operationsOf } from './operations.ts'

export type Sent = {
  pathParameters: { [name: string]: string }
  query: URLSearchParams
  headers: Headers
  /** Parsed JSON; undefined if nothing was sent. */
  body: unknown
}

/** A violation of the document. `place` is the part of the request; `pointer` is as in a FieldError. */
export type Violation = { place: 'path' | 'query' | 'header' | 'body'; pointer: string; keyword: string }

export type Reply = { status: number; headers: Headers; body: unknown }

export type Contract = {
  basePath: string
  operations: readonly Operation[]
  /** Errors of a request, at most one for each place. */
  checkRequest: (operation: Operation, sent: Sent) => Violation[]
  /** One sentence for each rule of the document that a response violates. */
  checkResponse: (operation: Operation, reply: Reply) => string[]
}

let cached: Contract | undefined

/** The contract of this repository, read once per process. */
export function contract(): Contract {
  cached ??= readContract(path.join(import.meta.dirname, '..', '..', 'api-spec', 'openapi.yaml'))
  return cached
}

function readContract(file: string): Contract {
  const document = nodeOf(parse(readFileSync(file, 'utf8')))
  const schemas: Schemas = { document, validator: validatorsOf(document) }
  const operations = operationsOf(document)
  const described = (operation: Operation): DescribedOperation => {
    const found = operations.find(({ id }) => id === operation.id)
    if (found === undefined) throw new Error(`The contract has no operation ${operation.id}`)
    return found
  }
  return {
    basePath: String(nodeOf(listOf(document.servers)[0]).url),
    operations,
    checkRequest: (operation, sent) => requestObjections(schemas, described(operation), sent),
    checkResponse: (operation, reply) => responseBreaches(schemas, described(operation), reply),
  }
}

/** Compiles a schema at its first use: a sandbox for one page test needs only a few of several hundred. */
function validatorsOf(document: DocumentNode): (pointer: string) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, coerceTypes: false })
  formats(ajv)
  ajv.addFormat('binary', true)
  ajv.addFormat('password', true)
  ajv.addSchema(document, 'openapi')
  const compiled = new Map<string, ValidateFunction>()
  return (pointer) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    compiled.set(pointer, validate)
    return validate
  }
}

function requestObjections(schemas: Schemas, { parameters, body }: DescribedOperation, sent: Sent): Violation[] {
  const objections = parameters.flatMap((parameter) => parameterObjections(schemas, parameter, sent))
  if (body === null) return objections
  if (sent.body === undefined)
    return body.required ? [...objections, { place: 'body', pointer: '', keyword: 'required' }] : objections
  const places = errorPlaces(bodyErrors(schemas, body.schemaPointer, sent.body))
  return [...objections, ...places.map((error) => ({ place: 'body' as const, ...error }))]
}

function parameterObjections({ validator }: Schemas, parameter: Parameter, sent: Sent): Violation[] {
  const { name, place, required, schemaPointer } = parameter
  const pointer = joinPointer('', name)
  const value = valueOf(parameter, sent)
  if (value === undefined) return required ? [{ place, pointer, keyword: 'required' }] : []
  const validate = validator(schemaPointer)
  return validate(value) ? [] : [{ place, pointer, keyword: validate.errors?.[0]?.keyword ?? 'invalid' }]
}

/** The parameter as JSON, or undefined if it was not sent. */
function valueOf({ name, place, list: isList, integer }: Parameter, sent: Sent): unknown {
  if (place === 'path') return sent.pathParameters[name]
  if (place === 'header') return sent.headers.get(name) ?? undefined
  const values = sent.query.getAll(name)
  if (values.length === 0) return undefined
  if (isList) return values
  // A repeated parameter is invalid here; passed on as a list, it is refused.
  if (values.length > 1) return values
  return integer && /^-?\d+$/.test(values[0] ?? '') ? Number(values[0]) : values[0]
}

function responseBreaches({ validator }: Schemas, operation: DescribedOperation, reply: Reply): string[] {
  const { status, headers, body } = reply
  const response = operation.response(status)
  if (response === null) return [`status ${status} is not in the contract`]
  const missing = Object.keys(nodeOf(response.value.headers ?? {}))
    .filter((name) => !headers.has(name))
    .map((name) => `the header ${name} is missing`)
  const content = response.value.content === undefined ? null : nodeOf(response.value.content)
  if (content === null) return body === undefined ? missing : [...missing, 'it has a body']
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
  if (content[type] === undefined) return [...missing, `the content type "${type}" is not in the contract`]
  if (!type.endsWith('json')) return missing
  const validate = validator(`${joinPointer(`${response.pointer}/content`, type)}/schema`)
  const errors = validate(body) ? [] : (validate.errors ?? [])
  return [
    ...missing,
    ...errors.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message ?? ''}`),
    ...codeBreaches(listOf(response.value['x-codes']), isRecord(body) ? body.code : undefined),
  ]
}

function codeBreaches(codes: readonly unknown[], code: unknown): string[] {
  return codes.length === 0 || codes.includes(code)
    ? []
    : [`the code ${String(code)} is not one of ${codes.join(', ')}`]
}
