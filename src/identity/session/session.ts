import type { PortalConfig, TokenStorage } from '../../lib/config.ts'
import { tokenStorages } from '../../lib/config.ts'
import { isRecord } from '../../../form-model/record.ts'
import { withTimeLimit } from '../../lib/clock.ts'
import type { SafeStorage } from '../../lib/safe-storage.ts'
import { localStore, sessionStore } from '../../lib/safe-storage.ts'
import { ProblemError, answerInTime } from '../../lib/problem.ts'
import { isNumber, isString, oneOf, readJson, shape } from '../../lib/shape.ts'
import { createListeners } from '../../lib/signal.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { AuthProblem } from './auth-problem.ts'
import type { AuthReason } from './auth-problem.ts'
import type { Cognito } from './cognito.ts'
import type { Account } from './cognito-account.ts'
import { identityProvider, lazyAccount } from './identity-provider.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Pending, SignInStep } from './sign-in-step.ts'
import type { SessionChange, SessionPort, RefreshResult } from './session-port.ts'
import { initialSession, isAwaited, isRevoking, mayUse, nextSession } from './session-state.ts'
import type { SessionEffect, SessionEvent } from './session-state.ts'
import { storedTokens } from './stored-tokens.ts'
import type { TokenSet } from './stored-tokens.ts'
import type { TabMessage, Tabs } from './tabs.ts'
import { logoutMarker, openTabs } from './tabs.ts'
import { sessionOf, isDueForRenewal } from './token-session.ts'

export type SessionOptions = {
  auth: PortalConfig['auth']
  limits: Pick<PortalConfig['limits'], 'signOutTimeoutMs' | 'requestTimeoutMs'>
  /** Replaced in tests. */
  stores?: { local: SafeStorage; session: SafeStorage }
  tabs?: Tabs
  page?: EventTarget | undefined
  connect?: typeof identityProvider
}

/** How often, and how many times, a tab checks for tokens that another tab reports as stored. */
const lookEveryMs = 100
const looks = 20

