import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { canonicalJson } from '../../../form-model/canonical.ts'
import { isRecord } from '../../../form-model/record.ts'
import type { Operation } from '../../contract/operations.ts'
import { sha256 } from '../../core/identifiers.ts'
import { ProblemAnswer } from '../../core/problem-answer.ts'
import type { Backend } from '../../rules/backend.ts'
import type { Answer } from '../call.ts'
import { callerOf } from '../request-state.ts'
import type { WebApiEnv } from '../request-state.ts'
import { toResponse } from '../responses.ts'

type Running = { bodyHash: string; answer: Promise<Answer> }

export type Idempotency = {
  middleware: MiddlewareHandler<WebApiEnv>
  /** Whether a request with this key has arrived and has no response yet. */
  isInProgress: (scope: string, key: string) => boolean
}

/**
 * Runs an operation at most once per key. Only an accepted request (2xx) binds its key: after a refusal, the corrected
 * body may use it. The same key with another body is 422 `SE_CO_0422`. While the first request is in progress, the
 * second gets 409 `SE_CO_0409` if the contract allows it; otherwise it waits for the response to the first.
 */
export function createIdempotency(backend: Pick<Backend, 'accepted' | 'clock'>): Idempotency {
  const inProgress = new Map<string, Running>()

  const middleware = createMiddleware<WebApiEnv>(async (c, next) => {
    const { key, requestId } = c.get('log')
    if (key === undefined) return next()
    const scope = callerOf(c)
    const { body, form } = c.get('content')
    const bodyHash = await hashOf(c.req.method, c.req.path, body, form)
    const earlier = earlierAnswer(c.get('operation'), scope, key, bodyHash)
    if (earlier !== null) return toResponse(backend, await earlier, requestId)
    const name = nameOf(scope, key)
    const answer = next().then(() => {
      if (c.error !== undefined) throw c.error
      return c.get('answer')
    })
    inProgress.set(name, { bodyHash, answer })
    try {
      store(scope, key, bodyHash, c.get('operation'), await answer)
    } catch (error) {
      // The operation's error is already a response.
      if (error !== c.error) throw error
    } finally {
      inProgress.delete(name)
    }
  })

  /** The present or future response to an earlier request with this key; null if the request is the first. */
  function earlierAnswer(operation: Operation, scope: string, key: string, bodyHash: string) {
    const refusesWhileInProgress = operation.codes(409).includes('SE_CO_0409')
    const stored = backend.accepted.find(scope, key)
    // A request that was accepted and failed later has changed nothing, so its key may be used again.
    if (stored !== null && stored.outcome === undefined) {
      if (stored.pending !== undefined && refusesWhileInProgress) throw new ProblemAnswer(409, 'SE_CO_0409')
      if (stored.bodyHash !== bodyHash) throw new ProblemAnswer(422, 'SE_CO_0422')
      const { status, headers, body } = stored
      return Promise.resolve<Answer>({ status, headers, ...(isRecord(body) ? { body } : {}) })
    }
    const running = inProgress.get(nameOf(scope, key))
    if (running === undefined) return null
    if (running.bodyHash !== bodyHash) throw new ProblemAnswer(422, 'SE_CO_0422')
    if (refusesWhileInProgress) throw new ProblemAnswer(409, 'SE_CO_0409')
    return running.answer
  }

  function store(scope: string, key: string, bodyHash: string, { id: operation }: Operation, answer: Answer): void {
    const { status, headers = {}, body = null, pending } = answer
    if (status >= 300) return
    const record = { scope, key, operation, bodyHash, at: backend.clock.now(), status, headers, body }
    backend.accepted.save(pending === undefined ? record : { ...record, pending })
  }

  return { middleware, isInProgress: (scope, key) => inProgress.has(nameOf(scope, key)) }
}

function nameOf(scope: string, key: string): string {
  return `${scope} ${key}`
}

/** A hash of a request's meaning: it ignores the order of members and the boundary of a form. */
async function hashOf(method: string, path: string, body: unknown, form: FormData | null): Promise<string> {
  const content = form === null ? canonicalJson(body) : await formContent(form)
  return sha256(`${method} ${path}\n${content}`)
}

async function formContent(form: FormData): Promise<string> {
  const parts: string[] = []
  for (const [name, value] of form) {
    if (typeof value === 'string') parts.push(`${name}=${value}`)
    else parts.push(`${name}=${value.name} ${value.type} ${sha256(new Uint8Array(await value.arrayBuffer()))}`)
  }
  return parts.join('\n')
}
