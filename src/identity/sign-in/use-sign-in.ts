import { useEffect, useRef, useState } from 'react'
import { AuthProblem } from '../session/auth-problem.ts'
import type { AuthReason } from '../session/auth-problem.ts'
import type { SessionPort } from '../session/session-port.ts'
import { useSessionPort } from '../session/session-context.tsx'
import type { SignInStep } from '../session/sign-in-step.ts'
import { usernameOf } from '../session/token-session.ts'
import { isDeviceClockWrong } from '../../lib/clock.ts'
import type { TokenStorage } from '../../lib/config.ts'
import { useConfig } from '../../lib/config-context.ts'
import { hasFullWidthAscii } from '../../lib/japanese.ts'
import { loadOnline } from '../../lib/network.ts'
import type { TenantId } from '../../paths.ts'
import type { TextKey } from '../../i18n/catalogue.ts'
import { ProblemError, problemOf } from '../../lib/problem.ts'
import type { Problem } from '../../lib/problem.ts'
import { isString } from '../../lib/shape.ts'
import { minPasswordLength } from '../fields/password-rules.ts'
import { forgetSignIn, keepSignIn, keptSignIn } from './kept-sign-in.ts'

/** The message for a failed step of a sign-in, and what happens to the step. */
export type SignInFailure = {
  text: TextKey<'login'>
  values?: Record<string, number>
  /** `stay`: try again on this step. `restart`: back to the password. */
  then: 'stay' | 'restart'
}

const policy: SignInFailure = { text: 'password.policy', values: { min: minPasswordLength }, then: 'stay' }

/** One row per reason of the identity provider (docs/identity.md). */
const identityFailures: Record<AuthReason, SignInFailure> = {
  credentials: { text: 'login.identity', then: 'restart' },
  locked: { text: 'login.tooMany', then: 'restart' },
  limit: { text: 'login.tooMany', then: 'stay' },
  'code-wrong': { text: 'code.wrong', then: 'stay' },
  'code-expired': { text: 'code.expired', then: 'stay' },
  'challenge-expired': { text: 'login.challengeExpired', then: 'restart' },
  'session-ended': { text: 'login.challengeExpired', then: 'restart' },
  'password-policy': policy,
  attribute: { text: 'login.identity', then: 'stay' },
  network: { text: 'login.network', then: 'stay' },
  provider: { text: 'login.system', then: 'stay' },
  'already-signed-in': { text: 'login.system', then: 'restart' },
  'reset-required': { text: 'challenge.reset.title', then: 'stay' },
  unconfirmed: { text: 'challenge.unconfirmed.heading', then: 'stay' },
  'address-taken': { text: 'login.identity', then: 'stay' },
  'device-unknown': { text: 'login.identity', then: 'restart' },
  'factor-not-ready': { text: 'login.identity', then: 'restart' },
  unknown: { text: 'login.identity', then: 'restart' },
}

/** Call it after each wait: rejects if the user has started again meanwhile, or has left the page. */
type GoOn = () => void

/** What a step has sent to be checked. */
type Sent = { password?: string; code?: boolean }

/**
 * What to show for any error of a sign-in.
 * @param sent what the step has sent. A password as typed: it is sent unchanged, since it may have full-width letters
 */
export function signInFailure(error: unknown, { password = '', code = false }: Sent = {}): SignInFailure {
  const failure = failureOf(error)
  // Whatever the password: Amplify signs its proof with the device's time, and has no option to correct it.
  if (isRefused(error) && isDeviceClockWrong()) return { ...failure, text: 'login.clock' }
  // Without a response, the identity provider may have accepted the code.
  if (code && failure.text === 'login.network') return { ...failure, text: 'code.unknown' }
  const wrong = failure.text === 'login.credentials' || failure.text === 'login.identity'
  return wrong && hasFullWidthAscii(password) ? { ...failure, text: 'login.fullWidth' } : failure
}

function isRefused(error: unknown): boolean {
  return error instanceof AuthProblem && error.reason === 'credentials'
}

function failureOf(error: unknown): SignInFailure {
  if (error instanceof AuthProblem) return identityFailures[error.reason]
  const problem = problemOf(error)
  return { ...(problem === null ? { text: 'login.system' } : lookUpFailure(problem)), then: 'stay' }
}

/**
 * The API did not return a user. Only its own code or a response without a body means wrong credentials. A body without
 * a code comes from a proxy and does not refer to what was typed.
 */
