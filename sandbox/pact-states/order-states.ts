import type { OrderStatus, OrderSubmission } from '../../src/api/generated/api.schemas.ts'
import type { Backend } from '../rules/backend.ts'
import type { AcceptedRequest, ResidentRecord } from '../core/records.ts'
import { issueFile } from '../rules/issue-files.ts'
import { submittedOrder } from '../rules/order-views.ts'
import { scopeOf } from '../store/accepted-requests.ts'
import { validAnswers } from '../seed/orders.ts'
import { day } from '../core/tokyo-time.ts'
import { newDraft } from '../web-api/drafts.ts'
import type { Input } from '../core/panel-input.ts'
import { neededText, textOf } from '../core/panel-input.ts'
import type { Setter } from './state-setup.ts'
import {
  addCharge,
  addOrder,
  changeService,
  cursorBeforeLast,
  formValues,
  formVersionOf,
  freshUser,
  listOf,
  otherUser,
  stopService,
} from './state-setup.ts'
import { addAttachment } from './file-states.ts'

/** A signed-in user of an open service; `change` sets up the rest. */
function before(change: (backend: Backend, user: ResidentRecord, params: Input) => void = () => undefined): Setter {
  return async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    change(backend, user, params)
    return { token, ...formValues(backend, params) }
  }
}

function formOf(params: Input) {
  return { serviceId: neededText(params, 'serviceId'), type: neededText(params, 'type') }
}

/** The stored result of a submission with this key. */
function submission(
  backend: Pick<Backend, 'accepted' | 'clock'>,
  resident: ResidentRecord,
  params: Input,
  changes: Partial<AcceptedRequest>,
): void {
  backend.accepted.save({
    scope: scopeOf(resident),
    key: neededText(params, 'idempotencyKey'),
    operation: 'submitOrder',
    bodyHash: 'of another body',
    at: backend.clock.now(),
    status: 201,
    headers: {},
    body: {},
    ...changes,
  })
}

function pending(
  backend: Pick<Backend, 'clock' | 'forms'>,
  { tenantId, userId }: ResidentRecord,
  params: Input,
): Partial<AcceptedRequest> {
  const form = { serviceId: 'childcare-consultation', type: 'individual', ...params }
  const sent: OrderSubmission = {
    applicationId: 'pact-application-0001',
    ...formOf(form),
    formVersion: formVersionOf(backend, { tenantId, ...form }),
    answers: {},
    attachments: [],
    locale: 'ja',
  }
  const fee = { total: 0, tax: 0, lines: [], carriedOver: 0 }
  const checked = { owner: { tenantId, userId }, submission: sent, fee }
  return {
    status: 202,
    body: { state: 'PROCESSING' },
    pending: { dueAt: backend.clock.now() + day, fails: false, checked },
  }
}

