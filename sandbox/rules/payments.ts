import type { Locale, PaymentAttempt } from '../../src/api/generated/api.schemas.ts'
import { newId, newToken } from '../core/identifiers.ts'
import { ProblemAnswer } from '../core/problem-answer.ts'
import type { Backend } from './backend.ts'
import type { AttemptRecord, ChargeRecord } from '../core/records.ts'
import { minute } from '../core/tokyo-time.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import type { ReceiptDeps } from './issue-files.ts'
import { issueReceipt } from './issue-files.ts'
import type { OrderMailDeps } from './mails.ts'
import { paymentMail } from './mails.ts'
import { attemptState } from './order-views.ts'

export type SettlementDeps = OrderMailDeps & ReceiptDeps & Pick<Backend, 'attempts' | 'charges' | 'effects' | 'orders'>

/** How long the card provider keeps a payment page open. */
const attemptLifetime = 30 * minute

/**
 * Starts a payment attempt. Refuses by the state of the charge: paid, cancelled, another attempt open (which is then in
 * the response and can be continued), past due, amount changed since it was read. Then by that of the card provider.
 */
export function proceed(
  backend: Pick<Backend, 'attempts' | 'cardOrigin' | 'charges' | 'clock'>,
  charge: ChargeRecord,
  {
    repayment,
    locale,
    returnTo,
    cardStatus,
  }: { repayment: boolean; locale: Locale; returnTo?: string | undefined; cardStatus?: number | undefined },
): AttemptRecord {
  const now = backend.clock.now()
  if (charge.status === 'PAID') throw new ProblemAnswer(409, 'SE_CH_0001')
  if (charge.status === 'CANCELLED') throw new ProblemAnswer(409, 'SE_CH_0002')
  if (now > charge.dueAt) throw new ProblemAnswer(410, 'SE_CH_0004')
  const last = backend.attempts.lastOf(charge.chargeId)
  if (last !== null && ['STARTED', 'PROCESSING'].includes(attemptState(last, now)))
    throw new ProblemAnswer(409, 'SE_CH_0003', { attempt: attemptView(backend, last) })
  if (charge.isUnread === true) throw new ProblemAnswer(422, 'SE_CH_0005')
  if (cardStatus !== undefined) throw new ProblemAnswer(cardStatus, 'SE_CH_0010')
  const attempt: AttemptRecord = {
    attemptId: newId('PA'),
    chargeId: charge.chargeId,
    cardSession: `cs_${newToken()}`,
    state: 'STARTED',
    at: now,
    startedAt: now,
    // Card providers use both hand-over methods, so the portal is tested with both.
    method: repayment ? 'POST' : 'GET',
    expiresAt: now + attemptLifetime,
    repayment,
    locale,
    ...(returnTo === undefined ? {} : { returnTo }),
  }
  backend.attempts.save(attempt)
  return attempt
}

/** A charge of another amount, which counts once it was read. */
export function withTotal(charge: ChargeRecord, total: number): ChargeRecord {
  const label = { ja: '料金の変更', en: 'Change of fee' }
  const more = total - charge.total
  const lines =
    more < 0 ? [{ label, amount: total + (charge.carriedOver ?? 0) }] : [...charge.lines, { label, amount: more }]
  return { ...charge, total, tax: Math.min(charge.tax, total), lines, isUnread: true }
}

/** The address of the payment page. */
export function attemptView(backend: Pick<Backend, 'cardOrigin'>, attempt: AttemptRecord): PaymentAttempt {
  const page = `${backend.cardOrigin}/pay`
  const { attemptId, method, cardSession } = attempt
  return {
    attemptId,
    method,
    ...(method === 'POST'
      ? { url: page, fields: { session: cardSession } }
      : { url: `${page}?session=${encodeURIComponent(cardSession)}` }),
    expiresAt: tokyoIso(attempt.expiresAt),
  }
}

