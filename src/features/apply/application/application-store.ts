import { isSame } from '../../../../form-model/canonical.ts'
import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { OrderSubmission } from '../../../api/generated/api.schemas.ts'
import { toAnswers, withAnswer } from '../../../../form-model/answers.ts'
import { FormUploads } from '../../../form-engine/attachments/form-uploads.ts'
import { withTimeLimit } from '../../../lib/clock.ts'
import { createListeners } from '../../../lib/signal.ts'
import { uploadRecord } from '../attachments/upload-record.ts'
import { isBlank, sameContent } from '../draft/draft.ts'
import type { ApplicationKey, SaveAnswer } from '../draft/draft.ts'
import { withoutSecrets } from '../draft/without-secrets.ts'
import type { SubmissionAnswer, SubmissionBody } from '../submission/submission-server.ts'
import type { ApplicationDeps, FormRules } from './application-deps.ts'
import type { Application, Beside, Effect, Request, SaveOutcome, Start, Submission } from './application-types.ts'
import { readVersions } from './form-versions.ts'
import { actionsOf, isComparable, reduce, safe, savingState, startApplication } from './state.ts'
import type { Event } from './state.ts'

const localDelayMs = 250
/** How long a submission, or the end of an application, waits for a pending save. */
const saveWaitMs = 2_000

type Timer = 'record' | (Effect & { type: 'timer' })['event']

export type ApplicationStore = ReturnType<typeof createStore>

/**
 * One application in progress as the pages use it, outside React, so that it outlives them and the sign-in dialog. It
 * keeps the state and executes the effects; every decision is in `state.ts`. `subscribe` reports changes, except those
 * of text being typed, so that typing causes no render.
 */
