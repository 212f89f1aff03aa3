import { inLanguage } from '../../form-model/language-tag.ts'
import type {
  Attachment,
  BrandingOrderNoun,
  Charge,
  ChargeAction,
  ChargeSummary,
  IssuedFile,
  Locale,
  OrderAction,
  OrderNoun,
  OrderDetails,
  OrderSummary,
  SubmittedOrder,
} from '../../src/api/generated/api.schemas.ts'
import type { Backend } from './backend.ts'
import type {
  AttachmentRecord,
  AttemptRecord,
  ChargeRecord,
  FileRecord,
  OrderRecord,
  ServiceRecord,
  Text,
} from '../core/records.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import { besideLines, linesView, paidFor } from './fee.ts'
import { serviceOf } from './services.ts'

export type OrderDetailsDeps = Pick<
  Backend,
  'attachments' | 'attempts' | 'charges' | 'clock' | 'files' | 'forms' | 'orders' | 'tenants'
>

/**
 * The buttons of an order: the actions that its owner may take now. None while the card provider processes a payment.
 */
export function orderActions(
  backend: Pick<Backend, 'attempts' | 'clock' | 'orders'>,
  order: OrderRecord,
  charge: ChargeRecord | null,
): OrderAction[] {
  switch (order.status) {
    case 'WAITING_PAYMENT':
      if (charge === null) return ['withdraw']
      return chargeActions(backend, charge).flatMap((action) => (action === 'proceed' ? ['pay'] : ['withdraw']))
    case 'NOT_STARTED':
      return ['withdraw']
    case 'CANCELLED_BY_TENANT':
      return backend.orders.replacementOf(order) === null ? ['reapply'] : []
    case 'FINISHED':
      return ['reapply']
    case 'IN_PROCESS':
    case 'CANCELLED_BY_USER':
      return []
    default:
      return order.status satisfies never
  }
}

export function chargeActions(backend: Pick<Backend, 'attempts' | 'clock'>, charge: ChargeRecord): ChargeAction[] {
  if (charge.status !== 'WAITING' || backend.attempts.lastOf(charge.chargeId)?.state === 'PROCESSING') return []
  return backend.clock.now() <= charge.dueAt ? ['proceed', 'decline'] : ['decline']
}

/** The latest charge, which decides the state. */
export function currentCharge(charges: readonly ChargeRecord[]): ChargeRecord | null {
  return charges.at(-1) ?? null
}

export function chargeSummary(backend: Pick<Backend, 'attempts' | 'clock'>, charge: ChargeRecord): ChargeSummary {
  return {
    chargeId: charge.chargeId,
    status: charge.status,
    dueAt: tokyoIso(charge.dueAt),
    ...lastAttempt(backend, charge),
  }
}

function lastAttempt(
  backend: Pick<Backend, 'attempts' | 'clock'>,
  charge: ChargeRecord,
): Pick<ChargeSummary, 'lastAttempt'> {
  const attempt = backend.attempts.lastOf(charge.chargeId)
  if (attempt === null) return {}
  const { attemptId, at } = attempt
  return { lastAttempt: { attemptId, state: attemptState(attempt, backend.clock.now()), at: tokyoIso(at) } }
}

type ServiceOfOrder = { tenantId: string; serviceId: string }

export function serviceName(
  backend: Pick<Backend, 'forms' | 'tenants'>,
  order: ServiceOfOrder,
  locale: Locale,
): string {
  return inLanguage(serviceOfOrder(backend, order)?.name ?? { ja: order.serviceId }, locale)
}

function serviceOfOrder(backend: Pick<Backend, 'forms' | 'tenants'>, order: ServiceOfOrder): ServiceRecord | null {
  const tenant = backend.tenants.find(order.tenantId)
  return tenant === null ? null : serviceOf(backend, tenant, order.serviceId)
}

/** What an application for the service is called, for responses; empty if the tenant's noun is meant. */
function nounOfOrder(
  backend: Pick<Backend, 'forms' | 'tenants'>,
  order: ServiceOfOrder | null,
): Pick<OrderSummary, 'orderNoun'> {
  const orderNoun = order === null ? undefined : serviceOfOrder(backend, order)?.orderNoun
  return orderNoun === undefined ? {} : { orderNoun }
}

/** The noun in mails and documents, whose texts belong to the API. */
export function orderNounText(
  backend: Pick<Backend, 'forms' | 'tenants'>,
  order: ServiceOfOrder,
  locale: Locale,
): string {
  const own = serviceOfOrder(backend, order)?.orderNoun ?? 'application'
  const ofTenant = backend.tenants.find(order.tenantId)?.branding.orderNoun ?? 'application'
  return inLanguage(nounTexts[own === 'application' ? ofTenant : own], locale)
}

const nounTexts: { readonly [noun in OrderNoun | BrandingOrderNoun]: Text } = {
  application: { ja: '申請', en: 'application' },
  subscription: { ja: 'お申し込み', en: 'request' },
  booking: { ja: '予約', en: 'booking' },
  request: { ja: '請求', en: 'request' },
}

export function orderSummary(
  backend: Pick<Backend, 'attempts' | 'charges' | 'clock' | 'forms' | 'orders' | 'tenants'>,
  order: OrderRecord,
  locale: Locale,
): OrderSummary {
  const charge = currentCharge(backend.charges.ofOrder(order.orderId))
  return {
    orderId: order.orderId,
    receiptNumber: order.receiptNumber,
    serviceId: order.serviceId,
    serviceName: serviceName(backend, order, locale),
    ...nounOfOrder(backend, order),
    type: order.type,
    status: order.status,
    submittedAt: tokyoIso(order.submittedAt),
    updatedAt: tokyoIso(order.updatedAt),
    ...(charge === null ? {} : { charge: chargeSummary(backend, charge) }),
    allowedActions: orderActions(backend, order, charge),
  }
}

