import { Hono } from 'hono'
import { contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operations.ts'
import { ProblemAnswer } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { Handler } from './call.ts'
import { handlers } from './handlers.ts'
import { authentication, sessionRequired } from './middleware/authentication.ts'
import { content, sizeLimit } from './middleware/content.ts'
import { answerCheck, requestCheck } from './middleware/contract-check.ts'
import { faultInjection } from './middleware/faults.ts'
import { createIdempotency } from './middleware/idempotency.ts'
import type { Idempotency } from './middleware/idempotency.ts'
import { logging } from './middleware/logging.ts'
import { openTenant } from './middleware/open-tenant.ts'
import { callerOf, pathParametersOf } from './request-state.ts'
import type { LoggedCall, WebApiContext, WebApiEnv } from './request-state.ts'
import { failureResponse, preflight, problemResponse, toResponse } from './responses.ts'

export type WebApiOptions = {
  /** Receives every response that violates the contract; the response itself becomes a 500. */
  onContractBreach?: (message: string) => void
  onCall?: (call: LoggedCall) => void
}

/** The user web API: one route per operation of the contract, so that no route is missing or additional. */
export function createWebApi(backend: Backend, options: WebApiOptions = {}): Hono<WebApiEnv> {
  const app = new Hono<WebApiEnv>()
  const idempotency = createIdempotency(backend)
  const { operations, basePath } = contract()

  app.options(`${basePath}/*`, () => preflight())
  for (const operation of operations) {
    app.on(
      operation.method.toUpperCase(),
      basePath + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      logging(operation, backend.clock, options.onCall),
      authentication(backend),
      content,
      faultInjection(backend),
      answerCheck(contract(), options.onContractBreach),
      sessionRequired(backend),
      sizeLimit,
      requestCheck(contract()),
      openTenant(backend),
      idempotency.middleware,
      answering(backend, handlerOf(operation), idempotency),
    )
  }

  app.onError((error, c) => {
    const { requestId, operation } = c.get('log')
    if (error instanceof ProblemAnswer) return problemResponse(backend, error, requestId)
    console.error(`The sandbox failed at ${operation}:`, error)
    return failureResponse(backend, 500, { type: 'about:blank', title: 'Internal error', status: 500 }, requestId)
  })
  return app
}

function handlerOf({ id }: Operation): Handler {
  const handler = handlers.get(id)
  if (handler === undefined) throw new Error(`The sandbox does not implement the operation ${id}`)
  return handler
}

function answering(backend: Backend, handler: Handler, { isInProgress }: Idempotency) {
  return async (c: WebApiContext): Promise<Response> => {
    const pathParameters = pathParametersOf(c)
    const { key, requestId } = c.get('log')
    const { body, form } = c.get('content')
    const answer = await handler(
      {
        backend,
        path: (name) => pathParameters[name] ?? '',
        query: new URL(c.req.url).searchParams,
        body,
        form,
        header: (name) => c.req.header(name),
        locale: c.get('locale'),
        scope: callerOf(c),
        key,
        isInProgress,
        now: backend.clock.now(),
        fault: c.get('fault'),
        tenant: c.get('tenant'),
      },
      c.get('session'),
    )
    c.set('answer', answer)
    return toResponse(backend, answer, requestId)
  }
}
