import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getGetChargeQueryKey, useProceedCharge } from '../api/generated/charges/charges.ts'
import { useIsHere } from '../lib/use-navigate-from-here.ts'
import { newIdempotencyKey } from '../lib/idempotency.ts'
import type { Language } from '../lib/language.ts'
import { problemOf } from '../lib/problem.ts'
import type { Problem } from '../lib/problem.ts'
import type { TenantId } from '../paths.ts'
import { parseChargeId } from '../paths.ts'
import { recallOrder, rememberOrder } from './remembered-order.ts'
import { leaveByLink } from '../lib/leave-by-link.ts'
import { serverNow } from '../lib/clock.ts'
import { checkedPaymentUrl } from './payment-url.ts'

type IdentifiedHandOff = PaymentHandOff & { attemptId: string }

export type ProceedTarget = { chargeId: string; orderId: string }

export type ProceedOptions = {
  tenantId: TenantId
  /** true on the page of a charge, false on the settlement page. */
  repayment: boolean
  locale: Language
  /** `paymentHostsOf` the tenant. */
  allowedHosts: readonly string[]
}

export type Proceed = {
  /**
   * Starts an attempt and leaves for the card provider. Call it from a click only; further clicks do nothing.
   * Returns why it did not leave, null if it did or if an attempt is already starting.
   */
  proceed: (target: ProceedTarget) => Promise<ProceedOutcome | null>
  /** Leaves for an attempt that is already open (SE_CH_0003). Call it from a click only. */
  continueAttempt: (target: ProceedTarget, attempt: OpenAttempt) => void
  /** `leaving` lasts until the browser has left, or has returned from its back/forward cache. */
  state: 'idle' | 'starting' | 'leaving'
  /** Why the last click did not leave; null if it did or was not made. */
  outcome: ProceedOutcome | null
}

/**
 * Paying a charge, on the settlement page and on the page of the charge. One click starts one attempt (P-01). If the
 * response was lost, the retry uses the same key; after a success the next click starts another attempt.
 */
