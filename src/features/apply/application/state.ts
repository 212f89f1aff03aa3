import { leavesOf, listOrFieldOf, withAnswer } from '../../../../form-model/answers.ts'
import type { Answers, StepAnswers } from '../../../../form-model/definition.ts'
import { isSame } from '../../../../form-model/canonical.ts'
import { isIndex, pointerOf, segmentsOf } from '../../../../form-model/pointer.ts'
import type {
  DraftShippingAddress,
  OrderDetails,
  OrderSubmission,
  Profile,
  SubmittedOrder,
} from '../../../api/generated/api.schemas.ts'
import { compare, isBlank, nothingSaved, sameContent, seen } from '../draft/draft.ts'
import { withoutSecrets } from '../draft/without-secrets.ts'
import type { DraftContent, SavedBase, Verdict } from '../draft/draft.ts'
import { merge, withTheirs } from '../draft/merge.ts'
import { isOtherAddress, isSameVersion } from './received-version.ts'
import type { SentVersion } from './received-version.ts'
import { refusalOf, refusals } from '../submission/submission-server.ts'
import type { Refusal } from '../submission/submission-server.ts'
import { nothingHappened, nothingSent } from './application-types.ts'
import type {
  Application,
  Beside,
  Effect,
  Input,
  Question,
  Request,
  Result,
  SaveOutcome,
  SavingState,
  SendOutcome,
  Start,
  Submission,
  Trouble,
} from './application-types.ts'
import type { FormRules } from './application-deps.ts'
import { conflictWith } from './form-versions.ts'
import type { Conflict } from './form-versions.ts'
import {
  edited,
  emptyContent,
  following,
  inBoth,
  inVersion,
  isIn,
  nothingChanged,
  replaced,
  stillDifferent,
  startContent,
  stepLeft,
} from './content-state.ts'

const serverDelayMs = 2_000
const longestPauseMs = 30_000

export function startApplication(rules: FormRules, start: Start, now: number): Application {
  const { content, submission, ...others } = start
  const { key, phase, body } = submission
  return {
    ...startContent(content, new Date(now).toISOString()),
    ...nothingHappened,
    ...others,
    rules,
    // A request whose response this page will never receive has an unknown outcome: it is only polled.
    submission: { ...nothingSent, key, phase: phase === 'editing' ? phase : 'waiting', body },
  }
}

export function savingState({ question, trouble, request, base: { savedAt } }: Application): SavingState {
  if (question !== null) return { kind: 'undecided' }
  if (trouble !== null) return { kind: trouble }
  if (request !== null) return { kind: 'saving' }
  return savedAt === null ? { kind: 'idle' } : { kind: 'saved', at: savedAt }
}

type Step = Application & { input: Input; effects: Effect[] }
type Worth = 'typed' | 'step-done'
type Rows = { [event: string]: (state: Step, ...details: never[]) => Step }

