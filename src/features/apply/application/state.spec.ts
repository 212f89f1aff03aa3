import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../lib/problem.ts'
import type { DraftContent, SavedBase, ServerAnswer } from '../draft/draft.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import { anyRules, company, receivedOrder } from '../testing/fake-deps.ts'
import { phases } from './application-types.ts'
import type { Application, Effect, Event, Phase, Question, Request, SaveOutcome } from './application-types.ts'
import { emptyContent } from './content-state.ts'
import type { FormRules, Versions } from './form-rules.ts'
import { reduce, startApplication } from './state.ts'

const at = '2026-11-21T10:00:00.000Z'
const draft: DraftContent = { ...emptyContent('v1'), answers: { applicant: { name: '港' } }, step: 'applicant' }
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
const compared = { kind: 'conflict', rules: anyRules, base: null, theirs: serverDraft } as const
const twoCopies: Question = { ...compared, conflicts: ['/applicant/name'] }
const newer: FormRules = {
  ...anyRules,
  definition: {
    formVersion: 'v2',
    steps: [{ id: 'applicant', schema: { type: 'object', properties: { name: { type: 'string' } } } }],
  },
}
const questions: (Question | null)[] = [
  null,
  { ...compared, conflicts: null },
  // Another device has a newer version of the form.
  {
    ...compared,
    rules: newer,
    theirs: { ...serverDraft, content: { ...serverDraft.content, formVersion: 'v2' } },
    conflicts: null,
  },
  twoCopies,
  { kind: 'gone', reason: 'unknown' },
]
const pending: Request = {
  id: 1,
  changes: 0,
  content: draft,
  silent: true,
  isRetry: false,
  wasSent: false,
  again: false,
}

type Over = { question?: Question | null; unsaved?: boolean; busy?: boolean; body?: string | null }

function stateOf(phase: Phase, over: Over = {}): Application {
  const { question = null, unsaved = false, busy = false, body = '{}' } = over
  const isSent = phase === 'sending' || phase === 'waiting' || phase === 'not-arrived'
  const begun = startApplication(
    anyRules,
    {
      applicationId: 'ours',
      content: draft,
      base: { ...base, unsaved, sent: busy },
      submission: { key: 'key-1', phase: 'editing', body: isSent ? body : null },
      question,
    },
    Date.parse(at),
  )
  const submission = { ...begun.submission, order: phase === 'done' ? order : null }
  return { ...begun, phase, submission, requests: 1, request: busy ? pending : null }
}

const states: Application[] = phases.flatMap((phase) =>
  (phase === 'editing' ? questions : [null]).flatMap((question) =>
    [true, false].flatMap((unsaved) =>
      [true, false]
        .filter((busy) => !busy || (question === null && phase !== 'done'))
        .map((busy) => stateOf(phase, { question, unsaved, busy })),
    ),
  ),
)

const problem: Problem = { kind: 'unavailable', fields: [] }
const answers: SubmissionAnswer[] = [
  { kind: 'created', order },
  { kind: 'received', order: receivedOrder({ other: { name: '前' } }) },
  { kind: 'outdated' },
  { kind: 'refused', refusal: 'fields', problem },
  { kind: 'unknown', problem },
  { kind: 'still-unknown', problem },
  { kind: 'never-arrived' },
]

function answered(answer: SubmissionAnswer): Event {
  return { type: 'submission-answered', key: 'key-1', answer }
}

function answer(kind: SubmissionAnswer['kind']): Event {
  return answered(answers.find((one) => one.kind === kind) ?? { kind: 'outdated' })
}

const request = 1
const outcomes: SaveOutcome[] = [
  { kind: 'received', order: receivedOrder({ other: { name: '前' } }) },
  { kind: 'received', order: receivedOrder(draft.answers) },
  { kind: 'saved', etag: '"2"', savedAt: at, expiresAt: at },
  { kind: 'removed' },
  { kind: 'conflict' },
  { kind: 'gone' },
  { kind: 'refused', problem },
  { kind: 'failed', problem },
  { kind: 'offline' },
]
function saveAnswered(outcome: SaveOutcome): Event {
  return { type: 'save-answered', request, answer: outcome }
}
const reads: ServerAnswer[] = [
  { kind: 'none' },
  { kind: 'expired' },
  { kind: 'unreachable', problem },
  { kind: 'found', draft: serverDraft },
  { kind: 'found', draft: { ...serverDraft, applicationId: 'ours' } },
  { kind: 'found', draft: { ...serverDraft, content: draft } },
]
function draftRead(read: ServerAnswer): Event {
  return { type: 'read', reading: { kind: 'submit', key: 'key-1' }, answer: read, versions }
}
/** As `readVersions` returns them for copies of the page's version. */
const versions: Versions = { to: anyRules, others: new Map() }
const ownDraft = draftRead({ kind: 'found', draft: { ...serverDraft, applicationId: 'ours' } })
const foreignDraft = draftRead({ kind: 'found', draft: serverDraft })

