import { leavesOf } from '../../../../form-model/answers.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import { isIndex, pointerOf, segmentsOf } from '../../../../form-model/pointer.ts'
import { isRecord } from '../../../../form-model/record.ts'
import type { OrderDetails, OrderSubmission, SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import type { FieldError, Problem } from '../../../lib/problem.ts'
import { compare, draftLifetimeMs, isBlank, mayExistOnServer, nothingSaved, sameContent } from '../draft/draft.ts'
import { withoutSecrets } from '../draft/without-secrets.ts'
import type { DraftContent, SavedBase, ServerDraft, Verdict } from '../draft/draft.ts'
import { merge, withTheirs } from '../draft/merge.ts'
import { earlierLoss, isSameVersion } from './received-version.ts'
import type { SentVersion } from './received-version.ts'
import { endsWithOtherAnswers, refusalOf } from '../submission/submission-server.ts'
import type { Refusal, SubmissionAnswer } from '../submission/submission-server.ts'
import type {
  Application,
  Effect,
  Event,
  Input,
  Phase,
  Question,
  Request,
  Result,
  SaveOutcome,
  Start,
  Submission,
} from './application-types.ts'
import type { FormRules } from './form-rules.ts'
import { carriedTo, conflictWith } from './form-versions.ts'
import type { Content } from './content-state.ts'
import {
  carried,
  emptyContent,
  following,
  isIn,
  nothingChanged,
  reduceContent,
  replaced,
  stillDifferent,
  startContent,
  stepLeft,
  withoutOrigin,
} from './content-state.ts'

const serverDelayMs = 2_000
const retryDelaysMs = [2_000, 4_000, 8_000, 16_000, 30_000]
const longestPollPauseMs = 30_000

export function startApplication(rules: FormRules, start: Start, now: number): Application {
  const { applicationId, content, base, question = null } = start
  const { changedAt = new Date(now).toISOString(), resumedFrom = null, expired = false, lostOrigin = null } = start
  const { differences = [] } = start
  const { key, phase, body } = start.submission
  return {
    // A request whose response this page will never receive has an unknown outcome: it is only polled.
    phase: phase === 'editing' ? phase : 'waiting',
    applicationId,
    rules,
    content: startContent(content, { changedAt, resumedFrom, expired, lostOrigin, differences }),
    base,
    status: savedBefore(base),
    request: null,
    requests: 0,
    changes: 0,
    failures: 0,
    isComposing: false,
    question,
    localRefused: false,
    submission: { ...nothingSent, key, body },
  }
}

const nothingSent: Omit<Submission, 'key'> = {
  body: null,
  isRetry: false,
  asking: false,
  asked: 0,
  refusal: null,
  problem: null,
  order: null,
}

/** The next state of an application and its effects. Pure: every rule of an application is in here. */
export function reduce(state: Application, event: Event, input: Input): Result {
  if (state.phase === 'done' || state.phase === 'closed') return afterTheEnd(state, event)
  switch (event.type) {
    case 'started':
      return state.phase === 'waiting' ? ask(state) : save(state, true)
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
      const isChanged = !sameContent(content.typed, state.content.typed)
      return changed(isChanged ? withoutReason({ ...state, content }) : { ...state, content }, worth)
    }
    case 'step-left':
      // An unmounted page receives no `pagehide`, e.g. at the reload for a newer version.
      return {
        state: { ...state, content: stepLeft(state.content) },
        effects: [{ type: 'write-record', when: 'if-due' }],
      }
    case 'composition':
      return composed(state, event.isOpen)
    case 'form-published':
      // The copies of an open question are compared in a version that was published as well.
      if (state.phase !== 'editing' || state.question?.kind === 'conflict') return only(state)
      return only(inForm(state, event.to, input))
    case 'profile-read': {
      if (!mayChange(state) || !isIn(state.content, state.rules)) return only(state)
      const content = following(state.content, event.profile, state.rules, input.now)
      return content === state.content ? only(state) : changed({ ...state, content }, 'typed')
    }
    case 'handed-over':
      return mayChange(state) ? withTyped(state, event, input) : only(state)
    case 'record-refused':
    case 'record-written':
      return only({ ...state, localRefused: event.type === 'record-refused' })
    case 'save-clicked':
      return mayChange(state) ? changed(state, 'step-done') : only(state)
    case 'page-hidden':
      return pageHidden(state)
    case 'server-timer':
      return save(state, true)
    case 'retry':
      return save({ ...state, failures: 0 }, true)
    case 'save-answered':
      return state.request?.id === event.request ? saveAnswered(state, state.request, event.answer, input) : only(state)
    case 'read':
      return read(state, event, input)
    case 'field-left':
      return settle(state, input)
    case 'postponed':
    case 'question-reopened':
      return only(state.question === null ? state : asked(state, state.question, event.type === 'postponed'))
    case 'conflict-resolved':
      return resolveConflict(state, event.choice, input)
    case 'recreated': {
      if (state.question?.kind !== 'gone' || !mayChange(state)) return only(state)
      const content = event.isNew ? withoutOrigin(state.content) : state.content
      return asAnotherApplication({ ...state, content }, { ...nothingSaved, unsaved: true }, input)
    }
    case 'origin-dropped':
      if (!mayChange(state) || state.content.typed.reapplyOf === null) return only(state)
      // Its draft was deleted with the application that was sent elsewhere.
      return asAnotherApplication(
        { ...state, content: withoutOrigin(state.content) },
        { ...state.base, etag: null, unsaved: true },
        input,
      )
    case 'opened-again': {
      const { base } = state
      return isComparable(state)
        ? { state, effects: [{ type: 'read', reading: { kind: 'visit', base } }] }
        : only(state)
    }
    case 'start-over-clicked':
      return mayChange(state) ? startOver(state, input) : only(state)
    case 'submit-clicked':
      return submit(state, event.body, input)
    case 'send-again-clicked': {
      const { body } = state.submission
      return state.phase === 'not-arrived' && body !== null ? send(state, body) : only(state)
    }
    case 'edit-clicked':
      // The former key belongs to what was sent: should that arrive late, the API refuses the corrected answers.
      return state.phase === 'not-arrived' ? editAgain(undecided(state), { key: input.newKey }) : only(state)
    case 'ask-due':
      return ask(state)
    case 'submission-answered':
      return event.key === state.submission.key ? take(state, event.answer, input) : only(state)
    case 'leaving':
      return andThen(settle(state, input), (settled) => save(settled, false))
    case 'closed':
      return andThen({ state, effects: [{ type: 'write-record', when: 'if-due' }] }, end)
    case 'discarded': {
      const isEarlier = state.question?.kind === 'gone' && state.question.reason === 'earlier'
      const ended = endAndRemove(state)
      return isEarlier ? { ...ended, effects: [...ended.effects, { type: 'remove-ours' }] } : ended
    }
    case 'stopped':
      return end(state)
    case 'result-shown':
      return only(state)
  }
}