function lookUpFailure({ kind, status, code, emptyBody, retryAfter = 60 }: Problem): Omit<SignInFailure, 'then'> {
  if (code === 'SE_CO_0000') return { text: 'login.credentials' }
  if (kind === 'offline' || kind === 'timeout') return { text: 'login.network' }
  if (kind === 'too-many') return { text: 'login.wait', values: { count: Math.ceil(retryAfter / 60) } }
  if (emptyBody === true) return { text: 'login.credentials' }
  return { text: code === 'SE_CO_0400' || status === 422 ? 'login.emailShape' : 'login.system' }
}

type State = {
  /** null: the form for address and password. */
  step: SignInStep | null
  busy: boolean
  /** The identity provider has exceeded the limit: the user chooses to wait or to start again. */
  slow: boolean
  failure: SignInFailure | null
  /** Incremented by every failure, so that a repeated message is announced again. */
  failures: number
  resent: boolean
  /** Where the code for a required password reset was sent, masked by the identity provider. */
  resetSentTo: string | null
  /** The password is still in memory, so a new sign-in code can be requested. */
  canResend: boolean
  /** The address and the choice of the last attempt, to start again with. */
  email: string | undefined
  keptIn: TokenStorage
}

export type SignIn = State & {
  submitPassword: (input: { email: string; password: string; keptIn: TokenStorage }) => void
  answer: (text: string, options?: Parameters<SessionPort['confirm']>[1]) => void
  /** The identity provider cannot resend a sign-in code: the sign-in starts again with the password in memory. */
  resend: () => void
  /** Sets the new password with the mailed code, then signs in with it. */
  resetPassword: (code: string, password: string) => void
  /** Hides the failure of the attempt before. */
  forgetFailure: () => void
  keepWaiting: () => void
  restart: () => void
  prepare: () => void
}

const idle: Omit<State, 'email' | 'keptIn'> = {
  step: null,
  busy: false,
  slow: false,
  failure: null,
  failures: 0,
  resent: false,
  resetSentTo: null,
  canResend: false,
}

const restart = signInFailure(new AuthProblem('challenge-expired'))

/**
 * The steps of a sign-in: address and password first, then every challenge of the identity provider. The password stays
 * in memory until the sign-in ends and is never stored; a reload continues without it.
 * @param suggested the address with which the form starts
 */
