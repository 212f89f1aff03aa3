import { leavesOf } from '../../../../form-model/answers.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import { isIndex, pointerOf, segmentsOf } from '../../../../form-model/pointer.ts'
import { isRecord } from '../../../../form-model/record.ts'
import type { OrderDetails, OrderSubmission, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import {
  baseToSubmit,
  maxRounds,
  mayExistOnServer,
  nothingSaved,
  reduceSaving,
  unknownLoss,
} from '../draft/saving-state.ts'
import { isBlank, sameContent, withoutSecrets } from '../draft/draft.ts'
import type { DraftContent, LocalDraft } from '../draft/draft.ts'
import { merge, withTheirs } from '../draft/merge.ts'
import type { Conflict, ReadDraft, SavedBase, SavingEvent, SavingMode, SavingState } from '../draft/saving-types.ts'
import { earlierLoss, isSameVersion } from '../draft/received-version.ts'
import type { SentVersion } from '../draft/received-version.ts'
import {
  answered,
  earlierReceived,
  edited,
  isLocked,
  hasEffect,
  notArrived,
  notSent,
  submitting,
  changedAfter,
  refusedHere,
  ofAnotherApplication,
} from '../submission/submission-state.ts'
import type { Submission, SubmissionView } from '../submission/submission-state.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import type { Application, Effect, Event, Input, Result, Stage, WaitingStage } from './application-events.ts'
import type { FormRules } from './application-types.ts'
import type { FieldError } from '../../../lib/problem.ts'
import type { Content } from './content-state.ts'
import {
  carried,
  emptyContent,
  following,
  isIn,
  nothingChanged,
  reduceContent,
  replaced,
  stepLeft,
  withoutOrigin,
} from './content-state.ts'

/** How long a submission, or the deletion of the draft, waits for a pending save (milliseconds). */
export const saveWaitMs = 2_000

/** What each stage allows. In `open` it also depends on the submission: see `isLocked`. */
const stages: { [stage in Stage]: { change: boolean; saving: SavingMode } } = {
  open: { change: true, saving: 'open' },
  held: { change: true, saving: 'held' },
  'starting-over': { change: false, saving: 'held' },
  stopping: { change: false, saving: 'held' },
  closing: { change: true, saving: 'open' },
  closed: { change: false, saving: 'held' },
}

/** The next state of an application and its effects. Pure: every rule of an application is in here. */
export function reduce(state: Application, event: Event, input: Input): Result {
  if (state.stage === 'closed') return afterTheEnd(state, event)
  switch (event.type) {
    case 'started':
      if (isLocked(state.submission.view.phase)) return ask(state)
      return state.saving.base.unsaved ? save(state, { type: 'retry' }) : only(state)
    case 'input':
    case 'commit':
    case 'fill':
    case 'visited':
    case 'address-typed':
    case 'address-chosen':
    case 'unplaced-dismissed': {
      if (!mayChange(state)) return only(state)
      const { content, worth } = reduceContent(state.content, event, input.now)
      if (worth === null) return only({ ...state, content })
      const isChanged = state.submission.view.refusal !== null && !sameContent(content.typed, state.content.typed)
      const submission = isChanged ? changedAfter(state.submission) : state.submission
      return save({ ...state, content, submission }, { type: worth })
    }
    case 'step-left':
      // An unmounted page receives no `pagehide`, e.g. at the reload for a newer version.
      return save({ ...state, content: stepLeft(state.content) }, { type: 'flush' })
    case 'form-published':
      return carryTo(state, event.to)
    case 'rules-read':
      if (isLocked(state.submission.view.phase) || isIn(state.content, event.to)) return only(state)
      return only({ ...state, rules: event.to, content: carried(state.content, event.old, event.to, input.now) })
    case 'profile-read': {
      if (!mayChange(state) || !isIn(state.content, state.rules)) return only(state)
      const content = following(state.content, event.profile, state.rules, input.now)
      return content === state.content ? only(state) : save({ ...state, content }, { type: 'typed' })
    }
    case 'held': {
      if (state.stage !== 'open' || isLocked(state.submission.view.phase)) return only(state)
      return andThen(save(state, event), (next) => only({ ...next, stage: 'held' }))
    }
    case 'released':
      return state.stage === 'held' ? save({ ...state, stage: 'open' }, event) : only(state)
    case 'gone':
      return mayChange(state) && state.stage !== 'held' ? save(state, event) : only(state)
    case 'field-left':
      return settle(state, input)
    case 'local-refused':
    case 'local-written':
      return only({ ...state, localRefused: event.type === 'local-refused' })
    case 'local-read':
      return localRead({ ...state, localUnread: false }, event.draft)
    case 'earlier-found':
      // Two applications: nothing is sent before the user has reloaded, which continues the earlier one.
      return state.stage === 'stopping' ? editAgain(state, refusedHere(state.submission, 'earlier')) : only(state)
    case 'postponed':
      return only({ ...state, postponed: state.saving.question !== null })
    case 'question-reopened':
      return only({ ...state, postponed: false })
    case 'conflict-resolved':
      return resolveConflict(state, event.choice, input)
    case 'origin-dropped':
      if (!mayChange(state) || state.content.typed.reapplyOf === null) return only(state)
      // Its draft was deleted with the application that was sent elsewhere.
      return asAnotherApplication(
        { ...state, content: withoutOrigin(state.content) },
        { ...state.saving.base, etag: null, unsaved: true },
        input,
      )
    case 'recreated': {
      const { question } = state.saving
      if (question?.kind !== 'gone' || !mayChange(state)) return only(state)
      const content = event.isNew ? withoutOrigin(state.content) : state.content
      return asAnotherApplication({ ...state, content }, { ...nothingSaved, unsaved: true }, input)
    }
    case 'opened-again':
      return isComparable(state) ? { state, effects: [{ type: 'compare', base: state.saving.base }] } : only(state)
    case 'compared':
      return compared(state, event)
    case 'start-over-clicked': {
      if (!mayChange(state) || state.stage !== 'open') return only(state)
      return andThen(save(state, { type: 'held' }), (held) => ({
        state: { ...held, stage: 'starting-over' },
        effects: [{ type: 'drop-uploads' }, { type: 'await-saves', stage: 'starting-over', limitMs: saveWaitMs }],
      }))
    }
    case 'submit-clicked':
      return submit(state, event.body, input)
    case 'send-again-clicked': {
      const { body } = state.submission
      return mayTryAgain(state) && body !== null ? startSubmitting(state, body) : only(state)
    }
    case 'edit-clicked':
      return mayTryAgain(state) ? editAgain(undecided(state), edited(state.submission, input.newKey)) : only(state)
    case 'ask-due':
      return ask(state)
    case 'submission-answered':
      return event.key === state.submission.key ? take(state, event.answer, input) : only(state)
    case 'submitted-draft-read':
      return event.key === state.submission.key ? submittedDraftRead(state, event.read) : only(state)
    case 'saves-ended':
      return event.stage === state.stage ? savesEnded(state, event.stage, input) : only(state)
    case 'close-asked':
      return andThen(settle(state, input), (settled) => close(settled, event.waitMs, input))
    case 'discarded': {
      const { question } = state.saving
      const isEarlier = question?.kind === 'gone' && question.reason === 'earlier'
      const { state: over, effects } = endAndRemove(state)
      return { state: over, effects: isEarlier ? [...effects, { type: 'remove-server' }] : effects }
    }
    case 'stopped':
      return end(state)
    case 'removed': {
      const removed = save(state, event)
      // Its draft is deleted: what is typed next is another application.
      const isOver = removed.state.saving !== state.saving && !isLocked(state.submission.view.phase)
      return isOver ? { ...removed, state: { ...removed.state, applicationId: input.newId } } : removed
    }
    case 'received':
      return received(state, event, input)
    case 'save-clicked':
    case 'page-hidden':
    case 'retry':
    case 'local-timer':
    case 'server-timer':
    case 'saved':
    case 'outdated':
    case 'expired':
    case 'refused':
    case 'failed':
    case 'offline':
    case 'found':
    case 'missing':
      return save(state, event)
  }
}

/**
 * Takes over what another device has changed, as soon as the user types nowhere. Only answers that both have changed are
 * a question, which closes by itself once there are none.
 */
function settle(state: Application, input: Input): Result {
  const { question, base } = state.saving
  if (question?.kind !== 'conflict' || !mayChange(state)) return only(state)
  const { content, conflicts } = merge(base.baseContent, state.content.typed, question.theirs.content)
  if (conflicts.length > 0) {
    const isKnown = canonicalJson(conflicts) === canonicalJson(question.conflicts)
    return only(isKnown ? state : { ...state, saving: { ...state.saving, question: { ...question, conflicts } } })
  }
  const { view } = state.submission
  // What was to be sent is no longer what the page shows.
  const submission = view.refusal?.kind === 'undecided' ? refusedHere(state.submission, 'merged') : state.submission
  return continueFrom({ ...state, submission }, content, question, input)
}

/** The browser's record of an earlier visit, which could not be read in time. */
function localRead(state: Application, draft: LocalDraft | null): Result {
  const { saving, content, submission } = state
  const isOther = draft?.unsaved === true && !isBlank(draft.content) && !sameContent(draft.content, content.typed)
  if (draft === null || !isOther || isLocked(submission.view.phase) || saving.question !== null) return only(state)
  const theirs = { content: draft.content, etag: draft.etag ?? '', savedAt: draft.changedAt }
  const question: Conflict = { kind: 'conflict', theirs, conflicts: null, isEarlier: true }
  return only({ ...state, saving: { ...saving, question, request: null, queued: null, status: { kind: 'undecided' } } })
}

function resolveConflict(state: Application, choice: 'mine' | 'theirs', input: Input): Result {
  const { question, base } = state.saving
  if (question?.kind !== 'conflict' || !mayChange(state)) return only(state)
  const { theirs } = question
  const merged = merge(base.baseContent, state.content.typed, theirs.content)
  const content = choice === 'mine' ? merged.content : withTheirs(merged, theirs.content)
  return continueFrom({ ...state, submission: changedAfter(state.submission) }, content, question, input)
}

/** Continues with that content from the API's copy, and saves what the copy lacks. */
function continueFrom(state: Application, draft: DraftContent, { theirs, isEarlier }: Conflict, input: Input): Result {
  const { etag, savedAt, content: baseContent } = theirs
  const isShown = sameContent(draft, state.content.typed)
  const content = isShown
    ? state.content
    : { ...replaced(state.content, draft, input.now), ...nothingChanged, resumedFrom: null }
  const unsaved = !sameContent(withoutSecretsOf(state, draft), baseContent)
  const base: SavedBase =
    isEarlier === true ? { ...state.saving.base, unsaved: true } : { etag, savedAt, sent: false, unsaved, baseContent }
  return carryOn(save({ ...state, content }, { type: 'rebased', base }))
}

function withoutSecretsOf({ rules }: Application, content: DraftContent): DraftContent {
  return { ...content, answers: withoutSecrets(content.answers, rules.definition) }
}

/** The API's copy, when the page is shown again: a newer one is taken over if nothing here has to be saved first. */
function compared(state: Application, event: Extract<Event, { type: 'compared' }>): Result {
  const { base, answer } = event
  // Text that was typed or saved meanwhile is compared when it is saved.
  if (!isComparable(state) || state.saving.base !== base) return only(state)
  // It was submitted or deleted. A save finds out which, and the user decides.
  if (answer.kind === 'none' && base.etag !== null)
    return save(undecided(withoutConflict(state)), { type: 'save-clicked' })
  if (answer.kind !== 'found') return only(state)
  const { draft } = answer
  const { question } = state.saving
  if (question?.kind === 'conflict' && question.isEarlier === true) return only(state)
  if (draft.etag === (question?.kind === 'conflict' ? question.theirs : base).etag) return only(state)
  return save(state, { type: 'theirs', draft })
}

function withoutConflict(state: Application): Application {
  const { saving } = state
  return saving.question?.kind === 'conflict' ? { ...state, saving: { ...saving, question: null } } : state
}

/** The user goes on with another application. */
function asAnotherApplication(state: Application, base: SavedBase, input: Input): Result {
  const submission = ofAnotherApplication(state.submission, input.newKey)
  return andThen(
    { state: { ...state, applicationId: input.newId, submission }, effects: [{ type: 'write-submission' }] },
    (next) => save(next, { type: 'rebased', base }),
  )
}

/** Converts the adopted answers to the form's current version. */
function carryOn(taken: Result): Result {
  return andThen(taken, (state) => carryTo(state, state.rules))
}

function carryTo(state: Application, to: FormRules): Result {
  if (isLocked(state.submission.view.phase) || isIn(state.content, to)) return only(state)
  return { state, effects: [{ type: 'read-rules', to }] }
}

function submit(state: Application, body: string, input: Input): Result {
  if (!mayChange(state) || state.stage !== 'open') return only(state)
  if (state.saving.question === null) return startSubmitting(state, body)
  const submission = refusedHere(state.submission, 'undecided')
  const content = refused(state.content, submission.view, null)
  return settle({ ...state, submission, postponed: false, content }, input)
}

/**
 * Sends nothing until the browser has stored key and body, so that a crash can be resolved, and until saving has
 * stopped.
 */
function startSubmitting(state: Application, body: string): Result {
  const { state: held, effects } = save(written(state), { type: 'held' })
  return {
    state: { ...held, stage: 'stopping', submission: submitting(state.submission, body, state.content.changedAt) },
    effects: [...keep, ...effects, { type: 'await-saves', stage: 'stopping', limitMs: saveWaitMs }],
  }
}

/** The data for a reload: the submission and its answers, because the screen shows what was sent. */
const keep: Effect[] = [{ type: 'write-submission' }, { type: 'write-local' }]

function written(state: Application): Application {
  return { ...state, saving: { ...state.saving, localPending: false } }
}

function savesEnded(state: Application, stage: WaitingStage, input: Input): Result {
  switch (stage) {
    case 'closing':
      return finish(state)
    case 'starting-over':
      return startOver(state, input)
    case 'stopping': {
      const { key, body } = state.submission
      // The last save found a conflict that only the user can resolve.
      if (state.saving.question !== null || body === null)
        return editAgain(state, refusedHere(state.submission, 'undecided'))
      return sendOrder({ ...state, stage: 'open' }, key, body)
    }
  }
}

/** Names the draft, so that the API refuses if another device has a newer one: a submission deletes it. */
function sendOrder(state: Application, key: string, body: string): Result {
  return { state, effects: [{ type: 'send-order', key, body, draftTag: state.saving.base.etag }] }
}

/** After a submission that named another draft: that one is ours, or the user decides before anything is sent. */
function submittedDraftRead(state: Application, read: ReadDraft): Result {
  const { submission, saving } = state
  const { key, body, sent, view } = submission
  if (view.phase !== 'sending' || state.stage !== 'open' || body === null) return only(state)
  const base = baseToSubmit(saving, read)
  if (base !== null && sent < maxRounds) return sendOrder({ ...state, saving: { ...saving, base } }, key, body)
  if (base !== null) return editAgain(state, refusedHere(submission, 'general'))
  const question: SavingEvent =
    read.kind === 'found' ? { type: 'theirs', draft: read.draft } : { type: 'gone', ...unknownLoss }
  const kept = editAgain(undecided(state), refusedHere(submission, 'undecided'))
  return andThen(kept, (next) => save(next, question))
}

/**
 * The answers here count as unsaved: until the user has decided, a reload keeps them and asks again; and the next save
 * finds out whether another tab or device has changed or deleted the draft meanwhile. Not if there was none: registered
 * values make no draft.
 */
function undecided(state: Application): Application {
  const { base } = state.saving
  const unsaved = base.unsaved || mayExistOnServer(base)
  return { ...state, saving: { ...state.saving, base: { ...base, unsaved } } }
}

function cleared({ content, rules }: Application, { now }: Input): Content {
  const empty = replaced(content, emptyContent(rules.definition.formVersion), now)
  return { ...empty, resumedFrom: null, expired: false, lostOrigin: null, ...nothingChanged }
}

function startOver(state: Application, input: Input): Result {
  const { base, request } = state.saving
  // Remembers a pending save: its draft is deleted after it.
  const status: SavingState = request === null ? { kind: 'idle' } : state.saving.status
  const saving = { ...state.saving, base: { ...base, unsaved: false }, status, question: null, localPending: false }
  const content = cleared(state, input)
  const empty: Application = { ...state, stage: 'open', postponed: false, content, saving }
  // An empty application is saved by deleting the copy at the API, which is retried like any other save.
  const saved = mayExistOnServer(base) ? save(empty, { type: 'save-clicked' }) : only(empty)
  return { state: saved.state, effects: [{ type: 'remove-local' }, ...saved.effects] }
}

function ask(state: Application): Result {
  const { key, asking, view } = state.submission
  if (asking || view.phase !== 'waiting' || state.stage !== 'open') return only(state)
  const submission: Submission = { ...state.submission, asking: true }
  return {
    state: { ...state, submission },
    effects: [{ type: 'stop-asking' }, { type: 'ask-order', key, reads: isOlderThanAnswers(state) }],
  }
}

/** For every source of the outcome, response or poll: a refusal opens the form again, a success ends it. */
function take(state: Application, answer: SubmissionAnswer, input: Input): Result {
  if (state.stage === 'stopping' && answer.kind !== 'created' && answer.kind !== 'received') return only(state)
  const before = state.submission
  const { submission, askAfterMs } = answered(before, answer, input.newKey)
  const next = { ...state, submission }
  if (!hasEffect(before.view.phase, answer.kind)) return only(next)
  if (answer.kind === 'received')
    return isOfThisPage(state, answer.order)
      ? take(withChangedAt(state), { kind: 'created', order: submittedOrder(answer.order) }, input)
      : takeEarlier(state, answer.order)
  if (submission.view.order !== null) {
    const { order } = submission.view
    return andThen({ state: next, effects: [{ type: 'announce-submitted', order }] }, (sent) =>
      andThen(end(sent), (over) => ({
        state: over,
        effects: [{ type: 'remove-local' }],
      })),
    )
  }
  if (answer.kind === 'outdated') return { state: next, effects: [{ type: 'read-submitted-draft', key: before.key }] }
  // After a wait, or if the API has seen another draft, ours may have been changed or deleted: the next save finds out.
  const isLate = before.view.phase === 'waiting' || submission.view.refusal?.kind === 'outdated'
  if (submission.view.phase === 'editing') return editAgain(isLate ? undecided(state) : state, submission)
  if (submission.view.phase === 'not-arrived' && (submission.body === null || isOlderThanAnswers(state)))
    return editAgain(undecided(state), notArrived(submission, input.newKey))
  return {
    state: next,
    effects: [...keep, ...(askAfterMs === null ? [] : [{ type: 'ask-later', delayMs: askAfterMs } as const])],
  }
}

/** A save has found out that the application was sent. */
function received(state: Application, event: Extract<Event, { type: 'received' }>, input: Input): Result {
  const { request, order } = event
  if (state.saving.request?.id !== request) return only(state)
  if (state.stage === 'open' || state.stage === 'stopping' || isOfThisPage(state, order))
    return take(state, { kind: 'received', order }, input)
  return save(state, { type: 'submitted', request, loss: earlierLoss(order, versionOnPage(state)) })
}

/** What is on the page has arrived: what was typed later elsewhere stays. */
function withChangedAt(state: Application): Application {
  const { submission, content } = state
  return { ...state, submission: { ...submission, changedAt: submission.changedAt ?? content.changedAt } }
}

function submittedOrder({ orderId, receiptNumber, status, charge }: OrderDetails): SubmittedOrder {
  return { orderId, receiptNumber, status, ...(charge === undefined ? {} : { charge }) }
}

/** Nothing of this page was received: it keeps everything, and the user decides what to do with it. */
function takeEarlier(state: Application, order: OrderDetails): Result {
  const unsaved = { ...state, saving: { ...state.saving, base: { ...state.saving.base, unsaved: true } } }
  const loss = earlierLoss(order, versionOnPage(state))
  return andThen(editAgain(unsaved, earlierReceived(state.submission)), (next) => save(next, { type: 'gone', ...loss }))
}

/** Whether the API has received what is on the page. One that was withdrawn or returned since is no success. */
function isOfThisPage(state: Application, order: OrderDetails): boolean {
  if (order.status === 'CANCELLED_BY_USER' || order.status === 'CANCELLED_BY_TENANT') return false
  return isSameVersion(order, versionOnPage(state), state.rules.definition)
}

/** What was sent last, unless the answers were changed since. */
function versionOnPage(state: Application): SentVersion {
  const { submission, content, rules } = state
  if (submission.body !== null && !isOlderThanAnswers(state)) return JSON.parse(submission.body) as OrderSubmission
  return { answers: rules.toSend(content.typed.answers), shippingAddress: content.typed.shippingAddress }
}

/**
 * Whether the answers were changed after they were submitted: by a page that could not read the submission. Sent again,
 * it would not contain these, and they would be removed.
 */
function isOlderThanAnswers({ submission, content }: Application): boolean {
  // In different notations, if the answers are the API's copy.
  return submission.changedAt !== null && Date.parse(submission.changedAt) < Date.parse(content.changedAt)
}

function editAgain(state: Application, submission: Submission): Result {
  const content = refused(state.content, submission.view, state.submission.body)
  const open: Application = { ...written(state), stage: 'open', submission, content }
  return andThen({ state: open, effects: keep }, (next) => save(next, { type: 'released' }))
}

/** Sends unsaved answers for a limited time, then ends. A submission that was not yet sent is dropped. */
function close(state: Application, waitMs: number, input: Input): Result {
  if (state.stage === 'starting-over') return endAndRemove({ ...state, content: cleared(state, input) })
  const open: Application =
    state.stage === 'stopping' ? { ...state, stage: 'open', submission: notSent(state.submission) } : state
  const { base } = open.saving
  const hasUnsaved = base.unsaved && (!isBlank(open.content.typed) || mayExistOnServer(base))
  if (waitMs <= 0 || !hasUnsaved || open.stage !== 'open' || !mayChange(open)) return finish(open)
  return andThen(save({ ...open, stage: 'closing' }, { type: 'save-clicked' }), (next) => ({
    state: next,
    effects: [{ type: 'await-saves', stage: 'closing', limitMs: waitMs }],
  }))
}

function finish(state: Application): Result {
  return andThen(save(state, { type: 'flush' }), end)
}

function end(state: Application): Result {
  // A pending save would create a draft again that was deleted: see `afterTheEnd`. The API refuses that of a submitted one.
  const isDeleted = state.submission.view.phase !== 'done' && isBlank(state.content.typed)
  const request = isDeleted ? state.saving.request : null
  const saving = { ...state.saving, request, queued: null, localPending: false }
  return { state: { ...state, stage: 'closed', saving }, effects: [{ type: 'stop' }] }
}

function endAndRemove(state: Application): Result {
  return andThen(end(state), (next) => ({ state: next, effects: [{ type: 'remove-local' }] }))
}

/** After a deletion, only the response to a pending save still counts: its draft is deleted. */
function afterTheEnd(state: Application, event: Event): Result {
  const { request } = state.saving
  if (request === null || !('request' in event) || event.request !== request.id) return only(state)
  if (event.type === 'outdated') return { state, effects: [{ type: 'read', request: request.id }] }
  const isOurs = event.type === 'found' && event.draft.applicationId === state.applicationId
  const mayExist = isOurs || event.type === 'saved' || event.type === 'failed'
  const next = { ...state, saving: { ...state.saving, request: null } }
  return { state: next, effects: mayExist ? [{ type: 'remove-server' }] : [] }
}

/** Whether the user may change the answers now. */
function mayChange({ stage, submission }: Application): boolean {
  return stages[stage].change && !isLocked(submission.view.phase)
}

/** Whether the API reports that the submission never arrived. */
function mayTryAgain({ stage, submission }: Application): boolean {
  return stage === 'open' && submission.view.phase === 'not-arrived'
}

/** Neither changed nor in contact with the API, or beside a copy of another device, which may have changed since. */
function isComparable({ stage, submission, saving }: Application): boolean {
  if (stage !== 'open' || isLocked(submission.view.phase)) return false
  if (saving.question?.kind === 'conflict') return true
  return !saving.base.unsaved && saving.request === null && saving.question === null
}

/** Runs the reducer of saving in the mode of the application. */
function save(state: Application, event: SavingEvent): Result {
  const locked = isLocked(state.submission.view.phase)
  const within = { mode: locked ? ('held' as const) : stages[state.stage].saving }
  const step = reduceSaving(state.saving, event, within)
  // The submission already contains the answers: a choice now would change the form but not what is sent. The next
  // save asks.
  const isEarly = locked && state.stage === 'open' && step.state.question !== null && 'request' in event
  const { state: saving, effects } = isEarly
    ? reduceSaving(state.saving, { type: 'failed', request: event.request }, within)
    : step
  const postponed = saving.question === state.saving.question && state.postponed
  return { state: { ...state, saving, postponed }, effects }
}

function only(state: Application): Result {
  return { state, effects: [] }
}

function andThen(first: Result, next: (state: Application) => Result): Result {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}

/** The form opens again after a refused submission, whose body is known unless nothing was sent. */
function refused(content: Content, { refusal }: SubmissionView, body: string | null): Content {
  const { answers } = content.typed
  const serverErrors = (refusal?.problem.fields ?? []).map((error) => ({
    ...error,
    ...(refusedFile(error.pointer, answers, body) ?? { pointer: error.pointer.replace(/^\/answers(?=\/)/, '') }),
  }))
  return { ...content, refusedAnswers: answers, serverErrors: withoutCopies(serverErrors) }
}

/** Two refused files of one field are one error. */
function withoutCopies(errors: readonly FieldError[]): FieldError[] {
  return [...new Map(errors.map((error) => [`${error.pointer} ${error.code}`, error])).values()]
}

/**
 * Pointers of a refused submission refer to its body, and the form has the answers only: the field whose answer is the
 * attachment of `/attachments/0`; null for another pointer.
 */
function refusedFile(pointer: string, answers: Answers, body: string | null): { pointer: string; code: string } | null {
  const [list, index = ''] = segmentsOf(pointer)
  if (list !== 'attachments' || !isIndex(index) || body === null) return null
  const sent: unknown = JSON.parse(body)
  const ids: unknown = isRecord(sent) ? sent.attachments : undefined
  const id: unknown = Array.isArray(ids) ? ids[Number(index)] : undefined
  const leaf = leavesOf(answers).find(({ value }) => value === id)
  if (leaf === undefined) return null
  const path = segmentsOf(leaf.pointer)
  return { pointer: pointerOf(isIndex(path.at(-1) ?? '') ? path.slice(0, -1) : path), code: 'fileRefused' }
}
