import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { ApplicationPorts, ApplicationState, ApplicationStore, FormRules } from './application-state.ts'
import type { FieldError } from '../../../lib/problem.ts'
import { isEmpty, withAnswer } from '../../../form-engine/answers/answers-at.ts'
import { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import { carryOver } from '../../../form-engine/answers/carry-over.ts'
import { draftLifetime } from '../draft/draft-content.ts'
import type { ApplicationKey, DraftContent, ServerDraft } from '../draft/draft-content.ts'
import { withoutSecrets } from '../draft/draft-safety.ts'
import { createDraftSaver } from '../draft/draft-saver.ts'
import type { DraftSaver, SavedBase, SavingState } from '../draft/draft-saver.ts'
import { createSubmission } from '../submission/submission.ts'
import type { SubmissionRun, SubmissionStart, SubmissionView } from '../submission/submission.ts'
import { isLocked } from '../submission/submission-state.ts'

/** How long a submission waits for a save under way; a later one is undone after the success. */
const waitForSave = 2_000

/** What an application continues with. */
export type Start = {
  content: DraftContent
  base: SavedBase
  submission: SubmissionStart
  /** When somebody last changed it (RFC 3339), which its week counts from; now, if nobody has. */
  changedAt?: string
  resumedFrom?: string | null
  expired?: boolean
  conflict?: ServerDraft | null
}

export function createStore(
  key: ApplicationKey,
  rules: FormRules,
  ports: ApplicationPorts,
  start: Start,
): ApplicationStore {
  const listeners = new Set<() => void>()
  const uploads = new FormUploads(ports.uploads, {
    read: (pointer) => valueAt(live.answers, pointer),
    write: (pointer, value) => {
      const [step = ''] = segmentsOf(pointer)
      store.commit(step, withAnswer(live.answers, pointer, value)[step] ?? {})
    },
  })
  let currentRules = rules
  let live: DraftContent = start.content
  let kept: SubmissionStart = start.submission
  let changedAt = start.changedAt ?? new Date(ports.now()).toISOString()
  let closed = false
  let lateSave: Promise<void> | null = null
  /** The answers the provider has refused: an error counts for the value it was said of. */
  let refusedAnswers = start.content.answers

  const run: SubmissionRun = createSubmission(
    {
      port: ports.submission,
      newKey: ports.newId,
      isOnline: ports.isOnline,
      keep,
      onView: viewChanged,
    },
    start.submission,
  )

  let state: ApplicationState = {
    content: start.content,
    revision: 0,
    saving: savedBefore(start.base),
    localRefused: false,
    conflict: start.conflict ?? null,
    resumedFrom: start.resumedFrom ?? null,
    expired: start.expired ?? false,
    carriedOver: false,
    differences: [],
    serverErrors: [],
    submission: run.view(),
  }

  const saver: DraftSaver = createDraftSaver(
    {
      server: ports.server,
      content: safeContent,
      writeLocal,
      sendOnLeave: ports.sendOnLeave,
      newSaveId: ports.newId,
      isOnline: ports.isOnline,
      onState: (saving) => change({ saving }),
      onLocalRefused: () => {
        if (!state.localRefused) change({ localRefused: true })
      },
      onConflict: (conflict) => change({ conflict }),
    },
    start.base,
    (start.conflict ?? null) !== null,
  )

  function change(next: Partial<ApplicationState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function safeContent(): DraftContent {
    return { ...live, answers: withoutSecrets(live.answers, currentRules.definition) }
  }

  async function writeLocal(base: SavedBase): Promise<boolean> {
    if (closed) return true
    const { phase, body } = kept
    return ports.local.write({
      ...key,
      content: safeContent(),
      changedAt,
      unsaved: base.unsaved,
      etag: base.etag,
      savedAt: base.savedAt,
      saveIds: base.saveIds,
      idempotencyKey: kept.key,
      submission: { phase, body },
    })
  }

  /** What a reload needs to know of the submission; a finished one leaves nothing behind. */
  async function keep(submission: SubmissionStart): Promise<void> {
    kept = submission
    if (submission.phase === 'done') {
      closed = true
      await ports.local.remove(key)
      return
    }
    if (!(await writeLocal(saver.base())) && !state.localRefused) change({ localRefused: true })
  }

  /** Anything may change only while nothing is on its way to the provider. */
  function isOpen(): boolean {
    return !closed && !isLocked(run.view().phase)
  }

  function set(content: DraftContent): void {
    live = content
    changedAt = new Date(ports.now()).toISOString()
  }

  function replace(content: DraftContent, next: Partial<ApplicationState> = {}): void {
    set(content)
    change({ content, revision: state.revision + 1, serverErrors: [], ...next })
  }

  function isCorrected(pointer: string): boolean {
    return JSON.stringify(valueAt(refusedAnswers, pointer)) !== JSON.stringify(valueAt(live.answers, pointer))
  }

  async function carryTo(next: FormRules): Promise<void> {
    const version = next.definition.formVersion
    if (live.formVersion === version || isLocked(run.view().phase)) return
    const old = await ports.rulesOf(live.formVersion)
    const { answers, differences } = carryOver(live.answers, old?.definition ?? null, next.definition, next.errorsOf)
    const named = differences.map((each) =>
      each.kind === 'removed' && old !== null ? { ...each, formerly: old.inWords(each.pointer, each.value) } : each,
    )
    currentRules = next
    replace({ ...live, formVersion: version, answers }, { carriedOver: true, differences: named })
  }

  /** However the outcome came, by the answer or by asking: a refusal opens the form again, a success ends it. */
  function viewChanged(submission: SubmissionView): void {
    if (submission.order !== null && submission.phase === 'done') ports.onSubmitted(submission.order)
    if (submission.phase === 'editing') {
      refusedAnswers = live.answers
      change({ submission, serverErrors: fieldErrorsOf(submission) })
      saver.resume()
    } else {
      change({ submission })
    }
    // A save that was still under way would bring the draft back to life.
    if (submission.phase === 'done' && lateSave !== null) void lateSave.then(removeDraft)
  }

  async function removeDraft(): Promise<void> {
    await ports.local.remove(key)
    try {
      await ports.server.remove()
    } catch {
      // The provider drops it with the submission or after its week; nothing on this screen depends on it.
    }
  }

  if (isLocked(run.view().phase)) {
    void saver.stop()
    run.start()
  } else if (start.base.unsaved) {
    saver.tryAgain()
  }

  const store: ApplicationStore = {
    key,
    uploads,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    input(pointer, value) {
      if (!isOpen()) return
      set({ ...live, answers: withAnswer(live.answers, pointer, value), step: segmentsOf(pointer)[0] ?? live.step })
      saver.typed()
    },
    commit(stepId, answers, byForm = false) {
      if (!isOpen()) return
      const answered = { ...live, answers: { ...live.answers, [stepId]: answers } }
      // What the form fills in by itself when it is opened is no change: the draft's week goes on.
      if (byForm) live = answered
      else set({ ...answered, step: stepId })
      change({ content: { ...state.content, answers: { ...state.content.answers, [stepId]: answers } } })
      if (!byForm) saver.typed()
    },
    fill(stepId, answers) {
      if (!isOpen()) return
      replace({ ...live, answers: { ...live.answers, [stepId]: answers }, step: stepId })
      saver.typed()
    },
    settle() {
      const serverErrors = state.serverErrors.filter(({ pointer }) => !isCorrected(pointer))
      if (serverErrors.length < state.serverErrors.length) change({ serverErrors })
      if (state.content !== live) change({ content: live })
      // A page that is drawn no more is not told when the document goes, e.g. by the reload for a newer version.
      saver.keep()
    },
    visit(step) {
      if (!isOpen() || live.step === step) return
      set({ ...live, step })
      change({ content: { ...state.content, step } })
      if (!isEmpty(live.answers)) saver.stepDone()
    },
    setShippingAddress(shippingAddress) {
      if (!isOpen()) return
      set({ ...live, shippingAddress })
      change({ content: { ...state.content, shippingAddress } })
      saver.stepDone()
    },
    saveNow: () => saver.saveNow(),
    leaving: () => saver.leaving(),
    tryAgain: () => saver.tryAgain(),
    async resolveConflict(choice) {
      const theirs = state.conflict
      if (theirs === null) return
      const { etag, savedAt } = theirs
      const base = { ...saver.base(), etag, savedAt }
      if (choice === 'theirs') {
        replace(theirs.content, { conflict: null, carriedOver: false, differences: [] })
        saver.rebase({ ...base, unsaved: false })
        await carryTo(currentRules)
      } else {
        change({ conflict: null })
        saver.rebase({ ...base, unsaved: true })
      }
    },
    async startOver() {
      if (!isOpen()) return
      uploads.drop()
      await Promise.race([saver.stop(), pause(waitForSave)])
      await removeDraft()
      replace(
        {
          formVersion: currentRules.definition.formVersion,
          answers: {},
          step: null,
          shippingAddress: null,
          reapplyOf: null,
        },
        { resumedFrom: null, expired: false, carriedOver: false, differences: [], conflict: null },
      )
      saver.rebase({ etag: null, savedAt: null, saveIds: [], unsaved: false })
      saver.resume()
    },
    async adoptForm(next) {
      await carryTo(next)
    },
    dismissFound: () => change({ resumedFrom: null }),
    answersNow: () => live.answers,
    submit(body) {
      if (!isOpen() || state.conflict !== null) return null
      const stopping = saver.stop()
      lateSave = stopping
      void stopping.then(() => {
        lateSave = null
      })
      return run.press(body, Promise.race([stopping, pause(waitForSave)]))
    },
    sendAgain: () => run.sendAgain(),
    editAgain: () => run.edit(),
    askNow: () => run.askNow(),
    wouldLose: () =>
      !closed &&
      (uploads.unfinished().some(({ code }) => code !== 'infected') ||
        (state.localRefused && saver.base().unsaved && !isEmpty(live.answers))),
    async close(patience = waitForSave) {
      if (!closed && saver.base().unsaved && !isEmpty(live.answers) && isOpen() && patience > 0) {
        await Promise.race([saver.saveNow(), pause(patience)])
      }
      void saver.stop()
      run.stop()
      uploads.drop()
      closed = true
    },
  }
  return store
}

/** A draft that is continued says when it was saved, before anything is saved again. */
function savedBefore({ savedAt, unsaved }: SavedBase): SavingState {
  if (savedAt === null || unsaved) return { kind: 'idle' }
  return { kind: 'saved', at: savedAt, expiresAt: new Date(Date.parse(savedAt) + draftLifetime).toISOString() }
}

/** Pointers of a refused submission lead into the body; the form knows the answers only. */
function fieldErrorsOf({ refusal }: SubmissionView): FieldError[] {
  return (refusal?.problem.fields ?? []).map((error) => ({
    ...error,
    pointer: error.pointer.replace(/^\/answers(?=\/)/, ''),
  }))
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