/** Runs the session: events go through `session-state.ts`, whose effects are carried out here. */
export function createSession({
  auth,
  limits,
  stores = { local: localStore, session: sessionStore },
  tabs = openTabs(auth.clientId),
  page = globalThis.window,
  connect = identityProvider,
}: SessionOptions): SessionPort {
  const stored = storedTokens(auth.clientId, stores)
  const pending = pendingStep(stores.session)
  const marker = logoutMarker(stores.local)
  /** Where the sign-in in progress stores its tokens. */
  let storage = pending.storage() ?? auth.tokenStorage
  /** Where the tokens of this page's user were seen last. */
  let seenIn = auth.tokenStorage
  /** The last exchange of a refresh token by this tab. */
  let rotation: (TabMessage & { kind: 'rotated' }) | null = null
  const limitMs = limits.requestTimeoutMs
  const { subscribe, notify } = createListeners<[change: SessionChange]>()
  const provider: IdentityProvider = connect(auth, limitMs, stored, {
    rotated(replaced, tokens) {
      rotation = { kind: 'rotated', replaced, tokens }
      tabs.post(rotation)
    },
    askSuccessor: (replaced) => tabs.post({ kind: 'successor-asked', replaced }),
  })
  let state = initialSession
  let revocation = Promise.resolve()

  function dispatch(event: SessionEvent): void {
    const next = nextSession(state, event)
    state = next.state
    stored.acceptSignIn(state.phase.kind === 'signing-in' ? storage : null)
    next.effects.forEach(run)
  }

  function run(effect: SessionEffect): void {
    switch (effect.kind) {
      case 'revoke':
        revocation = revoke(effect)
        return
      case 'clear-tokens':
        return stored.clear(effect.which)
      case 'save-step':
        return pending.save(effect.step, storage)
      case 'forget-step':
        return pending.forget()
      case 'post':
        marker.note(effect.message)
        return tabs.post(effect.message)
      case 'emit':
        return notify(effect.change)
    }
  }

  /** Best effort: this browser deletes the tokens whether or not the provider responds. */
  async function revoke(effect: SessionEffect & { kind: 'revoke' }): Promise<void> {
    await withTimeLimit(revokeTokens(effect), effect.limitMs ?? limits.signOutTimeoutMs).catch(() => undefined)
    dispatch({ kind: 'revoked', revocation: effect.revocation })
  }

  /** The identity provider revokes one sign-in at a time: that of this tab, then that of the browser. */
  async function revokeTokens(effect: SessionEffect & { kind: 'revoke' }): Promise<void> {
    const cognito = await provider.load()
    const isCurrent = () => isRevoking(state.phase) && state.revocation === effect.revocation
    let everywhere = effect.everywhere === true
    do {
      await cognito.signOut(everywhere)
      everywhere = false
      if (isCurrent()) stored.clear(effect.which === 'all' ? 'in-use' : effect.which)
    } while (effect.which === 'all' && isCurrent() && stored.read() !== null)
  }

  /** The stored tokens, if requests of this page may use them. */
  function tokens(): TokenSet | null {
    const found = stored.read()
    if (!found) return null
    // A log-out has removed the browser's tokens for every tab at once: these are of a later sign-in.
    const loggedOut = stored.hasOwn() ? marker.reasonFor(found.username) : null
    dispatch({ kind: 'tokens-seen', username: found.username, loggedOut })
    if (!mayUse(state, found.username)) return null
    seenIn = stored.hasOwn() ? 'session' : 'local'
    return found
  }

  const { refresh, getIdToken } = createRefresher({
    tokens,
    provider,
    limitMs,
    onRefused: (held) => dispatch({ kind: 'renewal-refused', held, stored: tokens()?.refreshToken ?? null }),
  })

  /** Runs one step of the sign-in; the response to an abandoned step is ignored. */
  async function step(send: (cognito: Cognito) => Promise<SignInStep>): Promise<SignInStep> {
    if (isRevoking(state.phase)) await revocation
    dispatch({ kind: 'step-sent' })
    const { attempt } = state
    try {
      const answer = await provider.ask(send)
      if (isAwaited(state, attempt)) {
        const session = answer.kind === 'done' ? sessionOf(stored.read()) : null
        dispatch({ kind: 'step-answered', attempt, step: answer, session })
        if (answer.kind === 'done' && session === null) throw new AuthProblem('unknown')
        return answer
      }
    } catch (error) {
      const problem = provider.explain(error)
      if (isAwaited(state, attempt)) dispatch({ kind: 'step-refused', attempt, reason: problem.reason })
      else if (state.attempt !== attempt) throw new AuthProblem('challenge-expired')
      throw problem
    }
    throw new AuthProblem('challenge-expired')
  }

  async function signIn(username: string, password: string, keptIn = auth.tokenStorage): Promise<SignInStep> {
    storage = keptIn
    const start = () => step((cognito) => cognito.signIn(username, password))
    try {
      return await start()
    } catch (error) {
      if (provider.explain(error).reason !== 'already-signed-in') throw error
      dispatch({ kind: 'replacement-asked' })
      const { attempt } = state
      await revocation
      if (state.attempt !== attempt) throw new AuthProblem('challenge-expired')
      return start()
    }
  }

  function onMessage(message: TabMessage): void {
    if (message.kind === 'rotated') {
      stored.adopt(message.replaced, message.tokens)
    } else if (message.kind === 'successor-asked') {
      const isInUse = stored.read()?.refreshToken === rotation?.tokens.refreshToken
      if (rotation?.replaced === message.replaced && isInUse) tabs.post(rotation)
    } else if (message.kind === 'signed-out') {
      stored.ignoreLeftovers(message.username)
      dispatch({ ...message, kind: 'signed-out-elsewhere', hasOwn: stored.hasOwn() })
    } else {
      // The tab may have been frozen since a log-out that was before this sign-in.
      stored.ignoreLeftovers(null)
      dispatch({ kind: 'sign-in-reported', username: message.username })
      noticeSignIn(message.username, looks)
    }
  }

  /** Values that another tab has written to local storage may arrive here some time after its message. */
  function noticeSignIn(username: string, tries: number): void {
    const session = sessionOf(stored.read())
    if (session?.username === username && !stored.hasOwn()) dispatch({ kind: 'signed-in-elsewhere', session })
    else if (tries > 0) setTimeout(noticeSignIn, lookEveryMs, username, tries - 1)
  }
  tabs.listen(onMessage)
  // Without BroadcastChannel a tab receives no message: it reads the marker as soon as it becomes visible.
  for (const type of ['storage', 'focus', 'pageshow', 'visibilitychange'])
    page?.addEventListener(type, () => void tokens())

  function accountOf(username: string): Account {
    /** Another user may have signed in since the page of this one, or an action on it, began. */
    function checkUser(): void {
      const found = stored.read()
      if (found !== null && found.username !== username) throw new AuthProblem('session-ended')
    }
    return lazyAccount(async (question, method) => {
      try {
        const answer = await provider.askInTime((cognito) => {
          checkUser()
          return question(cognito.account)
        })
        if (method === 'deleteUser') dispatch({ kind: 'user-deleted', username })
        return answer
      } catch (error) {
        // Amplify has failed to renew: find out whether the session is over, and report it.
        if (provider.explain(error).reason === 'session-ended') await refresh().catch(() => undefined)
        throw error
      }
    })
  }

  return {
    hasSession: () => tokens() !== null,
    async currentSession() {
      return (await getIdToken()) === null ? null : sessionOf(tokens())
    },
    storedSession: () => sessionOf(tokens()),
    getIdToken,
    keptIn: () => (state.owner === null ? auth.tokenStorage : seenIn),
    lastKnownIdToken: () => tokens()?.idToken ?? null,
    refresh,
    prepare: () => void provider.load().catch(() => undefined),
    signIn,
    confirm: (answer, options = {}) => step((cognito) => cognito.confirm(answer, options)),
    pendingStep: () => pending.read(),
    abandonSignIn: () => dispatch({ kind: 'sign-in-abandoned' }),
    signOut({ everywhere = false, limitMs: revokeMs = limits.signOutTimeoutMs, reason = 'log-out' } = {}) {
      const username = stored.read()?.username ?? state.owner
      dispatch({ kind: 'sign-out-asked', username, reason, everywhere, limitMs: revokeMs })
      return revocation
    },
    onChange: subscribe,
    reset: {
      request: (username) => provider.askInTime((cognito) => cognito.reset.request(username)),
      confirm: (...input) => provider.askInTime((cognito) => cognito.reset.confirm(...input)),
    },
    accountOf,
  }
}

