import { isDeepStrictEqual } from 'node:util'
import { answerErrors } from '../../form-model/answer-errors.ts'
import { conditionHolds } from '../../form-model/conditions.ts'
import { withoutEmpty } from '../../form-model/answers.ts'
import type { Answers as FormAnswers } from '../../form-model/definition.ts'
import { isDelivered } from '../../form-model/delivery.ts'
import type { Locale, OrderSubmission, QuoteRequest, ShippingAddress } from '../../src/api/generated/api.schemas.ts'
import { newId } from '../core/identifiers.ts'
import { ProblemAnswer, notFound, refusedFields } from '../core/problem-answer.ts'
import type { Backend } from './backend.ts'
import type {
  AttachmentRecord,
  ChargeRecord,
  CheckedSubmission,
  DraftAddress,
  FeeRecord,
  OrderRecord,
  Owner,
  ServiceRecord,
} from '../core/records.ts'
import { endOfTokyoDay, minute } from '../core/tokyo-time.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import { answerFieldErrors, fieldError } from './field-messages.ts'
import type { BuiltForm } from './form-library.ts'
import type { OrderMailDeps } from './mails.ts'
import { orderMail } from './mails.ts'
import { serviceName } from './order-views.ts'
import { tagOf } from '../store/drafts.ts'
import { serviceOf } from './services.ts'
import { besideLines, feeOf, paidFor } from './fee.ts'

export type CheckDeps = Pick<
  Backend,
  'attachments' | 'charges' | 'clock' | 'drafts' | 'forms' | 'orders' | 'residents' | 'tenants'
>
export type AcceptDeps = OrderMailDeps &
  Pick<Backend, 'attachments' | 'attempts' | 'charges' | 'clock' | 'db' | 'drafts' | 'effects' | 'orders'>

/** Days within which a fee is to be paid. */
const paymentDays = 14
/** The same answers of the same user within this time count as a mistake. */
const duplicateWindow = 10 * minute

/** The checks of an application's parts before its answers are validated. */
type Application = Pick<QuoteRequest, 'serviceId' | 'type' | 'formVersion'>

export type Accepted = { order: OrderRecord; charge: ChargeRecord | null }

export function isAccepting(service: ServiceRecord, now: number): boolean {
  const { stopAt, opensAt, closesAt } = service
  return !(
    (stopAt !== undefined && now >= stopAt) ||
    (opensAt !== undefined && now < opensAt) ||
    (closesAt !== undefined && now > closesAt)
  )
}

/** The service, if it exists, has the type and accepts applications now. */
export function openService(
  backend: Pick<Backend, 'clock' | 'forms' | 'tenants'>,
  tenantId: string,
  { serviceId, type }: Omit<Application, 'formVersion'>,
): ServiceRecord {
  const tenant = backend.tenants.find(tenantId)
  const service = tenant === null ? null : serviceOf(backend, tenant, serviceId)
  if (service === null) throw notFound()
  if (!isAccepting(service, backend.clock.now())) throw new ProblemAnswer(410, 'SE_AP_0001')
  if (!service.forms.some((form) => form.type === type)) throw new ProblemAnswer(404, 'SE_AP_0002')
  return service
}

/** Any published version of a form; an old one can still be shown and quoted. */
export function publishedForm(backend: Pick<Backend, 'forms'>, tenantId: string, application: Application): BuiltForm {
  const { serviceId, type, formVersion } = application
  const form = backend.forms.load({ tenantId, serviceId, type, formVersion })
  if (form === null) throw new ProblemAnswer(404, 'SE_AP_0002')
  return form
}

export async function quote(
  backend: Pick<Backend, 'charges' | 'clock' | 'forms' | 'orders' | 'tenants'>,
  owner: Owner,
  request: QuoteRequest,
  locale: Locale,
): Promise<FeeRecord> {
  openService(backend, owner.tenantId, request)
  const form = publishedForm(backend, owner.tenantId, request)
  const answers = validAnswers(backend, form, request, locale)
  return feeOf(form, answers, alreadyPaid(backend, owner, request), locale)
}

/**
 * Checks an application completely; throws a ProblemAnswer, without any change, if it is refused.
 * @param draftTag `If-Match`: the draft that the application replaces; absent without one
 */
