import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../lib/problem.ts'
import type { DraftContent } from '../draft/draft.ts'
import { maxRounds } from '../draft/saving-state.ts'
import type { Loss, Question, ReadDraft, SavedBase } from '../draft/saving-types.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import type { SubmissionPhase } from '../submission/submission-state.ts'
import { anyRules, company, receivedOrder } from '../testing/fake-deps.ts'
import { stages } from './application-events.ts'
import type { Application, Effect, Event, Stage } from './application-events.ts'
import { startApplication } from './application-store.ts'
import { emptyContent } from './content-state.ts'
import { impossible } from '../testing/impossible-state.ts'
import { reduce } from './state.ts'

const at = '2026-11-21T10:00:00.000Z'
const draft: DraftContent = { ...emptyContent('v1'), answers: { applicant: { name: '港' } } }
const base: SavedBase = { etag: '"1"', savedAt: at, sent: false, baseContent: null, unsaved: false }
const order = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' } as const
const input = { newId: 'new-id', newKey: 'new-key', now: at }
const serverDraft = {
  content: { ...draft, answers: { applicant: { name: '別の端末' } } },
  applicationId: 'theirs',
  etag: '"9"',
  savedAt: at,
  expiresAt: at,
}

const localKey = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }
const earlierDraft: DraftContent = { ...draft, answers: { applicant: { name: '前回' } } }

const questions: { [name: string]: Question | null } = {
  'no question': null,
  'a copy of another device': { kind: 'conflict', theirs: serverDraft, conflicts: null },
  'two copies': { kind: 'conflict', theirs: serverDraft, conflicts: ['/applicant/name'] },
  'a copy of an earlier visit': { kind: 'conflict', theirs: serverDraft, conflicts: null, isEarlier: true },
  'a draft that is gone': { kind: 'gone', reason: 'unknown' },
}

const phasesOf: { [stage in Stage]: SubmissionPhase[] } = {
  open: ['editing', 'sending', 'waiting', 'not-arrived'],
  held: ['editing'],
  'starting-over': ['editing'],
  stopping: ['sending'],
  closing: ['editing'],
  closed: ['editing', 'sending', 'waiting', 'not-arrived', 'done'],
}

type Named = { name: string; state: Application }

function stateOf(stage: Stage, phase: SubmissionPhase, question: Question | null, unsaved: boolean, busy: boolean) {
  const body = phase === 'editing' || phase === 'done' ? null : '{}'
  const start = {
    applicationId: 'ours',
    content: draft,
    base: { ...base, unsaved, sent: busy },
    submission: { key: 'key-1', phase, body },
    question,
  }
  const begun = startApplication(anyRules, start, Date.parse(at))
  const request = busy ? { id: 1, sentChanges: 0, round: 0, silent: true, wasSent: false } : null
  const view = { ...begun.submission.view, order: phase === 'done' ? order : null }
  const submission = { ...begun.submission, view }
  return { ...begun, stage, submission, saving: { ...begun.saving, requests: 1, request } }
}

const states: Named[] = stages.flatMap((stage) =>
  phasesOf[stage].flatMap((phase) =>
    Object.entries(questions).flatMap(([name, question]) =>
      [true, false].flatMap((unsaved) =>
        [true, false].flatMap((busy) => {
          const state = stateOf(stage, phase, question, unsaved, busy)
          const title = `${stage}, ${phase}, ${name}${unsaved ? ', unsaved' : ''}${busy ? ', saving' : ''}`
          return impossible(state) === null ? [{ name: title, state }] : []
        }),
      ),
    ),
  ),
)

const problem: Problem = { kind: 'unavailable', fields: [] }
const answers: { [kind in SubmissionAnswer['kind']]: SubmissionAnswer } = {
  created: { kind: 'created', order },
  received: { kind: 'received', order: receivedOrder({ other: { name: '前' } }) },
  outdated: { kind: 'outdated' },
  refused: { kind: 'refused', refusal: 'fields', problem },
  unknown: { kind: 'unknown', problem },
  'still-unknown': { kind: 'still-unknown', problem },
  'never-arrived': { kind: 'never-arrived' },
}

