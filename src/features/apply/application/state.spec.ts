import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../lib/problem.ts'
import type { DraftContent, SavedBase, ServerAnswer } from '../draft/draft.ts'
import { anyRules, company, receivedOrder } from '../testing/fake-deps.ts'
import { phases } from './application-types.ts'
import type { Application, Effect, Phase, Question, Request, SaveOutcome, SendOutcome } from './application-types.ts'
import { emptyContent } from './content-state.ts'
import type { FormRules } from './application-deps.ts'
import type { Versions } from './form-versions.ts'
import { reduce, startApplication } from './state.ts'
import type { Event } from './state.ts'

const at = '2026-11-21T10:00:00.000Z'
const draft: DraftContent = { ...emptyContent('v1'), answers: { applicant: { name: '港' } }, step: 'applicant' }
const base: SavedBase = { etag: '"1"', savedAt: at, baseContent: null, unsaved: false }
const order = { orderId: 'OR-1', receiptNumber: '2026-000001', status: 'NOT_STARTED' } as const
const input = { newId: () => 'new-id', now: at }
const serverDraft = {
  content: { ...draft, answers: { applicant: { name: '別の端末' } } },
  applicationId: 'theirs',
  etag: '"9"',
  savedAt: at,
}
const conflict = { kind: 'conflict', rules: anyRules, base: null, theirs: serverDraft } as const
const twoCopies: Question = { ...conflict, conflicts: ['/applicant/name'] }
const newer: FormRules = {
  ...anyRules,
  definition: {
    formVersion: 'v2',
    steps: [{ id: 'applicant', schema: { type: 'object', properties: { name: { type: 'string' } } } }],
  },
}
const questions: (Question | null)[] = [
  null,
  { ...conflict, conflicts: null },
  // Another device has a newer version of the form.
  {
    ...conflict,
    rules: newer,
    theirs: { ...serverDraft, content: { ...serverDraft.content, formVersion: 'v2' } },
    conflicts: null,
  },
  twoCopies,
  { kind: 'gone', received: null },
]
const pending: Request = { base, content: draft, silent: true, isRetry: false }

type Over = { question?: Question | null; unsaved?: boolean; busy?: boolean; body?: string | null }

function stateOf(state: Phase | 'closed', over: Over = {}): Application {
  const isClosed = state === 'closed'
  const phase = isClosed ? 'editing' : state
  const { question = null, unsaved = false, busy = false, body = '{}' } = over
  const isSent = phase === 'sending' || phase === 'waiting' || phase === 'not-arrived'
  const begun = startApplication(
    anyRules,
    {
      applicationId: 'ours',
      content: draft,
      base: { ...base, unsaved },
      submission: { key: 'key-1', phase: 'editing', body: isSent ? body : null },
      question,
    },
    Date.parse(at),
  )
  const submission = { ...begun.submission, phase, order: phase === 'done' ? order : null }
  return { ...begun, isClosed, submission, request: busy ? pending : null }
}

const states: Application[] = ([...phases, 'closed'] as const).flatMap((phase) =>
  (phase === 'editing' ? questions : [null]).flatMap((question) =>
    [true, false].flatMap((unsaved) =>
      [true, false]
        .filter((busy) => !busy || (question === null && phase !== 'done'))
        .map((busy) => stateOf(phase, { question, unsaved, busy })),
    ),
  ),
)

const problem: Problem = { kind: 'unavailable', fields: [] }
/** As `readVersions` returns them for copies of the page's version. */
const versions: Versions = { to: anyRules, others: new Map() }
function compared(theirs: ServerAnswer) {
  return { kind: 'compared', theirs, versions } as const
}
const reads: ServerAnswer[] = [
  { kind: 'none' },
  { kind: 'expired' },
  { kind: 'unreachable', problem },
  { kind: 'found', draft: serverDraft },
  { kind: 'found', draft: { ...serverDraft, applicationId: 'ours' } },
  { kind: 'found', draft: { ...serverDraft, content: draft } },
]
const answers: SendOutcome[] = [
  { kind: 'created', order },
  { kind: 'received', order: receivedOrder({ other: { name: '前' } }) },
  { kind: 'refused', refusal: 'fields', problem },
  { kind: 'unknown', problem },
  { kind: 'still-unknown', problem },
  { kind: 'never-arrived' },
  ...reads.map(compared),
]
function answered(answer: SendOutcome): Event {
  return ['submissionAnswered', 'key-1', answer]
}
const outcomes: SaveOutcome[] = [
  { kind: 'received', order: receivedOrder({ other: { name: '前' } }) },
  { kind: 'received', order: receivedOrder(draft.answers) },
  { kind: 'saved', etag: '"2"', savedAt: at },
  { kind: 'removed' },
  { kind: 'refused', problem },
  { kind: 'failed', problem },
  { kind: 'offline' },
  ...reads.map(compared),
]
function saveAnswered(answer: SaveOutcome): Event {
  return ['saveAnswered', pending, answer]
}

