/**
 * `npm run generate`: api-spec/openapi.yaml → src/api/generated (types, functions, React Query hooks, MSW mocks).
 *
 * How headers are passed:
 * - A request header that the caller decides (`Idempotency-Key`, `If-Match`) is a declared header parameter and thus an
 *   argument: `submitOrder(body, { 'Idempotency-Key': key })`, and in hooks `mutate({ data, headers })`.
 * - A request header of every call (`X-Request-Id`, `Accept-Language`, the bearer token) is set by the
 *   mutator and left out of the generated signatures (`withoutClientHeaders`).
 * - Response headers reach the callers of `operationsWithHeaders` only: these run through `authenticatedResponse`,
 *   which
 *   returns `{ data, headers, status }`. `toProblem` reads `Retry-After` of a problem from the error.
 *
 * `limits.ts` (lengths and patterns for hand-written forms) is written beside orval's files by `writeLimits`.
 *
 * `useQuery: true` must never be set: orval would then make a query of every POST as well.
 */
import { writeFile } from 'node:fs/promises'
import { defineConfig } from 'orval'
import type { InputOptions, OutputOptions } from 'orval'
import { operationsOf, readDocument, resolved } from './contract/openapi/document.ts'
import { limitsSource } from './contract/openapi/limits.ts'

type TransformerOf<Options extends { override?: { transformer?: unknown } }> = Extract<
  NonNullable<Options['override']>['transformer'],
  (...args: never) => unknown
>

const clientHeaders = ['#/components/parameters/RequestId', '#/components/parameters/AcceptLanguage']

const withoutClientHeaders: TransformerOf<InputOptions> = (document) => {
  for (const path of Object.values(document.paths ?? {})) {
    if (!path?.parameters) continue
    path.parameters = path.parameters.filter(
      (parameter) => !('$ref' in parameter && clientHeaders.includes(String(parameter.$ref))),
    )
  }
  return document
}

/**
 * Under `exactOptionalPropertyTypes` the generated infinite queries pass `cursor: undefined`, as callers do with filters
 * that are not set: optional query and header parameters may be undefined. Axios leaves them out.
 */
const allowUndefinedParameters: TransformerOf<OutputOptions> = (operation) => {
  for (const type of [operation.queryParams, operation.headers])
    if (type !== undefined) type.schema.model = type.schema.model.replaceAll(/^(.*\?: .*[^;]);?$/gm, '$1 | undefined;')
  return operation
}

async function writeLimits() {
  await writeFile('src/api/generated/limits.ts', limitsSource(contract))
}

const contract = readDocument('api-spec/openapi.yaml')
/** Operations without a session declare it: `security: []`. */
const publicOperations = operationsOf(contract)
  .filter(({ owned }) => !owned)
  .map(({ operationId }) => operationId)

const submittedOrder = resolved<{ value: Record<string, unknown> }>(contract, {
  $ref: '#/components/examples/submittedOrder',
})

const publicRequest = { path: './src/api/client.ts', name: 'publicRequest' }
const checkedPublicRequest = { path: './src/api/client.ts', name: 'checkedPublicRequest' }
const authenticatedRequest = { path: './src/api/http.ts', name: 'authenticatedRequest' }
const authenticatedUpload = { path: './src/api/http.ts', name: 'authenticatedUpload' }
const authenticatedResponse = { path: './src/api/http.ts', name: 'authenticatedResponse' }

const operationsWithHeaders = ['getDraft', 'saveDraft', 'getProfile', 'updateProfile', 'submitOrder', 'reapplyOrder']
const cursorLists = ['listOrders', 'listDrafts', 'listFiles']

const queryOptions = {
  useSuspenseQuery: true,
  signal: true,
  shouldSplitQueryKey: true,
  version: 5 as const,
}

export default defineConfig({
  portal: {
    hooks: { afterAllFilesWrite: writeLimits },
    input: { target: './api-spec/openapi.yaml', override: { transformer: withoutClientHeaders } },
    output: {
      target: './src/api/generated/api.ts',
      mode: 'tags-split',
      client: 'react-query',
      httpClient: 'axios',
      clean: true,
      headers: true,
      indexFiles: false,
      tsconfig: './tsconfig.json',
      urlEncodeParameters: true,
      mock: { indexMockFiles: true, generators: [{ type: 'msw', delay: false, useExamples: true }] },
      override: {
        transformer: allowUndefinedParameters,
        mutator: authenticatedRequest,
        operations: {
          ...Object.fromEntries(publicOperations.map((operation) => [operation, { mutator: checkedPublicRequest }])),
          getTenantInfo: { mutator: publicRequest },
          uploadAttachment: { mutator: authenticatedUpload },
          ...Object.fromEntries(
            operationsWithHeaders.map((operation) => [operation, { mutator: authenticatedResponse }]),
          ),
          // The mock would choose one of the two responses (201, 202) at random.
          submitOrder: { mutator: authenticatedResponse, mock: { data: submittedOrder.value } },
          ...Object.fromEntries(
            cursorLists.map((operation) => [
              operation,
              {
                query: {
                  ...queryOptions,
                  useInfinite: true,
                  useSuspenseInfiniteQuery: true,
                  useInfiniteQueryParam: 'cursor',
                },
              },
            ]),
          ),
        },
        header: ({ title, version }) => [`Generated by orval from ${title} ${version}: do not edit.`],
        query: queryOptions,
        mock: { exactOptional: true },
      },
    },
  },
})
