import { joinPointer } from '../../form-model/pointer.ts'
import type { DocumentNode, Located } from './document.ts'
import { listOf, locate, nodeOf } from './document.ts'

/** The part of one operation of api-spec/openapi.yaml that an implementation of the API needs. */
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
  /** The error codes that `x-codes` allows with this status. */
  codes(status: number): readonly string[]
}

export type Parameter = {
  name: string
  place: 'path' | 'query' | 'header'
  required: boolean
  list: boolean
  integer: boolean
  schemaPointer: string
}

export type DescribedOperation = Operation & {
  parameters: readonly Parameter[]
  /** The schema of a JSON body; null if the operation takes none. */
  body: { schemaPointer: string; required: boolean } | null
  /** The response with this status; null if the document has none. */
  response(status: number): Located | null
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

export function operationsOf(document: DocumentNode): DescribedOperation[] {
  return Object.entries(nodeOf(document.paths)).flatMap(([path, item]) =>
    methods
      .filter((method) => nodeOf(item)[method] !== undefined)
      .map((method) => describe(document, path, method, nodeOf(item))),
  )
}

function describe(document: DocumentNode, path: string, method: string, item: DocumentNode): DescribedOperation {
  const pathPointer = joinPointer('/paths', path)
  const pointer = joinPointer(pathPointer, method)
  const operation = nodeOf(item[method])
  const parameters = [...parametersOf(document, item, pathPointer), ...parametersOf(document, operation, pointer)]
  const requestBody = bodyOf(document, operation, pointer)
  const multipart = requestBody !== null && nodeOf(requestBody.value.content)['multipart/form-data'] !== undefined
  const response = (status: number) => {
    const found = nodeOf(operation.responses)[String(status)]
    return found === undefined ? null : locate(document, found, `${pointer}/responses/${status}`)
  }
  return {
    id: String(operation.operationId),
    method,
    path,
    owner: !Array.isArray(operation.security),
    keyed: parameters.some(({ name }) => name === 'Idempotency-Key'),
    multipart,
    codes: (status) => listOf(response(status)?.value['x-codes']).map(String),
    parameters,
    body:
      requestBody === null || multipart
        ? null
        : {
            schemaPointer: `${requestBody.pointer}/content/application~1json/schema`,
            required: requestBody.value.required === true,
          },
    response,
  }
}

function bodyOf(document: DocumentNode, operation: DocumentNode, pointer: string): Located | null {
  const given = operation.requestBody
  return given === undefined ? null : locate(document, given, `${pointer}/requestBody`)
}

function parametersOf(document: DocumentNode, holder: DocumentNode, pointer: string): Parameter[] {
  return listOf(holder.parameters).map((given, index) =>
    parameterOf(locate(document, given, `${pointer}/parameters/${index}`)),
  )
}

function parameterOf({ value, pointer }: Located): Parameter {
  const schema = nodeOf(value.schema)
  const place = value.in
  if (place !== 'path' && place !== 'query' && place !== 'header')
    throw new Error(`A parameter in ${String(place)} is not supported`)
  return {
    name: String(value.name),
    place,
    required: value.required === true,
    list: schema.type === 'array',
    integer: schema.type === 'integer',
    schemaPointer: `${pointer}/schema`,
  }
}
