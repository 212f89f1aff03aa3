import type { Charge, OrderDetails, OrderStatus } from '../../api/generated/api.schemas.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { isAttemptInProgress } from '../../payment/payment-result.ts'
import { chargeActions, shownChargeStatus } from '../../order-display/ChargeStatus.tsx'
import { mayCorrect, shownOrderStatus } from '../../order-display/OrderStatus.tsx'
import { isPaid } from './paid-orders.ts'

type Text = Extract<TextKey<'orders'>, `next.${string}`>

/** The user's next task, as the key of its text; `pay`, `payInTime`, `correct`, `download` and `ask` are tasks. */
type NextStep = Exclude<Text extends `next.${infer Step}` ? Step : never, 'label'>

type ChargeState = 'none' | 'payable' | 'waiting' | 'confirming' | 'paid' | 'cancelled'

function always(step: NextStep): Record<ChargeState, NextStep> {
  return { none: step, payable: step, waiting: step, confirming: step, paid: step, cancelled: step }
}

/** One row per status and one column per state of the charge. */
const steps: Record<OrderStatus, Record<ChargeState, NextStep>> = {
  WAITING_PAYMENT: {
    ...always('staff'),
    payable: 'pay',
    waiting: 'notPayable',
    confirming: 'confirming',
    cancelled: 'notPayable',
  },
  NOT_STARTED: always('staff'),
  IN_PROCESS: always('staff'),
  FINISHED: always('done'),
  CANCELLED_BY_USER: always('withdrawn'),
  CANCELLED_BY_TENANT: always('readReason'),
}

type Order = Pick<OrderDetails, 'allowedActions' | 'charges' | 'files' | 'paidBefore' | 'reapplyOf'> & {
  status: string
}

/** Null for a status newer than this portal. */
export function nextStepOf(order: Order): NextStep | null {
  const status = shownOrderStatus(order.status)
  if (status === 'unknown') return null
  const charge = order.charges.at(-1)
  const step = steps[status][chargeState(order, charge)]
  if (step === 'pay' && charge?.dueAt !== undefined) return 'payInTime'
  if (step === 'withdrawn' && isPaid(order)) return isPaidBeforeOnly(order) ? 'correctAgain' : 'ask'
  if (step === 'done' && order.files.length > 0) return 'download'
  if (step === 'readReason' && mayCorrect(order)) return 'correct'
  return step
}

/** The payment was for the returned application, and counts for another correction of it. */
function isPaidBeforeOnly({ reapplyOf, charges }: Order): boolean {
  return reapplyOf !== undefined && charges.every(({ status }) => status !== 'PAID')
}

function chargeState({ allowedActions }: Order, charge: Charge | undefined): ChargeState {
  if (charge === undefined) return 'none'
  if (isAttemptInProgress(charge)) return 'confirming'
  const status = shownChargeStatus(charge.status)
  if (status === 'PAID') return 'paid'
  if (status === 'CANCELLED') return 'cancelled'
  return allowedActions.includes('pay') && chargeActions(charge).canPay ? 'payable' : 'waiting'
}

/** The remaining steps, the nearest first. */
export type ComingStep = 'payment' | 'check' | 'finish'

const coming: Record<OrderStatus, readonly ComingStep[]> = {
  WAITING_PAYMENT: ['payment', 'check', 'finish'],
  NOT_STARTED: ['check', 'finish'],
  IN_PROCESS: ['finish'],
  FINISHED: [],
  CANCELLED_BY_USER: [],
  CANCELLED_BY_TENANT: [],
}

export function comingSteps(status: string): readonly ComingStep[] {
  const shown = shownOrderStatus(status)
  return shown === 'unknown' ? [] : coming[shown]
}