export function useProceed({ tenantId, repayment, locale, allowedHosts }: ProceedOptions): Proceed {
  const queryClient = useQueryClient()
  const { mutateAsync } = useProceedCharge({ mutation: { meta: { problem: 'inline' } } })
  const [state, setState] = useState<Proceed['state']>('idle')
  const [outcome, setOutcome] = useState<ProceedOutcome | null>(null)
  const isHere = useIsHere()
  const started = useRef(false)
  /** The request that may have arrived: its repetition has the same key and body, also after a change of the language. */
  const request = useRef<{ key: string; locale: typeof locale }>(undefined)
  const stopWatching = useRef<() => void>(undefined)

  useEffect(() => {
    // The browser returned from its back/forward cache (P-09). ReturnWatch reads the charge again.
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      stopWatching.current?.()
      started.current = false
      setState('idle')
      setOutcome(null)
    }
    window.addEventListener('pageshow', onPageShow)
    return () => {
      stopWatching.current?.()
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [])

  function leave({ orderId, chargeId }: ProceedTarget, handOff: IdentifiedHandOff): ProceedOutcome | null {
    rememberOrder(tenantId, orderId, chargeId, handOff.attemptId)
    // Watch before leaving: a blocked form is reported during its submission.
    stopWatching.current = watchLeaving(() => stop({ kind: 'not-left' }))
    if (!leaveForPayment(handOff, allowedHosts)) return stop({ kind: 'not-left' })
    setState('leaving')
    return null
  }

  function stop<Reason extends ProceedOutcome | null>(reason: Reason): Reason {
    stopWatching.current?.()
    started.current = false
    setState('idle')
    setOutcome(reason)
    return reason
  }

  async function proceed(target: ProceedTarget): Promise<ProceedOutcome | null> {
    if (started.current) return null
    started.current = true
    setState('starting')
    setOutcome(null)
    request.current ??= { key: newIdempotencyKey(), locale }
    try {
      const { key, locale: sentLocale } = request.current
      const headers = { 'Idempotency-Key': key }
      const data = { repayment, locale: sentLocale }
      const attempt = await mutateAsync({ chargeId: target.chargeId, data, headers })
      // The user has left the page meanwhile, or is about to: do not redirect.
      if (!isHere()) return stop(null)
      request.current = undefined
      return leave(target, attempt)
    } catch (error) {
      const reason = toProceedOutcome(problemOf(error) ?? { kind: 'unreadable', fields: [] })
      const own = isHere() ? ownAttempt(tenantId, reason) : null
      if (own !== null) return leave(target, own)
      // First, so that no message and no button stands beside the old amount.
      if (makesChargeStale(reason)) {
        await queryClient.invalidateQueries({ queryKey: getGetChargeQueryKey(target.chargeId) })
      }
      return stop(reason)
    }
  }

  function continueAttempt(target: ProceedTarget, attempt: OpenAttempt) {
    if (started.current) return
    started.current = true
    setOutcome(null)
    leave(target, attempt)
  }

  return { proceed, continueAttempt, state, outcome }
}

/**
 * The open attempt that refused this click, if this tab had left for it: a user who returned with Back and clicks again
 * wants to continue it.
 */
function ownAttempt(tenantId: TenantId, reason: ProceedOutcome): OpenAttempt | null {
  const attempt = reason.kind === 'attempt-open' ? unexpired(reason.attempt, serverNow()) : null
  return attempt !== null && recallOrder(tenantId)?.attemptId === attempt.attemptId ? attempt : null
}

/**
 * The only redirect from the portal to the card provider. The address comes from the API, is checked against the hosts
 * of config.json and opens in the same tab: chat apps block `window.open`.
 */

/** The payment page that `proceed` (or a 409 SE_CH_0003) returns: an address, and fields if it has to be posted. */
export type PaymentHandOff = {
  method: string
  url: string
  fields?: Readonly<Record<string, string>> | null | undefined
}

/**
 * Leaves for the card provider and returns true, or returns false if the address or the method is not allowed. Call it
 * only from a click, never from an effect: a payment must not start by itself.
 */
export function leaveForPayment(handOff: PaymentHandOff, allowedHosts: readonly string[]): boolean {
  const url = checkedPaymentUrl(handOff.url, allowedHosts)
  if (url === null) return false
  if (handOff.method === 'GET') leaveByLink(url)
  else if (handOff.method === 'POST') post(url, handOff.fields ?? {})
  else return false
  return true
}

/** If the card provider does not respond within this time, the page offers a retry. */
const leavingLimitMs = 30_000

/**
 * Calls `onStayed` if the browser has not left: the content policy blocked a redirect of the posted form (`form-action`
 * covers redirects), or there was no response. Returns a function that stops the watch.
 */
export function watchLeaving(onStayed: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
  const stayed = () => {
    stop()
    onStayed()
  }
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'form-action') stayed()
  }
  const timer = setTimeout(stayed, leavingLimitMs)
  document.addEventListener('securitypolicyviolation', onViolation)
  return stop
}

function post(url: URL, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url.href
  form.acceptCharset = 'utf-8'
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // A field named `submit` or `requestSubmit` would hide the method of the form itself.
  HTMLFormElement.prototype.requestSubmit.call(form)
  form.remove()
}

/** An attempt that is already open and can be continued until `expiresAt` (milliseconds since 1970). */
export type OpenAttempt = PaymentHandOff & { attemptId: string; expiresAt: number }

/** The attempt if it can still be continued. */
export function unexpired(attempt: OpenAttempt | null, now: number): OpenAttempt | null {
  return attempt !== null && attempt.expiresAt > now ? attempt : null
}

/**
 * The meaning of a refused `proceed` (charge codes of the contract), with the problem to show. For `attempt-open`
 * without an attempt the user can only wait. `not-left` comes from the portal: the address is not allowed, the browser
 * blocked it, or the card provider did not respond.
 */
export type ProceedOutcome =
  | { kind: 'attempt-open'; problem: Problem; attempt: OpenAttempt | null }
  | { kind: Refusal | 'problem'; problem: Problem }
  | { kind: 'not-left' }

type Refusal = 'already-paid' | 'cancelled' | 'past-due' | 'amount-changed' | 'provider-down'

const refusals = new Map<string | undefined, Refusal>([
  ['SE_CH_0001', 'already-paid'],
  ['SE_CH_0002', 'cancelled'],
  ['SE_CH_0004', 'past-due'],
  ['SE_CH_0005', 'amount-changed'],
  ['SE_CH_0010', 'provider-down'],
])

export function toProceedOutcome(problem: Problem): ProceedOutcome {
  if (problem.code === 'SE_CH_0003') return { kind: 'attempt-open', problem, attempt: toOpenAttempt(problem.attempt) }
  return { kind: refusals.get(problem.code) ?? 'problem', problem }
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
