import { randomUUID } from 'node:crypto'
import type {
  Draft,
  ListOrdersScope,
  OrderPage,
  OrderStatus,
  OrderSubmission,
  Quote,
  QuoteRequest,
  Submission,
  SubmittedOrder,
  Withdrawal,
} from '../../src/api/generated/api.schemas.ts'
import { ProblemAnswer, notFound } from '../core/problem-answer.ts'
import type { AcceptedRequest } from '../core/records.ts'
import { currentCharge, orderActions, orderDetails, orderSummary, submittedOrder } from '../rules/order-views.ts'
import { cancelCharge } from '../rules/payments.ts'
import { quoteView } from '../rules/fee.ts'
import { servicesOf } from '../rules/services.ts'
import { acceptSubmission, checkSubmission, openService, quote } from '../rules/submit-order.ts'
import type { OrderQuery } from '../store/orders.ts'
import { startOfTokyoDay } from '../../form-model/tokyo-date.ts'
import { day } from '../core/tokyo-time.ts'
import type { OwnerCall } from './call.ts'
import { ownerOperation } from './call.ts'
import { tagOf } from '../store/drafts.ts'
import { draftAddress, draftView, newDraft } from './drafts.ts'
import { limitOf, pageOf, positionOf } from './paging.ts'
import { orderAddress, submissionAddress } from './submissions.ts'

const statusesOf: { readonly [scope in ListOrdersScope]: readonly OrderStatus[] | null } = {
  active: ['WAITING_PAYMENT', 'NOT_STARTED', 'IN_PROCESS'],
  closed: ['FINISHED', 'CANCELLED_BY_USER', 'CANCELLED_BY_TENANT'],
  all: null,
}

export const listOrders = ownerOperation(({ backend, owner, tenant, query, locale }) => {
  const limit = limitOf(query)
  const after = positionOf(query, locale)
  const wanted = query.getAll('status') as OrderStatus[]
  const scope = statusesOf[(query.get('scope') ?? 'all') as ListOrdersScope]
  const inScope = (status: OrderStatus) => scope === null || scope.includes(status)
  const [serviceId, from, to, text] = ['serviceId', 'from', 'to', 'q'].map((name) => query.get(name))
  const named = servicesOf(backend, tenant).filter(
    ({ name }) => text && Object.values(name).some((each) => each.includes(text)),
  )
  const search: OrderQuery = {
    ...owner,
    limit: limit + 1,
    ...(wanted.length > 0 ? { statuses: wanted.filter(inScope) } : scope === null ? {} : { statuses: scope }),
    ...(serviceId ? { serviceIds: [serviceId] } : {}),
    ...(from ? { from: startOfTokyoDay(from) } : {}),
    ...(to ? { before: startOfTokyoDay(to) + day } : {}),
    ...(text ? { search: { text, serviceIds: named.map((service) => service.serviceId) } } : {}),
    ...(after === null ? {} : { after: { submittedAt: after.at, orderId: after.id } }),
  }
  const page = pageOf(backend.orders.query(search), limit, (order) => ({ at: order.submittedAt, id: order.orderId }))
  const body: OrderPage = { ...page, items: page.items.map((order) => orderSummary(backend, order, locale)) }
  return { status: 200, body }
})

export const getOrder = ownerOperation((call) => ({
  status: 200,
  body: orderDetails(call.backend, ownOrder(call), call.locale),
}))

export const quoteOrder = ownerOperation<QuoteRequest>(async ({ backend, owner, body, locale }) => {
  const answer: Quote = quoteView(await quote(backend, owner, body, locale), locale)
  return { status: 200, body: answer }
})

const slowSubmission = 6000