function answer(kind: SubmissionAnswer['kind']): Event {
  return { type: 'submission-answered', key: 'key-1', answer: answers[kind] }
}

const request = 1
/** The application at the API has other answers than those of the page. */
const received = { order: receivedOrder({ other: { name: '前' } }), isOtherAddress: false }
const earlier: Loss = { reason: 'earlier', received }
const keyBound: Problem = { kind: 'conflict', status: 422, code: 'SE_CO_0422', fields: [] }
function draftRead(read: ReadDraft): Event {
  return { type: 'submitted-draft-read', key: 'key-1', read }
}
/** The draft that this application has saved, changed on the way, and one of another device. */
const ownDraft = draftRead({
  kind: 'found',
  draft: { ...serverDraft, applicationId: 'ours' },
  verdict: 'ours',
})
const foreignDraft = draftRead({ kind: 'found', draft: serverDraft, verdict: 'theirs' })
const newer = { ...anyRules, definition: { steps: [], formVersion: 'v2' } }
const events: Event[] = [
  { type: 'started' },
  { type: 'input', pointer: '/applicant/name', value: '花子' },
  { type: 'commit', step: 'applicant', answers: { name: '花子' }, byForm: false },
  { type: 'commit', step: 'applicant', answers: { name: '花子' }, byForm: true },
  { type: 'fill', step: 'applicant', answers: { name: '花子' } },
  { type: 'visited', step: 'copy' },
  { type: 'address-typed', address: { recipient: '南' } },
  { type: 'address-chosen', address: null },
  { type: 'step-left' },
  { type: 'unplaced-dismissed' },
  { type: 'profile-read', profile: company },
  { type: 'form-published', to: newer },
  { type: 'rules-read', old: anyRules, to: newer },
  { type: 'local-refused' },
  { type: 'local-written' },
  { type: 'local-read', draft: null },
  {
    type: 'local-read',
    draft: { ...localKey, ...base, content: earlierDraft, changedAt: at, applicationId: 'ours', unsaved: true },
  },
  { type: 'earlier-found' },
  { type: 'postponed' },
  { type: 'question-reopened' },
  { type: 'conflict-resolved', choice: 'mine' },
  { type: 'conflict-resolved', choice: 'theirs' },
  { type: 'recreated', isNew: false },
  { type: 'opened-again' },
  { type: 'compared', base, answer: { kind: 'found', draft: serverDraft } },
  { type: 'start-over-clicked' },
  { type: 'submit-clicked', body: '{}' },
  { type: 'send-again-clicked' },
  { type: 'edit-clicked' },
  { type: 'ask-due' },
  answer('created'),
  answer('received'),
  answer('outdated'),
  answer('refused'),
  answer('unknown'),
  answer('still-unknown'),
  answer('never-arrived'),
  ownDraft,
  foreignDraft,
  draftRead({ kind: 'found', draft: serverDraft, verdict: 'same' }),
  draftRead({ kind: 'none' }),
  draftRead({ kind: 'expired' }),
  ...(['stopping', 'starting-over', 'closing'] as const).map((stage): Event => ({ type: 'saves-ended', stage })),
  { type: 'close-asked', waitMs: 1_000 },
  { type: 'close-asked', waitMs: 0 },
  { type: 'discarded' },
  { type: 'stopped' },
  { type: 'held' },
  { type: 'released' },
  { type: 'save-clicked' },
  { type: 'page-hidden' },
  { type: 'retry' },
  { type: 'local-timer' },
  { type: 'server-timer' },
  { type: 'field-left' },
  { type: 'gone', reason: 'unknown' },
  { type: 'gone', ...earlier },
  { type: 'received', request, order: received.order },
  { type: 'received', request, order: receivedOrder(draft.answers) },
  { type: 'submission-answered', key: 'key-1', answer: { kind: 'unknown', problem: keyBound } },
  { type: 'saved', request, content: draft, etag: '"2"', savedAt: at, expiresAt: at },
  { type: 'removed', request },
  { type: 'outdated', request },
  { type: 'expired', request },
  { type: 'refused', request },
  { type: 'failed', request },
  { type: 'offline', request },
  { type: 'found', request, draft: serverDraft, verdict: 'theirs' },
  { type: 'missing', request },
]

