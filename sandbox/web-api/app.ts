import { Hono } from 'hono'
import type { Context } from 'hono'
import { contract } from '../contract/contract.ts'
import type { Operation } from '../contract/contract.ts'
import { ProblemAnswer, notFound, refusedFields } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { Owner, TenantRecord } from '../core/records.ts'
import { fieldError } from '../rules/field-messages.ts'
import type { Answer, Handler } from './call.ts'
import { answerAfterWork, answerInstead } from './fault-answers.ts'
import { handlers } from './handlers.ts'
import { createIdempotency, hashOf } from './idempotency.ts'
import { failureResponse, preflight, problemResponse, requestIdOf, toResponse } from './responses.ts'
import { isClosed, retryAfter } from '../rules/tenant-state.ts'

/** What a request to the API came to, for the tests' oracles. `status` is 0 while it is under way. */
export type LoggedCall = {
  at: number
  operation: string
  status: number
  requestId: string
  key?: string
  userId?: string
}

export type WebApiOptions = {
  /** Told of every answer that breaks the contract; the answer itself becomes a 500. */
  onContractBreach?: (message: string) => void
  onCall?: (call: LoggedCall) => void
}

/** Headers that nothing depends on: an odd one is overlooked, as if it had not been sent. */
const courtesies: ReadonlySet<string> = new Set(['/X-Request-Id', '/Accept-Language'])

const largestJson = 1_000_000
const largestUpload = 12_000_000

/** The user web API: one route per operation of the contract, so that none can be missing or made up. */
export function createWebApi(backend: Backend, options: WebApiOptions = {}): Hono {
  const app = new Hono()
  const { once, isUnderWay } = createIdempotency(backend)
  const { operations, checkRequest, checkResponse, basePath } = contract()

  app.options(`${basePath}/*`, () => preflight())
  for (const operation of operations) {
    const handler = handlers.get(operation.id)
    if (handler === undefined) throw new Error(`The sandbox does not answer the operation ${operation.id}`)
    const route = basePath + operation.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(operation.method.toUpperCase(), route, (c) => serve(operation, handler, c))
  }

  async function serve(operation: Operation, handler: Handler, c: Context): Promise<Response> {
    const { headers } = c.req.raw
    const key = operation.keyed ? headers.get('Idempotency-Key') : null
    const log: LoggedCall = {
      at: backend.clock.now(),
      operation: operation.id,
      status: 0,
      requestId: requestIdOf(headers),
      ...(key === null ? {} : { key }),
    }
    options.onCall?.(log)
    try {
      const response = await answered(operation, handler, c, log)
      log.status = response.status
      return response
    } catch (error) {
      const response = await failure(operation, error, log.requestId)
      log.status = response.status
      return response
    }
  }

  async function failure(operation: Operation, error: unknown, requestId: string): Promise<Response> {
    if (error instanceof ProblemAnswer) {
      const response = problemResponse(backend, error, requestId)
      const { status, headers } = response
      const breach = breachOf(operation, { status, headers, body: error.problem })
      if (breach === null) return response
      return failure(operation, new Error(breach), requestId)
    }
    console.error(`The sandbox failed at ${operation.id}:`, error)
    return failureResponse(backend, 500, { type: 'about:blank', title: 'Internal error', status: 500 }, requestId)
  }

  async function answered(operation: Operation, handler: Handler, c: Context, log: LoggedCall): Promise<Response> {
    const { requestId } = log
    const request = c.req.raw
    const url = new URL(request.url)
    const pathParameters = { ...(c.req.param() as { [name: string]: string }) }

    const session = handler.access === 'owner' ? await sessionOf(backend, request.headers) : null
    if (session !== null) log.userId = session.userId
    const { body, form, size } = await contentOf(operation, request)
    const fault = backend.faults.take({
      operation: operation.id,
      userId: session?.userId,
      values: valuesIn(pathParameters, url.searchParams, body),
    })
    const instead = fault && (await answerInstead(fault, backend, { requestId, signal: request.signal }))
    if (instead) return instead
    const worked = async (): Promise<Response> => {
      if (handler.access === 'owner' && session === null) throw new ProblemAnswer(401, 'SE_CO_0401')
      const largest = fault?.maxBytes ?? (operation.multipart ? largestUpload : largestJson)
      if (size > largest) throw new ProblemAnswer(413, 'SE_CO_0413')
      const locale = /^en\b/i.test(request.headers.get('Accept-Language') ?? '') ? 'en' : 'ja'
      const objections = checkRequest(operation, {
        pathParameters,
        query: url.searchParams,
        headers: request.headers,
        body,
      })
      refuseObjections(
        objections.filter(({ pointer }) => !courtesies.has(pointer)),
        locale,
      )
      const tenant = openTenant(backend, operation, session?.tenantId ?? pathParameters.tenantId ?? '')

      const scope = session === null ? `${tenant.tenantId}/` : `${session.tenantId}/${session.userId}`
      const call = {
        backend,
        path: (name: string) => pathParameters[name] ?? '',
        query: url.searchParams,
        // The contract has just found the body to be of the type the handler names.
        body: body as never,
        form,
        header: (name: string) => request.headers.get(name) ?? undefined,
        locale,
        scope,
        key: log.key,
        isUnderWay,
        now: backend.clock.now(),
        fault,
        tenant,
      } as const
      const work = async (): Promise<Answer> => {
        if (handler.access === 'public') return handler.handle(call)
        if (session === null) throw new ProblemAnswer(401, 'SE_CO_0401')
        return handler.handle({ ...call, owner: session })
      }
      const answer =
        log.key === undefined
          ? await work()
          : await once(
              {
                scope,
                key: log.key,
                operation: operation.id,
                bodyHash: await hashOf(operation.method, url.pathname, body, form),
                refusesWhileInProgress: operation.codes(409).includes('SE_CO_0409'),
              },
              work,
            )
      const response = toResponse(backend, answer, requestId)
      const { status, headers } = response
      const breach = breachOf(operation, { status, headers, body: answer.bytes ?? asJson(answer.body) })
      if (breach !== null) throw new Error(breach)
      return response
    }
    // A refusal is an answer, too, and can be lost or broken on its way.
    const response = await worked().catch((error: unknown) => failure(operation, error, requestId))
    return fault === null ? response : answerAfterWork(fault, response)
  }

  function breachOf(operation: Operation, answer: Parameters<typeof checkResponse>[1]): string | null {
    const wrong = checkResponse(operation, answer)
    if (wrong.length === 0) return null
    const message = `${operation.id} answered ${answer.status} against the contract: ${wrong.join('; ')}`
    options.onContractBreach?.(message)
    return message
  }

  return app
}

