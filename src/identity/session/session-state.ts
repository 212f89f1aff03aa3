import type { AuthReason } from './auth-problem.ts'
import type { SessionChange, SignOutReason } from './session-port.ts'
import type { SignInStep } from './sign-in-step.ts'
import type { TokensToClear } from './stored-tokens.ts'
import type { TabMessage } from './tabs.ts'
import { userOf } from './token-session.ts'
import type { Session } from './token-session.ts'

/** The phases of one page's session. */
export type SessionPhase =
  | { kind: 'idle' }
  /** A step waits for the identity provider's response: only now may Amplify store tokens. */
  | { kind: 'signing-in' }
  /**
   * A log-out waits for the identity provider: the tokens are still stored, but no request gets them. `here`: in this
   * tab.
   */
  | { kind: 'signing-out'; here: boolean; reason: SignOutReason; username: string | null }
  /** The stored sign-in is being revoked, because another one begins. */
  | { kind: 'replacing' }

export type SessionState = {
  phase: SessionPhase
  /** The user of this page, also after the session has expired; null before the first sign-in and after a log-out. */
  owner: string | null
  /** Number of the last sign-in step; the response to an earlier one is dropped. */
  attempt: number
  /** Number of the last revocation; the end of an earlier one changes nothing. */
  revocation: number
}

export const initialSession: SessionState = { phase: { kind: 'idle' }, owner: null, attempt: 0, revocation: 0 }

export type SessionEvent =
  /** Stored tokens were read. `loggedOut`: the reason in the marker that applies to them. */
  | { kind: 'tokens-seen'; username: string; loggedOut: SignOutReason | null }
  | { kind: 'step-sent' }
  /** `session`: from the stored tokens, if the sign-in is complete. */
  | { kind: 'step-answered'; attempt: number; step: SignInStep; session: Session | null }
  | { kind: 'step-refused'; attempt: number; reason: AuthReason }
  | { kind: 'sign-in-abandoned' }
  | { kind: 'replacement-asked' }
  | { kind: 'sign-out-asked'; username: string | null; reason: SignOutReason; everywhere: boolean; limitMs: number }
  /** `hasOwn`: this tab has tokens that the other one could not remove. */
  | { kind: 'signed-out-elsewhere'; username: string; reason: SignOutReason; hasOwn: boolean }
  | { kind: 'signed-in-elsewhere'; session: Session }
  /** The message of a sign-in in another tab has arrived; its tokens may never be stored where this tab reads them. */
  | { kind: 'sign-in-reported'; username: string }
  /** The identity provider has revoked the sign-in, has failed to, or has not responded in time. */
  | { kind: 'revoked'; revocation: number }
  | { kind: 'user-deleted'; username: string | null }
  /**
   * The identity provider refused to renew; `held` is the refused refresh token, `stored` the one that is stored now.
   */
  | { kind: 'renewal-refused'; held: string; stored: string | null }

export type SessionEffect =
  | { kind: 'revoke'; revocation: number; which: TokensToClear; everywhere?: boolean; limitMs?: number }
  | { kind: 'clear-tokens'; which: TokensToClear }
  | { kind: 'save-step'; step: SignInStep }
  | { kind: 'forget-step' }
  /** Sends a message to the other tabs, and sets the marker for tabs that cannot receive it now. */
  | { kind: 'post'; message: TabMessage & { kind: 'signed-in' | 'signed-out' } }
  | { kind: 'emit'; change: SessionChange }

type Next = { state: SessionState; effects: SessionEffect[] }

/** Whether requests of this page may use tokens of this user. */
export function mayUse({ phase, owner }: SessionState, username: string): boolean {
  return owner === username && !isRevoking(phase)
}

export function isRevoking({ kind }: SessionPhase): boolean {
  return kind === 'signing-out' || kind === 'replacing'
}

type Handlers = { [Kind in SessionEvent['kind']]: (state: SessionState, event: EventOf<Kind>) => Next }
type EventOf<Kind extends SessionEvent['kind']> = Extract<SessionEvent, { kind: Kind }>