function nameOf(event: Event): string {
  return Object.values(event)
    .filter((value) => typeof value === 'string')
    .join(' ')
}

describe.each(states)('an application that is $name', ({ state }) => {
  it('every event leaves the application in a valid state', () => {
    for (const event of events) {
      const { state: next } = reduce(state, event, input)
      expect(impossible(next), nameOf(event)).toBeNull()
    }
  })

  it('every event has only effects that its state allows', () => {
    for (const event of events) {
      const { state: next, effects } = reduce(state, event, input)
      expect(forbidden(state, event, next, effects), nameOf(event)).toEqual([])
    }
  })
})

/** Effects that must not follow from an event. */
function forbidden(state: Application, event: Event, next: Application, effects: Effect[]): Effect['type'][] {
  return effects
    .map(({ type }) => type)
    .filter((type) => {
      const isResent = state.submission.view.phase === 'sending' && event.type === 'submitted-draft-read'
      if (type === 'send-order' && !isResent && (state.stage !== 'stopping' || event.type !== 'saves-ended'))
        return true
      if (type === 'save' && (next.submission.view.phase !== 'editing' || next.saving.question !== null)) return true
      return state.stage === 'closed' && type !== 'remove-server' && type !== 'read'
    })
}

describe('the effects of an event', () => {
  const open = stateOf('open', 'editing', null, false, false)
  const unsaved = stateOf('open', 'editing', null, true, false)
  const saving = stateOf('open', 'editing', null, true, true)
  const asked = stateOf('open', 'editing', questions['two copies'] ?? null, true, false)
  const stopping = stateOf('stopping', 'sending', null, false, false)
  const sending = stateOf('open', 'sending', null, false, false)
  const waiting = stateOf('open', 'waiting', null, false, false)
  const notArrived = stateOf('open', 'not-arrived', null, false, false)
  const keep: Effect['type'][] = ['write-submission', 'write-local']

  it.each<[string, Application, Event, Effect['type'][], Stage, SubmissionPhase]>([
    [
      'a keystroke',
      open,
      { type: 'input', pointer: '/applicant/name', value: '花' },
      ['write-local-later', 'wait-for-server'],
      'open',
      'editing',
    ],
    ['a click on 一時保存', open, { type: 'save-clicked' }, ['write-local', 'stop-waiting', 'save'], 'open', 'editing'],
    [
      'a keystroke while a question is open',
      asked,
      { type: 'input', pointer: '/applicant/name', value: '花' },
      ['write-local-later'],
      'open',
      'editing',
    ],
    [
      'leaving with unsaved text',
      unsaved,
      { type: 'page-hidden' },
      ['write-local', 'save-on-page-hide', 'wait-for-server'],
      'open',
      'editing',
    ],
    [
      'a submission',
      open,
      { type: 'submit-clicked', body: '{}' },
      [...keep, 'stop-waiting', 'await-saves'],
      'stopping',
      'sending',
    ],
    ['a submission while a question is open', asked, { type: 'submit-clicked', body: '{}' }, [], 'open', 'editing'],
    [
      'the last save before a submission',
      stopping,
      { type: 'saves-ended', stage: 'stopping' },
      ['send-order'],
      'open',
      'sending',
    ],
    [
      'log-out before the submission is sent',
      stopping,
      { type: 'close-asked', waitMs: 0 },
      ['stop'],
      'closed',
      'editing',
    ],
    ['a draft with another tag', sending, answer('outdated'), ['read-submitted-draft'], 'open', 'sending'],
    ['a draft with another tag that is ours', sending, ownDraft, ['send-order'], 'open', 'sending'],
    ['a draft that has expired', sending, draftRead({ kind: 'expired' }), ['send-order'], 'open', 'sending'],
    [
      'a draft of another device',
      sending,
      foreignDraft,
      [...keep, 'wait-for-server', 'stop-waiting'],
      'open',
      'editing',
    ],
    [
      'a draft that is gone',
      sending,
      draftRead({ kind: 'none' }),
      [...keep, 'wait-for-server', 'stop-waiting'],
      'open',
      'editing',
    ],
    ['a time-out', waiting, answer('still-unknown'), [...keep, 'ask-later'], 'open', 'waiting'],
    [
      'an order found by asking',
      waiting,
      answer('created'),
      ['announce-submitted', 'stop', 'remove-local'],
      'closed',
      'done',
    ],
    ['a submission that never arrived', waiting, answer('never-arrived'), keep, 'open', 'not-arrived'],
    [
      'one that never arrived and whose text is unknown',
      { ...waiting, submission: { ...waiting.submission, body: null } },
      answer('never-arrived'),
      [...keep, 'wait-for-server'],
      'open',
      'editing',
    ],
    [
      'one that never arrived, of registered values that were never saved',
      {
        ...waiting,
        submission: { ...waiting.submission, body: null },
        saving: {
          ...waiting.saving,
          base: { etag: null, savedAt: null, sent: false, baseContent: null, unsaved: false },
        },
      },
      answer('never-arrived'),
      keep,
      'open',
      'editing',
    ],
    ['a refusal at once', sending, answer('refused'), keep, 'open', 'editing'],
    ['a refusal after a wait', waiting, answer('refused'), [...keep, 'wait-for-server'], 'open', 'editing'],
    [
      'a click on もう一度送信する',
      notArrived,
      { type: 'send-again-clicked' },
      [...keep, 'stop-waiting', 'await-saves'],
      'stopping',
      'sending',
    ],
    ['a return to the answers', notArrived, { type: 'edit-clicked' }, [...keep, 'wait-for-server'], 'open', 'editing'],
    [
      'starting over',
      saving,
      { type: 'start-over-clicked' },
      ['stop-waiting', 'drop-uploads', 'await-saves'],
      'starting-over',
      'editing',
    ],
    [
      'log-out with unsaved text',
      unsaved,
      { type: 'close-asked', waitMs: 1_000 },
      ['write-local', 'stop-waiting', 'save', 'await-saves'],
      'closing',
      'editing',
    ],
    ['a draft deleted from its list', unsaved, { type: 'stopped' }, ['stop'], 'closed', 'editing'],
  ])('%s', (_name, state, event, effects, stage, phase) => {
    const result = reduce(state, event, input)
    expect(result.effects.map(({ type }) => type)).toEqual(effects)
    expect([result.state.stage, result.state.submission.view.phase]).toEqual([stage, phase])
  })

  it('asks before another draft is replaced, and says that nothing was sent', () => {
    const { state } = reduce(sending, foreignDraft, input)
    expect(state.saving.question).toEqual({ kind: 'conflict', theirs: serverDraft, conflicts: null })
    expect(state.submission.view.refusal).toMatchObject({ kind: 'undecided' })
    expect(reduce(sending, draftRead({ kind: 'none' }), input).state.saving.question).toEqual({
      kind: 'gone',
      reason: 'unknown',
    })
  })

  it('sends again under the tag of our own draft, and gives up if the API refuses that, too', () => {
    const again = reduce(sending, ownDraft, input)
    expect(again.effects).toEqual([{ type: 'send-order', key: 'key-1', body: '{}', draftTag: serverDraft.etag }])
    const tired = { ...sending, submission: { ...sending.submission, sent: maxRounds } }
    const { state, effects } = reduce(tired, ownDraft, input)
    expect(state.submission.view).toMatchObject({ phase: 'editing', refusal: { kind: 'general' } })
    expect(effects.map(({ type }) => type)).toEqual(keep)
  })

  it('waits for no save after the submission, because the API refuses it', () => {
    const done = reduce({ ...saving, submission: waiting.submission }, answer('created'), input)
    expect(done.state.saving.request).toBeNull()
    const late = reduce(
      done.state,
      { type: 'saved', request, content: draft, etag: '"2"', savedAt: at, expiresAt: at },
      input,
    )
    expect(late.effects).toEqual([])
  })

  it('a corrected version has another key and the same application, so that the API refuses it after the first one', () => {
    const { state } = reduce(notArrived, { type: 'edit-clicked' }, input)
    expect(state).toMatchObject({ applicationId: 'ours', submission: { key: 'new-key', body: null } })
  })

  it('a deleted draft ends its application, unless it is being submitted', () => {
    const removed: Event = { type: 'removed', request }
    expect(reduce(saving, removed, input).state.applicationId).toBe('new-id')
    expect(reduce(open, removed, input).state.applicationId).toBe('ours')
    expect(reduce({ ...saving, submission: sending.submission }, removed, input).state.applicationId).toBe('ours')
  })
})

