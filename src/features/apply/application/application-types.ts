import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { DraftContent, SaveAnswer, SavedBase, ServerAnswer, SubmissionStart } from '../draft/draft.ts'
import type { ReadOrder, Refusal, SubmissionAnswer } from '../submission/submission-server.ts'
import type { Content } from './content-state.ts'
import type { FormRules } from './application-deps.ts'
import type { Conflict, Versions } from './form-versions.ts'
import type { Received } from './received-version.ts'

/** What the user may do; see docs/reliability.md. Only `editing` accepts answers. */
export const phases = ['editing', 'sending', 'waiting', 'not-arrived', 'done'] as const
export type Phase = (typeof phases)[number]

/** Why the last save is only in this browser. `browser-only`: the API will not accept it (too large …). */
export type Trouble = 'failed' | 'offline' | 'browser-only'

/** The save status on the screen. `at`: RFC 3339. `undecided`: nothing is sent while a question is open. */
export type SavingState = { kind: 'idle' | 'saving' | 'undecided' | Trouble } | { kind: 'saved'; at: string }

/**
 * What has to be settled before a save is sent, by the user if nothing else can. `gone`: the draft no longer exists.
 * `received`: an earlier version of these answers was sent, and received late.
 */
export type Question = (Conflict | { kind: 'gone'; received: Received | null }) & {
  /** あとで決める: shown as a notice, not as a dialog. */
  isPostponed?: boolean
}

/**
 * A pending save. `base`: that of the application until the user changes something. `silent`: an ended session does not
 * interrupt the typing. `isRetry`: the tag of the one before was outdated and the draft is ours.
 */
export type Request = { base: SavedBase; content: DraftContent; silent: boolean; isRetry: boolean }

export const nothingSent = {
  /** The submitted text, so that a retry sends the same bytes; null while nothing is pending. */
  body: null as string | null,
  /** The draft's tag was outdated and the draft is ours: it is sent once more. */
  isRetry: false,
  /** An earlier request with this key, whose outcome is unknown, may still arrive. */
  isSecond: false,
  /** Polls for the unknown outcome. `problem`: the last one. */
  asked: 0,
  problem: null as Problem | null,
  /** Why the last click was refused; null after the next one. */
  refusal: null as { kind: Refusal; problem: Problem } | null,
  order: null as SubmittedOrder | null,
}

/** `key`: the Idempotency-Key. */
export type Submission = typeof nothingSent & { phase: Phase; key: string }

export const nothingHappened = {
  /** Nothing is written or sent any more. */
  isClosed: false,
  trouble: null as Trouble | null,
  request: null as Request | null,
  /** Saves that have failed since the last one that succeeded. */
  failures: 0,
  /** The last keystroke is part of an input composition: its text is half-converted, e.g. たんとうしy. */
  isComposing: false,
  question: null as Question | null,
  /** The browser did not store the last record. */
  localRefused: false,
}

export type Application = Content &
  typeof nothingHappened & {
    /** Names the application in every save and in the submission, and ends with it (docs/reliability.md). */
    applicationId: string
    /** The version of the form that the answers have. */
    rules: FormRules
    base: SavedBase
    submission: Submission
  }

export type Start = Pick<Application, 'applicationId' | 'base'> &
  Partial<Pick<Application, 'question' | 'changedAt' | 'resumedFrom' | 'expired' | 'lostOrigin' | 'differences'>> & {
    content: DraftContent
    submission: SubmissionStart
  }

/** The API's copy, if it is not the one that a request has named. */
export type Beside = { theirs: ServerAnswer; versions: Versions }
type Compared = { kind: 'compared' } & Beside

/** The answer to a save, with the order that the application has become. `offline`: nothing was sent. */
export type SaveOutcome =
  | Exclude<SaveAnswer, { kind: 'submitted' | 'conflict' }>
  | Extract<ReadOrder, { kind: 'received' }>
  | { kind: 'offline' }
  | Compared

export type SendOutcome = Exclude<SubmissionAnswer, { kind: 'outdated' }> | Compared

export type Effect =
  /** `soon`: once for several changes. `if-due`: at once, if a write is due. */
  | { type: 'write-record'; when: 'now' | 'soon' | 'if-due' }
  | { type: 'remove-record' }
  | { type: 'timer'; event: 'saveTimer' | 'askNow'; ms: number }
  /** After the record, so that a reload continues what the server may already have. */
  | { type: 'save'; request: Request }
  | { type: 'save-on-leave' }
  /** After the record and a pending save. */
  | { type: 'send-order'; key: string; body: string }
  | { type: 'ask-order'; key: string }
  | { type: 'announce-submitted'; order: SubmittedOrder }

/** What the reducer cannot compute. `newId`: of another application or submission. `now`: RFC 3339. */
export type Input = { newId: () => string; now: string }

export type Result = { state: Application; effects: Effect[] }
