import type { PortalConfig } from '../lib/config.ts'
import type { SafeStorage } from '../lib/safe-storage.ts'
import { localStore, sessionStore } from '../lib/safe-storage.ts'
import type { AuthReason } from './auth-problem.ts'
import { AuthProblem } from './auth-problem.ts'
import type { Cognito } from './cognito.ts'
import { lazyAccount } from './lazy-account.ts'
import { leftMark } from './left-mark.ts'
import { loadCognito } from './load-cognito.ts'
import { pendingStep } from './pending-step.ts'
import type { RefreshResult, SessionChange, SessionPort } from './session-port.ts'
import type { SignInStep } from './sign-in-step.ts'
import type { TokenSet } from './stored-tokens.ts'
import { storedTokens } from './stored-tokens.ts'
import type { TabMessage, Tabs } from './tabs.ts'
import { openTabs } from './tabs.ts'
import type { Session } from './token-session.ts'
import { tokenSession } from './token-session.ts'

export type SessionOptions = {
  auth: PortalConfig['auth']
  limits: Pick<PortalConfig['limits'], 'signOutTimeoutMs'>
  /** Replaced in tests. */
  stores?: { local: SafeStorage; session: SafeStorage }
  tabs?: Tabs
}

function sessionOf(tokens: TokenSet | null): Session | null {
  return tokens && tokenSession(tokens.idToken, Number(tokens.clockDrift))
}

/** Renew this long before the end, so that a request does not arrive with a token that just expired. */
const renewBeforeMs = 30_000