export const submitOrder = ownerOperation<OrderSubmission>(
  async ({ backend, owner, body, key, fault, header, now }) => {
    const accepted = await checkSubmission(backend, owner, body, header('If-Match'))
    const checked = { ...accepted, ...(key === undefined ? {} : { key }) }
    const isSlow = fault?.kind === 'submission-slow' || fault?.kind === 'submission-fails'
    if (isSlow && key !== undefined) {
      const answer: Submission = { state: 'PROCESSING' }
      return {
        status: 202,
        body: answer,
        headers: { Location: submissionAddress(key), 'Retry-After': '2' },
        pending: { dueAt: now + (fault.delayMs ?? slowSubmission), fails: fault.kind === 'submission-fails', checked },
      }
    }
    const { order, charge } = acceptSubmission(backend, checked)
    const answer: SubmittedOrder = submittedOrder(backend, order, charge)
    return { status: 201, body: answer, headers: { Location: orderAddress(order.orderId) } }
  },
)

export const getSubmission = ownerOperation(({ backend, path, scope, isInProgress }) => {
  const key = path('idempotencyKey')
  const accepted = backend.accepted.find(scope, key)
  if (accepted?.operation === 'submitOrder') return { status: 200, body: submissionView(accepted) }
  if (!isInProgress(scope, key)) throw notFound()
  const answer: Submission = { state: 'PROCESSING' }
  return { status: 200, body: answer }
})

function submissionView({ pending, outcome, body }: AcceptedRequest): Submission {
  if (pending !== undefined) return { state: 'PROCESSING' }
  if (outcome !== undefined) return { state: 'FAILED', problem: outcome.problem }
  return { state: 'DONE', order: body as SubmittedOrder }
}

export const withdrawOrder = ownerOperation<Withdrawal>((call) => {
  const { backend, body, now, locale, key } = call
  const order = ownOrder(call)
  const charge = currentCharge(backend.charges.ofOrder(order.orderId))
  if (!orderActions(backend, order, charge).includes('withdraw')) throw new ProblemAnswer(409, 'SE_AP_0010')
  const note = body.reason === undefined || body.reason === '' ? {} : { note: { ja: body.reason, en: body.reason } }
  const withdrawn = {
    ...order,
    status: 'CANCELLED_BY_USER' as const,
    updatedAt: now,
    timeline: [...order.timeline, { at: now, status: 'CANCELLED_BY_USER' as const, actor: 'USER' as const, ...note }],
  }
  backend.db.transaction(() => {
    if (charge?.status === 'WAITING') cancelCharge(backend, charge)
    backend.orders.save(withdrawn)
    backend.effects.add({
      at: now,
      effect: 'order-withdrawn',
      target: order.orderId,
      userId: order.userId,
      ...(key ? { key } : {}),
    })
  })
  return { status: 200, body: orderDetails(backend, withdrawn, locale) }
})

export const reapplyOrder = ownerOperation((call) => {
  const { backend, now, key } = call
  const order = ownOrder(call)
  if (!orderActions(backend, order, null).includes('reapply')) throw new ProblemAnswer(409, 'SE_AP_0010')
  openService(backend, order.tenantId, order)
  const address = draftAddress(order, order.serviceId, order.type)
  const present = backend.drafts.find(address)
  if (present !== null && present.expiresAt > now) throw new ProblemAnswer(409, 'SE_AP_0011')
  const { formVersion, answers, shippingAddress } = order
  const draft = newDraft(backend, address, {
    formVersion,
    answers,
    applicationId: randomUUID(),
    // A finished application stays as it is: the new one does not replace it, and its fee is due again.
    ...(order.status === 'CANCELLED_BY_TENANT' ? { reapplyOf: order.orderId } : {}),
    ...(shippingAddress === undefined ? {} : { shippingAddress }),
  })
  backend.effects.add({
    at: now,
    effect: 'draft-from-order',
    target: order.orderId,
    userId: order.userId,
    ...(key ? { key } : {}),
  })
  const body: Draft = draftView(draft)
  return {
    status: 201,
    body,
    headers: { ETag: tagOf(draft), Location: `/app/web/o/drafts/${order.serviceId}/${order.type}` },
  }
})

function ownOrder({ backend, owner, path }: OwnerCall<never> | OwnerCall | OwnerCall<Withdrawal>) {
  const order = backend.orders.findOwned(owner, path('orderId'))
  if (order === null) throw notFound()
  return order
}
