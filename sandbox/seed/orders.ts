import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { resolveSampleDate, sampleDate } from '../../form-model/sample-date.ts'
import type { Answers, OrderStatus } from '../../src/api/generated/api.schemas.ts'
import { newId, newToken } from '../core/identifiers.ts'
import type { Backend } from '../rules/backend.ts'
import type { AttemptRecord, ChargeRecord, OrderRecord, ResidentRecord, Text, TimelineRecord } from '../core/records.ts'
import type { ReceiptDeps } from '../rules/issue-files.ts'
import { issueFile, issueReceipt } from '../rules/issue-files.ts'
import { orderNounText } from '../rules/order-views.ts'
import { newCharge, nextReceiptNumber } from '../rules/submit-order.ts'
import { day, hour, minute } from '../core/tokyo-time.ts'

export type SampleOrderDeps = ReceiptDeps & Pick<Backend, 'attempts' | 'charges' | 'forms' | 'orders'>

const schemas = path.join(import.meta.dirname, '..', '..', 'schemas')

export type Fee = Pick<ChargeRecord, 'total' | 'tax' | 'lines'>

export type SampleOrder = {
  serviceId: string
  type: string
  status: OrderStatus
  /** Days before now. */
  daysAgo: number
  fee?: Fee
  chargeStatus?: ChargeRecord['status']
  returnReason?: Text
  returnFields?: readonly string[]
  /** Leaves out files, for large numbers of orders. */
  withoutFiles?: boolean
}

/** The fees of the forms for the sample answers; a spec compares them with the quote. */
const certificateFee: Fee = {
  total: 710,
  tax: 0,
  lines: [
    { label: { ja: '住民票の写し', en: 'Copy of the residence record' }, quantity: 2, unitPrice: 300, amount: 600 },
    { label: { ja: '郵便料金', en: 'Postage' }, quantity: 1, unitPrice: 110, amount: 110 },
  ],
}

const wasteFee: Fee = {
  total: 2800,
  tax: 254,
  lines: [
    { label: { ja: '収集手数料 布団', en: 'Collection: futon' }, quantity: 2, unitPrice: 400, amount: 800 },
    { label: { ja: '収集手数料 ソファー', en: 'Collection: sofa' }, quantity: 1, unitPrice: 2000, amount: 2000 },
  ],
}

const water = { serviceId: 'water-start', type: 'individual' }

/** The water supplier's only service has no fee. */
const waterOrders: readonly SampleOrder[] = [
  { ...water, status: 'FINISHED', daysAgo: 40 },
  {
    ...water,
    status: 'CANCELLED_BY_TENANT',
    daysAgo: 12,
    returnReason: {
      ja: 'ご使用場所を確認できませんでした。部屋番号までご記入のうえ、もう一度送信してください。',
      en: 'We could not find the address. Enter it with the room number, then submit again.',
    },
    returnFields: ['/place/premises'],
  },
  { ...water, status: 'IN_PROCESS', daysAgo: 5 },
  { ...water, status: 'NOT_STARTED', daysAgo: 2 },
]

/** Sample orders of services that the tenant has. */
export function sampleOrdersOf(tenantId: string): readonly SampleOrder[] {
  return tenantId === 'aozora-water' ? waterOrders : sampleOrders
}

/** One order in every status, with charges in every status. */
export const sampleOrders: readonly SampleOrder[] = [
  {
    serviceId: 'residence-certificate',
    type: 'individual',
    status: 'FINISHED',
    daysAgo: 40,
    fee: certificateFee,
    chargeStatus: 'PAID',
  },
  {
    serviceId: 'bulky-waste',
    type: 'individual',
    status: 'CANCELLED_BY_USER',
    daysAgo: 21,
    fee: wasteFee,
    chargeStatus: 'CANCELLED',
  },
  {
    serviceId: 'residence-certificate',
    type: 'individual',
    status: 'CANCELLED_BY_TENANT',
    daysAgo: 12,
    fee: certificateFee,
    chargeStatus: 'PAID',
    returnReason: {
      ja: 'ご本人であることが確認できませんでした。お名前とフリガナをご確認のうえ、もう一度送信してください。',
      en: 'We could not confirm your identity. Check your name and its reading, then submit again.',
    },
  },
  { serviceId: 'childcare-consultation', type: 'individual', status: 'IN_PROCESS', daysAgo: 5 },
  {
    serviceId: 'bulky-waste',
    type: 'individual',
    status: 'NOT_STARTED',
    daysAgo: 2,
    fee: wasteFee,
    chargeStatus: 'PAID',
  },
  {
    serviceId: 'residence-certificate',
    type: 'individual',
    status: 'WAITING_PAYMENT',
    daysAgo: 1,
    fee: certificateFee,
    chargeStatus: 'WAITING',
  },
]