/** Those about the page's own base need the state. */
function eventsIn({ base: known }: Application): Event[] {
  return [
    { type: 'started' },
    { type: 'input', pointer: '/applicant/name', value: '花子' },
    { type: 'commit', step: 'applicant', answers: { name: '花子' }, byForm: false },
    { type: 'commit', step: 'applicant', answers: { name: '花子' }, byForm: true },
    { type: 'fill', step: 'applicant', answers: { name: '花子' } },
    { type: 'visited', step: 'copy' },
    { type: 'address-typed', address: { recipient: '南' } },
    { type: 'address-chosen', address: null },
    { type: 'step-left' },
    { type: 'composition', isOpen: true },
    { type: 'composition', isOpen: false },
    { type: 'unplaced-dismissed' },
    { type: 'profile-read', profile: company },
    { type: 'form-published', to: newer },
    { type: 'handed-over', typed: { base: draft, content: serverDraft.content }, versions },
    { type: 'record-refused' },
    { type: 'record-written' },
    { type: 'postponed' },
    { type: 'question-reopened' },
    { type: 'conflict-resolved', choice: 'mine' },
    { type: 'conflict-resolved', choice: 'theirs' },
    { type: 'recreated', isNew: false },
    { type: 'origin-dropped' },
    { type: 'opened-again' },
    { type: 'start-over-clicked' },
    { type: 'submit-clicked', body: '{}' },
    { type: 'send-again-clicked' },
    { type: 'edit-clicked' },
    { type: 'ask-due' },
    ...answers.map(answered),
    ...reads.flatMap((read): Event[] => [
      draftRead(read),
      { type: 'read', reading: { kind: 'save', request }, answer: read, versions },
      { type: 'read', reading: { kind: 'visit', base: known }, answer: read, versions },
    ]),
    { type: 'leaving' },
    { type: 'closed' },
    { type: 'discarded' },
    { type: 'stopped' },
    { type: 'save-clicked' },
    { type: 'page-hidden' },
    { type: 'retry' },
    { type: 'server-timer' },
    { type: 'field-left' },
    ...outcomes.map(saveAnswered),
  ]
}

/** The rules that no event may break. */
function broken(before: Application, event: Event, after: Application, effects: readonly Effect[]): string[] {
  const { phase, question, request: save, submission } = after
  const isOpen = phase === 'editing'
  const does = (type: Effect['type']) => effects.some((effect) => effect.type === type)
  const isSubmitted = event.type === 'submit-clicked' || event.type === 'send-again-clicked'
  const isSentAgain = before.phase === 'sending' && event.type === 'read'
  const isOver = before.phase === 'done' || before.phase === 'closed'
  const rules: [string, boolean][] = [
    ['sending without its text', (phase === 'sending' || phase === 'not-arrived') && submission.body === null],
    ['a text to send while the answers change', isOpen && submission.body !== null],
    ['an order without success, or success without an order', (phase === 'done') !== (submission.order !== null)],
    ['saving while a question is open', question !== null && save !== null],
    ['a question about what is being sent', question !== null && ['sending', 'waiting', 'not-arrived'].includes(phase)],
    ['sent without a click', does('send-order') && !isSubmitted && !isSentAgain],
    ['saved while it is sent, or while a question is open', does('save') && (!isOpen || question !== null)],
    ['written or sent after its end', isOver && effects.some(({ type }) => type !== 'remove-ours')],
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([rule]) => rule)
}

describe('every rule of an application', () => {
  it.each(states)('no event breaks a rule: $phase, $question.kind', (state) => {
    for (const event of eventsIn(state)) {
      const { state: after, effects } = reduce(state, event, input)
      expect(broken(state, event, after, effects), JSON.stringify(event)).toEqual([])
    }
  })
})

