import { contract } from '../contract/contract.ts'
import { ProblemAnswer } from '../core/problem-answer.ts'
import type { Backend } from '../rules/backend.ts'
import type { AcceptedRequest } from '../core/records.ts'
import { submittedOrder } from '../rules/order-views.ts'
import type { SettlementDeps } from '../rules/payments.ts'
import { settleDueAttempts } from '../rules/payments.ts'
import type { AcceptDeps } from '../rules/submit-order.ts'
import { acceptSubmission } from '../rules/submit-order.ts'

type CompletionDeps = AcceptDeps & Pick<Backend, 'accepted'>
export type DueWorkDeps = CompletionDeps & SettlementDeps

const { basePath } = contract()

export function submissionAddress(key: string) {
  return `${basePath}/o/submissions/${key}`
}
export function orderAddress(orderId: string) {
  return `${basePath}/o/orders/${orderId}`
}

/** The sandbox uses no timers: due work is completed before the next request can see it. */
export function doDueWork(backend: DueWorkDeps): void {
  completeDueSubmissions(backend)
  settleDueAttempts(backend)
  for (const draft of backend.drafts.emptyExpired(backend.clock.now())) backend.attachments.removeHeldBy(draft)
}

/** Completes submissions that were answered with 202 and are due. */
function completeDueSubmissions(backend: CompletionDeps): void {
  for (const request of backend.accepted.due(backend.clock.now())) {
    const { pending, ...rest } = request
    if (pending !== undefined) backend.accepted.save(completed(backend, rest, pending))
  }
}

function completed(
  backend: AcceptDeps,
  request: Omit<AcceptedRequest, 'pending'>,
  { fails, checked }: NonNullable<AcceptedRequest['pending']>,
): AcceptedRequest {
  try {
    if (fails) throw new ProblemAnswer(410, 'SE_AP_0001')
    const { order, charge } = acceptSubmission(backend, checked)
    return {
      ...request,
      status: 201,
      headers: { Location: orderAddress(order.orderId) },
      body: submittedOrder(backend, order, charge),
    }
  } catch (error) {
    if (!(error instanceof ProblemAnswer)) throw error
    return { ...request, outcome: { problem: error.problem } }
  }
}