/** Events that change the answers, or decide about them: a locked form ignores them. */
const whileEditing = {
  input(state, pointer: string, value: unknown) {
    const { typed } = state
    const next = edited(typed, withAnswer(typed.answers, pointer, value), segmentsOf(pointer)[0] ?? typed.step)
    return changedFrom(state, { ...state, typed: next }, 'typed')
  },
  /** `byForm`: default values, which make no draft and do not extend its week. */
  commit(state, step: string, answers: StepAnswers, byForm?: boolean) {
    const { typed, content } = state
    const all = { ...typed.answers, [step]: answers }
    const next = { ...state, content: { ...content, answers: { ...content.answers, [step]: answers } } }
    if (byForm === true) return { ...next, typed: { ...typed, answers: all } }
    // The field was left, but its keystrokes have reported this answer: another save would be a conflict elsewhere.
    if (typed.step === step && isSame(typed.answers[step], answers)) return next
    return changedFrom(state, { ...next, typed: edited(typed, all, step) }, 'typed')
  },
  /** A step's answers from the profile: the step is rendered again. */
  fill(state, step: string, answers: StepAnswers) {
    const { typed } = state
    const filled = Object.keys(answers)
      .filter((name) => !isSame(typed.answers[step]?.[name], answers[name]))
      .map((name) => pointerOf([step, name]))
    const registered = [...new Set([...typed.registered, ...filled])]
    const draft = { ...typed, answers: { ...typed.answers, [step]: answers }, step, registered }
    return changedFrom(state, replaced(state, draft, state.input.now), 'typed')
  },
  visit(state, step: string) {
    // Whoever goes on has decided to continue with the draft that was found.
    const decided = { ...state, resumedFrom: null }
    if (state.typed.step === step) return decided
    const next = inBoth(decided, { step })
    return isBlank(state.typed) ? next : changedFrom(state, next, 'step-done')
  },
  inputShippingAddress: (state, shippingAddress: DraftShippingAddress) =>
    changedFrom(state, { ...state, typed: { ...state.typed, shippingAddress } }, 'typed'),
  /** Null: the profile's address. */
  setShippingAddress: (state, shippingAddress: DraftShippingAddress | null) =>
    changedFrom(state, inBoth(state, { shippingAddress }), 'step-done'),
  dismissUnplaced: (state) => changedFrom(state, inBoth(state, { unplaced: [] }), 'step-done'),
  // The copies of an open question are compared in a version that was published as well.
  formPublished: (state, to: FormRules) => (state.question?.kind === 'conflict' ? state : inForm(state, to)),
  profileRead(state, profile: Profile) {
    const next = isIn(state, state.rules) ? following(state, profile, state.rules, state.input.now) : state
    return next === state ? state : changed(next, 'typed')
  },
  saveClicked: (state) => changed({ ...state, failures: 0 }, 'step-done'),
  onPageHide,
  fieldLeft: (state) => settle(state, null),
  resolveConflict: (state, choice: 'mine' | 'theirs') => settle(withoutReason(state), choice),
  compared,
  recreate,
  startOverClicked,
  submitClicked,
} satisfies Rows

const atAnyTime = {
  started: (state) =>
    mayChange(state) ? save(state.base.unsaved ? and(state, writeNow) : state, true) : askNow(state),
  // An unmounted page receives no `pagehide`, e.g. at the reload for a newer version.
  commitStep: (state) => and(stepLeft(state), { type: 'write-record', when: 'if-due' }),
  composition: (state, isComposing: boolean) =>
    isComposing === state.isComposing ? state : wait({ ...state, isComposing }, serverDelayMs),
  recordRefused: (state) => ({ ...state, localRefused: true }),
  recordWritten: (state) => ({ ...state, localRefused: false }),
  saveTimer: (state) => save(state, true),
  /** The network or the session is back. */
  connected: (state) => save({ ...state, failures: 0 }, true),
  /** Unsaved answers are saved, and an ended session is told of. */
  saveDue: (state) => save(state, false),
  saveAnswered,
  postpone: (state) => asked(state, true),
  reopenQuestion: (state) => asked(state, false),
  sendAgainClicked(state) {
    const { phase, body } = state.submission
    return phase === 'not-arrived' && body !== null ? send(state, body) : state
  },
  // The former key belongs to what was sent: should that arrive late, the API refuses the corrected answers.
  editAgain: (state) => (state.submission.phase === 'not-arrived' ? openAgain(state, null) : state),
  askNow,
  submissionAnswered: (state, key: string, answer: SendOutcome) =>
    key === state.submission.key && !mayChange(state) ? take(state, answer) : state,
  closed: (state) => stop(and(state, { type: 'write-record', when: 'if-due' })),
  discard: remove,
  /** Call when the order is on the screen: until then, a reload leads to it. */
  resultShown: remove,
  stop,
} satisfies Rows

const rows: Rows = { ...whileEditing, ...atAnyTime }
type Known = typeof whileEditing & typeof atAnyTime
type Details<Row> = Row extends (state: Step, ...details: infer All) => Step ? All : never

export type Event = { [Name in keyof Known]: [name: Name, ...details: Details<Known[Name]>] }[keyof Known]

/** A function for each event. */
export type Actions = { [Name in keyof Known]: (...details: Details<Known[Name]>) => void }

export function actionsOf(dispatch: (...event: Event) => void): Actions {
  const action =
    (name: string) =>
    (...details: unknown[]) =>
      dispatch(...([name, ...details] as Event))
  return Object.fromEntries(Object.keys(rows).map((name) => [name, action(name)])) as Actions
}

/** The next state of an application and its effects. Pure: every rule of an application is in here. */
export function reduce(before: Application, event: Event, input: Input): Result {
  const { input: _input, effects, ...state } = step({ ...before, input, effects: [] }, event)
  // The record is written once, by the last of several.
  return {
    state,
    effects: effects.filter((effect, index) => effect !== writeNow || effects.lastIndexOf(effect) === index),
  }
}

