import { ProblemAnswer } from '../core/problem-answer.ts'
import type { Provider } from '../rules/backend.ts'
import type { AcceptedRequest } from '../core/records.ts'
import { submittedOrder } from '../rules/order-views.ts'
import { settleDueAttempts } from '../rules/payments.ts'
import { acceptSubmission } from '../rules/submit-order.ts'

const basePath = '/app/web'

export function submissionAddress(key: string) {
  return `${basePath}/o/submissions/${key}`
}
export function orderAddress(orderId: string) {
  return `${basePath}/o/orders/${orderId}`
}

/** Nothing in the sandbox runs on a timer: what has become due is done before the next request sees it. */
export function doDueWork(provider: Provider): void {
  completeDueSubmissions(provider)
  settleDueAttempts(provider)
  provider.drafts.emptyExpired(provider.clock.now())
}

/** Does the work of submissions that answered 202 and are due. */
function completeDueSubmissions(provider: Provider): void {
  for (const request of provider.accepted.due(provider.clock.now())) {
    const { pending, ...rest } = request
    if (pending !== undefined) provider.accepted.save(completed(provider, rest, pending))
  }
}

function completed(
  provider: Provider,
  request: Omit<AcceptedRequest, 'pending'>,
  { fails, checked }: NonNullable<AcceptedRequest['pending']>,
): AcceptedRequest {
  try {
    if (fails) throw new ProblemAnswer(410, 'SE_AP_0001')
    const { order, charge } = acceptSubmission(provider, checked)
    return {
      ...request,
      status: 201,
      headers: { Location: orderAddress(order.orderId) },
      body: submittedOrder(order, charge),
    }
  } catch (error) {
    if (!(error instanceof ProblemAnswer)) throw error
    return { ...request, outcome: { problem: error.problem } }
  }
}
