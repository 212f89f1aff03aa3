/**
 * What a result page may say after the card provider sent the visitor back. The address proves nothing: anyone can
 * type it. Only the charge as the API tells it decides; the way back merely says how long a started attempt may count
 * as being under way.
 */

/** The callback that brought the visitor. */
export type PaymentReturn = 'success' | 'cancel' | 'error'

/**
 * paid, withdrawn: final. confirming: ask again. unknown: asked long enough, nobody should pay again now. cancelled,
 * failed, unpaid: the charge waits and the attempt is over; unpaid claims nothing about how.
 */
export type PaymentResult = 'paid' | 'withdrawn' | 'confirming' | 'unknown' | 'cancelled' | 'failed' | 'unpaid'

/** The part of a charge that decides; states the portal does not know count as neither paid nor payable. */
export type ChargeOutcome = { status: string; lastAttempt?: { state: string } | null | undefined }

/** Seconds between two questions while confirming; together one minute. */
const confirmingDelays = [1, 2, 4, 8, 8, 8, 8, 8, 8, 5]

/**
 * After a success callback the API may still call the attempt expired, or not have it yet: the notice of the card
 * provider can arrive seconds after the visitor. Nobody is asked to pay again before these questions.
 */
const lateNoticeDelays = [1, 2, 4]

/** After a cancel or error callback a started attempt is read once more: the provider may still be writing its end. */
const recheckDelays = [2]

/**
 * @param polls how often the charge was read again since the page opened
 */
export function paymentResult(charge: ChargeOutcome, back: PaymentReturn, polls: number): PaymentResult {
  if (charge.status === 'PAID') return 'paid'
  if (charge.status === 'CANCELLED') return 'withdrawn'
  if (charge.status !== 'WAITING') return 'unknown'
  switch (charge.lastAttempt?.state ?? 'none') {
    // SUCCEEDED with a waiting charge: the money moved and the books follow. Offering to pay again would be the worst.
    case 'PROCESSING':
    case 'SUCCEEDED':
      return polls < confirmingDelays.length ? 'confirming' : 'unknown'
    case 'STARTED':
      if (back === 'success') return polls < confirmingDelays.length ? 'confirming' : 'unknown'
      return polls < recheckDelays.length ? 'confirming' : ended(back)
    case 'FAILED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    default:
      return back === 'success' && polls < lateNoticeDelays.length ? 'confirming' : ended(back)
  }
}

/** Milliseconds until the charge is to be read again, false when the page has its answer. */
export function nextPoll(charge: ChargeOutcome, back: PaymentReturn, polls: number): number | false {
  if (paymentResult(charge, back, polls) !== 'confirming') return false
  const delay = delaysFor(charge.lastAttempt?.state, back)[polls]
  return delay === undefined ? false : delay * 1000
}

function delaysFor(state: string | undefined, back: PaymentReturn): number[] {
  if (state === 'PROCESSING' || state === 'SUCCEEDED') return confirmingDelays
  if (back !== 'success') return recheckDelays
  return state === 'STARTED' ? confirmingDelays : lateNoticeDelays
}

/** True while an attempt may still turn into a payment, on pages that nobody was sent back to. */
export function isAttemptUnderWay(charge: ChargeOutcome): boolean {
  const state = charge.lastAttempt?.state
  return charge.status === 'WAITING' && (state === 'PROCESSING' || state === 'SUCCEEDED')
}

function ended(back: PaymentReturn): PaymentResult {
  if (back === 'cancel') return 'cancelled'
  return back === 'error' ? 'failed' : 'unpaid'
}
