import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import type { DraftContent, ServerDraft, Verdict } from './draft.ts'

/** The save status on the screen. Times are RFC 3339. */
export type SavingState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string; expiresAt: string }
  /** Not yet on the server; retried automatically. */
  | { kind: 'failed' }
  /** The same without a network: nothing was sent. */
  | { kind: 'offline' }
  /** The server will not accept it (too large …): kept in this browser only. */
  | { kind: 'browser-only' }
  /** Nothing is sent until the user has answered the open question. */
  | { kind: 'undecided' }

/**
 * The server's copy, according to its last response. `sent`: a save was sent since, so that there may be a copy although
 * no response has named its tag. `baseContent`: what both sides have in common; null if nothing was saved yet.
 */
export type SavedBase = {
  etag: string | null
  savedAt: string | null
  sent: boolean
  unsaved: boolean
  baseContent: DraftContent | null
}

/** The application that the API has received, and whether its delivery address is another one than on the page. */
export type Received = { order: OrderDetails; isOtherAddress: boolean }

/** Why the draft no longer exists. `earlier`: an earlier version of these answers was sent, and received late. */
export type Loss = { reason: 'unknown' } | { reason: 'earlier'; received: Received }

/** The server's copy beside this application. */
export type ReadDraft = { kind: 'none' } | { kind: 'expired' } | { kind: 'found'; draft: ServerDraft; verdict: Verdict }

/** Another copy with changes of its own: mostly that of another device, which has saved since. */
export type Conflict = {
  kind: 'conflict'
  theirs: Pick<ServerDraft, 'content' | 'etag' | 'savedAt'>
  /** The answers that both have changed; null until they are compared. */
  conflicts: readonly string[] | null
  /** `theirs` is of an earlier visit: the browser could not read it in time. */
  isEarlier?: true
}

/** What has to be settled before a save is sent, by the user if nothing else can. */
export type Question = Conflict | ({ kind: 'gone' } & Loss)

/** A pending save, or the request for the server's copy after a 412. `wasSent`: whether one was sent before it. */
export type Request = { id: number; sentChanges: number; round: number; silent: boolean; wasSent: boolean }

export type Saving = {
  base: SavedBase
  status: SavingState
  /** Counts changes, so that a response covers only what was sent. */
  changes: number
  failures: number
  /** Counts requests, so that a response is taken for its own request only. */
  requests: number
  request: Request | null
  /** A save requested during another. */
  queued: { silent: boolean } | null
  /** The browser's copy is older than the typed text. */
  localPending: boolean
  question: Question | null
}

export type SavingEvent =
  /** A keystroke. */
  | { type: 'typed' }
  /** A step was left or an address chosen: saved at once. */
  | { type: 'step-done' }
  /** 一時保存 was clicked. */
  | { type: 'save-clicked' }
  /** The page that shows the form is removed. */
  | { type: 'flush' }
  /** The document is hidden and may never be shown again. */
  | { type: 'page-hidden' }
  /** The network or the session is back. */
  | { type: 'retry' }
  | { type: 'local-timer' }
  | { type: 'server-timer' }
  /** The server has a copy of another device. */
  | { type: 'theirs'; draft: ServerDraft }
  | { type: 'saved'; request: number; content: DraftContent; etag: string; savedAt: string; expiresAt: string }
  /** The server has deleted the draft because this application is empty. */
  | { type: 'removed'; request: number }
  /** 412: another device has saved since. */
  | { type: 'outdated'; request: number }
  /** 410: the draft's week is over. */
  | { type: 'expired'; request: number }
  | { type: 'refused'; request: number }
  | { type: 'failed'; request: number; retryAfter?: number }
  /** There is no network: nothing was sent. */
  | { type: 'offline'; request: number }
  /** The server's copy after a 412. */
  | { type: 'found'; request: number; draft: ServerDraft; verdict: Verdict }
  | { type: 'missing'; request: number }
  /** 409: the application has become an order. */
  | { type: 'submitted'; request: number; loss: Loss }
  | ({ type: 'gone' } & Loss)
  /**
   * Continue from the server's copy, e.g. after a question; `unsaved` sends our content on top of it.
   */
  | { type: 'rebased'; base: SavedBase }
  /** No save starts any more, e.g. because of a submission; waiting changes are written to the browser. */
  | { type: 'held' }
  | { type: 'released' }

export type SavingEffect =
  /** Ignored while one is waiting: a long text is written several times while it is typed. */
  | { type: 'write-local-later' }
  /** `isLeaving`: the document may end before the database has written. */
  | { type: 'write-local'; isLeaving?: boolean }
  | { type: 'wait-for-server'; delayMs: number }
  | { type: 'stop-waiting' }
  /** Writes the browser's copy first, so that a reload continues what the server may already have. */
  | { type: 'save'; request: number; etag: string | null; silent: boolean }
  | { type: 'read'; request: number }
  | { type: 'save-on-page-hide'; etag: string | null }

/**
 * What the rest of the application allows. `open`: the answers may change. `held`: a submission or an external change
 * of the draft is pending.
 */
export type SavingMode = 'open' | 'held'

export type SavingInput = { mode: SavingMode }

export type Step = { state: Saving; effects: SavingEffect[] }