/** Whether the user may change the answers now. */
function mayChange({ phase }: Application): boolean {
  return phase === 'editing'
}

/** A change of the user: written to the browser soon or now, and to the API after a pause or now. */
function changed(state: Application, worth: 'typed' | 'step-done'): Result {
  const unsaved: Application = { ...state, changes: state.changes + 1, base: { ...state.base, unsaved: true } }
  if (worth === 'step-done') return andThen(written(unsaved), (next) => save(next, false))
  const typed: Result = { state: unsaved, effects: [{ type: 'write-record', when: 'soon' }] }
  return andThen(typed, (next) => wait(next, serverDelayMs))
}

/** The page may never be shown again. It may also continue: the next save then finds its own draft at the API. */
function pageHidden(state: Application): Result {
  if (!state.base.unsaved || !mayChange(state)) return only(state)
  if (state.question !== null) return written(state)
  return andThen(written(state), (next) => ({
    state: { ...next, base: { ...next.base, sent: true } },
    effects: [
      { type: 'save-on-leave', etag: next.base.etag },
      { type: 'timer', name: 'server', ms: serverDelayMs },
    ],
  }))
}

/** The next save starts after that time, unless another one starts before. */
function wait(state: Application, ms: number): Result {
  if (!mayChange(state) || state.question !== null) return only(state)
  return { state, effects: [{ type: 'timer', name: 'server', ms }] }
}

/** Whether the next automatic save waits: half-converted text is for this browser only, unless it stores nothing. */
function isHalfConverted({ isComposing, localRefused }: Application): boolean {
  return isComposing && !localRefused
}

function composed(state: Application, isComposing: boolean): Result {
  if (isComposing === state.isComposing) return only(state)
  const next = { ...state, isComposing }
  return isComposing || !state.base.unsaved ? only(next) : wait(next, serverDelayMs)
}