describe('an application that the API has received', () => {
  const saving = stateOf('open', 'editing', null, true, true)
  const stopping = { ...stateOf('stopping', 'sending', null, true, true) }
  const sending = stateOf('open', 'sending', null, false, false)
  const same = receivedOrder(draft.answers, 'OR-1')
  const sent = JSON.stringify({ answers: draft.answers })

  it.each<[string, Application, Event]>([
    ['a save', saving, { type: 'received', request, order: received.order }],
    ['the last save before a submission', stopping, { type: 'received', request, order: received.order }],
    ['a submission', sending, answer('received')],
  ])(
    'an application keeps the answers of the page and asks about them, if %s finds another version',
    (_name, state, event) => {
      const next = reduce(state, event, input).state
      expect(next).toMatchObject({
        stage: 'open',
        content: { typed: draft },
        saving: { question: { kind: 'gone', reason: 'earlier' }, base: { unsaved: true } },
        submission: { view: { phase: 'editing', order: null } },
      })
    },
  )

  it.each<[string, Application, Event]>([
    ['a save', saving, { type: 'received', request, order: same }],
    [
      'a submission',
      { ...sending, submission: { ...sending.submission, body: sent } },
      { type: 'submission-answered', key: 'key-1', answer: { kind: 'received', order: same } },
    ],
  ])('an application is done if %s finds exactly this version', (_name, state, event) => {
    const { state: next, effects } = reduce(state, event, input)
    expect(next).toMatchObject({ stage: 'closed', submission: { view: { phase: 'done', order: { orderId: 'OR-1' } } } })
    expect(effects.map(({ type }) => type)).toEqual(['announce-submitted', 'stop', 'remove-local'])
  })

  it.each(['CANCELLED_BY_USER', 'CANCELLED_BY_TENANT'] as const)(
    'an application is not done if the same version was received, but is %s now',
    (status) => {
      const { state } = reduce(saving, { type: 'received', request, order: { ...same, status } }, input)
      expect(state).toMatchObject({
        content: { typed: draft },
        saving: { question: { kind: 'gone', reason: 'earlier' } },
        submission: { view: { phase: 'editing', order: null } },
      })
    },
  )

  it('ends a log-out that finds it, and keeps the question for the next visit', () => {
    const closing = stateOf('closing', 'editing', null, true, true)
    const { state } = reduce(closing, { type: 'received', request, order: received.order }, input)
    expect(state).toMatchObject({ stage: 'closing', saving: { question: { reason: 'earlier' }, request: null } })
  })
})
