import type {
  OrderDetails,
  OrderSubmission,
  SubmittedOrder,
  QuoteRequest,
  Service,
  ShippingAddress,
} from '../../../api/generated/api.schemas.ts'
import { getOrder, getSubmission, submitOrder } from '../../../api/generated/orders/orders.ts'
import { readRetryAfter, toProblem } from '../../../api/problem.ts'
import { problemIn } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { Call } from '../../../api/http.ts'
import { conditionHolds } from '../../../../form-model/conditions.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { isDelivered } from '../../../../form-model/delivery.ts'
import { answersToSend } from '../../../form-engine/validation/answers-to-send.ts'
import type { LoadedForm } from '../../../form-engine/definition/load-form.ts'
import type { Language } from '../../../lib/language.ts'
import { attachmentsOf, withSafeTexts } from '../../../../form-model/answers.ts'

/** Whether something is sent to the user: the service delivers, and the form's condition for it is true. */
export function needsAddress(service: Pick<Service, 'needsShipping'>, form: LoadedForm, answers: Answers): boolean {
  return isDelivered(service, form.definition, (key) => conditionHolds(form.definition, key, answers))
}

type SubmissionInput = {
  key: { serviceId: string; type: string }
  form: LoadedForm
  service: Pick<Service, 'needsShipping'>
  content: { answers: Answers; reapplyOf: string | null }
  shippingAddress: ShippingAddress | null
}

/** For the fee: only visible answers, the address only if something is sent. */
export function quoteRequest({ key, form, service, content, shippingAddress }: SubmissionInput): QuoteRequest {
  const answers = answersToSend(form, content.answers)
  // Also the data of a profile may be older than the rule.
  return withSafeTexts({
    serviceId: key.serviceId,
    type: key.type,
    formVersion: form.definition.formVersion,
    answers,
    ...(needsAddress(service, form, answers) && shippingAddress !== null ? { shippingAddress } : {}),
    ...(content.reapplyOf === null ? {} : { reapplyOf: content.reapplyOf }),
  })
}

export type SubmissionBody = Omit<OrderSubmission, 'applicationId'>

/** @param expectedTotal the amount that the user has seen; null without a fee */
export function orderSubmission(
  input: SubmissionInput,
  expectedTotal: number | null,
  locale: Language,
): SubmissionBody {
  const request = quoteRequest(input)
  return {
    ...request,
    attachments: attachmentsOf(input.form.definition, request.answers as Answers),
    ...(expectedTotal === null ? {} : { expectedTotal }),
    locale,
  }
}

export type SubmissionAnswer =
  | { kind: 'created'; order: SubmittedOrder }
  /** The application has become this order already (409): nothing was created, the key is unused. */
  | { kind: 'received'; order: OrderDetails }
  /** The user's draft at the API is not the one that was named (412): nothing was created, the key is unused. */
  | { kind: 'outdated' }
  | { kind: 'refused'; refusal: Refusal; problem: Problem }
  /** `retryAfter`: of an accepted submission (202), in seconds. */
  | { kind: 'unknown'; problem: Problem | null; retryAfter?: number }
  | { kind: 'still-unknown'; problem: Problem | null }
  | { kind: 'never-arrived' }

/** `refused`: it cannot be read now. */
export type ReadOrder = Extract<SubmissionAnswer, { kind: 'received' | 'refused' }>

export type SubmissionServer = ReturnType<typeof submissionServer>

/** No method throws. `checkOwner` is that of `serverDrafts`. */
export function submissionServer(call: Call, checkOwner: () => Promise<void>) {
  async function read(orderId: string): Promise<ReadOrder> {
    try {
      return { kind: 'received', order: await call(() => getOrder(orderId)) }
    } catch (error) {
      return refused(problemIn(error))
    }
  }

  return {
    read,
    /** @param draftTag of the draft that is submitted; null if none was saved */
    async send(body: OrderSubmission, key: string, draftTag: string | null): Promise<SubmissionAnswer> {
      try {
        await checkOwner()
        const ifMatch = draftTag === null ? {} : { 'If-Match': draftTag }
        const { data, headers } = await call(() => submitOrder(body, { 'Idempotency-Key': key, ...ifMatch }))
        if ('orderId' in data) return { kind: 'created', order: data }
        const retryAfter = readRetryAfter(headers['retry-after'])
        return { kind: 'unknown', problem: null, ...(retryAfter === null ? {} : { retryAfter }) }
      } catch (error) {
        const problem = problemIn(error)
        if (problem.status === 412) return { kind: 'outdated' }
        if (problem.orderId !== undefined) return await read(problem.orderId)
        const outcome = submissionOutcome(problem)
        return outcome === 'unknown' ? { kind: 'unknown', problem } : { kind: 'refused', refusal: outcome, problem }
      }
    },
    async ask(key: string): Promise<SubmissionAnswer> {
      try {
        const { state, order, problem } = await call(() => getSubmission(key))
        if (state === 'DONE' && order !== undefined) return { kind: 'created', order }
        if (state !== 'FAILED') return { kind: 'still-unknown', problem: null }
        // It has what the body of a refused request has.
        const failed = toProblem({ response: { status: problem?.status ?? 409, data: problem ?? {} } })
        return failed.orderId === undefined ? refused(failed) : await read(failed.orderId)
      } catch (error) {
        const problem = problemIn(error)
        return problem.kind === 'not-found' ? { kind: 'never-arrived' } : { kind: 'still-unknown', problem }
      }
    },
  }
}