/** Those about the page's own base need the state. */
function eventsIn({ base: known }: Application): Event[] {
  return [
    ['started'],
    ['input', '/applicant/name', '花子'],
    ['commit', 'applicant', { name: '花子' }],
    ['commit', 'applicant', { name: '花子' }, true],
    ['fill', 'applicant', { name: '花子' }],
    ['visit', 'copy'],
    ['inputShippingAddress', { recipient: '南' }],
    ['setShippingAddress', null],
    ['commitStep'],
    ['composition', true],
    ['composition', false],
    ['dismissUnplaced'],
    ['profileRead', company],
    ['formPublished', newer],
    ['recordRefused'],
    ['recordWritten'],
    ['postpone'],
    ['reopenQuestion'],
    ['resolveConflict', 'mine'],
    ['resolveConflict', 'theirs'],
    ['recreate', false],
    ['recreate', true],
    ['startOverClicked'],
    ['submitClicked', '{}'],
    ['sendAgainClicked'],
    ['editAgain'],
    ['askNow'],
    ...answers.map(answered),
    ...reads.map((theirs): Event => ['compared', known, { theirs, versions }]),
    ['saveDue'],
    ['closed'],
    ['discard'],
    ['stop'],
    ['saveClicked'],
    ['onPageHide'],
    ['connected'],
    ['saveTimer'],
    ['fieldLeft'],
    ...outcomes.map(saveAnswered),
  ]
}

/** The rules that no event may break. */
function broken(before: Application, event: Event, after: Application, effects: readonly Effect[]): string[] {
  const { question, request: save, submission } = after
  const { phase } = submission
  const isOpen = phase === 'editing' && !after.isClosed
  const does = (type: Effect['type']) => effects.some((effect) => effect.type === type)
  const isSubmitted = event[0] === 'submitClicked' || event[0] === 'sendAgainClicked'
  const isSentAgain = before.submission.phase === 'sending' && event[0] === 'submissionAnswered'
  const isOver = before.submission.phase === 'done' || before.isClosed
  const rules: [string, boolean][] = [
    ['sending without its text', (phase === 'sending' || phase === 'not-arrived') && submission.body === null],
    ['a text to send while the answers change', isOpen && submission.body !== null],
    ['an order without success, or success without an order', (phase === 'done') !== (submission.order !== null)],
    ['saving while a question is open', question !== null && save !== null],
    ['a question about what is being sent', question !== null && ['sending', 'waiting', 'not-arrived'].includes(phase)],
    ['sent without a click', does('send-order') && !isSubmitted && !isSentAgain],
    ['saved while it is sent, or while a question is open', does('save') && (!isOpen || question !== null)],
    ['written or sent after its end', isOver && effects.length > 0],
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([rule]) => rule)
}

describe('every rule of an application', () => {
  it.each(states)('no event breaks a rule: $submission.phase, $question.kind', (state) => {
    for (const event of eventsIn(state)) {
      const { state: after, effects } = reduce(state, event, input)
      expect(broken(state, event, after, effects), JSON.stringify(event)).toEqual([])
    }
  })
})