/** One row per event. Phases that a row does not name do not change. */
const rows: Handlers = {
  'tokens-seen'(state, { username, loggedOut }) {
    if (isRevoking(state.phase)) return unchanged(state)
    const seen = { ...state, owner: state.owner ?? username }
    if (loggedOut === null || state.phase.kind === 'signing-in') return unchanged(seen)
    return startRevoking(seen, { kind: 'signing-out', here: false, reason: loggedOut, username })
  },

  'step-sent': (state) =>
    isRevoking(state.phase)
      ? unchanged(state)
      : unchanged({ ...state, phase: { kind: 'signing-in' }, attempt: state.attempt + 1 }),

  'step-answered'(state, { attempt, step, session }) {
    if (!isAwaited(state, attempt)) return unchanged(state)
    const idle: SessionState = { ...state, phase: { kind: 'idle' } }
    const effects: SessionEffect[] = [{ kind: 'save-step', step }]
    if (step.kind !== 'done' || session === null) return { state: idle, effects }
    const { username } = session
    return {
      state: { ...idle, owner: username },
      effects: [
        ...effects,
        { kind: 'post', message: { kind: 'signed-in', username } },
        { kind: 'emit', change: { kind: 'signed-in', session, here: true } },
      ],
    }
  },

  'step-refused'(state, { attempt, reason }) {
    if (!isAwaited(state, attempt)) return unchanged(state)
    return {
      state: { ...state, phase: { kind: 'idle' } },
      effects: reason === 'challenge-expired' ? [{ kind: 'forget-step' }] : [],
    }
  },

  'sign-in-abandoned': (state) => ({
    state: {
      ...state,
      attempt: state.attempt + 1,
      phase: state.phase.kind === 'signing-in' ? { kind: 'idle' } : state.phase,
    },
    effects: [{ kind: 'forget-step' }],
  }),

  'replacement-asked'(state) {
    return isRevoking(state.phase) ? unchanged(state) : startRevoking(state, { kind: 'replacing' })
  },

  'sign-out-asked'(state, { username, reason, everywhere, limitMs }) {
    if (state.phase.kind === 'signing-out') return unchanged(state)
    return startRevoking(state, { kind: 'signing-out', here: true, reason, username }, { everywhere, limitMs })
  },

  'signed-out-elsewhere'(state, { username, reason, hasOwn }) {
    if (username !== state.owner || isRevoking(state.phase)) return unchanged(state)
    if (hasOwn) return startRevoking(state, { kind: 'signing-out', here: false, reason, username })
    return end(state, { here: false, reason, username })
  },

  'signed-in-elsewhere': (state, { session }) => ({
    state,
    effects: [
      {
        kind: 'emit',
        change:
          state.owner !== null && state.owner !== session.username
            ? { kind: 'replaced', session }
            : { kind: 'signed-in', session, here: false },
      },
    ],
  }),

  'sign-in-reported': (state, { username }) => ({
    state,
    effects:
      state.owner === null || state.owner === username
        ? []
        : [{ kind: 'emit', change: { kind: 'other-user', owner: state.owner, other: username } }],
  }),

  revoked(state, { revocation }) {
    const { phase } = state
    if (revocation !== state.revocation || !isRevoking(phase)) return unchanged(state)
    if (phase.kind === 'signing-out') return end(state, phase)
    return { state: { ...state, phase: { kind: 'idle' } }, effects: [{ kind: 'clear-tokens', which: tokensOf(phase) }] }
  },

  // A late answer is about a former user if somebody else has signed in.
  'user-deleted': (state, { username }) =>
    username !== null && state.owner !== null && username !== state.owner
      ? unchanged(state)
      : end(state, { here: true, reason: 'log-out', username }),

  // Another tab was faster, or the user has logged out or signed in again: the refusal applies to a former token.
  'renewal-refused': (state, { held, stored }) =>
    held !== stored
      ? unchanged(state)
      : {
          state,
          effects: [
            { kind: 'forget-step' },
            { kind: 'clear-tokens', which: 'in-use' },
            { kind: 'emit', change: { kind: 'expired' } },
          ],
        },
}

export function nextSession(state: SessionState, event: SessionEvent): Next {
  const row = rows[event.kind] as (state: SessionState, event: SessionEvent) => Next
  return row(state, event)
}

function unchanged(state: SessionState): Next {
  return { state, effects: [] }
}

export function isAwaited({ phase, attempt }: SessionState, answered: number): boolean {
  return phase.kind === 'signing-in' && attempt === answered
}

type Ending = Omit<SessionPhase & { kind: 'signing-out' }, 'kind'>

/** A step that waits for a response is abandoned, too. */
function startRevoking(state: SessionState, phase: SessionPhase, how?: { everywhere: boolean; limitMs: number }): Next {
  const revocation = state.revocation + 1
  return {
    state: { ...state, phase, attempt: state.attempt + 1, revocation },
    effects: [{ kind: 'revoke', revocation, which: tokensOf(phase), ...how }],
  }
}

/**
 * The tab of a log-out removes the tokens of the browser, too. Another tab must not: by the time that it receives the
 * message, a user may have signed in again.
 */
function tokensOf(phase: SessionPhase): TokensToClear {
  return phase.kind === 'signing-out' && !phase.here ? 'of-tab' : 'all'
}

/**
 * An expired page still belongs to its user, who may sign in again in the dialog; a signed-out page belongs to no user.
 */
function end(state: SessionState, { here, reason, username }: Ending): Next {
  const user = state.owner === null ? null : userOf(state.owner)
  const effects: SessionEffect[] = [
    { kind: 'forget-step' },
    { kind: 'clear-tokens', which: here ? 'all' : 'of-tab' },
    { kind: 'emit', change: { kind: 'signed-out', here, reason, user } },
  ]
  if (here && username !== null) effects.push({ kind: 'post', message: { kind: 'signed-out', username, reason } })
  return { state: { ...state, phase: { kind: 'idle' }, attempt: state.attempt + 1, owner: null }, effects }
}