/** One save at a time. `silent`: an ended session does not interrupt the typing. */
function save(state: Application, silent: boolean): Result {
  const { request, base, question } = state
  const mustWait = silent && isHalfConverted(state)
  if (!mayChange(state) || question !== null || !base.unsaved || mustWait) return { state, effects: [stopWaiting] }
  if (request !== null) return only(silent ? state : { ...state, request: { ...request, again: true } })
  return startSave(state, silent, false)
}

function startSave(state: Application, silent: boolean, isRetry: boolean): Result {
  const { base, status, changes } = state
  const id = state.requests + 1
  const request: Request = { id, changes, content: safe(state), silent, isRetry, wasSent: base.sent, again: false }
  // An automatic retry that may fail as well does not hide for half a minute that the server has no copy.
  const isQuiet = silent && (status.kind === 'failed' || status.kind === 'offline')
  return {
    state: {
      ...state,
      base: { ...base, sent: true },
      requests: id,
      request,
      status: isQuiet ? status : { kind: 'saving' },
    },
    effects: [stopWaiting, writeNow, { type: 'save', request, etag: base.etag }],
  }
}

const stopWaiting: Effect = { type: 'timer', name: 'server', ms: null }
const writeNow: Effect = { type: 'write-record', when: 'now' }

/** As it is saved: without passwords and the like. */
export function safe({ content: { typed }, rules }: Application): DraftContent {
  return { ...typed, answers: withoutSecrets(typed.answers, rules.definition) }
}

function saveAnswered(state: Application, request: Request, answer: SaveOutcome, input: Input): Result {
  switch (answer.kind) {
    case 'saved':
      return accept(state, request, { ...answer, content: request.content })
    case 'removed': {
      // Its draft is deleted: what is typed next is another application.
      const applicationId = state.phase === 'editing' ? input.newId : state.applicationId
      const base: SavedBase = { ...nothingSaved, unsaved: isNewer(state, request) }
      return over({ ...state, applicationId, base, failures: 0, status: { kind: 'idle' } }, serverDelayMs)
    }
    case 'conflict':
      return { state, effects: [{ type: 'read', reading: { kind: 'save', request: request.id } }] }
    case 'gone':
      return saveOnTop({ ...state, base: { ...state.base, etag: null } }, request)
    case 'refused':
      return over({ ...state, failures: 0, status: { kind: 'browser-only' } }, null)
    case 'failed':
      return retryLater(state, { kind: 'failed' }, answer.problem.retryAfter)
    case 'offline':
      return retryLater({ ...state, base: { ...state.base, sent: request.wasSent } }, { kind: 'offline' })
    case 'received':
      if (state.phase === 'editing' || isOfThisPage(state, answer.order)) return take(state, answer, input)
      return retryLater(state, { kind: 'failed' })
  }
}

/** Whether the user has changed something since the save began. Default values are no change. */
function isNewer(state: Application, { changes }: Request): boolean {
  return changes !== state.changes
}

type Saved = Pick<ServerDraft, 'content' | 'etag' | 'savedAt' | 'expiresAt'>

function accept(state: Application, request: Request, { content, etag, savedAt, expiresAt }: Saved): Result {
  const base: SavedBase = { etag, savedAt, unsaved: isNewer(state, request), sent: false, baseContent: content }
  const status = { kind: 'saved' as const, at: savedAt, expiresAt }
  return over({ ...state, base, status, failures: 0 }, serverDelayMs)
}

/** The same save on the API's copy as it is now. One that is refused as well is tried again later. */
function saveOnTop(state: Application, { silent, isRetry }: Request): Result {
  if (!mayChange(state) || state.question !== null) return over(state, null)
  return isRetry ? retryLater(state, { kind: 'failed' }) : startSave(state, silent, true)
}

function retryLater(state: Application, status: Application['status'], retryAfterSeconds = 0): Result {
  const delayMs = retryDelaysMs[Math.min(state.failures, retryDelaysMs.length - 1)] ?? serverDelayMs
  const failed = { ...state, failures: state.failures + 1, status }
  return over(failed, Math.max(delayMs, retryAfterSeconds * 1000))
}

