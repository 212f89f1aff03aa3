import type { PortalConfig } from '../lib/config.ts'
import type { SafeStorage } from '../lib/safe-storage.ts'
import { localStore, sessionStore } from '../lib/safe-storage.ts'
import { withTimeLimit } from '../lib/clock.ts'
import { AuthProblem } from './auth-problem.ts'
import { identityProvider, lazyAccount } from './identity-provider.ts'
import { pendingStep } from './pending-step.ts'
import { createRefresher } from './refresher.ts'
import type { SessionChange, SessionPort, SignOutReason } from './session-port.ts'
import { createSignInAttempt } from './sign-in-attempt.ts'
import { storedTokens } from './stored-tokens.ts'
import type { TabMessage, Tabs } from './tabs.ts'
import { logoutMarker, openTabs } from './tabs.ts'
import { tokenOwner } from './token-owner.ts'
import { sessionOf, userOf } from './token-session.ts'

export type SessionOptions = {
  auth: PortalConfig['auth']
  limits: Pick<PortalConfig['limits'], 'signOutTimeoutMs' | 'requestTimeoutMs'>
  /** Replaced in tests. */
  stores?: { local: SafeStorage; session: SafeStorage }
  tabs?: Tabs
  page?: EventTarget | undefined
}

/** Composition of the session: stored tokens and their owner, renewal, the sign-in in progress, and the other tabs. */
export function createSession({
  auth,
  limits,
  stores = { local: localStore, session: sessionStore },
  tabs = openTabs(auth.clientId),
  page = globalThis.window,
}: SessionOptions): SessionPort {
  const stored = storedTokens(auth.clientId, auth.tokenStorage, stores)
  const pending = pendingStep(stores.session)
  // Tokens in local storage are gone for every tab at once.
  const marker = auth.tokenStorage === 'session' ? logoutMarker(stores.local) : null
  const limitMs = limits.requestTimeoutMs
  const listeners = new Set<(change: SessionChange) => void>()
  const provider = identityProvider(auth, limitMs, stored, (replaced, tokens) =>
    tabs.tell({ kind: 'rotated', replaced, tokens }),
  )
  const owner = tokenOwner(stored, marker, onSignedOutElsewhere)
  const { refresh, getIdToken } = createRefresher({
    owner,
    provider,
    limitMs,
    onExpired: () => forget({ kind: 'expired' }),
  })
  const attempt = createSignInAttempt({ stored, pending, provider, onSignedIn })

  function emit(change: SessionChange): void {
    for (const listener of listeners) listener(change)
  }

  function forget(change: SessionChange): void {
    pending.forget()
    stored.acceptSignIn(false)
    stored.clear()
    emit(change)
  }

  function endHere(here: boolean, reason: SignOutReason): void {
    const user = owner.username === null ? null : userOf(owner.username)
    // An expired page still belongs to its user, who may sign in again over it; a signed-out one to no user.
    owner.set(null)
    forget({ kind: 'signed-out', here, reason, user })
  }

  function onSignedIn(): void {
    const session = sessionOf(stored.read())
    if (!session) throw new AuthProblem('unknown')
    owner.set(session.username)
    marker?.clear(session.username)
    tabs.tell({ kind: 'signed-in', username: session.username })
    emit({ kind: 'signed-in', session, here: true })
  }

  /** Best effort: whatever the provider answers, and if it does not, this browser forgets the tokens. */
  async function revoke(everywhere: boolean, revokeMs = limits.signOutTimeoutMs): Promise<void> {
    owner.withhold(true)
    const revoked = provider.load().then((cognito) => cognito.signOut(everywhere))
    await withTimeLimit(revoked, revokeMs).catch(() => undefined)
    owner.withhold(false)
  }

  /** A tab with tokens of its own has a sign-in of its own, to be revoked as well. */
  function onSignedOutElsewhere(reason: SignOutReason): void {
    // Both the marker and the message may report it.
    if (owner.withheld) return
    const revoked = stored.read() ? revoke(false) : Promise.resolve()
    void revoked.then(() => endHere(false, reason))
  }

  function tellSignedOut(username: string | null, reason: SignOutReason): void {
    if (username === null) return
    marker?.set(username, reason)
    tabs.tell({ kind: 'signed-out', username, reason })
  }

  function onMessage(message: TabMessage): void {
    if (message.kind === 'rotated') {
      stored.adopt(message.replaced, message.tokens)
    } else if (message.kind === 'signed-out') {
      if (message.username === owner.username) onSignedOutElsewhere(message.reason)
    } else if (auth.tokenStorage === 'local') noticeSignIn(message.username, 20)
  }

  /** What another tab has written to local storage may arrive here some time after its message. */
  function noticeSignIn(username: string, tries: number): void {
    const session = sessionOf(stored.read())
    if (session?.username !== username) {
      if (tries > 0) setTimeout(noticeSignIn, 100, username, tries - 1)
    } else if (owner.username !== null && owner.username !== username) emit({ kind: 'replaced', session })
    else emit({ kind: 'signed-in', session, here: false })
  }
  tabs.listen(onMessage)
  // Without BroadcastChannel a tab receives no message: it reads the marker as soon as it is looked at.
  for (const type of ['storage', 'focus', 'pageshow', 'visibilitychange'])
    page?.addEventListener(type, () => void owner.tokens())

  const account = lazyAccount(async (question) => {
    try {
      return await provider.askInTime((cognito) => question(cognito.account))
    } catch (error) {
      // Amplify has failed to renew: find out whether the session is over, and report it.
      if (provider.explain(error).reason === 'session-ended') await refresh()
      throw error
    }
  })

  return {
    hasSession: () => owner.tokens() !== null,
    async currentSession() {
      return (await getIdToken()) === null ? null : sessionOf(owner.tokens())
    },
    storedSession: () => sessionOf(owner.tokens()),
    getIdToken,
    lastKnownIdToken: () => owner.tokens()?.idToken ?? null,
    refresh,
    prepare: () => void provider.load().catch(() => undefined),
    async signIn(username, password) {
      const start = () => attempt.step((cognito) => cognito.signIn(username, password))
      try {
        return await start()
      } catch (error) {
        if (provider.explain(error).reason !== 'already-signed-in') throw error
        await revoke(false)
        stored.clear()
        return start()
      }
    },
    confirm: (answer, options = {}) => attempt.step((cognito) => cognito.confirm(answer, options)),
    pendingStep: () => pending.read(),
    abandonSignIn: () => attempt.abandon(),
    async signOut({ everywhere = false, limitMs: revokeMs, reason = 'log-out' } = {}) {
      const username = stored.read()?.username ?? owner.username
      await revoke(everywhere, revokeMs)
      endHere(true, reason)
      tellSignedOut(username, reason)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    reset: {
      request: (username) => provider.askInTime((cognito) => cognito.reset.request(username)),
      confirm: (...input) => provider.askInTime((cognito) => cognito.reset.confirm(...input)),
    },
    account: {
      ...account,
      async deleteUser() {
        const username = stored.read()?.username ?? null
        await account.deleteUser()
        endHere(true, 'log-out')
        tellSignedOut(username, 'log-out')
      },
    },
  }
}