/** Adds an order as if the resident had submitted it that many days ago. */
export function addSampleOrder(backend: SampleOrderDeps, resident: ResidentRecord, sample: SampleOrder): OrderRecord {
  const { tenantId, userId, profile } = resident
  const { serviceId, type, status, fee, chargeStatus, returnReason, returnFields } = sample
  const submittedAt = backend.clock.now() - sample.daysAgo * day
  const first: OrderStatus = fee === undefined ? 'NOT_STARTED' : 'WAITING_PAYMENT'
  const timeline = timelineTo(status, first, submittedAt)
  const recipient =
    profile.kind === 'person' ? `${profile.familyName} ${profile.givenName}`.trim() : profile.corporationName
  const order: OrderRecord = {
    orderId: newId('OR'),
    tenantId,
    userId,
    serviceId,
    type,
    formVersion: backend.forms.currentVersion(tenantId, serviceId, type) ?? 'unpublished',
    status,
    receiptNumber: nextReceiptNumber(backend, tenantId),
    submittedAt,
    updatedAt: timeline.at(-1)?.at ?? submittedAt,
    answers: validAnswers(tenantId, serviceId, type, submittedAt),
    attachmentIds: [],
    timeline,
    locale: 'ja',
    ...(returnReason === undefined ? {} : { returnReason }),
    ...(returnFields === undefined ? {} : { returnFields }),
    ...(serviceId === 'residence-certificate' && profile.address !== undefined && profile.phone !== undefined
      ? { shippingAddress: { recipient, phone: profile.phone, address: profile.address } }
      : {}),
  }
  backend.orders.save(order)
  if (fee !== undefined) addCharge(backend, order, fee, chargeStatus ?? 'WAITING')
  if (status === 'FINISHED' && sample.withoutFiles !== true) {
    issueFile(backend, {
      owner: order,
      kind: 'DECISION',
      name: `交付決定通知書_${order.receiptNumber}.pdf`,
      issuedAt: order.updatedAt,
      orderId: order.orderId,
      title: '交付決定通知書',
      lines: [`受付番号 ${order.receiptNumber}`, `${orderNounText(backend, order, 'ja')}のとおり決定しました。`],
    })
  }
  return order
}

function addCharge(backend: SampleOrderDeps, order: OrderRecord, fee: Fee, status: ChargeRecord['status']): void {
  const charge = newCharge(backend, order, fee)
  const at = order.submittedAt + hour
  if (status === 'CANCELLED') {
    addAttempt(backend, charge, 'CANCELLED', at)
    backend.charges.save({ ...charge, status, cancelledAt: at })
  }
  if (status === 'PAID') {
    addAttempt(backend, charge, 'SUCCEEDED', at)
    const paid: ChargeRecord = { ...charge, status, paidAt: at }
    backend.charges.save({ ...paid, receipt: issueReceipt(backend, paid, order) })
  }
}

function addAttempt(
  backend: Pick<Backend, 'attempts'>,
  { chargeId }: ChargeRecord,
  state: AttemptRecord['state'],
  at: number,
): void {
  backend.attempts.save({
    attemptId: newId('PA'),
    chargeId,
    cardSession: `cs_${newToken()}`,
    state,
    at,
    startedAt: at - minute,
    method: 'GET',
    expiresAt: at + hour,
    repayment: false,
    locale: 'ja',
  })
}

const way: readonly OrderStatus[] = ['WAITING_PAYMENT', 'NOT_STARTED', 'IN_PROCESS', 'FINISHED']

/** The past statuses of an order, an hour apart. */
function timelineTo(status: OrderStatus, first: OrderStatus, submittedAt: number): TimelineRecord[] {
  const start = way.indexOf(first)
  const end = way.indexOf(status)
  const passed =
    end >= 0
      ? way.slice(start, end + 1)
      : [first, ...(status === 'CANCELLED_BY_TENANT' ? (['IN_PROCESS'] as const) : []), status]
  return passed.map((each, index) => ({
    at: submittedAt + index * hour,
    status: each,
    actor: index === 0 || each === 'CANCELLED_BY_USER' ? 'USER' : each === 'NOT_STARTED' ? 'SYSTEM' : 'TENANT',
  }))
}

const samples = new Map<string, string>()

/**
 * A valid sample of the form's author (the last by name), with `{{today+3}}` and the like relative to the moment of
 * submission.
 */
export function validAnswers(tenantId: string, serviceId: string, type: string, submittedAt: number): Answers {
  const folder = path.join(schemas, tenantId, serviceId, type, 'valid')
  const text = samples.get(folder) ?? sampleText(folder)
  samples.set(folder, text)
  const dated = text.replaceAll(
    new RegExp(sampleDate, 'g'),
    (placeholder, date: string) => resolveSampleDate(date, submittedAt) ?? placeholder,
  )
  return JSON.parse(dated) as Answers
}

function sampleText(folder: string): string {
  if (!existsSync(folder)) return '{}'
  const name = readdirSync(folder)
    .toSorted()
    .findLast((file) => file.endsWith('.json'))
  return name === undefined ? '{}' : readFileSync(path.join(folder, name), 'utf8')
}
