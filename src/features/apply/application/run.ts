import type { OrderSubmission } from '../../../api/generated/api.schemas.ts'
import { problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { compare, isBlank, withoutSecrets } from '../draft/draft.ts'
import type { ApplicationKey, DraftContent, LocalDraft, ServerDraft, SaveAnswer, Verdict } from '../draft/draft.ts'
import type { ReadDraft } from '../draft/saving-types.ts'
import { refusalOf } from '../submission/submission-server.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import type { Application, Effect, Event } from './application-events.ts'
import type { ApplicationDeps } from './application-types.ts'
import { isLocked } from '../submission/submission-state.ts'
import { reduce } from './state.ts'

export const localDelayMs = 250

export type Running = {
  state(): Application
  dispatch(event: Event): void
  /** Resolves as soon as the state satisfies the condition. */
  until(condition: (state: Application) => boolean): Promise<void>
  /**
   * Resolves when the browser has written everything, the answers are in the form's version, and the copy was compared.
   */
  settled(which: Work): Promise<void>
}

type Work = 'local' | 'form' | 'copy'
type Timer = ReturnType<typeof setTimeout> | null

/** Runs the reducer: keeps the state and executes the effects. Every decision is in `state.ts`. */
export function runApplication(
  key: ApplicationKey,
  start: Application,
  deps: ApplicationDeps,
  on: { change(): void; dropUploads(): void; stopUploads(): void },
): Running {
  let state = start
  let spareId: string | null = null
  let spareKey: string | null = null
  /** The browser may have a record that could not be read yet. */
  let mayHideRecord = start.localUnread
  /** The content of the pending save. */
  let sent: DraftContent = start.content.typed
  /** Of the submission that this page has read or written last in the browser. */
  let writtenKey = start.submission.key
  const timers: { local: Timer; server: Timer; ask: Timer } = { local: null, server: null, ask: null }
  const under: { [which in Work]: Promise<unknown> } = {
    local: Promise.resolve(),
    form: Promise.resolve(),
    copy: Promise.resolve(),
  }
  /** Of 'await-saves' so far. */
  let waits = 0
  let waiting: { condition: (state: Application) => boolean; resolve: () => void }[] = []

  function dispatch(event: Event): void {
    spareId ??= deps.newId()
    spareKey ??= deps.newKey()
    const now = new Date(deps.clock.now()).toISOString()
    const input = { newId: spareId, newKey: spareKey, now }
    const { state: next, effects } = reduce(state, event, input)
    state = next
    if (next.applicationId === spareId) spareId = null
    if (next.submission.key === spareKey) spareKey = null
    // Another application: the record with the former key may be another tab's now.
    if (event.type === 'recreated' || event.type === 'origin-dropped') writtenKey = next.submission.key
    on.change()
    for (const effect of effects) carryOut(effect)
    const over = waiting.filter(({ condition }) => condition(state))
    waiting = waiting.filter((one) => !over.includes(one))
    for (const { resolve } of over) resolve()
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'write-local-later':
        timers.local ??= setTimeout(() => dispatch({ type: 'local-timer' }), localDelayMs)
        return
      case 'write-local':
        return void follow('local', writeLocal(effect.isLeaving))
      case 'write-submission':
        return void follow('local', writeSubmission())
      case 'remove-local':
        return void follow('local', removeLocal())
      case 'remove-server':
        return void removeFromServer()
      case 'wait-for-server':
        stop('server')
        timers.server = setTimeout(() => dispatch({ type: 'server-timer' }), effect.delayMs)
        return
      case 'stop-waiting':
        return stop('server')
      case 'save':
        return void save(effect)
      case 'read':
        return void readAfterConflict(effect.request)
      case 'save-on-page-hide':
        // The draft of an application without answers is deleted, which requires reading it first: see `removeEmpty`.
        // The next visit does so, from the browser's copy.
        if (!isBlank(safeContent()))
          deps.server.sendOnLeave(safeContent(), { applicationId: state.applicationId, etag: effect.etag })
        return
      case 'await-saves':
        return void awaitSaves(effect)
      case 'send-order':
        return void outcome(effect.key, sendOrder(effect))
      case 'read-submitted-draft':
        return void readSubmittedDraft(effect.key)
      case 'ask-order':
        return void outcome(effect.key, askOrder(effect))
      case 'ask-later':
        stop('ask')
        timers.ask = setTimeout(() => dispatch({ type: 'ask-due' }), effect.delayMs)
        return
      case 'stop-asking':
        return stop('ask')
      case 'compare':
        return void follow('copy', compareAgain(effect))
      case 'read-rules':
        return void follow('form', readRules(effect))
      case 'drop-uploads':
        return on.dropUploads()
      case 'announce-submitted':
        return deps.tabs.submitted(effect.order)
      case 'stop':
        stop('local')
        stop('server')
        stop('ask')
        on.stopUploads()
    }
  }

  function stop(which: keyof typeof timers): void {
    const timer = timers[which]
    if (timer !== null) clearTimeout(timer)
    timers[which] = null
  }

  function follow<T>(which: Work, work: Promise<T>): Promise<T> {
    under[which] = Promise.allSettled([under[which], work])
    return work
  }

  function safeContent(): DraftContent {
    const { typed } = state.content
    return { ...typed, answers: withoutSecrets(typed.answers, state.rules.definition) }
  }

  async function writeLocal(isLeaving = false): Promise<void> {
    stop('local')
    const { applicationId, content, saving } = state
    const { changedAt } = content
    const isGone = saving.question?.kind === 'gone'
    const own = { applicationId, content: safeContent(), changedAt, ...saving.base, ...(isGone && { isGone }) }
    const draft: LocalDraft = { ...key, ...own }
    // The browser's record may be another one, which is not replaced before the user has seen it.
    if (state.localUnread) await lookAgain()
    const isKept = mayHideRecord || isBesideEarlier(state)
    if (isKept || !(await deps.local.write(draft, isLeaving))) return dispatch({ type: 'local-refused' })
    if (state.localRefused) dispatch({ type: 'local-written' })
  }

  /** The database responds now, but may have a submission of an earlier visit, which only a reload continues. */
  async function lookAgain(): Promise<void> {
    const { draft, isUnread, submission } = await deps.local.read(key)
    if (isUnread) return
    mayHideRecord = false
    const isOther = submission !== null && isLocked(submission.phase) && submission.key !== state.submission.key
    if (!isOther) dispatch({ type: 'local-read', draft })
  }

  async function writeSubmission(): Promise<void> {
    const { submission } = state
    const { key: idempotencyKey, body, changedAt, view } = submission
    const record = { ...key, key: idempotencyKey, phase: view.phase, body, changedAt }
    const outcome = await deps.local.writeSubmission(record, writtenKey)
    if (outcome === 'written') writtenKey = idempotencyKey
    if (outcome === 'refused') dispatch({ type: 'local-refused' })
    if (outcome === 'earlier') dispatch({ type: 'earlier-found' })
  }

  async function removeLocal(): Promise<void> {
    const { submission, localUnread } = state
    // A late database may have either of them.
    await deps.local.remove(key, [submission.key, writtenKey])
    if (localUnread && submission.view.phase !== 'done') await lookAgain()
  }

  /** Only a draft that a save of this application has created: another one may have begun meanwhile. */
  async function removeFromServer(): Promise<void> {
    try {
      const answer = await deps.server.read()
      if (answer.kind === 'found' && answer.draft.applicationId === state.applicationId)
        await deps.server.remove(answer.draft)
    } catch {
      // The API deletes it after its week; nothing on this screen depends on it.
    }
  }

  async function save({ request, etag, silent }: Extract<Effect, { type: 'save' }>): Promise<void> {
    const content = safeContent()
    sent = content
    const { applicationId } = state
    const [isOffline] = await Promise.all([deps.isOffline(), follow('local', writeLocal())])
    // The browser may have had a newer copy, or the draft may have been submitted meanwhile.
    if (state.saving.request?.id !== request) return
    if (state.stage === 'closed') return dispatch({ type: 'refused', request })
    if (isOffline) return dispatch({ type: 'offline', request })
    if (isBlank(content)) return removeEmpty(request, etag)
    const answer = await deps.server.save(content, { applicationId, etag }, silent)
    if (answer.kind !== 'submitted') return dispatch(eventOf(answer, request, content))
    const read = await deps.submit.read(answer.orderId)
    if (read.kind === 'received') dispatch({ type: 'received', request, order: read.order })
    else dispatch(failureOf(read.problem, request))
  }

  /** Without any answer there is nothing to keep: deletes the server's copy, unless another device has changed it. */
  async function removeEmpty(request: number, etag: string | null): Promise<void> {
    // A save with a lost response may have created one.
    const mayExist = etag !== null || state.saving.request?.wasSent === true
    if (!mayExist) return dispatch({ type: 'removed', request })
    const answer = await deps.server.read()
    if (answer.kind === 'unreachable') return dispatch(failureOf(answer.problem, request))
    if (answer.kind === 'found' && answer.draft.etag !== etag) return found(answer.draft, request)
    try {
      if (answer.kind === 'found') await deps.server.remove(answer.draft)
      dispatch({ type: 'removed', request })
    } catch (error) {
      const problem = problemOf(error)
      if (problem === null) throw error
      dispatch(failureOf(problem, request))
    }
  }

  async function readAfterConflict(request: number): Promise<void> {
    const answer = await deps.server.read()
    if (answer.kind === 'unreachable') dispatch({ type: 'failed', request })
    else if (answer.kind === 'none') dispatch({ type: 'missing', request })
    else if (answer.kind === 'expired') dispatch({ type: 'expired', request })
    else found(answer.draft, request)
  }

  async function readSubmittedDraft(submitted: string): Promise<void> {
    const answer = await deps.server.read()
    if (answer.kind === 'unreachable') {
      const { problem } = answer
      const refused: SubmissionAnswer = { kind: 'refused', refusal: refusalOf(problem), problem }
      return dispatch({ type: 'submission-answered', key: submitted, answer: refused })
    }
    const read: ReadDraft =
      answer.kind === 'found' ? { ...answer, verdict: verdictOn(answer.draft, safeContent()) } : answer
    dispatch({ type: 'submitted-draft-read', key: submitted, read })
  }

  function found(draft: ServerDraft, request: number): void {
    dispatch({ type: 'found', request, draft, verdict: verdictOn(draft, sent) })
  }

  function verdictOn(draft: ServerDraft, content: DraftContent): Verdict {
    return compare({ ...state.saving.base, applicationId: state.applicationId, content }, draft)
  }

  async function compareAgain({ base }: Extract<Effect, { type: 'compare' }>): Promise<void> {
    dispatch({ type: 'compared', base, answer: await deps.server.read() })
  }

  async function readRules({ to }: Extract<Effect, { type: 'read-rules' }>): Promise<void> {
    dispatch({ type: 'rules-read', old: await deps.rulesOf(state.content.typed.formVersion), to })
  }

  async function sendOrder({ key: submitted, body, draftTag }: Extract<Effect, { type: 'send-order' }>) {
    if (await deps.isOffline()) return notSent
    // Parsed from the stored text, so that a retry sends the same bytes.
    return deps.submit.send(JSON.parse(body) as OrderSubmission, submitted, draftTag)
  }

  async function askOrder({
    key: submitted,
    reads,
  }: Extract<Effect, { type: 'ask-order' }>): Promise<SubmissionAnswer> {
    const answer = await deps.submit.ask(submitted)
    if (answer.kind !== 'created' || !reads) return answer
    const read = await deps.submit.read(answer.order.orderId)
    return read.kind === 'received' ? read : { kind: 'still-unknown', problem: read.problem }
  }

  async function outcome(submitted: string, answer: Promise<SubmissionAnswer>): Promise<void> {
    dispatch({ type: 'submission-answered', key: submitted, answer: await answer })
  }

  async function awaitSaves({ stage, limitMs }: Extract<Effect, { type: 'await-saves' }>): Promise<void> {
    waits += 1
    const mine = waits
    if (stage === 'stopping') await under.local
    await Promise.race([until(({ saving }) => saving.request === null), pause(limitMs)])
    // A later click waits for its own saves, and for its own record in the browser.
    if (mine === waits) dispatch({ type: 'saves-ended', stage })
  }

  function until(condition: (state: Application) => boolean): Promise<void> {
    if (condition(state)) return Promise.resolve()
    return new Promise((resolve) => {
      waiting.push({ condition, resolve })
    })
  }

  return {
    state: () => state,
    dispatch,
    until,
    settled: async (which) => void (await under[which]),
  }
}

const notSent: SubmissionAnswer = { kind: 'refused', refusal: 'offline', problem: { kind: 'offline', fields: [] } }

/** Whether the browser has a draft of an earlier visit that could not be read in time, and the user has not decided. */
function isBesideEarlier({ saving: { question } }: Application): boolean {
  return question?.kind === 'conflict' && question.isEarlier === true
}

function eventOf(answer: Exclude<SaveAnswer, { kind: 'submitted' }>, request: number, content: DraftContent): Event {
  switch (answer.kind) {
    case 'conflict':
      return { type: 'outdated', request }
    case 'saved':
      return { ...answer, type: 'saved', request, content }
    case 'gone':
      return { type: 'expired', request }
    case 'refused':
      return { type: 'refused', request }
    case 'failed':
      return failureOf(answer.problem, request)
  }
}

function failureOf({ retryAfter }: Problem, request: number): Event {
  return { type: 'failed', request, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