type Refresher = {
  refresh(): Promise<RefreshResult>
  getIdToken(): Promise<string | null>
}

type Parts = {
  /** The stored tokens of this page's user, if requests may use them. */
  tokens: () => TokenSet | null
  provider: IdentityProvider
  /** A renewal that takes longer fails as a timeout. */
  limitMs: number
  /** The identity provider has refused this refresh token permanently. */
  onRefused: (refreshToken: string) => void
}

function createRefresher({ tokens, provider, limitMs, onRefused }: Parts): Refresher {
  let refreshing: Promise<RefreshResult> | null = null

  async function renew(): Promise<RefreshResult> {
    const before = tokens()
    if (!before) return 'signed-out'
    try {
      const cognito = await provider.load()
      if (await cognito.refresh()) return tokens() ? 'refreshed' : 'signed-out'
    } catch (error) {
      if (!endsSession[provider.explain(error).reason])
        throw new ProblemError({ kind: 'offline', fields: [] }, { cause: error })
    }
    // If the stored tokens have changed since, the refusal does not apply to them.
    onRefused(before.refreshToken)
    return tokens() ? 'refreshed' : 'signed-out'
  }

  function refresh(): Promise<RefreshResult> {
    refreshing ??= answerInTime(renew(), limitMs).finally(() => {
      refreshing = null
    })
    return refreshing
  }

  return {
    refresh,
    async getIdToken() {
      const held = tokens()
      const session = sessionOf(held)
      if (!held || !session) return null
      if (!isDueForRenewal(session)) return held.idToken
      try {
        await refresh()
      } catch (error) {
        if (session.expiresAt > Date.now()) return held.idToken
        throw error
      }
      return tokens()?.idToken ?? null
    },
  }
}

/** Reasons after which the refresh token is invalid; any other failure keeps the session. */
const endsSession: Partial<Record<AuthReason, true>> = {
  'session-ended': true,
  credentials: true,
  locked: true,
  'reset-required': true,
  unconfirmed: true,
}

const stepKey = storageKeys.signInStep

/** The time for which Amplify and Cognito keep a sign-in in progress. */
const signInMs = 3 * 60_000

/** The time for which Cognito accepts the code of a password reset, which needs no sign-in in progress. */
const resetCodeMs = 60 * 60_000

/**
 * For how long a reload shows a step again. 0: it restarts the sign-in with a message, because a TOTP secret is never
 * stored. Null: nothing was pending.
 */
const keptMs: Record<SignInStep['kind'], number | null> = {
  code: signInMs,
  'choose-factor': signInMs,
  'new-password': signInMs,
  'set-up-email': signInMs,
  custom: signInMs,
  'set-up-totp': 0,
  'reset-required': resetCodeMs,
  done: null,
  unconfirmed: null,
  unsupported: null,
}

/** False instead of a step: a sign-in was in progress, but its step is not stored. */
function isStep(value: unknown): value is SignInStep | false {
  if (value === false) return true
  return isRecord(value) && isString(value.kind) && (keptMs[value.kind as SignInStep['kind']] ?? 0) > 0
}

const isStored = shape({ step: isStep, until: isNumber, storage: oneOf(tokenStorages) })

type PendingStep = {
  read(): Pending
  /** The user's choice at the beginning of the sign-in. */
  storage(): TokenStorage | null
  save(step: SignInStep, storage: TokenStorage): void
  forget(): void
}

/** Amplify survives a reload during a challenge but forgets the screen; this remembers it. */
export function pendingStep(store: SafeStorage, now: () => number = Date.now): PendingStep {
  const read = () => readJson(store.get(stepKey), isStored)
  return {
    read() {
      if (store.get(stepKey) === null) return null
      const stored = read()
      // Another version of the portal may have stored it before a deployment: then the sign-in starts again.
      if (stored?.step && stored.until > now()) return stored.step
      store.remove(stepKey)
      return 'lost'
    },
    storage: () => read()?.storage ?? null,
    save(step, storage) {
      const lifeMs = keptMs[step.kind]
      if (lifeMs === null) store.remove(stepKey)
      else store.set(stepKey, JSON.stringify({ step: lifeMs > 0 && step, until: now() + lifeMs, storage }))
    },
    forget: () => store.remove(stepKey),
  }
}
