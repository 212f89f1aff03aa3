import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { resolveLocalRef } from '../../form-model/pointer.ts'

export const documentFile = join(import.meta.dirname, '..', '..', 'api-spec', 'openapi.yaml')

export type Reference = { $ref: string }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: unknown }
export type MediaType = {
  schema?: unknown
  example?: unknown
  examples?: Record<string, Reference | { value: unknown }>
}
export type Header = { required?: boolean; schema: unknown }
export type Response = {
  description: string
  headers?: Record<string, Header>
  content?: Record<string, MediaType>
  'x-codes'?: string[]
}
export type Operation = {
  operationId: string
  method: string
  path: string
  summary: string
  description?: string
  status: 'specified' | 'proposed'
  tag: string
  owned: boolean
  parameters: Parameter[]
  body: { required: boolean; content: Record<string, MediaType> } | null
  responses: Map<number, Response>
}

/** Alternatives; an empty one, or none at all, needs no token. */
type Security = object[]

type RawOperation = {
  operationId: string
  summary: string
  description?: string
  'x-status': 'specified' | 'proposed'
  tags: string[]
  security?: Security
  parameters?: (Parameter | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}
type RawPath = { parameters?: (Parameter | Reference)[] } & Partial<Record<(typeof methods)[number], RawOperation>>
export type ApiDocument = {
  info: { title: string; version: string; description: string }
  security: Security
  paths: Record<string, RawPath>
  components: { schemas: Record<string, object> } & Record<string, Record<string, unknown>>
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

export function readDocument(file = documentFile): ApiDocument {
  return parse(readFileSync(file, 'utf8')) as ApiDocument
}

/** Follows a chain of local references to its target. */
export function resolved<T>(document: ApiDocument, value: T | Reference): T {
  let current: unknown = value
  while (typeof current === 'object' && current !== null && '$ref' in current && typeof current.$ref === 'string') {
    const reference = current.$ref
    current = resolveLocalRef(document, reference)
    if (current === undefined) throw new Error(`${reference} has no target in the document`)
  }
  return current as T
}

/** Every operation with its references resolved, in the order of the document. */
export function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (operation === undefined) return []
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      const responses = Object.entries(operation.responses).map(([status, response]): [number, Response] => {
        const answer = resolved(document, response)
        const headers = Object.entries(answer.headers ?? {}).map(([name, header]) => [name, resolved(document, header)])
        return [Number(status), { ...answer, headers: Object.fromEntries(headers) as Record<string, Header> }]
      })
      return [
        {
          operationId: operation.operationId,
          method: method.toUpperCase(),
          path,
          summary: operation.summary,
          ...(operation.description === undefined ? {} : { description: operation.description }),
          status: operation['x-status'],
          tag: operation.tags[0] ?? '',
          owned: (operation.security ?? document.security).some((scheme) => Object.keys(scheme).length > 0),
          parameters: parameters.map((parameter) => resolved(document, parameter)),
          body: operation.requestBody
            ? { required: operation.requestBody.required ?? false, content: operation.requestBody.content }
            : null,
          responses: new Map(responses),
        },
      ]
    }),
  )
}