describe('a submission', () => {
  const sending = stateOf('sending')
  const waiting = stateOf('waiting')
  const ours: ServerAnswer = { kind: 'found', draft: { ...serverDraft, applicationId: 'ours' } }
  const after = (state: Application, answer: SendOutcome) => reduce(state, answered(answer), input)

  it('asks before another draft is replaced, and says that nothing was sent', () => {
    const { state } = after(sending, compared({ kind: 'found', draft: serverDraft }))
    expect(state).toMatchObject({ submission: { phase: 'editing', refusal: { kind: 'undecided' } } })
    expect(state.question).toEqual({ ...conflict, conflicts: null })
    const gone: Question = { kind: 'gone', received: null }
    expect(after(sending, compared({ kind: 'none' })).state.question).toEqual(gone)
  })

  it('sends again under the tag of our own draft, and gives up if the API refuses that, too', () => {
    const { state, effects } = after(sending, compared(ours))
    expect(state.base.etag).toBe(serverDraft.etag)
    expect(effects).toEqual([{ type: 'send-order', key: 'key-1', body: '{}' }])
    const refused = after(
      state,
      compared({ kind: 'found', draft: { ...serverDraft, applicationId: 'ours', etag: '"10"' } }),
    )
    expect(refused.state).toMatchObject({ submission: { phase: 'editing', refusal: { kind: 'general' } } })
  })

  it('a submission without a draft is sent again if the draft that it named has expired', () => {
    const { state, effects } = after(sending, compared({ kind: 'expired' }))
    expect([state.base.etag, effects[0]?.type]).toEqual([null, 'send-order'])
  })

  it('sends nothing beside a question, or from a page that was closed', () => {
    const asking = stateOf('editing', { question: twoCopies, unsaved: true })
    expect(reduce(asking, ['submitClicked', '{}'], input).effects).toEqual([])
    expect(reduce(stateOf('closed'), ['sendAgainClicked'], input).effects).toEqual([])
  })

  it('waits for no save after its success, because the API refuses it', () => {
    const done = after(stateOf('waiting', { unsaved: true, busy: true }), { kind: 'created', order }).state
    expect(done.request).toBeNull()
    expect(reduce(done, ['resultShown'], input)).toMatchObject({
      state: { isClosed: true },
      effects: [{ type: 'remove-record' }],
    })
  })

  it('a corrected version has another key and the same application, so that the API refuses it after the first one', () => {
    const { state } = reduce(stateOf('not-arrived'), ['editAgain'], input)
    expect(state).toMatchObject({ applicationId: 'ours', submission: { key: 'new-id', body: null } })
  })

  it('a submission whose text is damaged opens the form if it has never arrived', () => {
    const { state } = after(stateOf('waiting', { body: null }), { kind: 'never-arrived' })
    expect(state).toMatchObject({ submission: { phase: 'editing', refusal: { kind: 'not-arrived' } } })
    expect(after(waiting, { kind: 'never-arrived' }).state.submission.phase).toBe('not-arrived')
  })
})

describe('a deleted draft', () => {
  it('ends its application, unless that is being submitted', () => {
    const removed = saveAnswered({ kind: 'removed' })
    const idAfter = (state: Application) => reduce(state, removed, input).state.applicationId
    expect(idAfter(stateOf('editing', { unsaved: true, busy: true }))).toBe('new-id')
    expect(idAfter(stateOf('editing')), 'the answer to another save').toBe('ours')
    expect(idAfter(stateOf('sending', { busy: true }))).toBe('ours')
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
        typed: draft,
        question: { kind: 'gone', received: {} },
        base: { unsaved: true },
        submission: { phase: 'editing', order: null },
      })
    },
  )

  it.each<[string, Application, Event]>([
    ['a save', saving, saveAnswered({ kind: 'received', order: same })],
    ['a submission', sending, answered({ kind: 'received', order: same })],
  ])('an application is done if %s finds exactly this version', (_name, state, event) => {
    const { state: after, effects } = reduce(state, event, input)
    expect(after).toMatchObject({ submission: { phase: 'done', order: { orderId: 'OR-1' } } })
    expect(effects.map(({ type }) => type)).toEqual(['write-record', 'announce-submitted'])
  })

  it.each(['CANCELLED_BY_USER', 'CANCELLED_BY_TENANT'] as const)(
    'an application is not done if the same version was received, but is %s now',
    (status) => {
      const { state } = reduce(saving, saveAnswered({ kind: 'received', order: { ...same, status } }), input)
      expect(state).toMatchObject({ submission: { phase: 'editing' }, question: { kind: 'gone', received: {} } })
    },
  )
})
