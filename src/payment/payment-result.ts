/**
 * The result to show after the return from the card provider. The callback address proves nothing, since anyone can
 * type it: only the state of the charge in the API decides. The callback only selects how long a started attempt counts
 * as in progress.
 */

/** The callback that was opened. */
export type PaymentReturn = 'success' | 'cancel' | 'error'

/**
 * paid, withdrawn: final. confirming: poll again. unknown: polled long enough; the user should not pay again now.
 * cancelled, failed, unpaid: the charge is open and the attempt is over; unpaid gives no reason.
 */
export type PaymentResult = 'paid' | 'withdrawn' | 'confirming' | 'unknown' | 'cancelled' | 'failed' | 'unpaid'

/** The part of a charge that decides. An unknown state counts as neither paid nor payable. */
export type ChargeOutcome = { status: string; lastAttempt?: { state: string } | null | undefined }

/** Seconds between two polls while confirming; together one minute. */
const confirmingDelaysInSeconds = [1, 2, 4, 8, 8, 8, 8, 8, 8, 5]

/**
 * After a success callback the API may still report the attempt as expired or missing, since the notification of the
 * card provider can arrive seconds later. The page does not offer a payment before these polls.
 */
const lateNoticeDelaysInSeconds = [1, 2, 4]

/** After a cancel or error callback a started attempt is polled once: its end may not be stored yet. */
const recheckDelaysInSeconds = [2]

/** @param polls how often the charge was read again since the page opened */
export function paymentResult(charge: ChargeOutcome, back: PaymentReturn, polls: number): PaymentResult {
  if (charge.status === 'PAID') return 'paid'
  if (charge.status === 'CANCELLED') return 'withdrawn'
  if (charge.status !== 'WAITING') return 'unknown'
  switch (charge.lastAttempt?.state ?? 'none') {
    // SUCCEEDED with an open charge: the payment was made, and the charge will be updated. The user must not pay again.
    case 'PROCESSING':
    case 'SUCCEEDED':
      return polls < confirmingDelaysInSeconds.length ? 'confirming' : 'unknown'
    case 'STARTED':
      if (back === 'success') return polls < confirmingDelaysInSeconds.length ? 'confirming' : 'unknown'
      return polls < recheckDelaysInSeconds.length ? 'confirming' : ended(back)
    case 'FAILED':
      return 'failed'
    case 'CANCELLED':
      return 'cancelled'
    default:
      return back === 'success' && polls < lateNoticeDelaysInSeconds.length ? 'confirming' : ended(back)
  }
}

/** Milliseconds until the next poll, or false if the result is final. */
export function nextPoll(charge: ChargeOutcome, back: PaymentReturn, polls: number): number | false {
  if (paymentResult(charge, back, polls) !== 'confirming') return false
  const seconds = delaysFor(charge.lastAttempt?.state, back)[polls]
  return seconds === undefined ? false : seconds * 1000
}

function delaysFor(state: string | undefined, back: PaymentReturn): number[] {
  if (state === 'PROCESSING' || state === 'SUCCEEDED') return confirmingDelaysInSeconds
  if (back !== 'success') return recheckDelaysInSeconds
  return state === 'STARTED' ? confirmingDelaysInSeconds : lateNoticeDelaysInSeconds
}

/** True while an attempt may still become a payment, on pages that are not the return from a payment. */
export function isAttemptInProgress(charge: ChargeOutcome): boolean {
  const state = charge.lastAttempt?.state
  return charge.status === 'WAITING' && (state === 'PROCESSING' || state === 'SUCCEEDED')
}

function ended(back: PaymentReturn): PaymentResult {
  if (back === 'cancel') return 'cancelled'
  return back === 'error' ? 'failed' : 'unpaid'
}