describe('what a former owner had typed after its last record', () => {
  const there = { ...draft, answers: { applicant: { name: '港 花子' } } }

  it.each([
    ['joins what is here, and is saved', draft, { name: '港 花子' }],
    [
      'is beside what was typed here',
      { ...draft, answers: { applicant: { name: '港', kana: 'ミナト' } } },
      { kana: 'ミナト', name: '港 花子' },
    ],
    [
      'gives way to the same answer, changed here since',
      { ...draft, answers: { applicant: { name: '南' } } },
      { name: '南' },
    ],
  ])('%s', (_what, typed, applicant) => {
    const begun = stateOf('editing')
    const here = { ...begun, content: { ...begun.content, typed } }
    const { state } = reduce(here, { type: 'handed-over', typed: { base: draft, content: there }, versions }, input)
    expect(state.content.typed.answers).toEqual({ applicant })
    expect(state.base.unsaved).toBe(state !== here)
  })

  it('takes the version of the form that this tab has', () => {
    const carried: Versions = { to: newer, others: new Map([['v1', anyRules]]) }
    const begun = startApplication(
      newer,
      {
        applicationId: 'ours',
        content: { ...draft, formVersion: 'v2' },
        base,
        submission: { key: 'key-1', phase: 'editing', body: null },
      },
      Date.parse(at),
    )
    const event: Event = { type: 'handed-over', typed: { base: draft, content: there }, versions: carried }
    const { typed } = reduce(begun, event, input).state.content
    expect([typed.formVersion, typed.answers]).toEqual(['v2', { applicant: { name: '港 花子' } }])
  })
})

describe('the effects of an event', () => {
  const open = stateOf('editing')
  const unsaved = stateOf('editing', { unsaved: true })
  const saving = stateOf('editing', { unsaved: true, busy: true })
  const asked = stateOf('editing', { question: twoCopies, unsaved: true })
  const sending = stateOf('sending')
  const waiting = stateOf('waiting')
  const notArrived = stateOf('not-arrived')
  const done = stateOf('done')
  const saved = saveAnswered({ kind: 'saved', etag: '"2"', savedAt: at, expiresAt: at })

  it.each<[string, Application, Event, Effect['type'][], Phase]>([
    [
      'a keystroke',
      open,
      { type: 'input', pointer: '/applicant/name', value: '花' },
      ['write-record', 'timer'],
      'editing',
    ],
    ['a click on 一時保存', open, { type: 'save-clicked' }, ['write-record', 'save'], 'editing'],
    [
      'a keystroke beside a question',
      asked,
      { type: 'input', pointer: '/a/b', value: '花' },
      ['write-record'],
      'editing',
    ],
    [
      'leaving with unsaved text',
      unsaved,
      { type: 'page-hidden' },
      ['write-record', 'save-on-leave', 'timer'],
      'editing',
    ],
    ['a submission', open, { type: 'submit-clicked', body: '{}' }, ['timer', 'write-record', 'send-order'], 'sending'],
    ['a submission beside a question', asked, { type: 'submit-clicked', body: '{}' }, [], 'editing'],
    ['a draft with another tag', sending, answer('outdated'), ['read'], 'sending'],
    ['a draft with another tag that is ours', sending, ownDraft, ['send-order'], 'sending'],
    ['a draft that has expired', sending, draftRead({ kind: 'expired' }), ['send-order'], 'sending'],
    ['a draft of another device', sending, foreignDraft, ['write-record', 'timer'], 'editing'],
    ['a draft that is gone', sending, draftRead({ kind: 'none' }), ['write-record', 'timer'], 'editing'],
    ['a time-out', waiting, answer('still-unknown'), ['write-record', 'timer'], 'waiting'],
    ['an order found by asking', waiting, answer('created'), ['write-record', 'announce-submitted', 'stop'], 'done'],
    ['its result on the screen', done, { type: 'result-shown' }, ['remove-record'], 'closed'],
    ['a submission that never arrived', waiting, answer('never-arrived'), ['write-record'], 'not-arrived'],
    [
      'one that never arrived and whose text is damaged',
      stateOf('waiting', { body: null }),
      answer('never-arrived'),
      ['write-record', 'timer'],
      'editing',
    ],
    ['a refusal at once', sending, answer('refused'), ['write-record'], 'editing'],
    ['a refusal after a wait', waiting, answer('refused'), ['write-record', 'timer'], 'editing'],
    [
      'a click on もう一度送信する',
      notArrived,
      { type: 'send-again-clicked' },
      ['timer', 'write-record', 'send-order'],
      'sending',
    ],
    ['a return to the answers', notArrived, { type: 'edit-clicked' }, ['write-record', 'timer'], 'editing'],
    ['starting over during a save', saving, { type: 'start-over-clicked' }, ['write-record'], 'editing'],
    ['log-out with unsaved text', unsaved, { type: 'leaving' }, ['timer', 'write-record', 'save'], 'editing'],
    ['a draft deleted from its list', unsaved, { type: 'stopped' }, ['stop'], 'closed'],
  ])('%s', (_name, state, event, effects, phase) => {
    const result = reduce(state, event, input)
    const starts = result.effects.filter((effect) => effect.type !== 'timer' || effect.ms !== null)
    const expected = effects.filter((type) => type !== 'timer' || starts.some((effect) => effect.type === 'timer'))
    expect([...new Set(starts.map(({ type }) => type))].toSorted()).toEqual([...new Set(expected)].toSorted())
    expect(result.state.phase).toBe(phase)
  })

  it('asks before another draft is replaced, and says that nothing was sent', () => {
    const { state } = reduce(sending, foreignDraft, input)
    expect(state.question).toEqual({ ...compared, conflicts: null })
    expect(state.submission.refusal).toMatchObject({ kind: 'undecided' })
    expect(reduce(sending, draftRead({ kind: 'none' }), input).state.question).toEqual({
      kind: 'gone',
      reason: 'unknown',
    })
  })

  it('sends again under the tag of our own draft, and gives up if the API refuses that, too', () => {
    const again = reduce(sending, ownDraft, input)
    expect(again.effects).toEqual([{ type: 'send-order', key: 'key-1', body: '{}' }])
    const { state } = reduce(again.state, ownDraft, input)
    expect(state).toMatchObject({ phase: 'editing', submission: { refusal: { kind: 'general' } } })
  })

  it('waits for no save after the submission, because the API refuses it', () => {
    const done = reduce({ ...saving, phase: 'waiting' }, answer('created'), input).state
    expect(done.request).toBeNull()
    expect(reduce(done, saved, input).effects).toEqual([])
  })

  it('a corrected version has another key and the same application, so that the API refuses it after the first one', () => {
    const { state } = reduce(notArrived, { type: 'edit-clicked' }, input)
    expect(state).toMatchObject({ applicationId: 'ours', submission: { key: 'new-key', body: null } })
  })

  it('a deleted draft ends its application, unless it is being submitted', () => {
    const removed = saveAnswered({ kind: 'removed' })
    expect(reduce(saving, removed, input).state.applicationId).toBe('new-id')
    expect(reduce(open, removed, input).state.applicationId).toBe('ours')
    expect(reduce(stateOf('sending', { busy: true }), removed, input).state.applicationId).toBe('ours')
  })
})

