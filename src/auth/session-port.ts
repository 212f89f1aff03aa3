import type { Account, PasswordReset } from './cognito-account.ts'
import type { ConfirmOptions } from './cognito.ts'
import type { Pending } from './pending-step.ts'
import type { SignInStep } from './sign-in-step.ts'
import type { Session } from './token-session.ts'

export type SessionChange =
  /** `here`: in this tab. */
  | { kind: 'signed-in'; session: Session; here: boolean }
  | { kind: 'signed-out'; here: boolean }
  /** The provider has ended the session; nobody logged out, so nothing typed may be lost. */
  | { kind: 'expired' }
  /** Another tab has signed in as somebody else: this tab's user has no token any more. */
  | { kind: 'replaced'; session: Session }

export type RefreshResult = 'refreshed' | 'signed-out' | 'unreachable'

/**
 * The session as a port: the only way to the identity provider. Nothing here loads Amplify until somebody signs in, a
 * token must be renewed, or the account is read. Every rejection is an `AuthProblem`.
 *
 * A page belongs to the user it first saw: if another tab signs in as somebody else, this page gets no token of theirs,
 * so that nothing typed by one person is sent as another.
 */
export type SessionPort = {
  /** Whether a session may exist: a look into the storage, no promise that the provider agrees. */
  hasSession(): boolean
  /** The session with tokens that have not expired; null without one, or when the provider has ended it. */
  currentSession(): Promise<Session | null>
  /** The bearer token, renewed if need be; null without a session. Rejects with `network` if it cannot be renewed now. */
  getIdToken(): Promise<string | null>
  /** For requests on leaving the page, when there is no time to renew. */
  lastKnownIdToken(): string | null
  /** Renews the tokens now; calls in parallel share one request. A network failure never signs out. */
  refresh(): Promise<RefreshResult>
  /** Starts to load what signing in needs, e.g. on the first focus of the form. */
  prepare(): void
  signIn(username: string, password: string): Promise<SignInStep>
  /** Answers the step before: the code, the new password, `factorAnswer(…)`, an address, or text. */
  confirm(answer: string, options?: ConfirmOptions): Promise<SignInStep>
  /** The step a reloaded page goes on with, for three minutes; `lost` if it cannot. */
  pendingStep(): Pending
  /** Gives the sign-in in progress up; if it ends later all the same, its tokens are not kept. */
  abandonSignIn(): void
  /**
   * Log-out: revokes at the provider first, waits for it no longer than the limit, then always forgets the tokens.
   * The keys of remembered devices stay. The other tabs of this user are logged out, too.
   */
  signOut(options?: { everywhere?: boolean }): Promise<void>
  onChange(listener: (change: SessionChange) => void): () => void
  reset: PasswordReset
  account: Account
}
