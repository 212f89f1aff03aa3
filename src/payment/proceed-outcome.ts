import { parseChargeId } from '../paths.ts'
import { serverNow } from '../lib/clock.ts'
import type { Problem } from '../lib/problem.ts'
import type { PaymentHandOff } from './leave-for-payment.ts'

/** An attempt that is already open and can be continued until `expiresAt` (milliseconds since 1970). */
export type OpenAttempt = PaymentHandOff & { attemptId: string; expiresAt: number }

/** The attempt if it can still be continued. */
export function unexpired(attempt: OpenAttempt | null): OpenAttempt | null {
  return attempt !== null && attempt.expiresAt > serverNow() ? attempt : null
}

/**
 * The meaning of a refused `proceed` (charge codes of the contract), with the problem to show. For `attempt-open`
 * without an attempt the user can only wait. `not-left` comes from the portal: the address is not allowed, the browser
 * blocked it, or the card provider did not respond.
 */
export type ProceedOutcome =
  | { kind: 'attempt-open'; problem: Problem; attempt: OpenAttempt | null }
  | { kind: 'already-paid' | 'cancelled' | 'past-due' | 'amount-changed' | 'provider-down'; problem: Problem }
  | { kind: 'not-left' }
  | { kind: 'problem'; problem: Problem }

export function toProceedOutcome(problem: Problem): ProceedOutcome {
  switch (problem.code ?? '') {
    case 'SE_CH_0001':
      return { kind: 'already-paid', problem }
    case 'SE_CH_0002':
      return { kind: 'cancelled', problem }
    case 'SE_CH_0003':
      return { kind: 'attempt-open', problem, attempt: toOpenAttempt(problem.attempt) }
    case 'SE_CH_0004':
      return { kind: 'past-due', problem }
    case 'SE_CH_0005':
      return { kind: 'amount-changed', problem }
    case 'SE_CH_0010':
      return { kind: 'provider-down', problem }
    default:
      return { kind: 'problem', problem }
  }
}

/** True if the charge on the page is outdated and has to be read again. */
export function makesChargeStale(outcome: ProceedOutcome): boolean {
  return outcome.kind !== 'provider-down' && outcome.kind !== 'problem' && outcome.kind !== 'not-left'
}

function toOpenAttempt(value: unknown): OpenAttempt | null {
  if (typeof value !== 'object' || value === null) return null
  const { attemptId, method, url, fields, expiresAt }: Record<string, unknown> = { ...value }
  const id = parseChargeId(attemptId)
  const expires = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN
  if (id === null || typeof method !== 'string' || typeof url !== 'string' || Number.isNaN(expires)) return null
  return { attemptId: id, method, url, fields: toFields(fields), expiresAt: expires }
}

function toFields(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
