import { isRecord } from '../../form-model/record.ts'
import { sha256 } from '../core/identifiers.ts'
import { ProblemAnswer } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { Answer } from './call.ts'

export type KeyedRequest = {
  /** Who sends: the same key of two users is two keys. */
  scope: string
  key: string
  operation: string
  /** Over method, path and body. */
  bodyHash: string
  /** Whether the contract lets this operation answer 409 `SE_CO_0409` while the first request is under way. */
  refusesWhileInProgress: boolean
}

/**
 * Runs an operation at most once per key. Only an accepted request (2xx) binds its key: after a refusal the corrected
 * body may use it. The same key with another body is 422 `SE_CO_0422`.
 */
export function createIdempotency(backend: Pick<Backend, 'accepted' | 'clock'>) {
  const underWay = new Map<string, { bodyHash: string; answer: Promise<Answer> }>()

  async function once(request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
    const { scope, key, bodyHash } = request
    const stored = backend.accepted.find(scope, key)
    // What was accepted and failed later has left nothing behind, so its key may be used again.
    if (stored !== null && stored.outcome === undefined) {
      if (stored.pending !== undefined && request.refusesWhileInProgress) throw new ProblemAnswer(409, 'SE_CO_0409')
      if (stored.bodyHash !== bodyHash) throw new ProblemAnswer(422, 'SE_CO_0422')
      const { status, headers, body } = stored
      return { status, headers, ...(isRecord(body) ? { body } : {}) }
    }
    const name = `${scope} ${key}`
    const running = underWay.get(name)
    if (running !== undefined) {
      if (running.bodyHash !== bodyHash) throw new ProblemAnswer(422, 'SE_CO_0422')
      if (request.refusesWhileInProgress) throw new ProblemAnswer(409, 'SE_CO_0409')
      return running.answer
    }
    const answer = workAndRemember(request, work)
    underWay.set(name, { bodyHash, answer })
    try {
      return await answer
    } finally {
      underWay.delete(name)
    }
  }

  /** Whether a request with this key has arrived and is not answered yet. */
  const isUnderWay = (scope: string, key: string) => underWay.has(`${scope} ${key}`)

  async function workAndRemember(request: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
    const answer = await work()
    const { scope, key, operation, bodyHash } = request
    if (answer.status < 300) {
      const { status, headers = {}, body = null, pending } = answer
      const at = backend.clock.now()
      const work = pending === undefined ? {} : { pending }
      backend.accepted.save({ scope, key, operation, bodyHash, at, status, headers, body, ...work })
    }
    return answer
  }

  return { once, isUnderWay }
}

/** A hash over what the user meant: the order of members and the boundary of a form do not count. */
export async function hashOf(method: string, path: string, body: unknown, form: FormData | null): Promise<string> {
  const content = form === null ? canonical(body) : await formContent(form)
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

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? ''
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
