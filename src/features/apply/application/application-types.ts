import type { Answers, Definition, StepAnswers } from '../../../../form-model/definition.ts'
import type { OrderSubmission, Profile, ShippingAddress, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import type { Uploads } from '../../../form-engine/attachments/attachment-storage.ts'
import type { FieldError } from '../../../lib/problem.ts'
import type { Difference } from '../../../form-engine/answers/carry-over.ts'
import type { ApplicationKey, DraftContent } from '../draft/draft-content.ts'
import type { LocalDrafts } from '../draft/draft-database.ts'
import type { GoneReason, Question, SavingState } from '../draft/saving-types.ts'
import type { ServerDrafts } from '../draft/draft-server.ts'
import type { SubmissionServer } from '../submission/submission-server.ts'
import type { SubmissionView } from '../submission/submission-state.ts'

/** A version of the form with the rules the store needs. */
export type FormRules = {
  definition: Pick<Definition, 'steps' | 'formVersion'>
  errorsOf(answers: Answers): readonly FieldError[]
  /** A field and an answer to it as this version words them. */
  inWords(pointer: string, value: unknown): { label: string; value: string }
}

/** Everything an application works with outside itself. */
export type ApplicationDeps = {
  /** The records in this browser: drafts and submissions. */
  local: LocalDrafts
  /** The draft at the API. */
  server: ServerDrafts & {
    /** Sends a last save while the page is left; false if that is impossible. */
    sendOnLeave(content: DraftContent, saveId: string, etag: string | null): boolean
  }
  submit: SubmissionServer
  uploads: Uploads
  /** What the user has registered; null if it cannot be read in time. */
  profile(): Promise<Profile | null>
  /** The rules of a published version; null if it cannot be read any more. */
  rulesOf(formVersion: string): Promise<FormRules | null>
  /** Informs other tabs, and the pages that show the result. */
  tabs: { submitted(order: SubmittedOrder): void; deleted(): void }
  clock: { now(): number }
  newId(): string
  online(): boolean
}

export type ApplicationState = {
  /** As committed; what is being typed is in the draft but not here, so that typing draws nothing. */
  content: DraftContent
  /** Counts replacements from outside (another device's copy, a new form): the form is drawn again. */
  revision: number
  saving: SavingState
  /** The browser keeps nothing: shown once. */
  localRefused: boolean
  /** What the user has to decide before anything is saved or sent: two copies, or a draft that has disappeared. */
  question: Question | null
  /** あとで決める: the question is not shown as a dialog but as a notice. */
  postponed: boolean
  /** When what was found had been saved; null for an application begun now. */
  resumedFrom: string | null
  /** A draft was there but its week is over. */
  expired: boolean
  /** The answers were carried into a newer form. */
  carriedOver: boolean
  /** What to look at since the form changed. */
  differences: readonly Difference[]
  /** Fields that the API refused; pointers into the answers. */
  serverErrors: readonly FieldError[]
  submission: SubmissionView
}

/**
 * One application while it is made: answers, draft and submission, outside React, so that it outlives pages, the
 * sign-in dialog and the detour to another address. React reads `state()` and is called on changes by `subscribe`.
 */
export type ApplicationStore = {
  key: ApplicationKey
  /** The files being uploaded for this application. */
  uploads: FormUploads
  state(): ApplicationState
  subscribe(listener: () => void): () => void
  /** A keystroke: into the draft, not into React. */
  input(pointer: string, value: unknown): void
  /** A step's answers, e.g. on blur or before leaving it. `byForm`: defaults that no user entered make no draft. */
  commit(stepId: string, answers: StepAnswers, byForm?: boolean): void
  /** A step's answers from elsewhere, e.g. the profile: the step is drawn again. */
  fill(stepId: string, answers: StepAnswers): void
  /**
   * A step was left: takes over what was typed but not committed, writes it in the browser, and drops the
   * API's errors on corrected answers.
   */
  commitStep(): void
  /** The user is on that page now; saved with the draft. */
  visit(step: string): void
  setShippingAddress(address: ShippingAddress | null): void
  saveNow(): Promise<SavingState>
  onPageHide(): void
  retry(): void
  /** The answer to a conflict. */
  resolveConflict(choice: 'mine' | 'theirs'): Promise<void>
  /** 新しい申請として続ける: a draft that was submitted or deleted elsewhere is created again. */
  recreate(): void
  /** What is in this browser is not needed any more: removed here, and nothing is sent. */
  discard(): Promise<void>
  postpone(): void
  /** Shows the open question as a dialog again. */
  reopenQuestion(): void
  /** Another tab has submitted or deleted the draft. */
  goneElsewhere(reason: GoneReason): void
  /** Compares with the server, e.g. when the form is opened again: a newer copy is taken over if nothing here is unsaved. */
  compareWithServer(): Promise<void>
  /** Deletes the draft here and on the server, and empties the form. */
  startOver(): Promise<void>
  /** Moves to another version of the form; answers are carried over. */
  adoptForm(rules: FormRules): Promise<void>
  /** 続ける: the question whether to continue what was found is answered. */
  dismissFound(): void
  /** Every keystroke included. */
  answersNow(): Answers
  submit(body: OrderSubmission): Promise<SubmissionView> | null
  sendAgain(): Promise<SubmissionView> | null
  editAgain(): void
  askNow(): void
  /** Whether leaving the page now would lose something, e.g. a file that is still being uploaded. */
  wouldLose(): boolean
  /** No save starts until `resume`; resolves when none is on its way. */
  pause(): Promise<void>
  resume(): void
  hasUnsaved(): boolean
  /** Whether the user has entered nothing: what the form or the profile filled in is no draft. */
  isUntouched(): boolean
  /** Whether this application is finished, discarded or closed: the next visit opens another one. */
  isOver(): boolean
  /** Sends what is unsaved (at most `waitMs`), writes the browser's copy and stops. */
  close(waitMs?: number): Promise<void>
  /** Stops at once: nothing is written or sent any more. */
  stop(): void
}