/** The save is over: what waited for it continues, or the next save is planned. */
function over(state: Application, delayMs: number | null): Result {
  const free: Application = { ...state, request: null }
  return andThen(written(free), (next) => {
    if (!next.base.unsaved) return only(next)
    if (state.request?.again === true) return save(next, false)
    return delayMs === null ? only(next) : wait(next, delayMs)
  })
}

/** The API's copy beside this application: after a 412 of a save or a submission, or when the page is shown again. */
function read(state: Application, event: Read, input: Input): Result {
  const { reading } = event
  switch (reading.kind) {
    case 'save':
      return state.request?.id === reading.request ? readForSave(state, state.request, event, input) : only(state)
    case 'submit':
      return state.submission.key === reading.key ? readForSubmission(state, event) : only(state)
    case 'visit':
      return readForVisit(state, reading.base, event)
  }
}

type Read = Extract<Event, { type: 'read' }>

function readForSave(state: Application, request: Request, { answer, versions }: Read, input: Input): Result {
  switch (answer.kind) {
    case 'unreachable':
      return retryLater(state, { kind: 'failed' })
    case 'expired':
      return saveOnTop({ ...state, base: { ...state.base, etag: null } }, request)
    case 'none':
      if (isBlank(request.content)) return saveAnswered(state, request, { kind: 'removed' }, input)
      return state.base.etag === null ? saveOnTop(state, request) : openQuestion(state, unknownLoss)
    case 'found': {
      const { draft } = answer
      const verdict = verdictOn(state, draft, request.content)
      if (verdict === 'same') return accept(state, request, draft)
      // The refused tag is still the current one, e.g. because a proxy changes tags: another save cannot help.
      if (draft.etag === state.base.etag) return retryLater(state, { kind: 'failed' })
      if (verdict === 'theirs') return openQuestion(state, conflictWith(draft, state.base.baseContent, versions))
      return saveOnTop({ ...state, base: seen(state.base, draft) }, request)
    }
  }
}

/** The draft is ours, and the order is sent once more, or the user decides before anything is sent. */
function readForSubmission(state: Application, { answer, versions }: Read): Result {
  const { base, submission } = state
  const { body } = submission
  if (state.phase !== 'sending' || body === null) return only(state)
  if (answer.kind === 'unreachable') {
    const { problem } = answer
    return editAgain(state, { refusal: { kind: refusalOf(problem), problem } })
  }
  const isOurs =
    answer.kind === 'found'
      ? verdictOn(state, answer.draft, safe(state)) !== 'theirs'
      : answer.kind === 'expired' || base.etag === null
  if (!isOurs) {
    const question = answer.kind === 'found' ? conflictWith(answer.draft, base.baseContent, versions) : unknownLoss
    const open = editAgain(undecided(state), refusedHere('undecided'))
    return andThen(open, (next) => openQuestion(next, question))
  }
  if (submission.isRetry) return editAgain(state, refusedHere('general'))
  const onTop = answer.kind === 'found' ? seen(base, answer.draft) : { ...base, etag: null }
  return {
    state: { ...state, base: onTop, submission: { ...submission, isRetry: true } },
    effects: [{ type: 'send-order', key: submission.key, body }],
  }
}

/** A newer copy is taken over if nothing here has to be saved first. */
function readForVisit(state: Application, base: SavedBase, { answer, versions }: Read): Result {
  // Text that was typed or saved meanwhile is compared when it is saved.
  if (!isComparable(state) || state.base !== base) return only(state)
  const { question } = state
  // It was submitted or deleted. A save finds out which, and the user decides.
  if (answer.kind === 'none' && base.etag !== null) return changed(undecided({ ...state, question: null }), 'step-done')
  if (answer.kind !== 'found') return only(state)
  const known = question?.kind === 'conflict' ? question.theirs.etag : base.etag
  if (answer.draft.etag === known) return only(state)
  return openQuestion(state, conflictWith(answer.draft, base.baseContent, versions))
}

/** Neither changed nor in contact with the API, or beside a copy of another device, which may have changed since. */
function isComparable({ phase, base, request, question }: Application): boolean {
  if (phase !== 'editing') return false
  return question?.kind === 'conflict' || (!base.unsaved && request === null && question === null)
}

function verdictOn({ base, applicationId }: Application, draft: ServerDraft, content: DraftContent): Verdict {
  return compare({ ...base, applicationId, content }, draft)
}

/** Continues the server's copy. */
function seen(base: SavedBase, { etag, content }: ServerDraft): SavedBase {
  return { ...base, etag, baseContent: content }
}