function step(state: Step, [name, ...details]: Event): Step {
  const isOver = state.isClosed || (state.submission.phase === 'done' && name !== 'resultShown')
  if (isOver || (!mayChange(state) && name in whileEditing)) return state
  const handle = rows[name] as ((state: Step, ...details: unknown[]) => Step) | undefined
  return handle?.(state, ...details) ?? state
}

function mayChange({ submission }: Application): boolean {
  return submission.phase === 'editing'
}

/** A change of the user. */
function changedFrom(before: Step, next: Step, worth: Worth): Step {
  const isOther = !sameContent(next.typed, before.typed)
  return changed({ ...(isOther ? withoutReason(next) : next), changedAt: before.input.now }, worth)
}

/** `typed`: written to the browser soon, and to the API after a pause. `step-done`: both now. */
function changed(state: Step, worth: Worth): Step {
  const unsaved: Step = { ...state, base: { ...state.base, unsaved: true } }
  if (worth === 'step-done') return save(and(unsaved, writeNow), false)
  return wait(and(unsaved, { type: 'write-record', when: 'soon' }), serverDelayMs)
}

/** The document may never be shown again. It may also continue: the next save then finds its own draft at the API. */
function onPageHide(state: Step): Step {
  if (!state.base.unsaved) return state
  if (state.question !== null) return and(state, writeNow)
  return wait(and(state, writeNow, { type: 'save-on-leave' }), serverDelayMs)
}

function wait(state: Step, ms: number): Step {
  if (!mayChange(state) || state.question !== null) return state
  return and(state, { type: 'timer', event: 'saveTimer', ms })
}

/** One save at a time. `silent`: an ended session does not interrupt the typing. */
function save(state: Step, silent: boolean, isRetry = false): Step {
  const { request, base, question, trouble, isComposing, localRefused } = state
  // Half-converted text is for this browser only, unless it stores nothing.
  const mustWait = silent && isComposing && !localRefused
  if (!mayChange(state) || question !== null || !base.unsaved || request !== null || mustWait) return state
  const next: Request = { base, content: safe(state), silent, isRetry }
  // An automatic retry that may fail as well does not hide for half a minute that the server has no copy.
  const saving: Step = { ...state, request: next, trouble: silent ? trouble : null }
  return and(saving, writeNow, { type: 'save', request: next })
}

const writeNow: Effect = { type: 'write-record', when: 'now' }

export function safe({ typed, rules }: Application): DraftContent {
  return { ...typed, answers: withoutSecrets(typed.answers, rules.definition) }
}

function saveAnswered(state: Step, request: Request, answer: SaveOutcome): Step {
  if (state.request !== request) return state
  switch (answer.kind) {
    case 'saved':
      return accept(state, request, seen({ ...answer, content: request.content }))
    case 'removed':
      return accept(state, request, nothingSaved)
    case 'compared':
      return saveCompared(state, request, answer)
    case 'refused':
      return over({ ...state, failures: 0, trouble: 'browser-only' })
    case 'failed':
      return retryLater(state, 'failed', answer.problem.retryAfter)
    case 'offline':
      return retryLater(state, 'offline')
    case 'received':
      // What is being sent finds it as well.
      return mayChange(state) || isOfThisPage(state, answer.order) ? take(state, answer) : over(state)
  }
}

function accept(state: Step, request: Request, base: SavedBase): Step {
  const unsaved = state.base !== request.base
  // What is typed after a deletion is another application. If there was no draft, one may still arrive, and is ours.
  const isDeleted = request.base.etag !== null && base.etag === null
  const applicationId = isDeleted && mayChange(state) ? state.input.newId() : state.applicationId
  return save(over({ ...state, applicationId, base: { ...base, unsaved }, trouble: null, failures: 0 }), true)
}

function retryLater(state: Step, trouble: Trouble, retryAfterSeconds?: number): Step {
  const failed = over({ ...state, failures: state.failures + 1, trouble })
  return wait(failed, pauseMs(serverDelayMs, state.failures, retryAfterSeconds))
}

function pauseMs(firstMs: number, failures: number, retryAfterSeconds = 0): number {
  return Math.max(Math.min(firstMs * 2 ** failures, longestPauseMs), retryAfterSeconds * 1000)
}

