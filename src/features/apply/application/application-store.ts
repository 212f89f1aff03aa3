import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import { isEmpty, withAnswer } from '../../../form-engine/answers/answers-at.ts'
import { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import { draftLifetimeMs, isBlank } from '../draft/draft-content.ts'
import type { ApplicationKey } from '../draft/draft-content.ts'
import { startSaving } from '../draft/saving-state.ts'
import type { SavedBase, SavingState } from '../draft/saving-types.ts'
import { startSubmission } from '../submission/submission-state.ts'
import type { SubmissionView } from '../submission/submission-state.ts'
import type { Application, Event, Start } from './application-events.ts'
import type { ApplicationDeps, ApplicationState, ApplicationStore, FormRules } from './application-types.ts'
import { runApplication } from './run.ts'
import { startContent } from './content-state.ts'
import { saveWaitMs } from './state.ts'

/** The application as the pages use it: the running reducer, with methods named after what the user does. */
export function createStore(
  key: ApplicationKey,
  rules: FormRules,
  deps: ApplicationDeps,
  start: Start,
): ApplicationStore {
  const listeners = new Set<() => void>()
  const begun = startApplication(rules, start, deps.clock.now())
  let shown = shownOf(begun)
  const uploads = new FormUploads(deps.uploads, {
    read: (pointer) => valueAt(typed().answers, pointer),
    write(pointer, value) {
      const [step = ''] = segmentsOf(pointer)
      store.commit(step, withAnswer(typed().answers, pointer, value)[step] ?? {})
    },
  })
  const { state, dispatch, until, settled } = runApplication(key, begun, deps, {
    change() {
      const next = shownOf(state())
      if (isSame(next, shown)) return
      shown = next
      for (const listener of listeners) listener()
    },
    dropUploads: () => uploads.drop(),
  })

  const typed = () => state().content.typed
  const isUnsaved = () => state().saving.base.unsaved
  const isOver = () => state().stage === 'closed'

  /** Dispatches a click that submits; null if it is ignored because a submission is under way. */
  function submission(event: Event): Promise<SubmissionView> | null {
    const before = state()
    dispatch(event)
    if (state() === before) return null
    return until(({ submission: { view } }) => view.phase !== 'sending')
      .then(() => settled('local'))
      .then(() => state().submission.view)
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
    setShippingAddress: (address) => dispatch({ type: 'address-chosen', address }),
    async saveNow() {
      dispatch({ type: 'save-clicked' })
      await settled('local')
      await until(({ saving }) => saving.request === null)
      return state().saving.status
    },
    onPageHide: () => dispatch({ type: 'page-hidden' }),
    retry: () => dispatch({ type: 'retry' }),
    async resolveConflict(choice) {
      dispatch({ type: 'conflict-resolved', choice })
      await settled('form')
    },
    recreate: () => dispatch({ type: 'recreated' }),
    async discard() {
      dispatch({ type: 'discarded' })
      await settled('local')
    },
    postpone: () => dispatch({ type: 'postponed' }),
    reopenQuestion: () => dispatch({ type: 'question-reopened' }),
    goneElsewhere: (reason) => dispatch({ type: 'gone', reason }),
    async compareWithServer() {
      if (uploads.unfinished().length > 0) return
      dispatch({ type: 'opened-again' })
      await settled('copy')
      await settled('form')
    },
    async startOver() {
      dispatch({ type: 'start-over-clicked' })
      await until(({ stage }) => stage !== 'starting-over')
      await settled('local')
    },
    async adoptForm(next) {
      dispatch({ type: 'form-published', to: next })
      await settled('form')
    },
    dismissFound: () => dispatch({ type: 'found-dismissed' }),
    answersNow: () => typed().answers,
    submit(body) {
      return submission({ type: 'submit-clicked', body: JSON.stringify(body) })
    },
    sendAgain: () => submission({ type: 'send-again-clicked' }),
    editAgain: () => dispatch({ type: 'edit-clicked' }),
    askNow: () => dispatch({ type: 'ask-due' }),
    wouldLose: () =>
      !isOver() &&
      (uploads.unfinished().some(({ code }) => code !== 'infected') ||
        (state().localRefused && isUnsaved() && !isEmpty(typed().answers))),
    pause() {
      dispatch({ type: 'held' })
      return until(({ saving }) => saving.request === null)
    },
    resume: () => dispatch({ type: 'released' }),
    hasUnsaved: () => isUnsaved() && !isBlank(typed()),
    isUntouched() {
      const { etag, saveIds, unsaved } = state().saving.base
      return !unsaved && etag === null && saveIds.length === 0
    },
    isOver,
    async close(waitMs = saveWaitMs) {
      dispatch({ type: 'close-asked', waitMs })
      await until(({ stage }) => stage === 'closed')
      await settled('local')
    },
    stop: () => dispatch({ type: 'stopped' }),
  }
  dispatch({ type: 'started' })
  return store
}

export function startApplication(rules: FormRules, start: Start, now: number): Application {
  const { content, base, submission, question = null } = start
  const { changedAt = new Date(now).toISOString(), resumedFrom = null, expired = false } = start
  return {
    rules,
    stage: 'open',
    seen: start.seen ?? [],
    localRefused: false,
    postponed: false,
    content: startContent(content, { changedAt, resumedFrom, expired }),
    saving: startSaving(base, savedBefore(base), question),
    submission: startSubmission(submission),
  }
}

/** A continued draft shows when it was saved, before anything is saved again. */
function savedBefore({ savedAt, unsaved }: SavedBase): SavingState {
  if (savedAt === null || unsaved) return { kind: 'idle' }
  return { kind: 'saved', at: savedAt, expiresAt: new Date(Date.parse(savedAt) + draftLifetimeMs).toISOString() }
}

/** What the pages draw. */
function shownOf({ content, saving, submission, localRefused, postponed }: Application): ApplicationState {
  const { revision, resumedFrom, expired, carriedOver, differences, serverErrors } = content
  return {
    content: content.shown,
    revision,
    saving: saving.status,
    localRefused,
    question: saving.question,
    postponed,
    resumedFrom,
    expired,
    carriedOver,
    differences,
    serverErrors,
    submission: submission.view,
  }
}

function isSame(one: ApplicationState, other: ApplicationState): boolean {
  return (Object.keys(one) as (keyof ApplicationState)[]).every((part) => one[part] === other[part])
}
