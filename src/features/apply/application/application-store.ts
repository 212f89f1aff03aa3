import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { ApplicationPorts, ApplicationState, ApplicationStore, FormRules } from './application-state.ts'
import type { FieldError } from '../../../lib/problem.ts'
import { isEmpty, withAnswer } from '../../../form-engine/answers/answers-at.ts'
import { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import { carryOver } from '../../../form-engine/answers/carry-over.ts'
import { draftLifetime, isBlank } from '../draft/draft-content.ts'
import type { ApplicationKey, DraftContent, LocalDraft, ServerDraft } from '../draft/draft-content.ts'
import type { StampedDraft } from '../draft/draft-database.ts'
import { withoutSecrets } from '../draft/draft-safety.ts'
import { createDraftSaver } from '../draft/draft-saver.ts'
import type { DraftSaver, LocalWrite } from '../draft/draft-saver.ts'
import type { OtherCopy, Question, SavedBase, SavingState } from '../draft/saving-state.ts'
import { createSubmission } from '../submission/submission.ts'
import type { SubmissionRun, SubmissionView } from '../submission/submission.ts'
import { isLocked } from '../submission/submission-state.ts'
import type { SubmissionStart } from '../submission/submission-state.ts'

/** How long a submission waits for a save under way; a later one is undone after the success. */
const saveWaitMs = 2_000

/** What an application continues with. */
export type Start = {
  content: DraftContent
  base: SavedBase
  submission: SubmissionStart
  /** Stamps of the browser's copies that this application continues. */
  seen?: readonly string[]
  /** When the user last changed it (RFC 3339), which its week counts from; now, if it is new. */
  changedAt?: string
  resumedFrom?: string | null
  expired?: boolean
  question?: Question | null
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
  let seen: readonly string[] = start.seen ?? []
  let changedAt = start.changedAt ?? new Date(ports.now()).toISOString()
  let over = false
  let lateSave: Promise<void> | null = null
  /** The answers the provider has refused: an error counts for the value it was said of. */
  let refusedAnswers = start.content.answers

  const run: SubmissionRun = createSubmission(
    {
      port: ports.submission,
      newKey: ports.newId,
      isOnline: ports.isOnline,
      persist: persistSubmission,
      onView: viewChanged,
    },
    start.submission,
  )

  let state: ApplicationState = {
    content: start.content,
    revision: 0,
    saving: savedBefore(start.base),
    localRefused: false,
    question: start.question ?? null,
    postponed: false,
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
      onQuestion: (question) => change({ question, postponed: false }),
    },
    start.base,
    start.question ?? null,
  )

  function change(next: Partial<ApplicationState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }

  function safeContent(): DraftContent {
    return { ...live, answers: withoutSecrets(live.answers, currentRules.definition) }
  }

  async function writeLocal({ etag, savedAt, saveIds, unsaved }: SavedBase): Promise<LocalWrite> {
    if (over) return { kind: 'written' }
    const draft: LocalDraft = { ...key, content: safeContent(), changedAt, unsaved, etag, savedAt, saveIds }
    if (!(await ports.local.write(draft, seen))) return { kind: 'refused' }
    const rival = await ports.local.rivalOf(draft, seen)
    return rival === null ? { kind: 'written' } : { kind: 'other-copy', other: copyOfTab(rival) }
  }

  /** What a reload needs to know of the submission; a finished one leaves nothing behind. */
  async function persistSubmission(submission: SubmissionStart): Promise<void> {
    if (submission.phase === 'done') {
      end()
      await ports.local.remove(key)
      return
    }
    if (over) return
    const written = await ports.local.writeSubmission({ ...key, ...submission })
    // The answers on the screen while the outcome is unknown are those that were sent.
    const draft = await writeLocal(saver.base())
    if ((!written || draft.kind === 'refused') && !state.localRefused) change({ localRefused: true })
  }

  function end(): void {
    over = true
    uploads.drop()
    saver.close()
    run.stop()
  }

  /** Anything may change only while nothing is on its way to the provider. */
  function isOpen(): boolean {
    return !over && !isLocked(run.view().phase)
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
    // A save that was still under way would create the draft again.
    if (submission.phase === 'done' && lateSave !== null) void lateSave.then(removeLateSave)
  }

  async function removeLateSave(): Promise<void> {
    await ports.local.remove(key)
    try {
      await ports.server.remove()
    } catch {
      // The server drops it after its week; nothing on this screen depends on it.
    }
  }

  /** Whether the submission may go: false if the save before it has found something that only the user can decide. */
  async function savesStopped(): Promise<boolean> {
    const stopping = saver.pause()
    lateSave = stopping
    void stopping.then(() => {
      lateSave = null
    })
    await Promise.race([stopping, pause(saveWaitMs)])
    return saver.question() === null
  }

  /** A newer copy of the server replaces what is here; only called when nothing here is unsaved. */
  async function adopt({ content, etag, savedAt, saveId }: ServerDraft): Promise<void> {
    replace(content, { carriedOver: false, differences: [], resumedFrom: null })
    saver.rebase({ etag, savedAt, saveIds: [saveId], unsaved: false })
    await carryTo(currentRules)
  }

  if (isLocked(run.view().phase)) {
    void saver.pause()
    run.start()
  } else if (start.base.unsaved) {
    saver.retry()
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
    commitStep() {
      const serverErrors = state.serverErrors.filter(({ pointer }) => !isCorrected(pointer))
      if (serverErrors.length < state.serverErrors.length) change({ serverErrors })
      if (state.content !== live) change({ content: live })
      // An unmounted page receives no `pagehide`, e.g. at the reload for a newer version.
      saver.flushLocal()
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
    onPageHide: () => saver.onPageHide(),
    retry: () => saver.retry(),
    async resolveConflict(choice) {
      const { question } = state
      if (question?.kind !== 'conflict') return
      const { base, content, stamp } = question.other
      if (stamp !== null) seen = [...seen, stamp]
      const saveIds = [...new Set([...saver.base().saveIds, ...base.saveIds])]
      if (choice === 'theirs') {
        uploads.drop()
        replace(content, { carriedOver: false, differences: [] })
      }
      saver.rebase({ ...base, saveIds, unsaved: choice === 'mine' || base.unsaved })
      if (choice === 'theirs') await carryTo(currentRules)
    },
    recreate() {
      if (state.question?.kind !== 'gone') return
      saver.rebase({ etag: null, savedAt: null, saveIds: [], unsaved: true })
    },
    async discard() {
      end()
      await ports.local.remove(key)
    },
    postpone: () => change({ postponed: true }),
    reopenQuestion: () => change({ postponed: false }),
    goneElsewhere(reason) {
      if (isOpen()) saver.goneElsewhere(reason)
    },
    async compareWithServer() {
      if (!isOpen() || !saver.isIdle() || uploads.unfinished().length > 0) return
      const before = saver.base()
      const answer = await ports.server.read()
      // What was typed or saved meanwhile finds out by its own save.
      if (!isOpen() || !saver.isIdle() || saver.base() !== before) return
      if (answer.kind === 'none' && before.etag !== null) saver.goneElsewhere('unknown')
      if (answer.kind === 'found' && answer.draft.etag !== before.etag) await adopt(answer.draft)
    },
    async startOver() {
      if (!isOpen()) return
      uploads.drop()
      await Promise.race([saver.pause(), pause(saveWaitMs)])
      const { etag, savedAt } = saver.base()
      await ports.local.remove(key)
      replace(
        {
          formVersion: currentRules.definition.formVersion,
          answers: {},
          step: null,
          shippingAddress: null,
          reapplyOf: null,
        },
        { resumedFrom: null, expired: false, carriedOver: false, differences: [] },
      )
      // An empty application is saved by deleting the server's copy, which is retried like any other save.
      saver.rebase({ etag, savedAt, saveIds: [], unsaved: etag !== null })
      saver.resume()
      if (etag !== null) void saver.saveNow()
      ports.onDeleted()
    },
    async adoptForm(next) {
      await carryTo(next)
    },
    dismissFound: () => change({ resumedFrom: null }),
    answersNow: () => live.answers,
    submit(body) {
      if (!isOpen()) return null
      if (state.question !== null) {
        change({ postponed: false })
        return Promise.resolve(run.refuse('undecided'))
      }
      return run.press(body, savesStopped)
    },
    sendAgain: () => run.sendAgain(),
    editAgain: () => run.edit(),
    askNow: () => run.askNow(),
    wouldLose: () =>
      !over &&
      (uploads.unfinished().some(({ code }) => code !== 'infected') ||
        (state.localRefused && saver.base().unsaved && !isEmpty(live.answers))),
    pause: () => saver.pause(),
    resume: () => saver.resume(),
    hasUnsaved: () => saver.base().unsaved && !isBlank(live),
    isOver: () => over,
    async close(waitMs = saveWaitMs) {
      if (!over && saver.base().unsaved && !isEmpty(live.answers) && isOpen() && waitMs > 0) {
        await Promise.race([saver.saveNow(), pause(waitMs)])
      }
      saver.flushLocal()
      end()
    },
    stop: end,
  }
  return store
}

/** The copy that another tab of this browser holds. */
export function copyOfTab({ content, changedAt, etag, savedAt, saveIds, unsaved, stamp }: StampedDraft): OtherCopy {
  return { source: 'tab', content, at: changedAt, base: { etag, savedAt, saveIds, unsaved }, stamp }
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