export function orderDetails(backend: OrderDetailsDeps, order: OrderRecord, locale: Locale): OrderDetails {
  const attachments = order.attachmentIds.flatMap((id) => {
    const attachment = backend.attachments.find(id)
    return attachment === null ? [] : [attachmentView(attachment, backend.clock.now())]
  })
  return {
    ...orderSummary(backend, order, locale),
    formVersion: order.formVersion,
    answers: order.answers,
    attachments,
    ...(order.shippingAddress === undefined ? {} : { shippingAddress: order.shippingAddress }),
    timeline: order.timeline.map(({ at, status, actor, note }) => ({
      at: tokyoIso(at),
      status,
      actor,
      ...(note === undefined ? {} : { note: inLanguage(note, locale) }),
    })),
    charges: backend.charges.ofOrder(order.orderId).map((charge) => chargeView(backend, charge, locale)),
    files: backend.files.ofOrder(order.orderId).map((file) => fileView(backend, file, order, locale)),
    ...(order.returnReason === undefined ? {} : { returnReason: inLanguage(order.returnReason, locale) }),
    ...(order.returnFields === undefined ? {} : { returnFields: [...order.returnFields] }),
    ...replacedBy(backend, order),
    ...(order.reapplyOf === undefined ? {} : { reapplyOf: order.reapplyOf }),
    ...paidBefore(backend, order),
  }
}

function paidBefore(
  { orders, charges }: Pick<Backend, 'charges' | 'orders'>,
  { reapplyOf, status }: OrderRecord,
): Pick<OrderDetails, 'paidBefore'> {
  const returned = reapplyOf === undefined ? null : orders.find(reapplyOf)
  if (returned === null) return {}
  // The fee is carried over once.
  if (status === 'CANCELLED_BY_USER' && orders.replacementOf(returned) !== null) return {}
  const paid = paidFor(returned, { order: orders.find, charges: charges.ofOrder })
  return paid === 0 ? {} : { paidBefore: paid }
}

function replacedBy({ orders }: Pick<Backend, 'orders'>, order: OrderRecord): Pick<OrderDetails, 'replacedBy'> {
  const replacement = order.status === 'CANCELLED_BY_TENANT' ? orders.replacementOf(order) : null
  if (replacement === null) return {}
  return { replacedBy: { orderId: replacement.orderId, submittedAt: tokyoIso(replacement.submittedAt) } }
}

export function submittedOrder(
  backend: Pick<Backend, 'attempts' | 'clock'>,
  order: OrderRecord,
  charge: ChargeRecord | null,
): SubmittedOrder {
  return {
    orderId: order.orderId,
    receiptNumber: order.receiptNumber,
    status: order.status,
    ...(charge === null ? {} : { charge: chargeSummary(backend, charge) }),
  }
}

/** The last attempt's current state: an abandoned attempt expires by itself. */
export function attemptState(attempt: AttemptRecord, now: number): AttemptRecord['state'] {
  return attempt.state === 'STARTED' && now >= attempt.expiresAt ? 'EXPIRED' : attempt.state
}

export function chargeView(
  backend: Pick<Backend, 'attempts' | 'clock' | 'forms' | 'orders' | 'tenants'>,
  charge: ChargeRecord,
  locale: Locale,
): Charge {
  const order = backend.orders.find(charge.orderId)
  return {
    chargeId: charge.chargeId,
    orderId: charge.orderId,
    receiptNumber: order?.receiptNumber ?? '-',
    title: inLanguage(charge.title, locale),
    ...nounOfOrder(backend, order),
    status: charge.status,
    amount: { total: charge.total, tax: charge.tax, currency: 'JPY' },
    lines: linesView(charge.lines, locale),
    ...besideLines(charge),
    dueAt: tokyoIso(charge.dueAt),
    createdAt: tokyoIso(charge.createdAt),
    ...(charge.paidAt === undefined ? {} : { paidAt: tokyoIso(charge.paidAt) }),
    ...(charge.cancelledAt === undefined ? {} : { cancelledAt: tokyoIso(charge.cancelledAt) }),
    ...lastAttempt(backend, charge),
    ...(charge.receipt === undefined
      ? {}
      : { receipt: { ...charge.receipt, issuedAt: tokyoIso(charge.receipt.issuedAt) } }),
    allowedActions: chargeActions(backend, charge),
  }
}

export function attachmentView(attachment: AttachmentRecord, now: number): Attachment {
  const { attachmentId, name, contentType, size, sha256 } = attachment
  return {
    attachmentId,
    name,
    contentType,
    size,
    sha256,
    scan: now < attachment.scannedAt ? 'PENDING' : attachment.verdict,
  }
}

export function fileView(
  backend: Pick<Backend, 'forms' | 'tenants'>,
  file: FileRecord,
  order: OrderRecord | null,
  locale: Locale,
): IssuedFile {
  return {
    fileId: file.fileId,
    name: file.name,
    kind: file.kind,
    contentType: file.contentType,
    size: file.size,
    issuedAt: tokyoIso(file.issuedAt),
    ...(file.availableUntil === undefined ? {} : { availableUntil: tokyoIso(file.availableUntil) }),
    ...(file.orderId === undefined ? {} : { orderId: file.orderId }),
    ...(order === null ? {} : { receiptNumber: order.receiptNumber, serviceName: serviceName(backend, order, locale) }),
    ...nounOfOrder(backend, order),
  }
}