const unknownLoss: Question = { kind: 'gone', reason: 'unknown' }

/** While the application is sent, a choice would change the form but not what is sent: the next save asks. */
function openQuestion(state: Application, question: Question): Result {
  if (state.phase !== 'editing') return retryLater(state, { kind: 'failed' })
  return { state: { ...state, question, request: null }, effects: [stopWaiting, writeNow] }
}

function asked(state: Application, question: Question, isPostponed: boolean): Application {
  return { ...state, question: { ...question, isPostponed } }
}

/**
 * Takes over what another device has changed, as soon as the user types nowhere. Only answers that both have changed are
 * a question, which closes by itself once there are none.
 */
function settle(state: Application, input: Input): Result {
  const { question, submission } = state
  if (question?.kind !== 'conflict' || !mayChange(state)) return only(state)
  const here = inForm(state, question.rules, input)
  const { content, conflicts } = merge(question.base, here.content.typed, question.theirs.content)
  if (conflicts.length > 0) {
    const isKnown = canonicalJson(conflicts) === canonicalJson(question.conflicts)
    return only(isKnown ? here : { ...here, question: { ...question, conflicts } })
  }
  // What was to be sent is no longer what the page shows.
  const isStale = submission.refusal?.kind === 'undecided'
  const settled = isStale ? { ...here, submission: { ...submission, ...refusedHere('merged') } } : here
  return continueFrom(settled, content, question.theirs, input)
}

function resolveConflict(state: Application, choice: 'mine' | 'theirs', input: Input): Result {
  const { question } = state
  if (question?.kind !== 'conflict' || !mayChange(state)) return only(state)
  const { base, theirs, rules } = question
  const here = inForm(state, rules, input)
  const merged = merge(base, here.content.typed, theirs.content)
  const content = choice === 'mine' ? merged.content : withTheirs(merged, theirs.content)
  return continueFrom(withoutReason(here), content, theirs, input)
}

/** Continues with that content from the API's copy, and saves what the copy lacks. */
function continueFrom(
  state: Application,
  draft: DraftContent,
  { etag, savedAt, content: baseContent }: Pick<ServerDraft, 'content' | 'etag' | 'savedAt'>,
  input: Input,
): Result {
  const isShown = sameContent(draft, state.content.typed)
  const content = isShown
    ? state.content
    : { ...replaced(state.content, draft, input.now), ...stillDifferent(state.content, draft), resumedFrom: null }
  const next = { ...state, content }
  const unsaved = !sameContent(safe(next), baseContent)
  return rebase(next, { etag, savedAt, sent: false, unsaved, baseContent })
}

/** With what another tab had typed. An answer that was changed here since is the newer one. */
function withTyped(
  state: Application,
  { typed: { base, content }, versions }: Extract<Event, { type: 'handed-over' }>,
  input: Input,
): Result {
  const here = inForm(state, versions.to, input)
  const { typed } = here.content
  const merged = merge(carriedTo(versions, base).draft, typed, carriedTo(versions, content).draft)
  if (sameContent(merged.content, typed)) return only(state)
  return changed({ ...here, content: replaced(here.content, merged.content, input.now) }, 'typed')
}

/** The page in that version of the form. */
function inForm(state: Application, to: FormRules, { now }: Input): Application {
  if (isIn(state.content, to)) return state
  return { ...state, rules: to, content: carried(state.content, state.rules, to, now) }
}

/** The user goes on with another application. */
function asAnotherApplication(state: Application, base: SavedBase, { newId, newKey }: Input): Result {
  const submission: Submission = { ...state.submission, key: newKey, refusal: null }
  return rebase({ ...state, applicationId: newId, submission }, base)
}

function rebase(state: Application, base: SavedBase): Result {
  const status = savedBefore(base)
  const next: Application = { ...state, base, status, question: null, request: null, failures: 0 }
  return andThen(written(next), (rebased) => save(rebased, false))
}

/** A continued draft shows its save time before anything is saved again. */
function savedBefore({ savedAt, unsaved }: SavedBase): Application['status'] {
  if (savedAt === null || unsaved) return { kind: 'idle' }
  return { kind: 'saved', at: savedAt, expiresAt: new Date(Date.parse(savedAt) + draftLifetimeMs).toISOString() }
}