export function useSignIn(tenantId: TenantId, onSignedIn: () => void, suggested?: string): SignIn {
  const port = useSessionPort()
  const { limits } = useConfig()
  const [state, setState] = useState<State>(() => {
    const step = port.pendingStep()
    if (step === null) forgetSignIn()
    const kept = keptSignIn(tenantId)
    const { email, keptIn, resetSentTo } = kept ?? { email: suggested, keptIn: port.keptIn(), resetSentTo: null }
    const start = { ...idle, email, keptIn, resetSentTo }
    const isLost = step === 'lost' || (step?.kind === 'reset-required' && kept === null)
    return isLost ? { ...start, failure: restart, failures: 1 } : { ...start, step }
  })
  const secret = useRef<string | null>(null)
  /** The attempt in progress. */
  const running = useRef<symbol | null>(null)
  const slowTimer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(
    () => () => {
      clearTimeout(slowTimer.current)
      // The user has left the page, and does not expect another one once a late answer arrives.
      if (running.current !== null) port.abandonSignIn()
      running.current = null
    },
    [port],
  )

  const change = (to: Partial<State>): void => setState((now) => ({ ...now, ...to }))

  function watchSlowness(): void {
    clearTimeout(slowTimer.current)
    slowTimer.current = setTimeout(() => change({ slow: true }), limits.signInWaitMs)
  }

  async function run(action: (goOn: GoOn) => Promise<SignInStep>, sent: Sent = {}, resent = false): Promise<void> {
    if (running.current !== null) return
    const mine = Symbol('sign-in')
    running.current = mine
    const goOn = () => {
      if (running.current !== mine) throw new AuthProblem('challenge-expired')
    }
    change({ busy: true, slow: false, failure: null, resent: false })
    watchSlowness()
    await nextPaint()
    try {
      goOn()
      const step = await action(goOn)
      // What shows a sign-in over a page is gone by now, as the session has begun; the page still has to go on.
      if (step.kind === 'done') {
        secret.current = null
        forgetSignIn()
        // The state stays busy until the next page replaces this one.
        onSignedIn()
        return
      }
      goOn()
      const resetSentTo = step.kind === 'reset-required' ? await mailResetCode(goOn) : null
      const wrong = step.kind === 'custom' && state.step?.kind === 'custom' && !resent
      setState((now) => ({
        ...now,
        ...idle,
        step,
        resent,
        resetSentTo,
        canResend: secret.current !== null,
        failures: wrong ? now.failures + 1 : now.failures,
        failure: wrong ? { text: 'challenge.custom.wrong', then: 'stay' } : null,
      }))
    } catch (error) {
      if (running.current !== mine) return
      let failure = signInFailure(error, sent)
      // After a reload the password is gone, so no other sign-in code can be sent.
      if (failure.text === 'code.expired' && secret.current === null && state.step?.kind !== 'reset-required')
        failure = restart
      if (failure.then === 'restart') {
        secret.current = null
        port.abandonSignIn()
      }
      setState((now) => ({
        ...now,
        busy: false,
        slow: false,
        failure,
        failures: now.failures + 1,
        step: failure.then === 'restart' ? null : now.step,
      }))
    } finally {
      // A response that is late belongs to an abandoned attempt: the timer is that of the next one.
      if (running.current === mine) {
        clearTimeout(slowTimer.current)
        running.current = null
      }
    }
  }

  async function signIn(password: string): Promise<SignInStep> {
    secret.current = password
    const { username, keptIn } = known(keptSignIn(tenantId))
    try {
      return await port.signIn(username, password, keptIn)
    } catch (error) {
      if (!(error instanceof AuthProblem)) throw error
      if (error.reason === 'reset-required') return { kind: 'reset-required' }
      if (error.reason === 'unconfirmed') return { kind: 'unconfirmed' }
      throw error
    }
  }

  /** Returns where the code for a new password was sent. */
  async function mailResetCode(goOn: GoOn): Promise<string | null> {
    const signingIn = known(keptSignIn(tenantId))
    try {
      const { destination } = await port.reset.request(signingIn.username)
      goOn()
      keepSignIn({ ...signingIn, resetSentTo: destination })
      return destination
    } catch (error) {
      goOn()
      // The page stays at the password, so a reload must not ask for a code that was not sent.
      if (state.step === null) port.abandonSignIn()
      throw error
    }
  }

  return {
    ...state,
    submitPassword: ({ email, password, keptIn }) => {
      change({ email, keptIn })
      void run(
        async (goOn) => {
          const userId = await findUserId(tenantId, email, password)
          goOn()
          keepSignIn({ username: usernameOf({ tenantId, userId }), email, keptIn, resetSentTo: null })
          return signIn(password)
        },
        { password },
      )
    },
    answer: (text, options) => void run(async () => port.confirm(text, options), { code: asksForCode(state.step) }),
    resend: () =>
      void run(
        async () => (state.step?.kind === 'reset-required' ? state.step : signIn(known(secret.current))),
        {},
        true,
      ),
    resetPassword: (code, password) =>
      void run(
        async (goOn) => {
          await port.reset.confirm(known(keptSignIn(tenantId)).username, code, password)
          goOn()
          return await signIn(password)
        },
        { code: true },
      ),
    forgetFailure: () => change({ failure: null }),
    keepWaiting: () => {
      change({ slow: false })
      watchSlowness()
    },
    restart: () => {
      running.current = null
      secret.current = null
      clearTimeout(slowTimer.current)
      port.abandonSignIn()
      forgetSignIn()
      change(idle)
    },
    prepare: () => port.prepare(),
  }
}

/** What the next request needs. Without it, the sign-in starts again. */
function known<T>(value: T | null): T {
  if (value === null) throw new AuthProblem('challenge-expired')
  return value
}

/** Whether the answer to a step is a code. */
function asksForCode(step: SignInStep | null): boolean {
  return step?.kind === 'code' || step?.kind === 'set-up-totp' || step?.kind === 'reset-required'
}

/** The user id of the identity provider. The API client is loaded late, since the first paint does not need it. */
async function findUserId(tenantId: TenantId, email: string, password: string): Promise<string> {
  const { login } = await loadOnline(() => import('../../api/generated/login/login.ts'))
  const { userId } = await login(tenantId, { email, password })
  // Without this check the identity provider would be asked for a user of the name "undefined".
  if (!isString(userId) || userId === '') throw new ProblemError({ kind: 'unreadable', fields: [] })
  return userId
}

/** Lets "signing in…" appear before the password proof blocks the main thread. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
  })
}

/** The identity provider has refused the code, which the user corrects in its field. */
export function isCodeWrong({ failure }: SignIn): boolean {
  return failure?.text === 'code.wrong'
}