function over(state: Step): Step {
  return and({ ...state, request: null }, writeNow)
}

function saveCompared(state: Step, request: Request, beside: Beside): Step {
  // What is being sent finds it as well.
  if (!mayChange(state)) return over(state)
  const verdict = verdictOn(state, request.content, beside)
  if (verdict.kind === 'unreachable') return retryLater(state, 'failed')
  if (verdict.kind !== 'ours') return openQuestion(state, verdict)
  if (!verdict.base.unsaved) return accept(state, request, verdict.base)
  const onTop = { ...state, base: verdict.base }
  // Once: where a proxy changes tags, another save cannot help.
  if (verdict.base.etag === state.base.etag || request.isRetry) return retryLater(onTop, 'failed')
  return save({ ...onTop, request: null }, request.silent, true)
}

function sendingCompared(state: Step, beside: Beside): Step {
  const { submission } = state
  const { phase, key, body } = submission
  if (phase !== 'sending' || body === null) return state
  const verdict = verdictOn(state, safe(state), beside)
  if (verdict.kind === 'unreachable') {
    const { problem } = verdict
    return openAgain(state, { kind: refusalOf(problem), problem })
  }
  if (verdict.kind !== 'ours') return openQuestion(openAgain(state, refusedHere('undecided')), verdict)
  if (submission.isRetry) return openAgain(state, refusedHere('general'))
  const again: Step = { ...state, base: verdict.base, submission: { ...submission, isRetry: true } }
  return and(again, { type: 'send-order', key, body })
}

/** The comparison; a question if the draft at the API is not ours. */
function verdictOn(
  { base, applicationId }: Application,
  content: DraftContent,
  { theirs, versions }: Beside,
): Exclude<Verdict, { kind: 'theirs' | 'gone' }> | Question {
  const verdict = compare({ ...base, applicationId, content }, theirs)
  if (verdict.kind === 'gone') return { kind: 'gone', received: null }
  return verdict.kind === 'theirs' ? conflictWith(verdict.draft, base.baseContent, versions) : verdict
}

/** The page is shown again: a newer copy is taken over if nothing here has to be saved. `before`: when it was read. */
function compared(state: Step, before: SavedBase, { theirs, versions }: Beside): Step {
  // Text that was typed or saved meanwhile is compared when it is saved.
  if (!isComparable(state) || state.base !== before) return state
  const { question, base } = state
  // It was submitted or deleted. A save finds out which, and the user decides.
  if (theirs.kind === 'none' && base.etag !== null) return changed({ ...state, question: null }, 'step-done')
  if (theirs.kind !== 'found') return state
  const known = question?.kind === 'conflict' ? question.theirs.etag : base.etag
  if (theirs.draft.etag === known) return state
  return openQuestion(state, conflictWith(theirs.draft, base.baseContent, versions))
}

/** Neither changed nor in contact with the API, or beside a copy of another device, which may have changed since. */
export function isComparable({ isClosed, submission, base, request, question }: Application): boolean {
  if (isClosed || submission.phase !== 'editing') return false
  return question?.kind === 'conflict' || (!base.unsaved && request === null && question === null)
}

function openQuestion(state: Step, question: Question): Step {
  return and({ ...state, question, request: null }, writeNow)
}

function asked(state: Step, isPostponed: boolean): Step {
  return { ...state, question: state.question && { ...state.question, isPostponed } }
}

/** Takes over what another device has changed. Without a choice, answers that both have changed stay a question. */
function settle(state: Step, choice: 'mine' | 'theirs' | null): Step {
  const { question, submission } = state
  if (question?.kind !== 'conflict') return state
  const { base, theirs, rules } = question
  const here = inForm(state, rules)
  const merged = merge(base, here.typed, theirs.content, rules.definition)
  const { conflicts } = merged
  if (choice === null && conflicts.length > 0) {
    const isKnown = isSame(conflicts, question.conflicts)
    return isKnown ? here : { ...here, question: { ...question, conflicts } }
  }
  const content = choice === 'theirs' ? withTheirs(merged, theirs.content) : merged.content
  // What was to be sent is no longer what the page shows.
  const isStale = choice === null && submission.refusal?.kind === 'undecided'
  const settled = isStale ? { ...here, submission: { ...submission, refusal: refusedHere('merged') } } : here
  return continueFrom(settled, content, theirs)
}