/** Cancels a WAITING charge with its order; a cancelled one stays unchanged. */
export function decline(
  backend: Pick<Backend, 'attempts' | 'cardOrigin' | 'charges' | 'clock' | 'orders'>,
  charge: ChargeRecord,
): ChargeRecord {
  if (charge.status === 'CANCELLED') return charge
  if (charge.status === 'PAID') throw new ProblemAnswer(409, 'SE_CH_0001')
  refuseWhileProcessing(backend, charge)
  const cancelled = cancelCharge(backend, charge)
  const order = backend.orders.find(charge.orderId)
  if (order !== null && order.status === 'WAITING_PAYMENT') {
    const at = backend.clock.now()
    backend.orders.save({
      ...order,
      status: 'CANCELLED_BY_USER',
      updatedAt: at,
      timeline: [...order.timeline, { at, status: 'CANCELLED_BY_USER', actor: 'USER' }],
    })
  }
  return cancelled
}

/** The money may already have been transferred, so the outcome must be awaited. */
export function refuseWhileProcessing(backend: Pick<Backend, 'attempts' | 'cardOrigin'>, charge: ChargeRecord): void {
  const last = backend.attempts.lastOf(charge.chargeId)
  if (last?.state === 'PROCESSING') throw new ProblemAnswer(409, 'SE_CH_0003', { attempt: attemptView(backend, last) })
}

export function cancelCharge(
  backend: Pick<Backend, 'attempts' | 'charges' | 'clock'>,
  charge: ChargeRecord,
): ChargeRecord {
  const now = backend.clock.now()
  const last = backend.attempts.lastOf(charge.chargeId)
  // Close the page at the card provider, so that a cancelled charge cannot be paid there.
  if (last?.state === 'STARTED') backend.attempts.save({ ...last, state: 'CANCELLED', at: now })
  const cancelled: ChargeRecord = { ...charge, status: 'CANCELLED', cancelledAt: now }
  backend.charges.save(cancelled)
  return cancelled
}

/** The card provider's report of an attempt (its webhook). For PROCESSING it names the later outcome and its time. */
export type CardReport =
  | { outcome: 'SUCCEEDED' | 'FAILED' | 'CANCELLED' }
  | { outcome: 'PROCESSING'; settlesTo: 'SUCCEEDED' | 'FAILED'; settleAt: number }

/** Applies a report; false if the attempt can no longer change (paid twice, cancelled meanwhile, expired). */
export function applyReport(backend: SettlementDeps, cardSession: string, report: CardReport): boolean {
  return backend.db.transaction(() => {
    const now = backend.clock.now()
    const attempt = backend.attempts.findBySession(cardSession)
    const charge = attempt === null ? null : backend.charges.find(attempt.chargeId)
    if (attempt === null || charge === null || charge.status !== 'WAITING') return false
    if (!['STARTED', 'PROCESSING'].includes(attemptState(attempt, now))) return false
    const { settlesTo: _outcome, settleAt: _moment, ...open } = attempt
    const { outcome, ...settlement } = report
    backend.attempts.save({ ...open, ...settlement, state: outcome, at: now })
    if (outcome === 'SUCCEEDED') markPaid(backend, charge, now)
    return true
  })
}

/** Sets the outcome of attempts in PROCESSING whose time has come. */
export function settleDueAttempts(backend: SettlementDeps): void {
  for (const attempt of backend.attempts.toSettle(backend.clock.now())) {
    if (attempt.settlesTo !== undefined) applyReport(backend, attempt.cardSession, { outcome: attempt.settlesTo })
  }
}

function markPaid(backend: SettlementDeps, charge: ChargeRecord, now: number): void {
  backend.effects.add({ at: now, effect: 'charge-paid', target: charge.chargeId, userId: charge.userId })
  const order = backend.orders.find(charge.orderId)
  const paid: ChargeRecord = { ...charge, status: 'PAID', paidAt: now }
  backend.charges.save({ ...paid, receipt: issueReceipt(backend, paid, order) })
  if (order === null || order.status !== 'WAITING_PAYMENT') return
  backend.orders.save({
    ...order,
    status: 'NOT_STARTED',
    updatedAt: now,
    timeline: [
      ...order.timeline,
      {
        at: now,
        status: 'NOT_STARTED',
        actor: 'SYSTEM',
        note: { ja: 'お支払いを確認しました。', en: 'The payment is confirmed.' },
      },
    ],
  })
  paymentMail(backend, order, paid)
}
