import type { QueryClient } from '@tanstack/react-query'
import { rememberToken } from '../../api/send-on-leave.ts'
import type { SessionChange, SessionPort } from '../session/session-port.ts'
import { isOfTenant, userOf } from '../session/token-session.ts'
import type { Session, User } from '../session/token-session.ts'
import type { AskIfSure, LogOutLoss, LogOutOutcome } from './log-out-outcome.ts'
import type { LoginState, SessionEnd } from '../sign-in/login-state.ts'
import { withTimeLimit } from '../../lib/clock.ts'
import type { PortalLimits } from '../../lib/config.ts'
import { createSignal } from '../../lib/signal.ts'
import { saveRedirectPath } from '../sign-in/redirect-path.ts'
import { localStore, sessionStore } from '../../lib/safe-storage.ts'
import { fingerprint, storageKeys } from '../../lib/storage-keys.ts'
import { paths } from '../../paths.ts'
import type { Path, RouteMatch, TenantId } from '../../paths.ts'
import { dropOtherAnswers } from '../../tenant/tenant-query.ts'
import {
  dropApplications,
  forgetAfterOtherTab,
  forgetEverything,
  forgetForms,
  leaveApplications,
  logOut,
  lossOfLogOut,
} from './log-out.ts'
import type { LoadApplications } from './log-out.ts'
import type { SessionEndPort } from './session-end-context.ts'

type Parts = {
  session: SessionPort
  queryClient: QueryClient
  limits: Pick<PortalLimits, 'signOutTimeoutMs'>
  /** The page that is being opened, else the open page. */
  pageNow: () => RouteMatch | null
  /** Path and query of the open page. */
  address: () => string
  /** Opens a page; resolves when it is on the screen. */
  navigate: (path: Path, state: LoginState) => Promise<void>
  /** Opens a page of the user. */
  open: (path: Path) => Promise<void>
  loadApplications: LoadApplications
}

/** What the sign-in page says after a log-out in this tab, or in another one. */
const endsOfLogOut = {
  sent: { here: 'loggedOut', elsewhere: 'elsewhere' },
  unsent: { here: 'loggedOutUnsent', elsewhere: 'elsewhereUnsent' },
  unremoved: { here: 'unremoved', elsewhere: 'unremoved' },
} as const

/** Without the code of the applications nothing changes. */
const never = new Promise<never>(() => {})