/** Continues with that content from the API's copy, and saves what the copy lacks. */
function continueFrom(state: Step, draft: DraftContent, theirs: Conflict['theirs']): Step {
  const next = sameContent(draft, state.typed)
    ? state
    : { ...replaced(state, draft, state.input.now), ...stillDifferent(state, draft), resumedFrom: null }
  return rebase(next, { ...seen(theirs), unsaved: !sameContent(safe(next), theirs.content) })
}

function inForm(state: Step, to: FormRules): Step {
  if (isIn(state, to)) return state
  const { draft, differences } = inVersion(state.typed, state.rules, to)
  return { ...replaced(state, draft, state.input.now), differences, rules: to }
}

/** The answers become another application, e.g. as their draft is gone; `isNew`: it replaces no returned one. */
function recreate(state: Step, isNew: boolean): Step {
  const isGone = state.question?.kind === 'gone'
  const isOrigin = isNew && state.typed.reapplyOf !== null
  if (!isGone && !isOrigin) return state
  const applicationId = state.input.newId()
  const another = isOrigin ? inBoth(state, { reapplyOf: null }) : state
  const submission: Submission = { ...state.submission, key: state.input.newId(), refusal: null }
  // A draft that is gone has nothing in common with a later one. One with the origin may still be at the API.
  const base = isGone ? nothingSaved : state.base
  return rebase({ ...another, applicationId, submission }, { ...base, etag: null, unsaved: true })
}

function rebase(state: Step, base: SavedBase): Step {
  const next: Step = { ...state, base, trouble: null, question: null, failures: 0 }
  return save(and(next, writeNow), false)
}

function submitClicked(state: Step, body: string): Step {
  if (state.question === null) return send(state, body)
  const refusal = refusedHere('undecided')
  const refused = { ...withErrors(state, refusal, null), submission: { ...state.submission, refusal } }
  return settle(asked(refused, false), null)
}

/** The record has key and body before the request, so that a reload polls instead of sending again. */
function send(state: Step, body: string): Step {
  const { key, phase } = state.submission
  const isSecond = phase === 'not-arrived'
  const sending: Step = { ...state, submission: { ...nothingSent, phase: 'sending', key, body, isSecond } }
  return and(sending, writeNow, { type: 'send-order', key, body })
}

/** Nothing is sent without a click, and an unknown outcome is only polled. */
function askNow(state: Step): Step {
  const { phase, key } = state.submission
  return phase === 'waiting' ? and(state, { type: 'ask-order', key }) : state
}

function take(state: Step, answer: SendOutcome): Step {
  const { submission } = state
  const { phase } = submission
  switch (answer.kind) {
    case 'created':
      return accepted(state, answer.order)
    case 'received':
      return isOfThisPage(state, answer.order)
        ? accepted(state, submittedOrder(answer.order))
        : takeEarlier(state, answer.order)
    case 'compared':
      return sendingCompared(state, answer)
    case 'refused': {
      const { refusal: kind, problem } = answer
      return openAgain(state, { kind, problem })
    }
    case 'unknown':
    case 'still-unknown': {
      if (answer.kind === 'still-unknown' && phase !== 'waiting') return state
      const asked = submission.asked + (answer.kind === 'unknown' ? 0 : 1)
      const { problem } = answer
      const retryAfter = 'retryAfter' in answer ? answer.retryAfter : problem?.retryAfter
      const waiting: Step = { ...state, submission: { ...submission, phase: 'waiting', asked, problem } }
      return and(waiting, writeNow, { type: 'timer', event: 'askNow', ms: pauseMs(1000, asked, retryAfter) })
    }
    case 'never-arrived':
      if (phase !== 'waiting') return state
      // Its text is gone: the user reviews the answers first.
      if (submission.body === null) return openAgain(state, refusedHere('not-arrived'))
      return and({ ...state, submission: { ...submission, phase: 'not-arrived', problem: null } }, writeNow)
  }
}

/** The record stays until the result is shown: a reload before that polls for it again. */
function accepted(state: Step, order: SubmittedOrder): Step {
  const submission: Submission = { ...state.submission, phase: 'done', problem: null, order }
  return and({ ...state, request: null, submission }, writeNow, { type: 'announce-submitted', order })
}

function submittedOrder({ orderId, receiptNumber, status, charge }: OrderDetails): SubmittedOrder {
  return { orderId, receiptNumber, status, ...(charge === undefined ? {} : { charge }) }
}

