import type { Answers, StepAnswers } from '../../../../form-model/definition.ts'
import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { DraftShippingAddress, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { withAnswer } from '../../../../form-model/answers.ts'
import { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import { uploadRecord } from '../attachments/upload-record.ts'
import { isBlank, mayExistOnServer } from '../draft/draft.ts'
import type { ApplicationKey, DraftContent } from '../draft/draft.ts'
import type { SubmissionBody } from '../submission/submission-server.ts'
import type { Application, ApplicationDeps, Event, Phase, SavingState, Start, Submission } from './application-types.ts'
import type { FormRules } from './form-rules.ts'
import type { Content } from './content-state.ts'
import { runApplication } from './run.ts'
import { saveWaitMs, startApplication } from './state.ts'

/** A submission on the screen. */
export type SubmissionView = Pick<Submission, 'refusal' | 'order' | 'asked' | 'problem'> & {
  phase: Exclude<Phase, 'closed'>
}

/** The part of an application that the pages render. */
export type ApplicationState = Omit<Content, 'typed' | 'shown' | 'changedAt' | 'refusedAnswers'> &
  Pick<Application, 'localRefused' | 'question' | 'postponed'> & {
    /** Committed answers; text being typed is only in the draft, so that typing causes no render. */
    content: DraftContent
    saving: SavingState
    submission: SubmissionView
  }

/**
 * One application in progress: answers, draft and submission, outside React, so that it outlives pages, the sign-in
 * dialog and a visit to another address. React reads `state()`; `subscribe` reports changes.
 */
export type ApplicationStore = {
  key: ApplicationKey
  /** Pending uploads of this application. */
  uploads: FormUploads
  state(): ApplicationState
  subscribe(listener: () => void): () => void
  /** A keystroke: updates the draft, not React. */
  input(pointer: string, value: unknown): void
  /** A step's answers, e.g. on blur or before leaving it. `byForm`: default values, which make no draft. */
  commit(stepId: string, answers: StepAnswers, byForm?: boolean): void
  /** A step's answers from elsewhere, e.g. the profile: the step is rendered again. */
  fill(stepId: string, answers: StepAnswers): void
  /**
   * A step was left: commits the typed text, writes it to the browser, and drops the API's errors on corrected answers.
   */
  commitStep(): void
  /** The user is on that page now; saved with the draft. */
  visit(step: string): void
  /** A keystroke in the delivery address: updates the draft, not React. */
  inputShippingAddress(address: DraftShippingAddress): void
  /** Null: the profile's address. */
  setShippingAddress(address: DraftShippingAddress | null): void
  /** The answers without a place are no longer needed. */
  dismissUnplaced(): void
  saveNow(): Promise<SavingState>
  onPageHide(): void
  retry(): void
  /** The answer to a conflict. */
  resolveConflict(choice: 'mine' | 'theirs'): Promise<void>
  /** Creates a draft again that no longer exists; `isNew`: it replaces no returned application. */
  recreate(isNew: boolean): void
  /** Continues a correction that was sent elsewhere as one more application. */
  dropOrigin(): void
  /** The browser's copy is no longer needed: it is removed, and nothing is sent. */
  discard(): Promise<void>
  postpone(): void
  /** Shows the open question as a dialog again. */
  reopenQuestion(): void
  /** Compares with the server, e.g. when the form is opened or shown again. */
  compareWithServer(): Promise<void>
  /** The user types in no field: what another device has changed may be shown. */
  settle(): void
  /** Deletes the draft here and on the server, and empties the form. */
  startOver(): Promise<void>
  /**
   * Waits for a pending save; if nothing was entered and nothing is stored, ends this application: the next visit opens
   * a new one. Returns whether it did. `mayEnd` is asked after the wait.
   */
  endUntouched(mayEnd: () => boolean): Promise<boolean>
  /** Registered answers that the user has not changed follow the profile. */
  followProfile(): Promise<void>
  /** Moves to another version of the form and converts the answers. */
  adoptForm(rules: FormRules): Promise<void>
  /** Every keystroke included. */
  contentNow(): DraftContent
  answersNow(): Answers
  submit(body: SubmissionBody): Promise<SubmissionView> | null
  sendAgain(): Promise<SubmissionView> | null
  editAgain(): void
  askNow(): void
  /** Writes to the browser what is due. Returns whether only this tab has what was typed. */
  flush(): Promise<boolean>
  /** The order, or null if nothing was sent, as soon as its outcome is known and another tab may continue. */
  outcome(): Promise<SubmittedOrder | null>
  /** Whether leaving the page now would lose something, e.g. a file that is still being uploaded. */
  wouldLose(): boolean
  hasUnsaved(): boolean
  /** Whether the user has entered nothing: default values and profile values make no draft. */
  isUntouched(): boolean
  /** Whether this application is finished, discarded or closed: the next visit opens another one. */
  isOver(): boolean
  /** Sends unsaved answers (at most `waitMs`), writes the browser's copy and stops. */
  close(waitMs?: number): Promise<void>
  /** Stops at once: nothing is written or sent any more. */
  stop(): void
}

/** The application as the pages use it: the running reducer, with methods named after the user's actions. */
export function createStore(
  key: ApplicationKey,
  rules: FormRules,
  deps: ApplicationDeps,
  start: Start,
): ApplicationStore {
  const listeners = new Set<() => void>()
  const begun = startApplication(rules, start, deps.clock.now())
  let shown = shownOf(begun)
  const uploads = new FormUploads(
    deps.uploads,
    {
      read: (pointer) => valueAt(typed().answers, pointer),
      write(pointer, value) {
        const [step = ''] = segmentsOf(pointer)
        store.commit(step, withAnswer(typed().answers, pointer, value)[step] ?? {})
      },
    },
    uploadRecord(key, start.content.answers),
  )
  const { state, dispatch, until, settled } = runApplication(key, begun, deps, {
    change() {
      const next = shownOf(state(), shown)
      if (isSame(next, shown)) return
      shown = next
      for (const listener of listeners) listener()
    },
    dropUploads: () => uploads.drop(),
    stopUploads: () => uploads.close(),
  })

  const typed = () => state().content.typed
  const isUnsaved = () => state().base.unsaved
  const isOver = () => state().phase === 'closed' || state().phase === 'done'
  const isSaved = () => until(({ request }) => request === null)
  const isOnlyHere = () => state().localRefused && isUnsaved() && !isBlank(typed()) && !isOver()

  /** Dispatches a click that submits; null if it is ignored because a submission is pending. */
  function submission(event: Event): Promise<SubmissionView> | null {
    const before = state()
    dispatch(event)
    if (state() === before) return null
    return until((now) => shownPhase(now) !== 'sending')
      .then(settled)
      .then(() => submissionOf(state()))
  }

  const store: ApplicationStore = {
    key,
    uploads,
    state: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    input: (pointer, value) => dispatch({ type: 'input', pointer, value }),
    commit: (step, answers, byForm = false) => dispatch({ type: 'commit', step, answers, byForm }),
    fill: (step, answers) => dispatch({ type: 'fill', step, answers }),
    commitStep: () => dispatch({ type: 'step-left' }),
    visit: (step) => dispatch({ type: 'visited', step }),
    inputShippingAddress: (address) => dispatch({ type: 'address-typed', address }),
    setShippingAddress: (address) => dispatch({ type: 'address-chosen', address }),
    dismissUnplaced: () => dispatch({ type: 'unplaced-dismissed' }),
    async saveNow() {
      dispatch({ type: 'field-left' })
      dispatch({ type: 'save-clicked' })
      await settled()
      await isSaved()
      // The click has left the field: what another device has changed is shown at once.
      dispatch({ type: 'field-left' })
      await isSaved()
      return state().status
    },
    onPageHide: () => dispatch({ type: 'page-hidden' }),
    retry: () => dispatch({ type: 'retry' }),
    async resolveConflict(choice) {
      dispatch({ type: 'conflict-resolved', choice })
      await settled()
    },
    recreate: (isNew) => dispatch({ type: 'recreated', isNew }),
    dropOrigin: () => dispatch({ type: 'origin-dropped' }),
    async discard() {
      dispatch({ type: 'discarded' })
      await settled()
    },
    postpone: () => dispatch({ type: 'postponed' }),
    reopenQuestion: () => dispatch({ type: 'question-reopened' }),
    async compareWithServer() {
      if (uploads.isBusy()) return
      dispatch({ type: 'opened-again' })
      await settled()
      await store.followProfile()
    },
    settle: () => dispatch({ type: 'field-left' }),
    async startOver() {
      dispatch({ type: 'start-over-clicked' })
      await until(({ next }) => next === null)
      await settled()
    },
    async endUntouched(mayEnd) {
      await isSaved()
      if (isOver() || !store.isUntouched() || !mayEnd()) return false
      await store.discard()
      return true
    },
    async followProfile() {
      const profile = typed().registered.length === 0 ? null : await deps.profile()
      if (profile !== null) dispatch({ type: 'profile-read', profile })
    },
    async adoptForm(next) {
      dispatch({ type: 'form-published', to: next })
      await settled()
    },
    contentNow: typed,
    answersNow: () => typed().answers,
    submit(body) {
      const { applicationId } = state()
      return submission({ type: 'submit-clicked', body: JSON.stringify({ applicationId, ...body }) })
    },
    sendAgain: () => submission({ type: 'send-again-clicked' }),
    editAgain: () => dispatch({ type: 'edit-clicked' }),
    askNow: () => dispatch({ type: 'ask-due' }),
    async flush() {
      dispatch({ type: 'step-left' })
      await settled()
      return isOnlyHere()
    },
    async outcome() {
      await until((now) => shownPhase(now) !== 'sending' && now.phase !== 'waiting' && !isOnlyHere())
      return state().submission.order
    },
    wouldLose: () => !isOver() && (uploads.isBusy() || isOnlyHere()),
    hasUnsaved: () => isUnsaved() && !isBlank(typed()),
    isUntouched() {
      const { base } = state()
      return !base.unsaved && !mayExistOnServer(base)
    },
    isOver,
    async close(waitMs = saveWaitMs) {
      dispatch({ type: 'close-asked', waitMs })
      await until(() => isOver())
      await settled()
    },
    stop: () => dispatch({ type: 'stopped' }),
  }
  dispatch({ type: 'started' })
  return store
}

/** A submission that waits for a pending save is sent for the user. A page may outlive its application at a log-out. */
function shownPhase({ phase, next }: Application): SubmissionView['phase'] {
  return next?.kind === 'submit' ? 'sending' : phase === 'closed' ? 'editing' : phase
}

function submissionOf(state: Application): SubmissionView {
  const { refusal, order, asked, problem } = state.submission
  return { phase: shownPhase(state), refusal, order, asked, problem }
}

/** `before`: what the pages render now. */
function shownOf(state: Application, before?: ApplicationState): ApplicationState {
  const { status: saving, localRefused, question, postponed } = state
  const { typed: _typed, shown: content, changedAt: _changedAt, refusedAnswers: _refused, ...others } = state.content
  const next = submissionOf(state)
  const submission = before !== undefined && isSame(next, before.submission) ? before.submission : next
  return { ...others, content, saving, localRefused, question, postponed, submission }
}

function isSame<T extends object>(one: T, other: T): boolean {
  return (Object.keys(one) as (keyof T)[]).every((part) => one[part] === other[part])
}