/** Nothing is sent while a question is open. */
function submit(state: Application, body: string, input: Input): Result {
  if (!mayChange(state)) return only(state)
  if (state.question === null) return send(state, body)
  const { refusal } = refusedHere('undecided')
  const content = withErrors(state.content, refusal, null)
  const refused = { ...state, content, submission: { ...state.submission, refusal } }
  return settle(asked(refused, state.question, false), input)
}

/** The record has key and body before the request, so that a reload polls instead of sending again. */
function send(state: Application, body: string): Result {
  const { key } = state.submission
  const sending: Application = { ...state, phase: 'sending', submission: { ...nothingSent, key, body } }
  return { state: sending, effects: [stopWaiting, writeNow, { type: 'send-order', key, body }] }
}

/** Nothing is sent without a click, and an unknown outcome is only polled. */
function ask(state: Application): Result {
  const { key, asking } = state.submission
  if (asking || state.phase !== 'waiting') return only(state)
  return {
    state: { ...state, submission: { ...state.submission, asking: true } },
    effects: [
      { type: 'timer', name: 'ask', ms: null },
      { type: 'ask-order', key },
    ],
  }
}

/** The phases that an answer concerns. A late response to an earlier request still counts. */
const concerned: { [answer in SubmissionAnswer['kind']]: readonly Phase[] } = {
  created: ['editing', 'sending', 'waiting', 'not-arrived'],
  received: ['editing', 'sending', 'waiting', 'not-arrived'],
  outdated: ['sending'],
  refused: ['sending', 'waiting'],
  unknown: ['sending', 'waiting'],
  'still-unknown': ['waiting'],
  'never-arrived': ['waiting'],
}

/** For every source of the outcome, response or poll: a refusal opens the form again, a success ends it. */
function take(before: Application, answer: SubmissionAnswer, input: Input): Result {
  const submission: Submission = { ...before.submission, asking: false }
  const state: Application = { ...before, submission }
  if (!concerned[answer.kind].includes(state.phase)) return only(state)
  switch (answer.kind) {
    case 'created':
      return accepted(state, answer.order)
    case 'received':
      return isOfThisPage(state, answer.order)
        ? accepted(state, submittedOrder(answer.order))
        : takeEarlier(state, answer.order)
    case 'outdated':
      return { state, effects: [{ type: 'read', reading: { kind: 'submit', key: submission.key } }] }
    case 'refused': {
      const { refusal: kind, problem } = answer
      // After a wait, or if the API has seen another draft, ours may have been changed or deleted: the next save finds out.
      const isLate = state.phase === 'waiting' || kind === 'outdated'
      // The key belongs to the refused body: the corrected one needs another.
      const key = state.phase === 'waiting' ? input.newKey : submission.key
      return editAgain(isLate ? undecided(state) : state, { refusal: { kind, problem }, key })
    }
    case 'unknown':
    case 'still-unknown': {
      const asked = submission.asked + (answer.kind === 'unknown' ? 0 : 1)
      const { problem } = answer
      const retryAfter = ('retryAfter' in answer ? answer.retryAfter : problem?.retryAfter) ?? 0
      const ms = Math.max(Math.min(1000 * 2 ** asked, longestPollPauseMs), retryAfter * 1000)
      return {
        state: { ...state, phase: 'waiting', submission: { ...submission, asked, problem } },
        effects: [writeNow, { type: 'timer', name: 'ask', ms }],
      }
    }
    case 'never-arrived':
      // Its text is gone: the user reviews the answers first.
      if (submission.body === null)
        return editAgain(undecided(state), { ...refusedHere('not-arrived'), key: input.newKey })
      return written({ ...state, phase: 'not-arrived', submission: { ...submission, problem: null } })
  }
}

/** The record stays until the result is shown: a reload before that polls for it again. */
function accepted(state: Application, order: SubmittedOrder): Result {
  const submission: Submission = { ...state.submission, problem: null, order }
  return {
    state: { ...state, phase: 'done', request: null, submission },
    effects: [writeNow, { type: 'announce-submitted', order }, { type: 'stop' }],
  }
}

function submittedOrder({ orderId, receiptNumber, status, charge }: OrderDetails): SubmittedOrder {
  return { orderId, receiptNumber, status, ...(charge === undefined ? {} : { charge }) }
}