/** Nothing of this page was received: it keeps everything, and the user decides what to do with it. */
function takeEarlier(state: Step, order: OrderDetails): Step {
  const received = { order, isOtherAddress: isOtherAddress(order, versionOnPage(state)) }
  const unsaved: Step = { ...state, base: { ...state.base, unsaved: true } }
  return openQuestion(openAgain(unsaved, state.submission.refusal), { kind: 'gone', received })
}

/** Whether the API has received what is on the page. One that was withdrawn or returned since is no success. */
function isOfThisPage(state: Step, order: OrderDetails): boolean {
  if (order.status === 'CANCELLED_BY_USER' || order.status === 'CANCELLED_BY_TENANT') return false
  return isSameVersion(order, versionOnPage(state), state.rules.definition)
}

function versionOnPage({ submission: { body }, typed, rules }: Application): SentVersion {
  if (body !== null) return JSON.parse(body) as OrderSubmission
  return { answers: rules.toSend(typed.answers), shippingAddress: typed.shippingAddress }
}

function refusedHere(kind: Refusal): Submission['refusal'] {
  return { kind, problem: { kind: 'conflict', fields: [] } }
}

/** The answers have changed since the refusal, or the user has decided: its message would be taken for one about these. */
function withoutReason(state: Step): Step {
  const { submission } = state
  const isOver = submission.refusal !== null && refusals[submission.refusal.kind] === 'other-answers'
  return isOver ? { ...state, submission: { ...submission, refusal: null } } : state
}

/**
 * The form opens again, with another key if what was sent with the former one may still arrive. The answers count as
 * unsaved: until the user has decided, a reload keeps them and asks again; and the next save finds out whether another
 * device has changed or deleted the draft meanwhile. Not if there was none: registered values make no draft.
 */
function openAgain(state: Step, refusal: Submission['refusal']): Step {
  const { base, submission, input } = state
  const isUnused = submission.phase === 'sending' && !submission.isSecond
  const key = isUnused ? submission.key : input.newId()
  const open: Step = {
    ...withErrors(state, refusal, submission.body),
    base: { ...base, unsaved: base.unsaved || base.etag !== null },
    submission: { ...nothingSent, phase: 'editing', key, refusal },
  }
  return open.base.unsaved ? wait(and(open, writeNow), serverDelayMs) : and(open, writeNow)
}

/** An empty application is saved by deleting the copy at the API, which is retried like any other save. */
function startOverClicked(state: Step): Step {
  const empty = replaced(state, emptyContent(state.rules.definition.formVersion), state.input.now)
  const nothing = { resumedFrom: null, expired: false, lostOrigin: null, ...nothingChanged }
  return changed({ ...empty, ...nothing, question: null }, 'step-done')
}

function stop(state: Step): Step {
  return { ...state, isClosed: true, request: null }
}

function remove(state: Step): Step {
  return and(stop(state), { type: 'remove-record' })
}

function and(state: Step, ...effects: Effect[]): Step {
  return { ...state, effects: [...state.effects, ...effects] }
}

/** `body`: what was refused; null if nothing was sent. */
function withErrors(state: Step, refusal: Submission['refusal'], body: string | null): Step {
  const { answers } = state.typed
  const serverErrors = (refusal?.problem.fields ?? []).map((error) => ({
    ...error,
    ...(refusedFile(error.pointer, answers, body) ?? { pointer: error.pointer.replace(/^\/answers(?=\/)/, '') }),
  }))
  // Two refused files of one field are one error.
  const different = new Map(serverErrors.map((error) => [`${error.pointer} ${error.code}`, error]))
  return { ...state, refusedAnswers: answers, serverErrors: [...different.values()] }
}

/** The field of the attachment `/attachments/0` of the submitted body, which the form lacks; null for another pointer. */
function refusedFile(pointer: string, answers: Answers, body: string | null): { pointer: string; code: string } | null {
  const [list, index = ''] = segmentsOf(pointer)
  if (list !== 'attachments' || !isIndex(index) || body === null) return null
  const { attachments } = JSON.parse(body) as Partial<OrderSubmission>
  const leaf = leavesOf(answers).find(({ value }) => value === attachments?.[Number(index)])
  return leaf === undefined ? null : { pointer: listOrFieldOf(leaf.pointer), code: 'fileRefused' }
}