export async function checkSubmission(
  backend: CheckDeps,
  owner: Owner,
  submission: OrderSubmission,
  draftTag: string | undefined,
): Promise<CheckedSubmission> {
  refuseSubmitted(backend, owner, submission.applicationId)
  const service = openService(backend, owner.tenantId, submission)
  if (backend.forms.isSuperseded({ ...submission, tenantId: owner.tenantId }))
    throw new ProblemAnswer(409, 'SE_AP_0003')
  const form = publishedForm(backend, owner.tenantId, submission)
  const answers = validAnswers(backend, form, submission, submission.locale)
  // Check this before the files: after a correction was sent elsewhere, its files belong to that correction and must
  // not be reported as errors.
  const paid = alreadyPaid(backend, owner, submission)
  attachmentsOf(backend, owner, submission)
  const shippingAddress = isDelivered(service, form.definition, (key) => conditionHolds(form.definition, key, answers))
    ? shippingAddressOf(backend, owner, submission)
    : undefined
  const fee = feeOf(form, answers, paid, submission.locale)
  if ((submission.expectedTotal ?? 0) !== fee.total) throw new ProblemAnswer(422, 'SE_AP_0005')
  refuseDuplicate(backend, owner, submission, service)
  const checked = {
    owner,
    submission,
    fee,
    ...(draftTag === undefined ? {} : { draftTag }),
    ...(shippingAddress === undefined ? {} : { shippingAddress }),
  }
  refuseOtherDraft(backend, checked)
  return checked
}

/** An application becomes one order at most: whatever of it arrives after that is refused. */
export function refuseSubmitted({ orders }: Pick<Backend, 'orders'>, owner: Owner, applicationId: string): void {
  const order = orders.ofApplication(owner, applicationId)
  if (order !== null) throw new ProblemAnswer(409, 'SE_AP_0006', { orderId: order.orderId })
}

/** The draft and the attachments that only it has held. */
export function endDraft(backend: Pick<Backend, 'attachments' | 'db' | 'drafts'>, address: DraftAddress): void {
  backend.db.transaction(() => {
    backend.drafts.remove(address)
    backend.attachments.removeHeldBy(address)
  })
}

/** The draft that would be deleted must be the one that the user has seen. */
function refuseOtherDraft(
  { clock, drafts }: Pick<Backend, 'clock' | 'drafts'>,
  { owner, submission: { serviceId, type }, draftTag }: CheckedSubmission,
): void {
  const draft = drafts.find({ ...owner, serviceId, type })
  const present = draft !== null && clock.now() < draft.expiresAt ? tagOf(draft) : undefined
  if (present !== draftTag) throw new ProblemAnswer(412, 'SE_CO_0412')
}

function validAnswers(
  backend: Pick<Backend, 'clock'>,
  form: BuiltForm,
  { answers: sent }: QuoteRequest,
  locale: Locale,
): FormAnswers {
  // The contract does not describe the answers; the form does. A text without anything to see is no answer.
  const answers = withoutEmpty(sent) as FormAnswers
  const errors = answerFieldErrors(answerErrors(form.definition, answers, backend.clock.now()), locale)
  if (errors.length > 0) throw refusedFields(errors)
  return answers
}

function alreadyPaid(
  backend: Pick<Backend, 'charges' | 'orders'>,
  owner: Owner,
  { reapplyOf, ...application }: Application & { reapplyOf?: string },
): number {
  if (reapplyOf === undefined) return 0
  const returned = backend.orders.findOwned(owner, reapplyOf)
  const fits =
    returned?.status === 'CANCELLED_BY_TENANT' &&
    returned.serviceId === application.serviceId &&
    returned.type === application.type &&
    // A fee is carried over once.
    backend.orders.replacementOf(returned) === null
  if (!fits) throw refusedFields([fieldError('/reapplyOf', 'reapplyOf', 'ja')])
  return paidFor(returned, { order: backend.orders.find, charges: backend.charges.ofOrder })
}

function attachmentsOf(
  backend: Pick<Backend, 'attachments' | 'clock' | 'orders'>,
  owner: Owner,
  { attachments, locale }: OrderSubmission,
): AttachmentRecord[] {
  return attachments.map((attachmentId, index) => {
    const attachment = backend.attachments.findOwned(owner, attachmentId)
    if (attachment === null || !maySend(backend, attachment))
      throw refusedFields([fieldError(`/attachments/${index}`, 'unknown', locale)])
    // The result counts even while the scan is pending: an infected file never reaches an order.
    if (attachment.verdict === 'INFECTED') throw new ProblemAnswer(422, 'SE_AT_0001')
    return attachment
  })
}

/**
 * A file that was sent before may be sent again with the draft that `reapplyOrder` makes, as long as it is available.
 */
function maySend(
  { clock, orders }: Pick<Backend, 'clock' | 'orders'>,
  { orderId, availableUntil }: AttachmentRecord,
): boolean {
  if (availableUntil !== undefined && clock.now() > availableUntil) return false
  const status = orderId === undefined ? undefined : orders.find(orderId)?.status
  return orderId === undefined || status === 'CANCELLED_BY_TENANT' || status === 'FINISHED'
}