export function createSession({
  auth,
  limits,
  stores = { local: localStore, session: sessionStore },
  tabs = openTabs(auth.clientId),
}: SessionOptions): SessionPort {
  const stored = storedTokens(auth.clientId, auth.tokenStorage, stores)
  const pending = pendingStep(stores.session)
  /** Tokens in local storage are gone for every tab at once. */
  const left = auth.tokenStorage === 'session' ? leftMark(stores.local) : null
  const listeners = new Set<(change: SessionChange) => void>()
  let owner: string | null = null
  let attempt = 0
  /** While logging out the tokens are still stored, but nobody gets one any more. */
  let leaving = false
  let loading: Promise<Cognito> | null = null
  /** The provider's errors are known by a table that comes with it; before, only our own can happen. */
  let explain = (error: unknown): AuthProblem =>
    error instanceof AuthProblem ? error : new AuthProblem('unknown', { cause: error })
  let refreshing: Promise<RefreshResult> | null = null

  const emit = (change: SessionChange) => listeners.forEach((listener) => listener(change))

  function load(): Promise<Cognito> {
    loading ??= loadCognito().then(
      ({ createCognito, toAuthProblem }) => {
        explain = toAuthProblem
        return createCognito(auth, stored, (replaced, tokens) => tabs.tell({ kind: 'rotated', replaced, tokens }))
      },
      (error: unknown) => {
        loading = null
        throw new AuthProblem('network', { cause: error })
      },
    )
    return loading
  }

  async function ask<T>(question: (cognito: Cognito) => Promise<T>): Promise<T> {
    try {
      return await question(await load())
    } catch (error) {
      throw explain(error)
    }
  }

  /** The tokens of this page's user; the first ones seen decide who that is. */
  function ownTokens() {
    const tokens = stored.read()
    if (!tokens || leaving) return null
    if (!stored.accepting && left?.names(tokens.username)) {
      leaveToo()
      return null
    }
    owner ??= tokens.username
    return tokens.username === owner ? tokens : null
  }

  function forget(change: SessionChange): void {
    // An expired page still belongs to its user, who may sign in again over it.
    if (change.kind === 'signed-out') owner = null
    pending.forget()
    stored.acceptSignIn(false)
    stored.clear()
    emit(change)
  }

  async function renew(): Promise<RefreshResult> {
    const before = ownTokens()
    if (!before) return 'signed-out'
    try {
      const cognito = await load()
      if (await cognito.refresh()) return ownTokens() ? 'refreshed' : 'signed-out'
    } catch (error) {
      if (!endsSession[explain(error).reason]) return 'unreachable'
    }
    const after = ownTokens()
    if (after && after.refreshToken !== before.refreshToken) return 'refreshed'
    if (after) forget({ kind: 'expired' })
    return 'signed-out'
  }

  function refresh(): Promise<RefreshResult> {
    refreshing ??= renew().finally(() => {
      refreshing = null
    })
    return refreshing
  }

  async function getIdToken(): Promise<string | null> {
    const tokens = ownTokens()
    const session = sessionOf(tokens)
    if (!tokens || !session) return null
    if (session.expiresAt - Date.now() > renewBeforeMs) return tokens.idToken
    const result = await refresh()
    if (result === 'unreachable') {
      if (session.expiresAt > Date.now()) return tokens.idToken
      throw new AuthProblem('network')
    }
    return ownTokens()?.idToken ?? null
  }

  /** Runs one step of a sign-in; what an abandoned one brings is dropped. */
  async function step(run: (cognito: Cognito) => Promise<SignInStep>): Promise<SignInStep> {
    const mine = ++attempt
    stored.acceptSignIn(true)
    try {
      const next = await ask(run)
      if (mine === attempt) {
        pending.save(next)
        if (next.kind === 'done') completeSignIn()
        return next
      }
    } catch (error) {
      if (mine === attempt) {
        if (explain(error).reason === 'challenge-expired') pending.forget()
        throw error
      }
    } finally {
      if (mine === attempt) stored.acceptSignIn(false)
    }
    throw new AuthProblem('challenge-expired')
  }

  function completeSignIn(): void {
    const session = sessionOf(stored.read())
    if (!session) throw new AuthProblem('unknown')
    owner = session.username
    left?.clear(session.username)
    tabs.tell({ kind: 'signed-in', username: session.username })
    emit({ kind: 'signed-in', session, here: true })
  }

  async function leaveProvider(everywhere: boolean): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limits.signOutTimeoutMs)
    })
    // Best effort by decision: whatever the provider says, this browser forgets the tokens.
    leaving = true
    const left = load().then(
      (cognito) => cognito.signOut(everywhere),
      () => undefined,
    )
    await Promise.race([left.catch(() => undefined), limit])
    clearTimeout(timer)
    leaving = false
  }

  /** Another tab of this user has logged out. A tab with tokens of its own has a sign-in of its own, to be revoked as well. */
  function leaveToo(): void {
    // Both the mark and the message may have said so.
    if (leaving) return
    const revoked = stored.read() ? leaveProvider(false) : Promise.resolve()
    void revoked.then(() => forget({ kind: 'signed-out', here: false }))
  }

  function tellSignedOut(username: string | null): void {
    if (username === null) return
    left?.set(username)
    tabs.tell({ kind: 'signed-out', username })
  }

  function hear(message: TabMessage): void {
    if (message.kind === 'rotated') {
      stored.adopt(message.replaced, message.tokens)
    } else if (message.kind === 'signed-out') {
      if (message.username === owner) leaveToo()
    } else if (auth.tokenStorage === 'local') noticeSignIn(message.username, 20)
  }

  /** What another tab has written to local storage may reach this one some time after its message. */
  function noticeSignIn(username: string, tries: number): void {
    const session = sessionOf(stored.read())
    if (session?.username !== username) {
      if (tries > 0) setTimeout(noticeSignIn, 100, username, tries - 1)
    } else if (owner !== null && owner !== username) emit({ kind: 'replaced', session })
    else emit({ kind: 'signed-in', session, here: false })
  }
  tabs.listen(hear)

  const account = lazyAccount(async (question) => {
    try {
      return await ask((cognito) => question(cognito.account))
    } catch (error) {
      // Amplify has failed to renew: find out whether the session is over, and say so.
      if (explain(error).reason === 'session-ended') await refresh()
      throw error
    }
  })

  return {
    hasSession: () => ownTokens() !== null,
    async currentSession() {
      return (await getIdToken()) === null ? null : sessionOf(ownTokens())
    },
    getIdToken,
    lastKnownIdToken: () => ownTokens()?.idToken ?? null,
    refresh,
    prepare: () => void load().catch(() => undefined),
    async signIn(username, password) {
      const start = () => step((cognito) => cognito.signIn(username, password))
      try {
        return await start()
      } catch (error) {
        if (explain(error).reason !== 'already-signed-in') throw error
        await leaveProvider(false)
        stored.clear()
        return start()
      }
    },
    confirm: (answer, options = {}) => step((cognito) => cognito.confirm(answer, options)),
    pendingStep: () => pending.read(),
    abandonSignIn() {
      attempt++
      stored.acceptSignIn(false)
      pending.forget()
    },
    async signOut({ everywhere = false } = {}) {
      const username = stored.read()?.username ?? owner
      await leaveProvider(everywhere)
      forget({ kind: 'signed-out', here: true })
      tellSignedOut(username)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reset: {
      request: (username) => ask((cognito) => cognito.reset.request(username)),
      confirm: (...input) => ask((cognito) => cognito.reset.confirm(...input)),
    },
    account: {
      ...account,
      async deleteUser() {
        const username = stored.read()?.username ?? null
        await account.deleteUser()
        forget({ kind: 'signed-out', here: true })
        tellSignedOut(username)
      },
    },
  }
}

/** Reasons after which the refresh token is worth nothing; any other failure keeps the session. */
const endsSession: Partial<Record<AuthReason, true>> = {
  'session-ended': true,
  credentials: true,
  locked: true,
  'reset-required': true,
  unconfirmed: true,
}