/** Path errors first, as if the address did not exist; a missing or odd `If-Match` is a conflict; the rest are fields. */
function refuseObjections(
  objections: readonly { place: string; pointer: string; keyword: string }[],
  locale: 'ja' | 'en',
): void {
  if (objections.length === 0) return
  if (objections.some(({ place }) => place === 'path')) throw notFound()
  if (objections.some(({ pointer }) => pointer === '/If-Match')) throw new ProblemAnswer(412, 'SE_CO_0412')
  throw refusedFields(objections.map(({ pointer, keyword }) => fieldError(pointer, keyword, locale)))
}

function openTenant(backend: Pick<Backend, 'clock' | 'tenants'>, operation: Operation, tenantId: string): TenantRecord {
  const tenant = backend.tenants.find(tenantId)
  if (tenant === null) throw notFound()
  const now = backend.clock.now()
  if (operation.id !== 'getTenantInfo' && isClosed(tenant, now))
    throw new ProblemAnswer(503, 'SE_CO_0503', { retryAfter: retryAfter(tenant, now) })
  return tenant
}

async function sessionOf(backend: Pick<Backend, 'identity' | 'residents'>, headers: Headers): Promise<Owner | null> {
  const token = /^Bearer (\S+)$/.exec(headers.get('Authorization') ?? '')?.[1]
  const verified = token === undefined ? null : await backend.identity.verifyIdToken(token)
  const [tenantId, userId, ...rest] = verified?.username.split('__') ?? []
  if (tenantId === undefined || userId === undefined || rest.length > 0) return null
  return backend.residents.find(tenantId, userId) === null ? null : { tenantId, userId }
}

async function contentOf(
  operation: Operation,
  request: Request,
): Promise<{ body: unknown; form: FormData | null; size: number }> {
  if (operation.multipart) {
    const size = Number(request.headers.get('Content-Length') ?? 0)
    // What is too large is not read, and what is no form has no parts.
    const form = size > largestUpload ? new FormData() : await request.formData().catch(() => new FormData())
    return { body: undefined, form, size }
  }
  const text = await request.text()
  return { body: text === '' ? undefined : parsed(text), form: null, size: text.length }
}

/** Text that is no JSON stays a string, which the contract then refuses as a body. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function asJson(body: object | undefined): unknown {
  return body === undefined ? undefined : JSON.parse(JSON.stringify(body))
}

/** Where a magic value of `faults.ts` may stand. */
function valuesIn(pathParameters: { [name: string]: string }, query: URLSearchParams, body: unknown): string[] {
  const members: unknown[] = typeof body === 'object' && body !== null ? Object.values(body) : []
  const { tenantId: _tenant, ...ids } = pathParameters
  return [...Object.values(ids), ...query.values(), ...members].filter((value) => typeof value === 'string')
}