export function createStore(key: ApplicationKey, rules: FormRules, deps: ApplicationDeps, start: Start) {
  let state = startApplication(rules, start, deps.now())
  const timers = new Map<Timer, ReturnType<typeof setTimeout>>()
  const { subscribe, notify } = createListeners()
  const uploads = new FormUploads(
    deps.uploads,
    {
      read: (pointer) => valueAt(state.typed.answers, pointer),
      write(pointer, value) {
        const [step = ''] = segmentsOf(pointer)
        act.commit(step, withAnswer(state.typed.answers, pointer, value)[step] ?? {})
      },
    },
    uploadRecord(key, start.content.answers, rules.definition),
  )

  const hasUnsaved = () => state.base.unsaved && !isBlank(state.typed)
  const isOver = () => state.isClosed || state.submission.phase === 'done'
  const isSaved = () => until(({ request }) => request === null)
  const isUntouched = () => !state.base.unsaved && state.base.etag === null
  const isUploading = () => uploads.isBusy()
  const losesAnswers = () => state.localRefused && hasUnsaved()
  const act = actionsOf(dispatch)

  function dispatch(...event: Event): void {
    const before = state
    const result = reduce(before, event, { newId: deps.newId, now: new Date(deps.now()).toISOString() })
    state = result.state
    if (isOver()) uploads.close()
    if (!isSameOnScreen(before, state)) notify()
    result.effects.forEach(carryOut)
    if (isOver()) timers.forEach((_timer, name) => stopTimer(name))
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'write-record':
        if (effect.when === 'now' || (effect.when === 'if-due' && timers.has('record'))) writeRecord()
        // Not again for each keystroke: a long text is written several times while it is typed.
        else if (effect.when === 'soon' && !timers.has('record')) startTimer('record', localDelayMs, writeRecord)
        return
      case 'remove-record':
        stopTimer('record')
        return deps.local.remove(key)
      case 'timer':
        return startTimer(effect.event, effect.ms, act[effect.event])
      case 'save':
        return void save(effect.request)
      case 'save-on-leave': {
        // The draft of an application without answers is deleted, by the next save.
        const content = safe(state)
        const { applicationId, base } = state
        if (!isBlank(content)) deps.server.sendOnLeave(content, { applicationId, etag: base.etag })
        return
      }
      case 'send-order':
        return void sendOrder(effect)
      case 'ask-order':
        return void hear(effect.key, deps.submit.ask(effect.key))
      case 'announce-submitted':
        return deps.submitted(effect.order)
    }
  }

  function startTimer(timer: Timer, ms: number, then: () => void): void {
    stopTimer(timer)
    const run = () => {
      timers.delete(timer)
      then()
    }
    timers.set(timer, setTimeout(run, ms))
  }

  function stopTimer(timer: Timer): void {
    clearTimeout(timers.get(timer))
    timers.delete(timer)
  }

  function writeRecord(): void {
    stopTimer('record')
    const { applicationId, base, changedAt, submission } = state
    const isWritten = deps.local.write({
      ...key,
      ...base,
      applicationId,
      content: safe(state),
      changedAt,
      submission: {
        key: submission.key,
        phase: submission.phase === 'done' ? 'waiting' : submission.phase,
        body: bodyToKeep(state),
        ...(submission.order !== null && { orderId: submission.order.orderId }),
      },
    })
    if (isWritten === state.localRefused) act[isWritten ? 'recordWritten' : 'recordRefused']()
  }

  async function beside(): Promise<Beside> {
    const theirs = await deps.server.read()
    const copies = theirs.kind === 'found' ? [theirs.draft.content] : []
    const { rules: page, base } = state
    const versions = await readVersions(page, copies, base.baseContent, deps)
    // The page may have taken a later version meanwhile: it never goes back to an earlier one.
    return state.rules === page ? { theirs, versions } : beside()
  }

  async function save(request: Request): Promise<void> {
    const { content, silent, base } = request
    const on = { applicationId: state.applicationId, etag: base.etag }
    const isOffline = await deps.isOffline()
    if (state.request !== request) return
    const answered = (answer: SaveOutcome) => act.saveAnswered(request, answer)
    if (isOffline) return answered({ kind: 'offline' })
    const answer = await sendSave()
    if (answer.kind === 'conflict') return answered({ kind: 'compared', ...(await beside()) })
    if (answer.kind !== 'submitted') return answered(answer)
    const read = await deps.submit.read(answer.orderId)
    answered(read.kind === 'received' ? read : { kind: 'failed', problem: read.problem })

    async function sendSave(): Promise<SaveAnswer> {
      if (!isBlank(content)) return deps.server.save(content, on, silent)
      // A save with a lost response may have created a draft.
      return on.etag === null ? { kind: 'conflict' } : deps.server.remove({ ...on, etag: on.etag })
    }
  }

  /** Names the draft, so that the API refuses if another device has a newer one: a submission deletes it. */
  async function sendOrder({ key: submitted, body }: Effect & { type: 'send-order' }): Promise<void> {
    const [isOffline] = await Promise.all([deps.isOffline(), saved()])
    if (state.isClosed || state.submission.phase !== 'sending') return
    // Parsed from the stored text, so that a retry sends the same bytes.
    const send = () => deps.submit.send(JSON.parse(body) as OrderSubmission, submitted, state.base.etag)
    await hear(submitted, isOffline ? Promise.resolve(notSent) : send())
  }

  async function hear(submitted: string, answer: Promise<SubmissionAnswer>): Promise<void> {
    const heard = await answer
    act.submissionAnswered(submitted, heard.kind === 'outdated' ? { kind: 'compared', ...(await beside()) } : heard)
  }

  function until(condition: (now: Application) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition(state)) return
        stop()
        resolve()
      }
      const stop = subscribe(look)
      look()
    })
  }

  async function saved(limitMs = saveWaitMs): Promise<void> {
    await withTimeLimit(isSaved(), limitMs).catch(() => undefined)
  }

  /** An upload ends in its field, which another version of the form may not have: it is taken after the upload. */
  function settle(): void {
    const { question, rules: here } = state
    const isOther =
      question?.kind === 'conflict' && question.rules.definition.formVersion !== here.definition.formVersion
    if (!isOther || !isUploading()) act.fieldLeft()
  }

  async function followProfile(): Promise<void> {
    const profile = state.typed.registered.length === 0 ? null : await deps.profile()
    if (profile !== null) act.profileRead(profile)
  }

  /** Null if the click is ignored because a submission is pending. */
  function submission(click: () => void): Promise<Submission> | null {
    const before = state.submission
    click()
    if (state.submission === before) return null
    return until((now) => now.isClosed || now.submission.phase !== 'sending').then(() => state.submission)
  }

  act.started()
  return {
    ...act,
    key,
    uploads,
    state: () => state,
    subscribe,
    async saveNow() {
      const isPending = state.request !== null
      settle()
      act.saveClicked()
      await isSaved()
      // That save may lack what was typed since, and may have failed without a word.
      if (isPending) act.saveDue()
      await isSaved()
      // The click has left the field: what another device has changed is shown at once.
      settle()
      await isSaved()
      return savingState(state)
    },
    retry() {
      uploads.retry()
      act.connected()
    },
    async compareWithServer() {
      if (isUploading()) return
      const { base } = state
      if (isComparable(state)) act.compared(base, await beside())
      await followProfile()
    },
    settle,
    startOver() {
      uploads.drop()
      act.startOverClicked()
    },
    /** Ends an application without answers after its pending save, if it `mayEnd` then. Returns whether it did. */
    async endUntouched(mayEnd: () => boolean) {
      await isSaved()
      if (isOver() || !isUntouched() || !mayEnd()) return false
      act.discard()
      return true
    },
    followProfile,
    async takePublishedForm() {
      const to = await deps.published()
      if (to !== null) act.formPublished(to)
    },
    answersNow: () => state.typed.answers,
    submit(body: SubmissionBody) {
      const { applicationId } = state
      return submission(() => act.submitClicked(JSON.stringify({ applicationId, ...body })))
    },
    sendAgain: () => submission(act.sendAgainClicked),
    /** The order, or null if nothing was sent, as soon as its outcome is known and another tab may continue. */
    async outcome() {
      await until(({ isClosed, submission: { phase } }) => isClosed || (phase !== 'sending' && phase !== 'waiting'))
      return state.submission.order
    },
    isUploading,
    wouldLose: () => !isOver() && (isUploading() || losesAnswers()),
    losesAnswers,
    hasUnsaved,
    /** When the API saved exactly this (RFC 3339); null if it has never had some of it. */
    savedAt() {
      const { savedAt, baseContent } = state.base
      return baseContent !== null && sameContent(safe(state), baseContent) ? savedAt : null
    },
    isUntouched,
    isOver,
    async close(waitMs = saveWaitMs) {
      if (waitMs > 0) {
        settle()
        act.saveDue()
        await saved(waitMs)
      }
      // A response of the API that is still awaited changes nothing any more.
      act.closed()
    },
  }
}

const notSent: SubmissionAnswer = { kind: 'refused', refusal: 'offline', problem: { kind: 'offline', fields: [] } }

/** Null if it has answers that a record must not have: then a reload only asks for the outcome. */
function bodyToKeep({ submission: { body }, rules }: Application): string | null {
  if (body === null) return null
  const answers = toAnswers((JSON.parse(body) as OrderSubmission).answers)
  return isSame(withoutSecrets(answers, rules.definition), answers) ? body : null
}

function isSameOnScreen(one: Application, other: Application): boolean {
  const { typed: _typed, changedAt: _changedAt, base: _base, ...shown } = one
  return (
    one.base.savedAt === other.base.savedAt &&
    (Object.keys(shown) as (keyof typeof shown)[]).every((part) => one[part] === other[part])
  )
}
