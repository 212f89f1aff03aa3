import { createMiddleware } from 'hono/factory'
import type { Fault } from '../../core/faults.ts'
import { ProblemAnswer, notFound } from '../../core/problem-answer.ts'
import type { Backend } from '../../rules/backend.ts'
import { pathParametersOf } from '../request-state.ts'
import type { WebApiContext, WebApiEnv } from '../request-state.ts'
import { failureResponse, noAnswer, problemResponse } from '../responses.ts'

const maxHangMs = 120_000

/**
 * Injects the fault that is switched on for this request, or requested by one of its values. A refusal is a response,
 * too: it can be lost or changed on the way like any other.
 */
export function faultInjection(backend: Pick<Backend, 'clock' | 'faults'>) {
  return createMiddleware<WebApiEnv>(async (c, next) => {
    const { requestId, userId, operation } = c.get('log')
    const fault = backend.faults.take({ operation, userId, values: valuesIn(c) })
    c.set('fault', fault)
    if (fault === null) return next()
    const instead = await answerInstead(fault, backend, { requestId, signal: c.req.raw.signal })
    if (instead !== null) return instead
    await next()
    const answer = await answerAfterWork(fault, c.res)
    // Hono would copy the headers of the first response, and cannot copy `Response.error()`.
    c.res = undefined
    c.res = answer
  })
}

/** Where to look for a magic value of `core/faults.ts`. */
function valuesIn(c: WebApiContext): string[] {
  const { body } = c.get('content')
  const members: unknown[] = typeof body === 'object' && body !== null ? Object.values(body) : []
  const { tenantId: _tenant, ...ids } = pathParametersOf(c)
  const query = new URL(c.req.url).searchParams
  return [...Object.values(ids), ...query.values(), ...members].filter((value) => typeof value === 'string')
}

/** A response without doing the work; null = do the work. */
async function answerInstead(
  fault: Fault,
  backend: Pick<Backend, 'clock'>,
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Promise<Response | null> {
  const refuse = (problem: ProblemAnswer) => problemResponse(backend, problem, requestId)
  const retryAfter = fault.retryAfter ?? 30
  switch (fault.kind) {
    case 'error-500':
      return failureResponse(backend, 500, { type: 'about:blank', title: 'Internal error', status: 500 }, requestId)
    case 'unavailable':
      return refuse(new ProblemAnswer(503, 'SE_CO_0503', { retryAfter }))
    case 'unavailable-until': {
      const response = refuse(new ProblemAnswer(503, 'SE_CO_0503'))
      response.headers.set('Retry-After', new Date(backend.clock.now() + retryAfter * 1000).toUTCString())
      return response
    }
    case 'too-many':
      return refuse(new ProblemAnswer(429, 'SE_CO_0429', { retryAfter }))
    case 'unauthorized':
      return refuse(new ProblemAnswer(401, 'SE_CO_0401'))
    case 'forbidden':
      return failureResponse(backend, 403, { type: 'about:blank', title: 'Forbidden', status: 403 }, requestId)
    case 'not-found':
      return refuse(notFound())
    case 'reset':
      return noAnswer()
    case 'hang':
      await backend.clock.wait(fault.delayMs ?? maxHangMs, signal)
      return noAnswer()
    case 'slow':
      await backend.clock.wait(fault.delayMs ?? 5000, signal)
      return null
    case 'answer-lost':
    case 'wrong-html':
    case 'wrong-empty':
    case 'wrong-truncated':
    case 'wrong-shape':
    case 'submission-slow':
    case 'submission-fails':
    case 'card-502':
    case 'card-503':
    case 'card-504':
    case 'upload-infected':
    case 'body-limit':
      return null
    default:
      return fault.kind satisfies never
  }
}

/** Breaks the correct response, for the faults that occur after the work. */
async function answerAfterWork(fault: Fault, response: Response): Promise<Response> {
  const { status, headers } = response
  if (fault.kind === 'answer-lost') return noAnswer()
  if (fault.kind === 'wrong-html') {
    headers.set('Content-Type', 'text/html; charset=utf-8')
    return new Response('<!doctype html><title>Proxy</title><h1>It works!</h1>', { status: 200, headers })
  }
  if (fault.kind === 'wrong-empty') return new Response(null, { status: 200, headers })
  if (fault.kind === 'wrong-truncated') {
    const text = await response.text()
    return new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers })
  }
  if (fault.kind === 'wrong-shape') {
    const body = JSON.stringify({ unexpected: ['<img src=x onerror=alert(1)>', 0, null] })
    return new Response(body, { status, headers })
  }
  return response
}
