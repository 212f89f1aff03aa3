import type { Profile, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { Problem } from '../../../lib/problem.ts'
import type { DraftContent, SaveAnswer, SavedBase, ServerAnswer, ServerDraft, SubmissionStart } from '../draft/draft.ts'
import type { ReadOrder, Refusal, SubmissionAnswer } from '../submission/submission-server.ts'
import type { Content, ContentEvent } from './content-state.ts'
import type { FormRules, Versions } from './form-rules.ts'
import type { Received } from './received-version.ts'

/** What the user may do; see docs/reliability.md. Only `editing` accepts answers. */
export const phases = ['editing', 'sending', 'waiting', 'not-arrived', 'done'] as const
export type Phase = (typeof phases)[number]

/** Why the last save is only in this browser. The server will not accept it (too large …) if it is `browser-only`. */
export type Trouble = 'failed' | 'offline' | 'browser-only'

/** The save status on the screen. `at`: RFC 3339. `undecided`: nothing is sent while a question is open. */
export type SavingState = { kind: 'idle' | 'saving' | 'undecided' | Trouble } | { kind: 'saved'; at: string }

/** The copy of another device, which has saved since. */
export type Conflict = {
  kind: 'conflict'
  /**
   * The version in which all copies are compared, which may differ from device to device. The page takes it before its
   * answers are compared, too.
   */
  rules: FormRules
  /** The last content that both have seen, in that version; null without one. */
  base: DraftContent | null
  /** In that version. */
  theirs: Pick<ServerDraft, 'content' | 'etag' | 'savedAt'>
  /** The answers that both have changed; null until they are compared. */
  conflicts: readonly string[] | null
}

/**
 * What has to be settled before a save is sent, by the user if nothing else can. `gone`: the draft no longer exists.
 * `received`: an earlier version of these answers was sent, and received late.
 */
export type Question = (Conflict | { kind: 'gone'; received: Received | null }) & {
  /** あとで決める: shown as a notice, not as a dialog. */
  isPostponed?: boolean
}

/**
 * A pending save. `base`: until the user changes something, the application has the same one. `silent`: an ended session
 * does not interrupt the typing. `isRetry`: the tag of the one before was outdated and the draft is ours.
 */
export type Request = { base: SavedBase; content: DraftContent; silent: boolean; isRetry: boolean }

export type Submission = {
  phase: Phase
  /** The Idempotency-Key. */
  key: string
  /** The submitted text, so that a retry sends the same bytes; null while nothing is pending. */
  body: string | null
  /** The draft's tag was outdated and the draft is ours: it is sent once more. */
  isRetry: boolean
  /** An earlier request with this key, whose outcome is unknown, may still arrive. */
  isSecond: boolean
  /** Number of polls for the unknown outcome. */
  asked: number
  /** Why the last click was refused; null after the next one. */
  refusal: { kind: Refusal; problem: Problem } | null
  /** The last problem while the outcome is unknown. */
  problem: Problem | null
  order: SubmittedOrder | null
}

export type Application = Content & {
  /** Nothing is written or sent any more. */
  isClosed: boolean
  /**
   * Names the application in every save and in the submission, and ends with it. The API's copy is ours if its last save
   * names it, and it becomes one order at most.
   */
  applicationId: string
  /** The target version of the form for the answers. */
  rules: FormRules
  base: SavedBase
  trouble: Trouble | null
  request: Request | null
  /** Saves that have failed since the last one that succeeded. */
  failures: number
  /** The last keystroke is part of an input composition: its text is half-converted, e.g. たんとうしy. */
  isComposing: boolean
  question: Question | null
  /** The browser did not store the last record. */
  localRefused: boolean
  submission: Submission
}

/** The state with which an application continues. */
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

/** The response to a submission, or to a poll. */
export type SendOutcome = Exclude<SubmissionAnswer, { kind: 'outdated' }> | Compared

export type Event =
  | ContentEvent
  | { type: 'started' }
  /** The step is left, or the page that shows it is removed: what was typed is written, and shown from now on. */
  | { type: 'step-left' }
  | { type: 'composition'; isOpen: boolean }
  /** The user types in no field: what another device has changed may be shown. */
  | { type: 'field-left' }
  | { type: 'form-published'; to: FormRules }
  | { type: 'profile-read'; profile: Profile }
  | { type: 'record-refused' | 'record-written' }
  | { type: 'save-clicked' }
  /** The document is hidden and may never be shown again. */
  | { type: 'page-hidden' }
  /** The network or the session is back. */
  | { type: 'retry' }
  | { type: 'server-timer' }
  | { type: 'save-answered'; request: Request; answer: SaveOutcome }
  /** The page is shown again. `base`: before the API's copy was read. */
  | { type: 'compared'; base: SavedBase; beside: Beside }
  | { type: 'postponed'; isPostponed: boolean }
  | { type: 'conflict-resolved'; choice: 'mine' | 'theirs' }
  /** The answers become another application, e.g. as their draft is gone; `isNew`: it replaces no returned one. */
  | { type: 'recreated'; isNew: boolean }
  /** Deletes the draft here and on the server, and empties the form. */
  | { type: 'start-over-clicked' }
  | { type: 'submit-clicked'; body: string }
  | { type: 'send-again-clicked' | 'edit-clicked' | 'ask-due' }
  | { type: 'submission-answered'; key: string; answer: SendOutcome }
  /** A page has shown the order. */
  | { type: 'result-shown' }
  /** Unsaved answers are saved, and an ended session is told of. */
  | { type: 'save-due' }
  /** Writes the record and ends. */
  | { type: 'closed' }
  /** Stops at once: nothing is written or sent any more. `discarded`: the browser's copy is removed, too. */
  | { type: 'discarded' | 'stopped' }

export type Effect =
  /** `now`: at once; else soon, once for several changes; `if-due`: only if a write is due. */
  | { type: 'write-record'; when: 'now' | 'soon' | 'if-due' }
  | { type: 'remove-record' }
  /** Dispatches that event later. */
  | { type: 'timer'; event: 'server-timer' | 'ask-due'; ms: number }
  /** After the record, so that a reload continues what the server may already have. */
  | { type: 'save'; request: Request }
  | { type: 'save-on-leave' }
  /** After the record and a pending save. */
  | { type: 'send-order'; key: string; body: string }
  | { type: 'ask-order'; key: string }
  /** Other tabs, and the pages that show the result. */
  | { type: 'announce-submitted'; order: SubmittedOrder }

/** What the reducer cannot compute. `newId`: of another application or submission. `now`: RFC 3339. */
export type Input = { newId: () => string; now: string }

export type Result = { state: Application; effects: Effect[] }
