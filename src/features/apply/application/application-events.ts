import type { OrderDetails, Profile, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { DraftContent, LocalDraft, ServerAnswer } from '../draft/draft.ts'
import type { Question, ReadDraft, SavedBase, Saving, SavingEffect, SavingEvent } from '../draft/saving-types.ts'
import type { Submission, SubmissionStart } from '../submission/submission-state.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import type { FormRules } from './application-types.ts'
import type { Content, ContentEvent } from './content-state.ts'

export const stages = [
  /** No other event matters: the submission decides what is allowed. */
  'open',
  /** The draft is being changed elsewhere in this tab. */
  'held',
  /** The draft is deleted as soon as no save is pending. */
  'starting-over',
  /** The application is sent as soon as no save is pending. */
  'stopping',
  /** Log-out: ends as soon as no save is pending. */
  'closing',
  /** Nothing is written or sent any more. */
  'closed',
] as const
export type Stage = (typeof stages)[number]

/** Stages that last until no save is pending. */
export type WaitingStage = Extract<Stage, 'starting-over' | 'stopping' | 'closing'>

export type Application = {
  /**
   * Names the application in every save and in the submission, and ends with it. The API's copy is ours if its last save
   * names it, and it becomes one order at most.
   */
  applicationId: string
  /** The target version of the form for the answers. */
  rules: FormRules
  stage: Stage
  /** The browser did not store the last copy. */
  localRefused: boolean
  /** The browser may have a copy that could not be read when the application was opened. */
  localUnread: boolean
  /** あとで決める: the question is not shown as a dialog but as a notice. */
  postponed: boolean
  content: Content
  saving: Saving
  submission: Submission
}

/** The state with which an application continues. */
export type Start = {
  applicationId: string
  content: DraftContent
  base: SavedBase
  submission: SubmissionStart
  /** When the user last changed it (RFC 3339); now, if it is new. */
  changedAt?: string
  resumedFrom?: string | null
  expired?: boolean
  lostOrigin?: string | null
  question?: Question | null
  localUnread?: boolean
}

/** Events of saving from outside; the others follow from a change of the content. */
type OutsideSavingEvent = Exclude<
  SavingEvent,
  { type: 'typed' | 'step-done' | 'flush' | 'theirs' | 'rebased' | 'submitted' }
>

export type Event =
  | ContentEvent
  | OutsideSavingEvent
  | { type: 'started' }
  /** The step is left, or the page that shows it is removed. */
  | { type: 'step-left' }
  /** The user types in no field: what another device has changed may be shown. */
  | { type: 'field-left' }
  | { type: 'form-published'; to: FormRules }
  /** `old`: the version of the answers; null if it is no longer available. */
  | { type: 'rules-read'; old: FormRules | null; to: FormRules }
  | { type: 'profile-read'; profile: Profile }
  | { type: 'local-refused' | 'local-written' }
  /** The browser responds after all. `draft`: its record. */
  | { type: 'local-read'; draft: LocalDraft | null }
  /** The browser has a submission of an earlier visit whose outcome is unknown. */
  | { type: 'earlier-found' }
  | { type: 'postponed' | 'question-reopened' }
  | { type: 'conflict-resolved'; choice: 'mine' | 'theirs' }
  /** A draft that no longer exists is created again; `isNew`: it replaces no returned application. */
  | { type: 'recreated'; isNew: boolean }
  /** The application becomes one more, because another one has replaced the returned one. */
  | { type: 'origin-dropped' }
  | { type: 'opened-again' }
  | { type: 'compared'; base: SavedBase; answer: ServerAnswer }
  | { type: 'start-over-clicked' }
  | { type: 'submit-clicked'; body: string }
  | { type: 'send-again-clicked' | 'edit-clicked' | 'ask-due' }
  /** A save was refused, because the application has become this order. */
  | { type: 'received'; request: number; order: OrderDetails }
  | { type: 'submission-answered'; key: string; answer: SubmissionAnswer }
  /** The draft at the API, after a submission that named another one. */
  | { type: 'submitted-draft-read'; key: string; read: ReadDraft }
  /** No save is pending, or it takes too long. `stage`: the stage that waited for it. */
  | { type: 'saves-ended'; stage: WaitingStage }
  | { type: 'close-asked'; waitMs: number }
  | { type: 'discarded' | 'stopped' }

export type Effect =
  | SavingEffect
  | { type: 'write-submission' }
  /** The browser's copy, with the submission. */
  | { type: 'remove-local' }
  | { type: 'remove-server' }
  | { type: 'await-saves'; stage: WaitingStage; limitMs: number }
  /** `draftTag`: of the draft that is submitted; null if none was saved. */
  | { type: 'send-order'; key: string; body: string; draftTag: string | null }
  | { type: 'read-submitted-draft'; key: string }
  /** `reads`: the answers were changed since, and the order is compared with them. */
  | { type: 'ask-order'; key: string; reads: boolean }
  | { type: 'ask-later'; delayMs: number }
  | { type: 'stop-asking' }
  | { type: 'compare'; base: SavedBase }
  /** The rules of the answers' version, for converting them to `to`. */
  | { type: 'read-rules'; to: FormRules }
  | { type: 'drop-uploads' }
  /** Other tabs, and the pages that show the result. */
  | { type: 'announce-submitted'; order: SubmittedOrder }
  /** Ends all timers and uploads. */
  | { type: 'stop' }

/** Values that the reducer cannot compute. `newId`: of another application. `now`: RFC 3339. */
export type Input = {
  newId: string
  /** The Idempotency-Key of another submission. */
  newKey: string
  now: string
}

export type Result = { state: Application; effects: Effect[] }
