import type { Account, PasswordReset } from './cognito-account.ts'
import type { TokenStorage } from '../../lib/config.ts'
import type { ConfirmOptions } from './cognito.ts'
import type { Pending, SignInStep } from './sign-in-step.ts'
import type { Session, User } from './token-session.ts'

/** A log-out by the user, or by the idle or absolute limit, after which typed answers must not be lost. */
export const signOutReasons = ['log-out', 'limit'] as const
export type SignOutReason = (typeof signOutReasons)[number]

export type SessionChange =
  /** `here`: in this tab. */
  | { kind: 'signed-in'; session: Session; here: boolean }
  /** `user` is the user who was signed in, as far as this tab has seen it. */
  | { kind: 'signed-out'; here: boolean; reason: SignOutReason; user: User | null }
  /** The identity provider has ended the session without a log-out, so typed answers must not be lost. */
  | { kind: 'expired' }
  /** Another tab has signed in as another user: this tab's user has no token any more. */
  | { kind: 'replaced'; session: Session }
  /** Another tab has signed in as another user than this tab's, whether or not this tab has tokens of its own. */
  | { kind: 'other-user'; owner: string; other: string }

export type RefreshResult = 'refreshed' | 'signed-out'

/**
 * The only interface to the identity provider. Amplify is loaded when a user signs in, a token must be renewed, or the
 * account is read. A renewal rejects with a `ProblemError`, `offline` or `timeout`, as requests do; everything else with
 * an `AuthProblem`. Renewal, password reset and the account have a time limit. A step of the sign-in has none, because
 * the page offers to start again.
 *
 * A page belongs to the first user it has seen: if another user signs in in another tab, this page does not get their
 * tokens, so that one user's answers are never sent as another's.
 */
export type SessionPort = {
  /** Whether a session may exist. Reads only the storage, so the identity provider may already have ended it. */
  hasSession(): boolean
  /** The session with unexpired tokens; null without one, or if the identity provider has ended it. */
  currentSession(): Promise<Session | null>
  /** The bearer token, renewed if necessary; null without a session. Rejects if it cannot be renewed now. */
  getIdToken(): Promise<string | null>
  /** The session of the stored tokens, expired or not; never waits for a renewal. */
  storedSession(): Session | null
  /**
   * Where the session of this page is or was: `local` if the user has said at sign-in that nobody else uses the device.
   * Without one, the configured storage.
   */
  keptIn(): TokenStorage
  /** The stored token, expired or not: for requests that have no time to renew it. */
  lastKnownIdToken(): string | null
  /** Renews the tokens now; parallel calls share one request. A rejection never signs the user out. */
  refresh(): Promise<RefreshResult>
  /** Starts to load the code for signing in, e.g. on the first focus of the form. */
  prepare(): void
  /** @param keptIn where the tokens are stored when the last step has succeeded; by default as configured */
  signIn(username: string, password: string, keptIn?: TokenStorage): Promise<SignInStep>
  /** Answers the current step: the code, the new password, `factorAnswer(…)`, an address, or text. */
  confirm(answer: string, options?: ConfirmOptions): Promise<SignInStep>
  /** The step with which a reloaded page continues as long as the identity provider does; `lost` if it cannot. */
  pendingStep(): Pending
  /** Abandons the sign-in in progress; if it succeeds later, its tokens are not stored. */
  abandonSignIn(): void
  /**
   * Log-out: revokes at the identity provider first, waits for it no longer than `limitMs` (by default the configured
   * limit), then always removes the tokens. The keys of remembered devices stay. The other tabs of this user are logged
   * out, too.
   */
  signOut(options?: { everywhere?: boolean; limitMs?: number; reason?: SignOutReason }): Promise<void>
  onChange(listener: (change: SessionChange) => void): () => void
  reset: PasswordReset
  /** The user's own account: its methods reject once another user is signed in. */
  accountOf(username: string): Account
}
