/**
 * Checks whether a response conforms to the document. Used for the responses of mocks, of the sandbox under fuzzing and
 * of every journey in a browser. Independent of the sandbox's own validation.
 */
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { operationsOf, readDocument } from './document.ts'
import type { ApiDocument, Operation } from './document.ts'
import { isRealDate } from '../../form-model/tokyo-date.ts'
import { namesOf, shownPointer } from './names.ts'

export type Observed = {
  method: string
  /** Absolute or from the origin's root. */
  url: string
  status: number
  /** The headers by lower-case name. */
  headers: Readonly<Record<string, string>>
  /** The received text; empty without a body, null if it could not be read. */
  body: string | null
}

export type Conformance = {
  /** The operation of a request, or null if it is not part of the API. */
  operationAt: (method: string, url: string) => Operation | null
  /**
   * The violations, as sentences without any value of the body; empty if the response conforms.
   * @param ignore headers that a mock or an intermediary may omit, in lower case
   */
  findings: (observed: Observed, ignore?: readonly string[]) => string[]
}

export const basePath = '/app/web'

export function createConformance(document: ApiDocument = readDocument()): Conformance {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, discriminator: true })
  formats(ajv)
  // With a space instead of the T, which the package allows, some browsers read no time.
  ajv.addFormat('date-time', isDateTime)
  for (const format of ['binary', 'password']) ajv.addFormat(format, true)
  // The package knows a discriminator without its mapping, which names the same schemas.
  const withoutMapping = JSON.stringify(document, (name, value: unknown) => (name === 'mapping' ? undefined : value))
  ajv.addSchema(JSON.parse(withoutMapping) as object, 'document')
  const names = namesOf(document)
  const compiled = new Map<string, ValidateFunction>()
  const operations = operationsOf(document).map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    literal: !operation.path.includes('{'),
  }))

  function validatorOf(operation: Operation, status: number, contentType: string): ValidateFunction {
    const schema = operation.responses.get(status)?.content?.[contentType]?.schema ?? {}
    const key = `${operation.operationId} ${status} ${contentType}`
    const validate = compiled.get(key) ?? ajv.compile(pointingInto(schema))
    compiled.set(key, validate)
    return validate
  }

  function operationAt(method: string, url: string): Operation | null {
    const path = new URL(url, 'http://origin').pathname
    if (!path.startsWith(`${basePath}/`)) return null
    const fitting = operations.filter(
      ({ operation, pattern }) => operation.method === method && pattern.test(path.slice(basePath.length)),
    )
    return (fitting.find(({ literal }) => literal) ?? fitting[0])?.operation ?? null
  }

  return {
    operationAt,
    findings({ method, url, status, headers, body }, ignore = []) {
      const operation = operationAt(method, url)
      if (operation === null) return [`${method} ${url} is not an operation of the document`]
      const name = `${operation.operationId} ${status}`
      const response = operation.responses.get(status)
      if (response === undefined) return [`${name}: the document has no such status`]
      const findings = Object.entries(response.headers ?? {})
        .filter(([header, { required }]) => required === true && !ignore.includes(header.toLowerCase()))
        .filter(([header]) => headers[header.toLowerCase()] === undefined)
        .map(([header]) => `${name}: the header ${header} is missing`)
      if (response.content === undefined)
        return body === '' || body === null ? findings : [...findings, `${name}: it has a body`]
      const contentType = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
      if (!(contentType in response.content))
        return [...findings, `${name}: the content type is "${mediaType.test(contentType) ? contentType : ''}"`]
      if (!contentType.endsWith('json') || body === null) return findings
      const value = parse(body)
      if (value === undefined) return [...findings, `${name}: the body is not JSON`]
      const validate = validatorOf(operation, status, contentType)
      if (!validate(value)) {
        findings.push(
          ...(validate.errors ?? []).map(
            ({ instancePath, message }) =>
              `${name}: ${shownPointer(instancePath, names) || 'the body'} ${message ?? ''}`,
          ),
        )
      }
      const code = codeOf(value)
      const codes = response['x-codes']
      if (codes !== undefined && !codes.includes(code)) findings.push(`${name}: the code is ${shownCode(code)}`)
      return findings
    },
  }
}

const time = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

function isDateTime(text: string): boolean {
  const [, day] = time.exec(text) ?? []
  return day !== undefined && isRealDate(day)
}

/** The references of a schema are local to the document, of which the compiled copy is not a part. */
function pointingInto(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as object
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const mediaType = /^(?:application|audio|font|image|multipart|text|video)\/[\w.+-]+$/

function shownCode(code: string): string {
  return code === '' ? 'missing' : /^[A-Z]{2}_[A-Z]{2}_\d{4}$/.test(code) ? code : 'unknown'
}

function codeOf(value: unknown): string {
  return typeof value === 'object' && value !== null && 'code' in value ? String(value.code) : ''
}