/** The portal's reactions to the beginning, end and change of a session, and the token of a request meanwhile. */
export function createSessionReactions(parts: Parts) {
  const { session, queryClient, limits, pageNow, address, navigate, open, loadApplications } = parts
  const expired = createSignal(false)
  const isOver = createSignal(false)
  let loggingOut = false
  /** The user of this page, once another one of its tenant has signed in in this browser. */
  let formerUser: string | null = null

  /** The session if it belongs to the page's tenant, under the tenant's id as the page writes it. */
  function ofThisPage(found: Session | null): (Session & { tenantId: TenantId }) | null {
    const tenantId = pageNow()?.params.tenantId
    return tenantId !== undefined && isOfTenant(found, tenantId) ? { ...found, tenantId } : null
  }

  /**
   * During a log-out nothing is renewed, because it has to end in time even if the identity provider does not respond.
   */
  async function tokenToSend(): Promise<string | null> {
    const token = loggingOut ? null : await session.getIdToken()
    const found = ofThisPage(session.storedSession())
    if (found === null) return null
    if (!loggingOut) return token
    return found.expiresAt > Date.now() ? session.lastKnownIdToken() : null
  }

  /**
   * Opens the sign-in page, which shows why the session has ended. The page's data is removed only after the page is
   * gone: a page that renders again without its data would request it without a session, and fail.
   */
  async function leave(tenantId: TenantId | undefined, ended: SessionEnd): Promise<void> {
    if (tenantId === undefined) return queryClient.clear()
    rememberToken(null)
    forgetSessionEnd()
    try {
      await navigate(paths.login(tenantId), { ended })
    } finally {
      dropOtherAnswers(queryClient, tenantId)
    }
  }

  /** Neither a failure nor a missing response may keep a user from logging out. */
  function lossInTime(asked: Promise<LogOutLoss>): Promise<LogOutLoss> {
    return withTimeLimit(asked, limits.signOutTimeoutMs / 2).catch(() => 'nothing')
  }

  /**
   * Asks before something is lost, and no longer once nothing is: the log-out goes on, unless the page is to show a result
   * that has arrived meanwhile.
   */
  async function mayLeave(user: User, found: Parameters<AskIfSure>[0], isSure: AskIfSure): Promise<boolean> {
    const asking = new AbortController()
    const changed = loadApplications().then((applications) => applications.lossChange(asking.signal))
    const answer = await Promise.race([isSure(found), changed.catch(() => never)])
    asking.abort()
    if (typeof answer === 'boolean') {
      if (!answer && found === 'undecided') await showQuestion(user)
      return answer
    }
    const now = await lossInTime(lossOfLogOut(loadApplications, user))
    return now === 'nothing' ? found !== 'result' : await mayLeave(user, now, isSure)
  }

  async function end(user: User | null, limitMs: number): Promise<LogOutOutcome> {
    loggingOut = true
    try {
      return await logOut({ port: session, user, loadApplications, limitMs })
    } finally {
      loggingOut = false
    }
  }

  /** Deletes the user at the identity provider. False if no answer says so; true if there is none any more. */
  function isUserDeleted({ username }: Session): Promise<boolean> {
    return session
      .accountOf(username)
      .deleteUser()
      .then(
        () => true,
        () => false,
      )
  }

  async function showQuestion({ tenantId, userId }: User): Promise<void> {
    const page = await (await loadApplications()).openQuestion(tenantId, userId)
    if (page !== null) await open(page)
  }

  function forgetSessionEnd(): void {
    expired.set(false)
    isOver.set(false)
    formerUser = null
  }

  /** The user may sign in again over the page, but only while nobody else could read it meanwhile. */
  function onSessionOver(): void {
    isOver.set(true)
    if (formerUser === null) expired.set(true)
    else void giveWay(formerUser)
  }

  function onOtherUser({ owner, other }: SessionChange & { kind: 'other-user' }): void {
    if (!isOfTenant(userOf(other), userOf(owner)?.tenantId)) return
    formerUser = owner
    if (isOver.get() && pageNow()?.session === true) void giveWay(owner)
  }

  /** Leaves a page whose session is over, and keeps its typed answers for its user. */
  async function giveWay(owner: string): Promise<void> {
    keepFormsFor(owner)
    await leave(pageNow()?.params.tenantId, 'expired')
  }

  function keepFormsFor(username: string): void {
    if (sessionStore.keys().length > 0) sessionStore.set(storageKeys.endedUser, fingerprint(username))
  }

  function onSignedIn({ username, userId }: Session): void {
    localStore.set(storageKeys.userId, userId)
    forgetSessionEnd()
    const ended = sessionStore.get(storageKeys.endedUser)
    sessionStore.remove(storageKeys.endedUser)
    if (ended !== null && ended !== fingerprint(username)) forgetForms()
  }

  async function onSignedOutElsewhere(change: SessionChange & { kind: 'signed-out' }): Promise<void> {
    const tenantId = pageNow()?.params.tenantId
    let outcome: LogOutOutcome = 'sent'
    if (change.reason !== 'limit') {
      forgetAfterOtherTab(change.user)
      const user = change.user && { userId: change.user.userId, tenantId: tenantId ?? change.user.tenantId }
      if (user !== null) outcome = await leaveApplications(loadApplications, user)
    }
    await leave(tenantId, change.reason === 'limit' ? 'expired' : endsOfLogOut[outcome].elsewhere)
  }

  session.onChange((change) => {
    if (change.kind === 'signed-in') onSignedIn(change.session)
    else if (change.kind === 'other-user') onOtherUser(change)
    else if (pageNow()?.session !== true) return
    else if (change.kind !== 'signed-out') onSessionOver()
    else if (!change.here) void onSignedOutElsewhere(change)
    else if (!loggingOut && change.reason === 'log-out') {
      forgetEverything(change.user)
      queryClient.clear()
    }
  })

  const sessionEnd: SessionEndPort = {
    expired,
    isOver,

    prepareLogOut() {
      loadApplications().catch(() => undefined)
    },

    async logOut(isSure) {
      const tenantId = pageNow()?.params.tenantId
      const stored = session.storedSession()
      const user = ofThisPage(stored) ?? stored
      const startedAt = performance.now()
      const loss = user === null ? 'nothing' : await lossInTime(lossOfLogOut(loadApplications, user))
      if (user !== null && loss !== 'nothing') {
        if (!(await mayLeave(user, loss, isSure))) return
        // Another user may have signed in while the question was open: it was not about this session.
        if (session.storedSession()?.username !== stored?.username) return
      }
      const spentMs = loss === 'nothing' ? performance.now() - startedAt : 0
      const outcome = await end(user, limits.signOutTimeoutMs - spentMs)
      await leave(tenantId, endsOfLogOut[outcome].here)
    },

    async endSession() {
      const page = pageNow()
      if (page?.session !== true || page.params.tenantId === undefined) return
      const path = address()
      const username = session.storedSession()?.username
      await session.signOut({ reason: 'limit' })
      if (username !== undefined) keepFormsFor(username)
      saveRedirectPath(path)
      await leave(page.params.tenantId, 'expired')
    },

    dropApplications: (user) => dropApplications(loadApplications, user),
  }

  return {
    sessionEnd,

    async getIdToken(): Promise<string | null> {
      const token = await tokenToSend()
      rememberToken(token)
      return token
    },

    async refreshSession(): Promise<string | null> {
      if (loggingOut) return null
      return (await session.refresh()) === 'refreshed' ? session.getIdToken() : null
    },

    /** A request was refused because the session is over. */
    unauthenticated(): void {
      if (pageNow()?.session === true) onSessionOver()
    },

    /**
     * The API has deleted the account, maybe for another device, or before a reload: nothing can be saved any more, and
     * nothing may stay in this browser. Whoever began the deletion may not have reached the identity provider.
     */
    async accountDeleted(): Promise<void> {
      if (loggingOut) return
      loggingOut = true
      const tenantId = pageNow()?.params.tenantId
      const stored = session.storedSession()
      const isWhole = stored === null || (await isUserDeleted(stored))
      loggingOut = false
      // The user may have logged out, and another one signed in, during the wait.
      const present = session.storedSession()
      if (present !== null && present.username !== stored?.username) return
      await end(ofThisPage(stored) ?? stored, limits.signOutTimeoutMs)
      await leave(tenantId, isWhole ? 'accountDeleted' : 'accountDeletedInPart')
    },
  }
}
