import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getGetChargeQueryKey, useProceedCharge } from '../api/generated/charges/charges.ts'
import { newIdempotencyKey } from '../lib/idempotency.ts'
import type { Language } from '../lib/language.ts'
import { problemOf } from '../lib/problem.ts'
import type { TenantId } from '../paths.ts'
import { leaveForPayment, watchLeaving } from './leave-for-payment.ts'
import type { PaymentHandOff } from './leave-for-payment.ts'
import { makesChargeStale, toProceedOutcome, unexpired } from './proceed-outcome.ts'
import type { OpenAttempt, ProceedOutcome } from './proceed-outcome.ts'
import { recallOrder, rememberOrder } from './remembered-order.ts'

type IdentifiedHandOff = PaymentHandOff & { attemptId: string }

export type ProceedTarget = { chargeId: string; orderId: string }

export type ProceedOptions = {
  tenantId: TenantId
  /** true on the page of a charge, false on the settlement page. */
  repayment: boolean
  locale: Language
  /** `paymentHosts` of config.json. */
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
  const started = useRef(false)
  const shown = useRef(false)
  const key = useRef<string>(undefined)
  const stopWatching = useRef<() => void>(undefined)

  useEffect(() => {
    shown.current = true
    // The browser returned from its back/forward cache: the charge on the page may be outdated (P-09).
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      stopWatching.current?.()
      started.current = false
      setState('idle')
      setOutcome(null)
      void queryClient.invalidateQueries()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => {
      shown.current = false
      stopWatching.current?.()
      window.removeEventListener('pageshow', onPageShow)
    }
  }, [queryClient])

  function leave({ orderId, chargeId }: ProceedTarget, handOff: IdentifiedHandOff): ProceedOutcome | null {
    rememberOrder(tenantId, orderId, chargeId, handOff.attemptId)
    // Watch before leaving: a blocked form is reported during its submission.
    stopWatching.current = watchLeaving(() => stop({ kind: 'not-left' }))
    if (!leaveForPayment(handOff, allowedHosts)) return stop({ kind: 'not-left' })
    setState('leaving')
    return null
  }

  function stop(reason: ProceedOutcome): ProceedOutcome {
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
    key.current ??= newIdempotencyKey()
    try {
      const headers = { 'Idempotency-Key': key.current }
      const attempt = await mutateAsync({ chargeId: target.chargeId, data: { repayment, locale }, headers })
      key.current = undefined
      // The user has navigated away meanwhile: do not redirect.
      return shown.current ? leave(target, attempt) : null
    } catch (error) {
      const reason = toProceedOutcome(problemOf(error) ?? { kind: 'unreadable', fields: [] })
      const own = shown.current ? ownAttempt(tenantId, reason) : null
      if (own !== null) return leave(target, own)
      stop(reason)
      if (makesChargeStale(reason)) {
        await queryClient.invalidateQueries({ queryKey: getGetChargeQueryKey(target.chargeId) })
      }
      return reason
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
  const attempt = reason.kind === 'attempt-open' ? unexpired(reason.attempt) : null
  return attempt !== null && recallOrder(tenantId)?.attemptId === attempt.attemptId ? attempt : null
}
