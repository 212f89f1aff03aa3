import type { StepAnswers } from '../../../../form-model/definition.ts'
import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { DraftShippingAddress } from '../../../api/generated/api.schemas.ts'
import { withAnswer } from '../../../../form-model/answers.ts'
import { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import { createListeners } from '../../../lib/signal.ts'
import { uploadRecord } from '../attachments/upload-record.ts'
import { isBlank, sameContent } from '../draft/draft.ts'
import type { ApplicationKey } from '../draft/draft.ts'
import type { SubmissionBody } from '../submission/submission-server.ts'
import type { ApplicationDeps } from './application-deps.ts'
import type { Application, Event, Start, Submission } from './application-types.ts'
import type { FormRules } from './form-rules.ts'
import { runApplication, saveWaitMs } from './run.ts'
import { isComparable, safe, savingState, startApplication } from './state.ts'

export type ApplicationStore = ReturnType<typeof createStore>

/**
 * One application in progress as the pages use it, outside React, so that it outlives them and the sign-in dialog.
 * `subscribe` reports changes, except those of text being typed, so that typing causes no render.
 */
export function createStore(key: ApplicationKey, rules: FormRules, deps: ApplicationDeps, start: Start) {
  const begun = startApplication(rules, start, deps.now())
  const { subscribe, notify } = createListeners()
  let shown = begun
  const uploads = new FormUploads(
    deps.uploads,
    {
      read: (pointer) => valueAt(typed().answers, pointer),
      write(pointer, value) {
        const [step = ''] = segmentsOf(pointer)
        commit(step, withAnswer(typed().answers, pointer, value)[step] ?? {})
      },
    },
    uploadRecord(key, start.content.answers, rules.definition),
  )
  const { state, dispatch, until, saved, beside } = runApplication(key, begun, deps, () => {
    if (isOver()) uploads.close()
    const before = shown
    shown = state()
    if (!isSameOnScreen(before, shown)) notify()
  })

  const typed = () => state().typed
  const hasUnsaved = () => state().base.unsaved && !isBlank(typed())
  const isOver = () => state().isClosed || state().submission.phase === 'done'
  const isSaved = () => until(({ request }) => request === null)
  const isUntouched = () => !state().base.unsaved && state().base.etag === null
  const isUploading = () => uploads.isBusy()
  const losesAnswers = () => state().localRefused && hasUnsaved()

  const commit = (step: string, answers: StepAnswers, byForm = false) =>
    dispatch({ type: 'commit', step, answers, byForm })
  const discard = () => dispatch({ type: 'discarded' })

  /** An upload ends in its field, which another version of the form may not have: it is taken after the upload. */
  function settle(): void {
    const { question, rules: here } = state()
    const isOther =
      question?.kind === 'conflict' && question.rules.definition.formVersion !== here.definition.formVersion
    if (!isOther || !isUploading()) dispatch({ type: 'field-left' })
  }

  async function followProfile(): Promise<void> {
    const profile = typed().registered.length === 0 ? null : await deps.profile()
    if (profile !== null) dispatch({ type: 'profile-read', profile })
  }

  /** Null if the click is ignored because a submission is pending. */
  function submission(event: Event): Promise<Submission> | null {
    const before = state().submission
    dispatch(event)
    if (state().submission === before) return null
    return until((now) => now.isClosed || now.submission.phase !== 'sending').then(() => state().submission)
  }

  dispatch({ type: 'started' })
  return {
    key,
    uploads,
    state,
    subscribe,
    input: (pointer: string, value: unknown) => dispatch({ type: 'input', pointer, value }),
    commit,
    fill: (step: string, answers: StepAnswers) => dispatch({ type: 'fill', step, answers }),
    composition: (isOpen: boolean) => dispatch({ type: 'composition', isOpen }),
    commitStep: () => dispatch({ type: 'step-left' }),
    visit: (step: string) => dispatch({ type: 'visited', step }),
    inputShippingAddress: (address: DraftShippingAddress) => dispatch({ type: 'address-typed', address }),
    setShippingAddress: (address: DraftShippingAddress | null) => dispatch({ type: 'address-chosen', address }),
    dismissUnplaced: () => dispatch({ type: 'unplaced-dismissed' }),
    async saveNow() {
      const isPending = state().request !== null
      settle()
      dispatch({ type: 'save-clicked' })
      await isSaved()
      // That save may lack what was typed since, and may have failed without a word.
      if (isPending) dispatch({ type: 'save-due' })
      await isSaved()
      // The click has left the field: what another device has changed is shown at once.
      settle()
      await isSaved()
      return savingState(state())
    },
    onPageHide: () => dispatch({ type: 'page-hidden' }),
    retry() {
      uploads.retry()
      dispatch({ type: 'retry' })
    },
    resolveConflict: (choice: 'mine' | 'theirs') => dispatch({ type: 'conflict-resolved', choice }),
    recreate: (isNew: boolean) => dispatch({ type: 'recreated', isNew }),
    discard,
    postpone: () => dispatch({ type: 'postponed', isPostponed: true }),
    reopenQuestion: () => dispatch({ type: 'postponed', isPostponed: false }),
    async compareWithServer() {
      if (isUploading()) return
      const { base } = state()
      if (isComparable(state())) dispatch({ type: 'compared', base, beside: await beside() })
      await followProfile()
    },
    settle,
    startOver() {
      uploads.drop()
      dispatch({ type: 'start-over-clicked' })
    },
    /** Ends an application without answers after its pending save, if it `mayEnd` then. Returns whether it did. */
    async endUntouched(mayEnd: () => boolean) {
      await isSaved()
      if (isOver() || !isUntouched() || !mayEnd()) return false
      discard()
      return true
    },
    followProfile,
    async takePublishedForm() {
      const to = await deps.published()
      if (to !== null) dispatch({ type: 'form-published', to })
    },
    contentNow: typed,
    answersNow: () => typed().answers,
    submit(body: SubmissionBody) {
      const { applicationId } = state()
      return submission({ type: 'submit-clicked', body: JSON.stringify({ applicationId, ...body }) })
    },
    sendAgain: () => submission({ type: 'send-again-clicked' }),
    editAgain: () => dispatch({ type: 'edit-clicked' }),
    /** Call when the order is on the screen: until then, a reload leads to it. */
    resultShown: () => dispatch({ type: 'result-shown' }),
    askNow: () => dispatch({ type: 'ask-due' }),
    /** The order, or null if nothing was sent, as soon as its outcome is known and another tab may continue. */
    async outcome() {
      await until(({ isClosed, submission: { phase } }) => isClosed || (phase !== 'sending' && phase !== 'waiting'))
      return state().submission.order
    },
    isUploading,
    wouldLose: () => !isOver() && (isUploading() || losesAnswers()),
    losesAnswers,
    hasUnsaved,
    /** When the API saved exactly this (RFC 3339); null if it has never had some of it. */
    savedAt() {
      const { savedAt, baseContent } = state().base
      return baseContent !== null && sameContent(safe(state()), baseContent) ? savedAt : null
    },
    /** Default values and profile values make no draft. */
    isUntouched,
    isOver,
    isClosed: () => state().isClosed,
    async close(waitMs = saveWaitMs) {
      if (waitMs > 0) {
        settle()
        dispatch({ type: 'save-due' })
        await saved(waitMs)
      }
      // A response of the API that is still awaited changes nothing any more.
      dispatch({ type: 'closed' })
    },
    stop: () => dispatch({ type: 'stopped' }),
  }
}

function isSameOnScreen(one: Application, other: Application): boolean {
  const { typed: _typed, changedAt: _changedAt, base: _base, ...shown } = one
  return (
    one.base.savedAt === other.base.savedAt &&
    (Object.keys(shown) as (keyof typeof shown)[]).every((part) => one[part] === other[part])
  )
}