function refused(problem: Problem): ReadOrder {
  return { kind: 'refused', refusal: refusalOf(problem), problem }
}

/** What ends the message of a refusal, which has created nothing: nothing, other answers, or an event, e.g. a correction. */
export const refusals = {
  fields: 'event',
  /** The returned application was replaced, or the return was taken back. */
  correction: 'event',
  'amount-changed': 'other-answers',
  'form-version': 'event',
  duplicate: 'other-answers',
  stopped: 'none',
  'unknown-form': 'none',
  'too-large': 'other-answers',
  infected: 'other-answers',
  unauthenticated: 'other-answers',
  offline: 'other-answers',
  /** The draft changed elsewhere after the API had accepted the submission (202): the next save asks what to keep. */
  outdated: 'other-answers',
  undecided: 'event',
  /** Answers of another device have been taken over at the click: the user reviews them first. */
  merged: 'other-answers',
  /** Its text is gone or has changed since: the user reviews the answers first. */
  'not-arrived': 'event',
  general: 'other-answers',
} as const satisfies { [refusal: string]: 'none' | 'other-answers' | 'event' }

export type Refusal = keyof typeof refusals

/** `unknown`: the application may have arrived, so the form is locked and the API polled. */
type SubmissionOutcome = 'unknown' | Refusal

/** A row for each code that the contract allows as an answer to `submitOrder`, which the spec checks. */
const byCode: { [code: string]: SubmissionOutcome } = {
  SE_AP_0001: 'stopped',
  SE_AP_0002: 'unknown-form',
  SE_AP_0003: 'form-version',
  SE_AP_0004: 'duplicate',
  SE_AP_0005: 'amount-changed',
  // Without the id of the order. With it, the order is read.
  SE_AP_0006: 'duplicate',
  SE_AC_0002: 'unauthenticated',
  SE_AT_0001: 'infected',
  SE_CO_0400: 'fields',
  SE_CO_0401: 'unauthenticated',
  SE_CO_0404: 'unknown-form',
  SE_CO_0412: 'outdated',
  SE_CO_0409: 'unknown',
  SE_CO_0413: 'too-large',
  // The key is bound to another request, which the next poll finds.
  SE_CO_0422: 'unknown',
  SE_CO_0429: 'unknown',
  SE_CO_0503: 'unknown',
}

const byKind: { [kind in Problem['kind']]?: SubmissionOutcome } = {
  unauthenticated: 'unauthenticated',
  forbidden: 'general',
  'not-found': 'unknown-form',
  gone: 'stopped',
  invalid: 'fields',
}

const byStatus: { [status: number]: SubmissionOutcome } = { 400: 'general', 413: 'too-large', 415: 'general' }

/** Code before status before kind, because a proxy may keep only the status and a broken body only the kind. */
export function submissionOutcome(problem: Problem): SubmissionOutcome {
  const { code = '', status = 0, kind } = problem
  const outcome = byCode[code] ?? byStatus[status] ?? (status >= 500 ? undefined : byKind[kind]) ?? 'unknown'
  if (outcome !== 'fields') return outcome
  // Without a named field there is nothing to correct.
  if (problem.fields.length === 0) return 'general'
  return refusesCorrection(problem) ? 'correction' : 'fields'
}

/** From a problem that has certainly created nothing. */
export function refusalOf(problem: Problem): Refusal {
  if (problem.kind === 'offline') return 'offline'
  const outcome = submissionOutcome(problem)
  return outcome === 'unknown' ? 'general' : outcome
}

/** Whether the returned application accepts no correction. */
export function refusesCorrection({ fields }: Pick<Problem, 'fields'>): boolean {
  return fields.some(({ pointer }) => pointer === '/reapplyOf')
}