function shippingAddressOf(
  backend: Pick<Backend, 'residents'>,
  owner: Owner,
  submission: OrderSubmission,
): ShippingAddress {
  if (submission.shippingAddress !== undefined) return submission.shippingAddress
  const profile = backend.residents.find(owner.tenantId, owner.userId)?.profile
  if (profile?.address === undefined || profile.phone === undefined)
    throw refusedFields([fieldError('/shippingAddress', 'required', submission.locale)])
  const recipient =
    profile.kind === 'person' ? `${profile.familyName} ${profile.givenName}`.trim() : profile.corporationName
  return { recipient, phone: profile.phone, address: profile.address }
}

/**
 * Some services allow one open application at a time; for all services, the same answers within minutes count as a
 * mistake.
 */
function refuseDuplicate(
  backend: Pick<Backend, 'clock' | 'orders'>,
  owner: Owner,
  submission: OrderSubmission,
  service: ServiceRecord,
): void {
  const active = backend.orders
    .query({
      ...owner,
      statuses: ['WAITING_PAYMENT', 'NOT_STARTED', 'IN_PROCESS'],
      serviceIds: [submission.serviceId],
      limit: 100,
    })
    .filter((order) => order.type === submission.type)
  const isSame = (order: OrderRecord) =>
    order.submittedAt > backend.clock.now() - duplicateWindow &&
    isDeepStrictEqual(order.answers, submission.answers) &&
    isDeepStrictEqual(order.attachmentIds, submission.attachments)
  if (service.onePerUser === true ? active.length > 0 : active.some(isSame)) throw new ProblemAnswer(409, 'SE_AP_0004')
}

/** Creates the order with its charge and sends the mail; all or nothing. */
export function acceptSubmission(backend: AcceptDeps, checked: CheckedSubmission): Accepted {
  return backend.db.transaction(() => accept(backend, checked))
}

function accept(backend: AcceptDeps, checked: CheckedSubmission): Accepted {
  const { owner, submission, shippingAddress, fee, key } = checked
  // Again, because a submission that was answered with 202 is created later.
  refuseSubmitted(backend, owner, submission.applicationId)
  refuseOtherDraft(backend, checked)
  if (backend.residents.find(owner.tenantId, owner.userId) === null) throw new ProblemAnswer(401, 'SE_AC_0002')
  const attachments = attachmentsOf(backend, owner, submission)
  const now = backend.clock.now()
  const { applicationId, serviceId, type, formVersion, answers, reapplyOf, locale } = submission
  const order: OrderRecord = {
    ...owner,
    orderId: newId('OR'),
    applicationId,
    serviceId,
    type,
    formVersion,
    answers,
    locale,
    status: fee.total > 0 ? 'WAITING_PAYMENT' : 'NOT_STARTED',
    receiptNumber: nextReceiptNumber(backend, owner.tenantId),
    submittedAt: now,
    updatedAt: now,
    attachmentIds: attachments.map(({ attachmentId }) => attachmentId),
    timeline: [{ at: now, status: fee.total > 0 ? 'WAITING_PAYMENT' : 'NOT_STARTED', actor: 'USER' }],
    ...(shippingAddress === undefined ? {} : { shippingAddress }),
    ...(reapplyOf === undefined ? {} : { reapplyOf }),
  }
  backend.orders.save(order)
  for (const attachment of attachments)
    if (attachment.orderId === undefined) backend.attachments.update({ ...attachment, orderId: order.orderId })
  const charge = fee.total > 0 ? newCharge(backend, order, fee) : null
  endDraft(backend, { ...owner, serviceId, type })
  backend.effects.add({
    at: now,
    effect: 'order-created',
    target: order.orderId,
    userId: owner.userId,
    ...(key === undefined ? {} : { key }),
  })
  orderMail(backend, order, charge)
  return { order, charge }
}

export function nextReceiptNumber(backend: Pick<Backend, 'clock' | 'db'>, tenantId: string): string {
  const year = tokyoIso(backend.clock.now()).slice(0, 4)
  return `${year}-${String(backend.db.next(`order ${tenantId} ${year}`, 101)).padStart(6, '0')}`
}

export function newCharge(
  backend: Pick<Backend, 'charges' | 'forms' | 'tenants'>,
  order: OrderRecord,
  fee: Pick<FeeRecord, 'total' | 'tax' | 'lines'> & Partial<Pick<FeeRecord, 'carriedOver' | 'totalLimit'>>,
): ChargeRecord {
  const charge: ChargeRecord = {
    chargeId: newId('CH'),
    orderId: order.orderId,
    tenantId: order.tenantId,
    userId: order.userId,
    status: 'WAITING',
    title: { ja: `${serviceName(backend, order, 'ja')}の手数料`, en: `Fee: ${serviceName(backend, order, 'en')}` },
    total: fee.total,
    tax: fee.tax,
    lines: fee.lines,
    ...besideLines(fee),
    createdAt: order.submittedAt,
    dueAt: endOfTokyoDay(order.submittedAt, paymentDays),
  }
  backend.charges.save(charge)
  return charge
}