/** Nothing of this page was received: it keeps everything, and the user decides what to do with it. */
function takeEarlier(state: Application, order: OrderDetails): Result {
  const question: Question = { kind: 'gone', ...earlierLoss(order, versionOnPage(state)) }
  const unsaved: Application = { ...state, base: { ...state.base, unsaved: true } }
  return andThen(editAgain(unsaved, {}), (next) => openQuestion(next, question))
}

/** Whether the API has received what is on the page. One that was withdrawn or returned since is no success. */
function isOfThisPage(state: Application, order: OrderDetails): boolean {
  if (order.status === 'CANCELLED_BY_USER' || order.status === 'CANCELLED_BY_TENANT') return false
  return isSameVersion(order, versionOnPage(state), state.rules.definition)
}

/** What was sent last, or what is on the page. */
function versionOnPage({ submission: { body }, content: { typed }, rules }: Application): SentVersion {
  if (body !== null) return JSON.parse(body) as OrderSubmission
  return { answers: rules.toSend(typed.answers), shippingAddress: typed.shippingAddress }
}

/**
 * The answers here count as unsaved: until the user has decided, a reload keeps them and asks again; and the next save
 * finds out whether another device has changed or deleted the draft meanwhile. Not if there was none: registered values
 * make no draft.
 */
function undecided(state: Application): Application {
  const { base } = state
  return { ...state, base: { ...base, unsaved: base.unsaved || mayExistOnServer(base) } }
}

/** Why nothing is sent. */
function refusedHere(kind: Refusal): { refusal: { kind: Refusal; problem: Problem } } {
  return { refusal: { kind, problem: { kind: 'conflict', fields: [] } } }
}

/** The answers have changed since the refusal, or the user has decided: its message would be taken for one about these. */
function withoutReason(state: Application): Application {
  const { submission } = state
  const isOver = submission.refusal !== null && endsWithOtherAnswers(submission.refusal.kind)
  return isOver ? { ...state, submission: { ...submission, refusal: null } } : state
}

function editAgain(state: Application, { refusal, key }: Partial<Pick<Submission, 'refusal' | 'key'>>): Result {
  const { submission } = state
  const content = withErrors(state.content, refusal ?? null, submission.body)
  const kept = { key: key ?? submission.key, refusal: refusal ?? submission.refusal }
  const open: Application = { ...state, phase: 'editing', content, submission: { ...nothingSent, ...kept } }
  return andThen(written(open), (edited) => (edited.base.unsaved ? wait(edited, serverDelayMs) : only(edited)))
}

function cleared({ content, rules }: Application, { now }: Input): Content {
  const empty = replaced(content, emptyContent(rules.definition.formVersion), now)
  return { ...empty, resumedFrom: null, expired: false, lostOrigin: null, ...nothingChanged }
}

/** An empty application is saved by deleting the copy at the API, which is retried like any other save. */
function startOver(state: Application, input: Input): Result {
  return changed({ ...state, content: cleared(state, input), question: null }, 'step-done')
}

/** A pending save may still create a draft of what was deleted. The API refuses that of a submitted one. */
function end(state: Application): Result {
  const request = isBlank(state.content.typed) ? state.request : null
  return { state: { ...state, phase: 'closed', request }, effects: [{ type: 'stop' }] }
}

function endAndRemove(state: Application): Result {
  return andThen(end(state), (next) => ({ state: next, effects: [{ type: 'remove-record' }] }))
}

function afterTheEnd(state: Application, event: Event): Result {
  if (event.type === 'result-shown' && state.phase === 'done')
    return { state: { ...state, phase: 'closed' }, effects: [{ type: 'remove-record' }] }
  const { request } = state
  if (event.type !== 'save-answered' || event.request !== request?.id) return only(state)
  const mayExist = ['saved', 'failed', 'conflict'].includes(event.answer.kind)
  return { state: { ...state, request: null }, effects: mayExist ? [{ type: 'remove-ours' }] : [] }
}

function only(state: Application): Result {
  return { state, effects: [] }
}

function written(state: Application): Result {
  return { state, effects: [writeNow] }
}

function andThen(first: Result, next: (state: Application) => Result): Result {
  const { state, effects } = next(first.state)
  // The record is written once, by the last of several.
  const before = effects.includes(writeNow) ? first.effects.filter((effect) => effect !== writeNow) : first.effects
  return { state, effects: [...before, ...effects] }
}

/** The form opens again after a refused submission, whose body is known unless nothing was sent. */
function withErrors(content: Content, refusal: Submission['refusal'], body: string | null): Content {
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