describe('an application that the API has received', () => {
  const saving = stateOf('editing', { unsaved: true, busy: true })
  const sending = stateOf('sending', { body: JSON.stringify({ answers: draft.answers }) })
  const same = receivedOrder(draft.answers, 'OR-1')
  const other = receivedOrder({ other: { name: '前' } })

  it.each<[string, Application, Event]>([
    ['a save', saving, saveAnswered({ kind: 'received', order: other })],
    ['a submission', sending, answered({ kind: 'received', order: other })],
  ])(
    'an application keeps the answers of the page and asks about them, if %s finds another version',
    (_name, state, event) => {
      expect(reduce(state, event, input).state).toMatchObject({
        phase: 'editing',
        content: { typed: draft },
        question: { kind: 'gone', reason: 'earlier' },
        base: { unsaved: true },
        submission: { order: null },
      })
    },
  )

  it.each<[string, Application, Event]>([
    ['a save', saving, saveAnswered({ kind: 'received', order: same })],
    ['a submission', sending, answered({ kind: 'received', order: same })],
  ])('an application is done if %s finds exactly this version', (_name, state, event) => {
    const { state: after, effects } = reduce(state, event, input)
    expect(after).toMatchObject({ phase: 'done', submission: { order: { orderId: 'OR-1' } } })
    expect(effects.map(({ type }) => type)).toEqual(['write-record', 'announce-submitted', 'stop'])
  })

  it.each(['CANCELLED_BY_USER', 'CANCELLED_BY_TENANT'] as const)(
    'an application is not done if the same version was received, but is %s now',
    (status) => {
      const { state } = reduce(saving, saveAnswered({ kind: 'received', order: { ...same, status } }), input)
      expect(state).toMatchObject({ phase: 'editing', question: { kind: 'gone', reason: 'earlier' } })
    },
  )
})
