import type { OrderSubmission, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { getSubmission, submitOrder } from '../../../api/generated/orders/orders.ts'
import { readRetryAfter } from '../../../api/problem.ts'
import { problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { Call } from '../../../api/authenticated-client.ts'
import { submissionOutcome } from './submission-problem.ts'
import type { Refusal } from './submission-problem.ts'

/** The response to a submission, or to a poll for its outcome. */
export type SubmissionAnswer =
  | { kind: 'created'; order: SubmittedOrder }
  | { kind: 'refused'; refusal: Refusal; problem: Problem }
  | { kind: 'unknown'; problem: Problem | null; retryAfter?: number }
  | { kind: 'still-unknown'; problem: Problem | null; retryAfter?: number }
  | { kind: 'never-arrived' }

/** Neither method throws for any behaviour of the API or the network. */
export type SubmissionServer = {
  send(body: OrderSubmission, key: string): Promise<SubmissionAnswer>
  ask(key: string): Promise<SubmissionAnswer>
}

export function submissionServer(call: Call): SubmissionServer {
  return {
    async send(body, key) {
      try {
        const { data, headers } = await call(() => submitOrder(body, { 'Idempotency-Key': key }))
        if ('orderId' in data) return { kind: 'created', order: data }
        const retryAfter = readRetryAfter(headers['retry-after'])
        return { kind: 'unknown', problem: null, ...(retryAfter === null ? {} : { retryAfter }) }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null) throw error
        const outcome = submissionOutcome(problem)
        if (outcome !== 'unknown') return { kind: 'refused', refusal: outcome, problem }
        return { kind: 'unknown', problem, ...pause(problem) }
      }
    },
    async ask(key) {
      try {
        const { state, order, problem } = await call(() => getSubmission(key))
        if (state === 'DONE' && order !== undefined) return { kind: 'created', order }
        if (state !== 'FAILED') return { kind: 'still-unknown', problem: null }
        const failed = toFailure(problem)
        const outcome = submissionOutcome(failed)
        return { kind: 'refused', refusal: outcome === 'unknown' ? 'general' : outcome, problem: failed }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null) throw error
        if (problem.kind === 'not-found') return { kind: 'never-arrived' }
        return { kind: 'still-unknown', problem, ...pause(problem) }
      }
    },
  }
}

/** The problem inside a FAILED submission, as the portal's own type. */
function toFailure(
  wire: { code: string; status?: number; errors?: { pointer: string; code: string }[] } | undefined,
): Problem {
  const fields = wire?.errors?.map(({ pointer, code }) => ({ pointer, code })) ?? []
  const kind = fields.length > 0 ? 'invalid' : 'conflict'
  return {
    kind,
    fields,
    ...(wire === undefined ? {} : { code: wire.code }),
    ...(wire?.status === undefined ? {} : { status: wire.status }),
  }
}

function pause({ retryAfter }: Problem): { retryAfter?: number } {
  return retryAfter === undefined ? {} : { retryAfter }
}