export const orderStates: { readonly [state: string]: Setter } = {
  'a service with a fee is open': before(),
  'a service without a fee is open': before(),
  'a form version is no longer accepted': before((backend, { tenantId }, params) =>
    backend.forms.supersede({ tenantId, ...formOf(params), formVersion: neededText(params, 'formVersion') }),
  ),
  'a service does not have the form type': before(),
  'a service has stopped': before((backend, _user, params) => stopService(backend, params)),
  'the same application exists': before((backend, user, params) => {
    changeService(backend, { ...params, tenantId: user.tenantId }, { onePerUser: true })
    addOrder(backend, user, { ...formOf(params), orderId: 'OR-1099', status: 'NOT_STARTED' })
  }),
  'an application has become an order': before((backend, user, params) => {
    const [orderId, applicationId] = [neededText(params, 'orderId'), neededText(params, 'applicationId')]
    addOrder(backend, user, { ...formOf(params), orderId, applicationId, status: 'NOT_STARTED' })
  }),
  'an application with this key is in progress': before((backend, user, params) =>
    submission(backend, user, params, pending(backend, user, params)),
  ),
  'a key belongs to another application': before((backend, user, params) => submission(backend, user, params, {})),
  'submissions are processed asynchronously': before((backend) =>
    backend.faults.add({ kind: 'submission-slow', operation: 'submitOrder', delayMs: day }),
  ),
  'request bodies are limited in size': before((backend, _user, params) =>
    backend.faults.add({
      kind: 'body-limit',
      operation: neededText(params, 'operationId'),
      maxBytes: Number(params.maxBytes),
    }),
  ),
  'a returned application was paid': before((backend, user, params) => {
    const orderId = neededText(params, 'orderId')
    const order = addOrder(backend, user, { ...formOf(params), orderId, status: 'CANCELLED_BY_TENANT' })
    // More than any application in these states costs, so that the whole amount is carried over.
    addCharge(backend, order, 'CH-1003', { status: 'PAID', total: 9000, paidAt: backend.clock.now() - day })
  }),
  'a submission has succeeded': before((backend, user, params) => {
    const orderId = neededText(params, 'orderId')
    const form = { serviceId: 'residence-certificate', type: 'individual' }
    const order = addOrder(backend, user, { ...form, orderId, status: 'WAITING_PAYMENT' })
    const charge = addCharge(backend, order, neededText(params, 'chargeId'))
    submission(backend, user, params, { body: submittedOrder(backend, order, charge) })
  }),
  'a submission is in progress': before((backend, user, params) =>
    submission(backend, user, params, pending(backend, user, params)),
  ),
  'a submission has failed': before((backend, user, params) =>
    submission(backend, user, params, {
      status: 202,
      outcome: { problem: { type: 'about:blank', title: 'Service stopped', status: 410, code: 'SE_AP_0001' } },
    }),
  ),

  'a user has applications': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const orders = listOf(params, 'orders').map((row) =>
      addOrder(backend, user, {
        ...formOf(row),
        orderId: neededText(row, 'orderId'),
        status: neededText(row, 'status') as OrderStatus,
        submittedAt: Date.parse(neededText(row, 'submittedAt')),
      }),
    )
    return { token, cursor: cursorBeforeLast(orders.map((order) => ({ at: order.submittedAt, id: order.orderId }))) }
  },
  'the history is not ready': before((backend) => {
    for (const operation of ['listOrders', 'getOrder']) backend.faults.add({ kind: 'unavailable', operation })
  }),
  'an application exists': before((backend, user, params) => {
    const status = neededText(params, 'status') as OrderStatus
    const orderId = neededText(params, 'orderId')
    const order = addOrder(backend, user, { ...formOf(params), orderId, status })
    if (status === 'WAITING_PAYMENT') addCharge(backend, order, textOf(params, 'chargeId') ?? 'CH-1001')
  }),
  'an application with attachment, address and file exists': before((backend, user, params) => {
    const [orderId, attachmentId, fileId] = ['orderId', 'attachmentId', 'fileId'].map((name) =>
      neededText(params, name),
    )
    if (orderId === undefined || attachmentId === undefined || fileId === undefined) return
    const { profile } = user
    addAttachment(backend, user, attachmentId, { orderId })
    const order = addOrder(backend, user, {
      ...formOf(params),
      orderId,
      status: 'FINISHED',
      attachmentIds: [attachmentId],
      ...(profile.address === undefined || profile.phone === undefined
        ? {}
        : { shippingAddress: { recipient: '港 花子', phone: profile.phone, address: profile.address } }),
    })
    addCharge(backend, order, 'CH-1004', {
      status: 'PAID',
      paidAt: order.submittedAt,
      receipt: { number: 'R-100001', issuedAt: order.submittedAt, fileId },
    })
    backend.db.run('DELETE FROM files WHERE file_id = ?', fileId)
    issueFile(backend, {
      fileId,
      owner: order,
      kind: 'RECEIPT',
      name: `領収書_${order.receiptNumber}.pdf`,
      issuedAt: order.submittedAt,
      orderId,
      title: '領収書',
      lines: [],
    })
  }),
  'a returned application exists': before(returned),
  'a returned application and its replacement exist': before((backend, user, params) => {
    returned(backend, user, params)
    addOrder(backend, user, {
      ...formOf(params),
      orderId: neededText(params, 'replacementId'),
      status: 'NOT_STARTED',
      reapplyOf: neededText(params, 'orderId'),
    })
  }),
  'an application exists whose fee was paid before its return': before((backend, user, params) => {
    const form = formOf(params)
    const reapplyOf = neededText(params, 'returnedId')
    const paid = addOrder(backend, user, { ...form, orderId: reapplyOf, status: 'CANCELLED_BY_TENANT' })
    addCharge(backend, paid, 'CH-1003', { status: 'PAID', paidAt: backend.clock.now() - day })
    addOrder(backend, user, { ...form, orderId: neededText(params, 'orderId'), status: 'NOT_STARTED', reapplyOf })
  }),
  'a returned application and a draft exist': before((backend, user, params) => {
    returned(backend, user, params)
    const { tenantId, userId } = user
    const form = formOf(params)
    newDraft(
      backend,
      { tenantId, userId, ...form },
      {
        formVersion: formVersionOf(backend, { tenantId, ...form }),
        answers: validAnswers(tenantId, form.serviceId, form.type, backend.clock.now()),
        applicationId: 'pact-application-0001',
      },
    )
  }),
  'a returned application of a stopped service exists': before((backend, user, params) => {
    returned(backend, user, params)
    stopService(backend, params)
  }),
  'an application belongs to another user': async (backend, params) => {
    const { token } = await freshUser(backend, params)
    const form = { serviceId: 'childcare-consultation', type: 'individual' }
    addOrder(backend, await otherUser(backend, params), {
      ...form,
      orderId: neededText(params, 'orderId'),
      status: 'NOT_STARTED',
    })
    return { token }
  },
}

function returned(
  backend: Pick<Backend, 'clock' | 'db' | 'forms' | 'orders'>,
  user: ResidentRecord,
  params: Input,
): void {
  const reason = textOf(params, 'returnReason') ?? '記入に不足があります。'
  addOrder(backend, user, {
    ...formOf(params),
    orderId: neededText(params, 'orderId'),
    status: 'CANCELLED_BY_TENANT',
    returnReason: { ja: reason, en: reason },
    returnFields: ['/booking/date'],
  })
}
